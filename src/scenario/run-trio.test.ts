import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { defineModel } from '../model/define-model.ts';
import { anything } from '../model/model-definition.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, renderTrio, runTrio } from './run-trio.ts';
import { gateModel } from './testing/gate-model.ts';
import { memoryHost } from './testing/memory-host.ts';

const GATE = `---- MODULE Gate ----
EXTENDS Naturals
CONSTANT Max
ASSUME Max > 0
VARIABLE paid
Init == paid = 0
Pay == paid < Max /\\ paid' = paid + 1
Next == Pay
Few == paid <= Max
====
`;

const host = memoryHost({
  modules: { 'scenarios/gate.ts': gateModel },
  texts: {
    'scenarios/Gate.tla': GATE,
    'scenarios/Gate.cfg': 'INIT Init\nNEXT Next\nINVARIANT Few\nCONSTANT Max = 1\n',
    'scenarios/NoInvariant.tla': GATE.replace('Gate', 'NoInvariant'),
    'scenarios/NoInvariant.cfg': 'INIT Init\nNEXT Next\nINVARIANT Fewer\nCONSTANT Max = 1\n',
    'scenarios/Broken.tla': GATE.replace('Gate', 'Broken').replace('paid < Max', 'paid < < Max'),
    'scenarios/Broken.cfg': 'INIT Init\nNEXT Next\nINVARIANT Few\nCONSTANT Max = 1\n',
    'scenarios/Alone.tla': GATE.replace('Gate', 'Alone'),
    'scenarios/run.jsonl': `${JSON.stringify({ tracefold: 1, source: 'test', observes: ['exec.started'] })}\n`,
  },
});

const HEAD = 'trio: pay/unapproved\nclaim: Nobody pays without an approval.\nmodel: { spec: gate.ts }\n';
const ATTACK = 'attack:\n  steps:\n    - pay: { call: c1 }\n';
const CONTROL = 'control:\n  steps: [ask, approve, { pay: { call: c1 } }]\n  reaches: paid\n';
const NEGATIVE = 'negative-control: { weaken: pay/allowed }\n';

async function run(text: string): Promise<string> {
  const file = loadScenarioFile(sourceText('scenarios/gate.scenario.yaml', text));
  if (!file.ok) return file.errors.map(formatDiagnostic).join('\n\n');
  const results = await Promise.all(file.value.trios.map((trio) => runTrio(trio, host)));
  return results
    .map((result) => (result.ok ? `${result.value.outcome}\n${renderTrio(result.value)}` : renderErrors(result.errors)))
    .join('\n\n');
}

