import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { MatrixOptions } from '../../explore/mutation/matrix.ts';
import { renderMatrix, renderMatrixTable } from '../../explore/mutation/render-matrix.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import { gateModel } from '../testing/gate-model.ts';
import { memoryHost } from '../testing/memory-host.ts';
import { readMutationFile } from './mutation-file.ts';
import { mutationMatrix } from './mutation-matrix.ts';

const MODULE = `---- MODULE Door ----
VARIABLES door, inside
Init == door = "shut" /\\ inside = "nobody"
Ring == door = "shut" /\\ door' = "open" /\\ UNCHANGED inside
Enter(w) == door = "open" /\\ w # "thief" /\\ inside' = w /\\ UNCHANGED door
Next == Ring \\/ \\E w \\in {"owner", "thief"} : Enter(w)
Safe == inside # "thief"
====`;

const host = memoryHost({
  modules: { 'scenarios/gate.ts': gateModel },
  texts: {
    'scenarios/Door.tla': MODULE,
    'scenarios/Door.cfg': 'INIT Init\nNEXT Next\nINVARIANT Safe\n',
  },
});

const UNAPPROVED = `trio: pay/unapproved
claim: Nobody pays without an approval.
model: { spec: gate.ts }
attack: { steps: [{ pay: { call: c1 } }] }
control: { steps: [ask, approve, { pay: { call: c1 } }], reaches: paid }
negative-control: { weaken: pay/allowed }
`;
const THIEF = `trio: door/thief
claim: No thief gets in.
model: { spec: Door.tla }
attack: { steps: [Ring, { Enter: { w: thief } }] }
control: { steps: [Ring, { Enter: { w: owner } }], reaches: inside = "owner" }
negative-control: { weaken: Enter/2 }
`;

const trios = (...texts: string[]) =>
  unwrap(loadScenarioFile(sourceText('scenarios/x.scenario.yaml', texts.join('---\n')))).trios;

async function gate(texts: string[], options: MatrixOptions = { values: { call: ['c1'] }, maxDepth: 4 }) {
  const made = await mutationMatrix(gateModel as never, trios(...texts), host, options);
  return made.ok ? renderMatrix(made.value, { all: true }) : made.errors.map(formatDiagnostic).join('\n');
}

