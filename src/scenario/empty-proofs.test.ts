import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, runTrio } from './run-trio.ts';
import { gateModel } from './testing/gate-model.ts';
import { memoryHost } from './testing/memory-host.ts';

// Trios that were once proved, and showed nothing; each beside one that differs in that alone.

const SAFE = `---- MODULE Safe ----
EXTENDS Naturals
VARIABLES open, paid
Init == open = FALSE /\\ paid = 0
Open == open
Look == Open /\\ UNCHANGED <<open, paid>>
Pay == paid' = paid + 1 /\\ UNCHANGED open
Steal == Open /\\ paid' = paid + 9 /\\ UNCHANGED open
Next == Look \\/ Pay \\/ Steal
Few == paid < 9
Shut == Open => paid = 0
====
`;

const header = canonicalJson({
  tracefold: 1,
  source: 'test',
  observes: ['approval.requested', 'approval.decided', 'exec.started'],
});
const EVENTS: readonly Json[] = [
  { kind: 'approval.requested', approval: 'a1', tool: 'pay', args: {} },
  { kind: 'approval.decided', approval: 'a1', decision: 'approve', scope: 'once', by: 'clerk', authenticity: 'server' },
  { kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} },
];
const recording = (events: readonly Json[], at: number): string =>
  [header, ...events.map((event, index) => canonicalJson({ ...(event as object), seq: index + 1, at }))].join('\n');

const host = memoryHost({
  modules: { 'scenarios/gate.ts': gateModel },
  texts: {
    'scenarios/Safe.tla': SAFE,
    'scenarios/Safe.cfg': 'INIT Init\nNEXT Next\nINVARIANTS Few Shut\n',
    'scenarios/monday.jsonl': recording(EVENTS, 1000),
    'scenarios/tuesday.jsonl': recording(EVENTS, 2000),
    'scenarios/other.jsonl': recording(
      [...EVENTS.slice(0, 2), { kind: 'exec.started', exec: 'e2', tool: 'pay', args: {} }],
      2000,
    ),
  },
});

/** The outcome and what stands against it, or the errors of the scenario. */
async function run(trio: string): Promise<string> {
  const file = loadScenarioFile(sourceText('scenarios/a.scenario.yaml', `trio: t\nclaim: c\n${trio}`));
  if (!file.ok) return file.errors.map(formatDiagnostic).join('\n');
  const result = await runTrio(file.value.trios[0]!, host);
  if (!result.ok) return renderErrors(result.errors);
  const { outcome, problems } = result.value;
  return [outcome, ...problems.map(({ code }) => code)].join(' ');
}

describe('a control that does the same as the attack', () => {
  const recorded = (control: string) =>
    run(`model: { spec: gate.ts }
attack: { trace: monday.jsonl }
control: { ${control}, reaches: paid }
negative-control: { edit: [{ drop: 1 }, { drop: 2 }] }
`);
  const inline = `events: ${JSON.stringify(EVENTS)}`;

  it.each([
    ['in another recording', 'trace: tuesday.jsonl'],
    ['written into the scenario', inline],
  ])('is an error, also where it is %s', async (_, control) => {
    expect(await recorded(control)).toContain('[scenario/control-equals-attack]');
  });

  it('is an error, also where its steps are written in another way', async () => {
    const steps = (control: string) =>
      run(`model: { spec: gate.ts }
attack: { steps: [ask, approve, { pay: { call: c1 } }] }
control: { steps: ${control}, reaches: paid }
negative-control: { weaken: pay/allowed }
`);
    expect(await steps('[{ ask: {} }, { approve: }, { pay: { call: c1 } }]')).toContain('control-equals-attack');
    expect(await steps('[ask, approve, { pay: { call: c2 } }]')).not.toContain('control-equals-attack');
  });

  it('is none where it does something else', async () => {
    expect(await recorded('trace: other.jsonl')).toBe('proved');
  });
});

describe('a trio that names what no model judges', () => {
  const judged = (predicates: string, forbidden: string, violates = '') =>
    run(`model: { spec: Safe.tla, predicates: ${predicates} }
forbidden: ${forbidden}
attack: { steps: [Steal] }
control: { steps: [Pay], reaches: paid = 1 }
negative-control: { weaken: Steal/1${violates} }
`);

  it('is an error at the name, whether it is forbidden or to be violated', async () => {
    expect(await judged('[Few]', '[Few, Shut]')).toMatchInlineSnapshot(`
      "scenarios/a.scenario.yaml:4:18: "Shut" is forbidden, and no model of this trio judges it [scenario/not-judged]
       4 | forbidden: [Few, Shut]
         |                  ^^^^
        expected each of "forbidden" among the "predicates" of a model"
    `);
    expect(await judged('[Few, Shut]', '[Few]', ', violates: [Few, Shut]')).toMatchInlineSnapshot(`
      "scenarios/a.scenario.yaml:7:54: "Shut" is to be violated, and this trio does not judge it [scenario/not-judged]
       7 | negative-control: { weaken: Steal/1, violates: [Few, Shut] }
         |                                                      ^^^^
        expected each of "violates" among what is forbidden, and among the "predicates" of a model"
    `);
  });

  it('is proved where a model judges each of them', async () => {
    expect(await judged('[Few, Shut]', '[Few, Shut]', ', violates: Few')).toBe('proved');
  });
});

describe('a control that shows nothing', () => {
  const shown = (control: string) =>
    run(`model: { spec: gate.ts }
attack: { steps: [{ pay: { call: c1 } }] }
control: { ${control} }
negative-control: { weaken: pay/allowed }
`);

  it('has no goal and exercises nothing', async () => {
    expect(await shown('steps: [ask]')).toBe('failed trio/control-shows-nothing');
  });

  it('is one that has a goal, or exercises what is judged', async () => {
    expect(await shown('steps: [ask, approve, { pay: { call: c1 } }]')).toBe('proved');
    expect(await shown('steps: [ask, approve, { pay: { call: c1 } }], reaches: paid')).toBe('proved');
  });

  it('does its work by assuming a guard that the model has closed', async () => {
    const model = 'model: { spec: Safe.tla }\nattack: { steps: [Steal] }\n';
    const negative = 'negative-control: { weaken: Steal/1, violates: Few }\n';
    const looking = (assume: string) =>
      run(`${model}control: { steps: [{ Look: ${assume} }, Pay], reaches: paid = 1 }\n${negative}`);
    expect(await looking(', assume: { Look/1: true }')).toBe('failed trio/control-refused');
    expect(await run(`${model}control: { steps: [Pay], reaches: paid = 1 }\n${negative}`)).toBe('proved');
  });
});

describe('a guard that an invariant asks too', () => {
  const weakened = (guard: string, attack: string) =>
    run(`model: { spec: Safe.tla }
attack: { steps: [${attack}] }
control: { steps: [Pay, Pay], reaches: paid = 2 }
negative-control: { weaken: ${guard} }
`);

  it('does not bite where its removal changes the invariant alone', async () => {
    expect(await weakened('Open', 'Pay')).toBe('failed trio/guard-does-not-bite');
  });

  it('bites where the attack comes through without it', async () => {
    expect(await weakened('Open', 'Steal')).toBe('proved');
  });
});