describe('a trio', () => {
  it('is proved if the attack is stopped, the control works, and the weakened attack succeeds', async () => {
    expect(await run(HEAD + ATTACK + CONTROL + NEGATIVE)).toMatchInlineSnapshot(`
      "proved
      PROVED pay/unapproved: Nobody pays without an approval.
        the attack reached no forbidden state: pay/allowed stopped it at step 1
        the control reached no forbidden state and reached its goal
        the negative control reached a forbidden state: PaymentsApproved at step 1
        the negative control is the attack without pay/allowed, and nothing else differs; the guard bites at step 1, pay
      see scenarios/gate.scenario.yaml:1:7"
    `);
  });

  it('fails if the attack reaches a forbidden state', async () => {
    const open = HEAD.replace('{ spec: gate.ts }', '{ spec: gate.ts, constants: { approvalRequired: false } }');
    expect(await run(open + ATTACK + CONTROL + NEGATIVE)).toMatchInlineSnapshot(`
      "failed
      FAILED pay/unapproved: Nobody pays without an approval.
        the attack succeeds: PaymentsApproved is violated at step 1 [trio/attack-succeeds]

      PaymentsApproved (APPLICABLE_FAIL)
      Steps of the attack:
        1. pay(call: c1) - forbidden state reached
             paid: 0 becomes 1
             unapproved: 0 becomes 1
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed did not refuse
      Where attack and control part:
        the attack, step 1: pay(call: c1), taken
        the control, step 1: ask, taken
      see scenarios/gate.scenario.yaml:4:1"
    `);
  });

  it('says where attack and control part even if the shortest run leaves that step out', async () => {
    const open = HEAD.replace('{ spec: gate.ts }', '{ spec: gate.ts, constants: { approvalRequired: false } }');
    const attack = 'attack:\n  steps: [ask, { pay: { call: c1 } }, { pay: { call: c2 } }]\n';
    const text = await run(`${open}${attack}control:\n  steps: [{ pay: { call: c3 } }]\n${NEGATIVE}`);
    expect(text).toContain('the attack, step 1, which the shortest run leaves out\n');
  });

  it('fails if the control does not reach its goal', async () => {
    expect(await run(HEAD + ATTACK + CONTROL.replace(', { pay: { call: c1 } }', '') + NEGATIVE)).toMatchInlineSnapshot(`
      "failed
      FAILED pay/unapproved: Nobody pays without an approval.
        the control never reaches paid [trio/goal-not-reached]

      Steps of the control:
        1. ask
             phase: idle becomes asked
        2. approve
             phase: asked becomes approved
      Where attack and control part:
        the attack, step 1: pay(call: c1), stopped by a guard
        the control, step 1: ask, taken
        first guard to stop the attack: pay/allowed is false with call = c1
          because approvalOk() is false
      see scenarios/gate.scenario.yaml:9:12"
    `);
  });

  it('fails if a step of the control is refused, with the guard that refused it', async () => {
    expect(await run(HEAD + ATTACK + CONTROL.replace('ask, ', '') + NEGATIVE)).toMatchInlineSnapshot(`
      "failed
      FAILED pay/unapproved: Nobody pays without an approval.
        the control cannot do its work: step 1 (approve) is refused: approve/asked is false [trio/control-refused]
        the control never reaches paid [trio/goal-not-reached]

      Steps of the control:
        1. approve - refused
             approve/asked is false
      Where attack and control part:
        the attack, step 1: pay(call: c1), stopped by a guard
        the control, step 1: approve, refused
        first guard to stop the attack: pay/allowed is false with call = c1
          because approvalOk() is false
      see scenarios/gate.scenario.yaml:7:1
      see scenarios/gate.scenario.yaml:9:12"
    `);
  });

  it('fails if the guard of the negative control does not bite', async () => {
    const bystander = 'attack:\n  steps: [ask, approve, { pay: { call: c2 } }]\n';
    expect(await run(HEAD + bystander + CONTROL + NEGATIVE)).toMatchInlineSnapshot(`
      "failed
      FAILED pay/unapproved: Nobody pays without an approval.
        negative control: without pay/allowed the attack still does not reach a forbidden state, so the trio does not show that this guard bites [trio/guard-does-not-bite]

      Steps of the negative control:
        1. ask
             phase: idle becomes asked
        2. approve
             phase: asked becomes approved
        3. pay(call: c2)
             paid: 0 becomes 1
      Guards:
        pay/allowed was removed from the model in this leg
      Where attack and control part:
        the attack, step 3: pay(call: c2), taken
        the control, step 3: pay(call: c1), taken
      Integrity:
        the negative control is the attack without pay/allowed, and nothing else differs
      see scenarios/gate.scenario.yaml:9:1"
    `);
  });

  it('fails if a step of the attack is refused by another guard than the one that the trio is about', async () => {
    const confused = 'attack:\n  steps: [approve, { pay: { call: c1 } }]\n';
    expect(await run(HEAD + confused + CONTROL + NEGATIVE)).toMatchInlineSnapshot(`
      "failed
      FAILED pay/unapproved: Nobody pays without an approval.
        something else than pay/allowed stops the attack: step 1 (approve) is refused: approve/asked is false; if that should stop it, weaken: approve/asked [trio/attack-refused]
        the negative control stops early: step 1 (approve) is refused: approve/asked is false [trio/negative-control-refused]

      Steps of the attack:
        1. approve - refused
             approve/asked is false

      Steps of the negative control:
        1. approve - refused
             approve/asked is false
      Guards:
        pay/allowed was removed from the model in this leg
      Where attack and control part:
        the attack, step 1: approve, refused
        the control, step 1: ask, taken
        first guard to stop the attack: approve/asked is false
      Integrity:
        the negative control is the attack without pay/allowed, and nothing else differs
      see scenarios/gate.scenario.yaml:4:1
      see scenarios/gate.scenario.yaml:9:1"
    `);
  });

  it('does not know what stops an attack whose step cannot be evaluated without the guard', async () => {
    const throwing = defineModel({
      name: 'till',
      initial: () => ({ paid: 0 }),
      actions: {
        pay: {
          parameters: { cents: anything<number>() },
          guards: { small: ({ args }) => args.cents < 10 },
          next: ({ state, args }) => {
            if (args.cents > 10) throw new Error('no such coin');
            return { paid: state.paid + args.cents };
          },
        },
      },
      invariants: { Few: { when: () => true, holds: ({ state }) => state.paid < 10 } },
      goals: { paid: ({ state }) => state.paid > 0 },
    });
    const text = `trio: till/large
claim: Nobody pays much.
model: { spec: till.ts }
attack: { steps: [{ pay: { cents: 20 } }] }
control: { steps: [{ pay: { cents: 5 } }], reaches: paid }
negative-control: { weaken: pay/small }
`;
    const file = unwrap(loadScenarioFile(sourceText('scenarios/till.scenario.yaml', text)));
    const result = unwrap(await runTrio(file.trios[0]!, memoryHost({ modules: { 'scenarios/till.ts': throwing } })));
    expect(result.outcome).toBe('unknown');
    expect(result.problems.map(({ code, leg }) => [code, leg])).toEqual([
      ['trio/unknown', 'attack'],
      ['trio/unknown', 'negative-control'],
    ]);
    expect(renderTrio(result)).toContain('action pay threw: no such coin [model/threw]');
  });

  it('judges recorded events, where a step that was seen is never refused', async () => {
    const events = [
      'attack:\n  events:\n    - { kind: approval.requested, approval: a1, tool: pay, args: {} }\n',
      '    - { kind: approval.decided, approval: a1, decision: approve, scope: once, by: human, authenticity: server }\n',
      '    - { kind: exec.started, exec: e1, tool: pay, args: {} }\n',
      'negative-control:\n  edit: [{ drop: 2 }]\n',
    ];
    const control = CONTROL.replace('c1', 'c3');
    expect((await run(HEAD + events.slice(0, 3).join('') + control + events[3])).split('\n')[0]).toBe('proved');
    const unapproved = events[0]! + events[2]!;
    expect(
      await run(`${HEAD}${unapproved}${control}negative-control:\n  edit: [{ drop: 1 }]\n`),
    ).toMatchInlineSnapshot(`
      "failed
      FAILED pay/unapproved: Nobody pays without an approval.
        the attack succeeds: PaymentsApproved is violated at event 2 (step 2) [trio/attack-succeeds]

      PaymentsApproved (APPLICABLE_FAIL)
      Steps of the attack (the shortest run found, of 2 events):
        2. pay(call: e1) (event 2) - forbidden state reached
             pay/allowed was seen to be true
             paid: 0 becomes 1
             unapproved: 0 becomes 1
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed was seen to be true at event 2; by the model's own definition it is false
      Where attack and control part:
        the attack, step 2 (event 2): pay(call: e1), taken
        the control, step 2: approve, taken
      see scenarios/gate.scenario.yaml:4:1"
    `);
  });

  it('stays unknown, and does not pass, if the recorder could not see what the invariant needs', async () => {
    const blind =
      'attack:\n  observes: [exec.started]\n  events:\n    - { kind: exec.started, exec: e1, tool: pay, args: {} }\n';
    const negative =
      'negative-control:\n  violates: PaymentsApproved\n  edit: [{ insert: { kind: exec.started, exec: e2, tool: pay, args: {} }, after: 1 }]\n';
    expect(await run(HEAD + blind + CONTROL + negative)).toMatchInlineSnapshot(`
      "unknown
      UNKNOWN pay/unapproved: Nobody pays without an approval.
        attack: the trace's recorder does not observe approval.requested, approval.decided, which PaymentsApproved needs [trio/unknown]
        negative control: the trace's recorder does not observe approval.requested, approval.decided, which PaymentsApproved needs [trio/unknown]

      PaymentsApproved (EVIDENCE_INCOMPLETE)
      Steps of the attack:
        1. pay(call: e1) (event 1)
             pay/allowed was seen to be true
             paid: 0 becomes 1
             unapproved: 0 becomes 1
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed was seen to be true at event 1; by the model's own definition it is false

      PaymentsApproved (EVIDENCE_INCOMPLETE)
      Steps of the negative control:
        1. pay(call: e1) (event 1)
             pay/allowed was seen to be true
             paid: 0 becomes 1
             unapproved: 0 becomes 1
        2. pay(call: e2) (event 2)
             pay/allowed was seen to be true
             paid: 1 becomes 2
             unapproved: 1 becomes 2
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed was seen to be true at event 1; by the model's own definition it is false
      Where attack and control part:
        the attack, step 1 (event 1): pay(call: e1), taken
        the control, step 1: ask, taken
      Integrity:
        the negative control is the attack with these edits and no others: insert before number 2
      see scenarios/gate.scenario.yaml:4:1
      see scenarios/gate.scenario.yaml:11:1"
    `);
  });

  it('keeps the steps of a long leg only where they explain something', async () => {
    const pays = (count: number) => Array.from({ length: count }, () => '    - pay: { call: c1 }\n').join('');
    const long = `attack:\n  steps:\n    - ask\n    - approve\n${pays(1_100)}`;
    const control = `control:\n  steps:\n    - ask\n    - approve\n${pays(1_101)}  reaches: paid\n`;
    const negative = 'negative-control:\n  edit: [{ drop: 2 }]\n';
    const file = loadScenarioFile(sourceText('scenarios/gate.scenario.yaml', HEAD + long + control + negative));
    const result = file.ok ? await runTrio(file.value.trios[0]!, host) : file;
    const legs = result.ok ? result.value.evidence()[0]!.legs : [];
    expect(
      legs.map(({ role, met, steps, run }) => [role, met, steps, run?.steps.length ?? null]),
    ).toMatchInlineSnapshot(`
      [
        [
          "attack",
          true,
          1102,
          null,
        ],
        [
          "control",
          true,
          1103,
          null,
        ],
        [
          "negative-control",
          false,
          2,
          2,
        ],
      ]
    `);
  });

  it('gives evidence of a model in code the digest of its file, whatever a transpiler made of it', async () => {
    const digestOf = async (text: string): Promise<string | null> => {
      const host = {
        ...memoryHost({ modules: { 'scenarios/gate.ts': gateModel } }),
        readBytes: () => new TextEncoder().encode(text),
      };
      const file = loadScenarioFile(sourceText('scenarios/gate.scenario.yaml', HEAD + ATTACK + CONTROL + NEGATIVE));
      const result = file.ok ? await runTrio(file.value.trios[0]!, host) : file;
      return result.ok ? result.value.evidence()[0]!.model.digest : null;
    };
    const [one, same, other] = [await digestOf('a'), await digestOf('a'), await digestOf('b')];
    expect(one).toMatch(/^sha256:/);
    expect([same === one, other === one]).toEqual([true, false]);
  });

  it.each([
    ['an unknown action', ATTACK.replace('pay:', 'pai:')],
    ['an unknown argument', ATTACK.replace('call:', 'cal:')],
    ['an argument that is named as a prototype', ATTACK.replace('c1 }', 'c1, constructor: x }')],
    [
      'an unknown assumed guard',
      ATTACK.replace('pay: { call: c1 }', '{ pay: { call: c1 }, assume: { pay/alowed: true } }'),
    ],
    ['an argument that is left open without a domain', ATTACK.replace('pay: { call: c1 }', 'pay')],
  ])('names the nearest name for %s', async (_name, attack) => {
    expect(await run(HEAD + attack + CONTROL + NEGATIVE)).toMatchSnapshot();
  });

  it.each([
    ['an unknown guard', [HEAD, ATTACK, CONTROL, 'negative-control: { weaken: pay/alowed }\n']],
    [
      'an unknown constant',
      [
        HEAD.replace('{ spec: gate.ts }', '{ spec: gate.ts, constants: { aprovalRequired: true } }'),
        ATTACK,
        CONTROL,
        NEGATIVE,
      ],
    ],
    ['an unknown invariant', [`${HEAD}forbidden: PaymentApproved\n`, ATTACK, CONTROL, NEGATIVE]],
    ['an unknown goal', [HEAD, ATTACK, CONTROL.replace('reaches: paid', 'reaches: payd'), NEGATIVE]],
    ['a missing model', [HEAD.replace('gate.ts', 'gait.ts'), ATTACK, CONTROL, NEGATIVE]],
    ['an unknown monitor', [HEAD.replace('gate.ts', 'monitor:nodes-pipelin'), ATTACK, CONTROL, NEGATIVE]],
    ['a model of an unknown kind', [HEAD.replace('gate.ts', 'gate.als'), ATTACK, CONTROL, NEGATIVE]],
    ['a missing trace', [HEAD, 'attack: { trace: a.jsonl }\n', CONTROL, NEGATIVE]],
    ['an unknown format', [HEAD, 'attack: { trace: { file: a.jsonl, format: openai-chatt } }\n', CONTROL, NEGATIVE]],
    [
      'an edit at a place that a recording does not have',
      [HEAD, 'attack: { trace: run.jsonl }\n', CONTROL, 'negative-control: { edit: [{ drop: 3 }] }\n'],
    ],
    ['a TLA+ module that does not parse', [HEAD.replace('gate.ts', 'Broken.tla'), ATTACK, CONTROL, NEGATIVE]],
    ['a TLA+ module without a configuration', [HEAD.replace('gate.ts', 'Alone.tla'), ATTACK, CONTROL, NEGATIVE]],
    [
      'a configuration with an unknown invariant',
      [HEAD.replace('gate.ts', 'NoInvariant.tla'), ATTACK, CONTROL, NEGATIVE],
    ],
    [
      'an unknown action of a TLA+ module',
      [HEAD.replace('gate.ts', 'Gate.tla'), ATTACK.replace('pay: { call: c1 }', 'Pya'), CONTROL, NEGATIVE],
    ],
    [
      'an unknown constant of a TLA+ module',
      [HEAD.replace('gate.ts', 'Gate.tla, constants: { Mox: 1 }'), ATTACK, CONTROL, NEGATIVE],
    ],
    [
      'an assumption of a TLA+ module that a constant makes false',
      [
        HEAD.replace('gate.ts', 'Gate.tla, constants: { Max: 0 }'),
        'attack: { steps: [Pay, Pay] }\n',
        'control: { steps: [Pay] }\n',
        'negative-control: { weaken: Pay/1 }\n',
      ],
    ],
    ['an unknown agent', [HEAD, 'attack: { agent: payer }\n', CONTROL, NEGATIVE]],
  ])('reports %s with its place and the nearest name', async (_name, parts) => {
    expect(await run(parts.join(''))).toMatchSnapshot();
  });
});