describe('the mutation matrix', () => {
  it('names the trio and the leg that notice a mutant, and the attack on one that survives', async () => {
    expect(await gate([UNAPPROVED])).toMatchInlineSnapshot(`
      "Not judged:
        ask/idle removed: idle
          given up after 6 states
        approve/asked removed: asked
          given up after 6 states

      Killed:
        approvalOk removed: approvalOk
          by the attack of pay/unapproved (trio/attack-succeeds)
        approvalOk negated: approvalOk
          by the attack of pay/unapproved (trio/attack-succeeds)
        ask/idle negated: idle
          by the control of pay/unapproved (trio/control-refused)
        approve/asked negated: asked
          by the control of pay/unapproved (trio/control-refused)
        pay/allowed removed: allowed
          by the attack of pay/unapproved (trio/attack-succeeds)
        pay/allowed negated: allowed
          by the attack of pay/unapproved (trio/attack-succeeds)

      gate (5 states, 1 trio): 8 mutants, 6 killed, 0 survive, 2 not judged, 0 equivalent, 0 waived
      guard score 75 %"
    `);
  });

  it('lets a trio kill a mutant by its control, if legitimate work no longer gets done', async () => {
    const made = unwrap(await mutationMatrix(gateModel as never, trios(UNAPPROVED), host));
    const negated = made.mutants.find(({ guard, how }) => guard.path === 'ask/idle' && how === 'negate');
    expect(negated?.outcome).toEqual({
      kind: 'killed',
      by: { trio: 'pay/unapproved', leg: 'control', code: 'trio/control-refused' },
    });
  });

  it('leaves live agents out, and goes by the other sources of a trio', async () => {
    const never = () => {
      throw new Error('no mutant is a reason to call an agent');
    };
    const live = memoryHost({ modules: { 'scenarios/gate.ts': gateModel }, agents: { payer: { run: never } } });
    const agent = (text: string) => `agent: payer, stimuli: [{ kind: message.sent, to: ${text} }],`;
    const both = UNAPPROVED.replace('attack: { ', `attack: { ${agent('a')} `).replace(
      'control: { ',
      `control: { ${agent('b')} `,
    );
    const made = unwrap(await mutationMatrix(gateModel as never, trios(both), live));
    expect(made.mutants.filter(({ outcome }) => outcome.kind === 'killed')).toHaveLength(6);
  });

  it('is refused if a trio is red before any mutation', async () => {
    const red = UNAPPROVED.replace('[ask, approve, { pay: { call: c1 } }]', '[ask]');
    expect(await gate([red])).toMatchInlineSnapshot(`
      "scenarios/x.scenario.yaml:5:35: the trio pay/unapproved is red before any mutation (trio/goal-not-reached), so it cannot judge mutants [mutation/trio-red]
       5 | control: { steps: [ask], reaches: paid }
         |                                   ^^^^
        hint: make the trios green first"
    `);
  });

  it('is refused if none of the trios is about the model', async () => {
    expect(await gate([THIEF])).toMatchInlineSnapshot(`
      "the only trio is not about gate [mutation/no-trios]
        hint: name scenarios on this model, or on one that extends it"
    `);
  });

  it('judges a TLA+ module by the same rules, and shows every mutant as a table', async () => {
    const [trio] = trios(THIEF);
    const { resolveModel } = await import('../resolve-model.ts');
    const { model } = unwrap(await resolveModel(trio!.models[0]!, host));
    const matrix = unwrap(await mutationMatrix(model, trios(THIEF), host));
    expect(renderMatrixTable(matrix)).toMatchInlineSnapshot(`
      "| Mutant | Guard part | Outcome | By what, or why |
      |---|---|---|---|
      | \`Ring/1 removed\` | \`door = "shut"\` | equivalent: blind | the model does something else, but no invariant minds |
      | \`Ring/1 negated\` | \`door = "shut"\` | killed | attack of door/thief |
      | \`Enter/1 removed\` | \`door = "open"\` | equivalent: blind | the model does something else, but no invariant minds |
      | \`Enter/1 negated\` | \`door = "open"\` | killed | attack of door/thief |
      | \`Enter/2 removed\` | \`w /= "thief"\` | killed | attack of door/thief |
      | \`Enter/2 negated\` | \`w /= "thief"\` | killed | attack of door/thief |"
    `);
    expect(matrix.score).toBe(1);
  });

  it('does not score 100 % while a mutant is left that could not be judged', async () => {
    const made = unwrap(
      await mutationMatrix(gateModel as never, trios(UNAPPROVED), host, { values: { call: ['c1'] }, maxDepth: 4 }),
    );
    expect(made.counts['not-judged']).toBe(2);
    expect(made.score).toBeLessThan(1);
  });
});

describe('a mutation file', () => {
  const read = (text: string): string => {
    const result = readMutationFile(sourceText('gate.mutation.yaml', text));
    return result.ok ? JSON.stringify(result.value) : result.errors.map(formatDiagnostic).join('\n');
  };

  it('gives values, limits and waivers', () => {
    expect(
      read(
        'values: { call: [c1, null] }\nmax-depth: 3\nwaivers:\n  - { guard: ask/idle, text: idle, reason: why not }\n',
      ),
    ).toMatchInlineSnapshot(
      `"{"values":{"call":["c1",null]},"maxDepth":3,"waivers":[{"guard":"ask/idle","text":"idle","reason":"why not"}]}"`,
    );
  });

  it('is told what is wrong with it', () => {
    expect(read('waivers:\n  - { guard: ask/idle, text: idle }\n')).toMatchInlineSnapshot(`
      "gate.mutation.yaml:2:5: "reason" is missing in "waivers[0]" [shape/missing-key]
       2 |   - { guard: ask/idle, text: idle }
         |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected a string"
    `);
    expect(read('waiver: []\n')).toMatchInlineSnapshot(`
      "gate.mutation.yaml:1:1: unknown key "waiver" [shape/unknown-key]
       1 | waiver: []
         | ^^^^^^
        hint: did you mean "waivers"?"
    `);
    expect(read('a: 1\n---\nb: 2\n')).toMatchInlineSnapshot(`
      "gate.mutation.yaml:1:1: a mutation file is one YAML document [mutation/file]
       1 | a: 1
         | ^
        expected "values:", "waivers:", "max-states:" or "max-depth:""
    `);
  });
});
