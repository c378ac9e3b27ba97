import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { PhrasePart } from '../../model/phrase.ts';
import type { Step, StepOutcome } from '../../model/state-machine.ts';
import { parseConfiguration } from '../config/parse-configuration.ts';
import { loadSpec } from '../modules/load-spec.ts';
import { createModel } from '../semantics/model.ts';
import { textMachine, textModel } from '../testing/text-model.ts';
import { type TlaMachine, type TlaState, tlaMachine } from './tla-machine.ts';

const GATE = `---- MODULE Gate ----
EXTENDS Naturals, Sequences
CONSTANTS Doors, Limit, Needed
ASSUME Limit \\in Nat
VARIABLES asked, open, granted
vars == <<asked, open, granted>>
Init == asked = {} /\\ open = << >> /\\ granted = "no"
Ask(d) == /\\ d \\in Doors
          /\\ d \\notin asked
          /\\ asked' = asked \\cup {d}
          /\\ UNCHANGED <<open, granted>>
Grant == granted = "no" /\\ granted' = "yes" /\\ UNCHANGED <<asked, open>>
Allowed(d) == d \\in asked /\\ (Needed => granted = "yes")
Open(d, quietly) ==
  /\\ quietly \\in BOOLEAN
  /\\ Allowed(d)
  /\\ Len(open) < Limit
  /\\ open' = Append(open, [door |-> d, byRight |-> granted = "yes"])
  /\\ UNCHANGED <<asked, granted>>
Next == \\/ \\E d \\in Doors : Ask(d) \\/ (\\E q \\in BOOLEAN : Open(d, q))
        \\/ Grant
Spec == Init /\\ [][Next]_vars
Rightful == Needed => \\A i \\in 1..Len(open) : open[i].byRight = TRUE
====`;
const CONFIG = `SPECIFICATION Spec
INVARIANT Rightful
CONSTANTS Doors = {front, back}
  front = front  back = back
  Limit = 2
  Needed = TRUE`;

const gate = (constants?: { [name: string]: boolean | number }) => textMachine(GATE, CONFIG, constants);

const start = (machine: TlaMachine): TlaState => unwrap(machine.initial())[0]!;

/** The state after steps that each have exactly one successor. */
function stateAfter(machine: TlaMachine, steps: readonly Step[], from = start(machine)): TlaState {
  return steps.reduce((state, step) => {
    const outcome = machine.step(state, step);
    if (outcome.kind !== 'taken') throw new Error(`${step.action}: ${told(outcome)}`);
    return outcome.successors[0]!;
  }, from);
}

const text = (parts: readonly PhrasePart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.value))).join('');

function told(outcome: StepOutcome<TlaState>): string {
  switch (outcome.kind) {
    case 'taken':
      return `taken, ${outcome.successors.length}`;
    case 'refused':
      return outcome.refusals.map((one) => `${one.guard}: ${text(one.text)}`).join('\n');
    case 'error':
      return formatDiagnostic(outcome.error);
  }
}

const ASK: Step = { action: 'Ask', args: { d: 'front' } };
const OPEN: Step = { action: 'Open', args: { d: 'front', quietly: true } };

describe('a TLA+ model as a state machine', () => {
  test('names its actions with their parameters, its variables and its integer bounds', () => {
    const machine = gate();
    expect(machine.actions.map(({ name, parameters }) => [name, parameters])).toEqual([
      ['Ask', ['d']],
      ['Open', ['d', 'quietly']],
      ['Grant', []],
    ]);
    expect(machine.variables).toEqual(['asked', 'open', 'granted']);
    expect(machine.bounds).toEqual(['Limit']);
    expect(machine.invariants.map((one) => one.id)).toEqual(['Rightful']);
  });

  test('takes a step and shows the state it leads to', () => {
    const machine = gate();
    expect(machine.observe(stateAfter(machine, [ASK, { action: 'Grant' }, OPEN]))).toEqual({
      asked: { '#set': ['front'] },
      open: [{ door: 'front', byRight: true }],
      granted: 'yes',
    });
  });

  test('takes every value of a parameter that is left out', () => {
    const machine = gate();
    const outcome = machine.step(start(machine), { action: 'Ask' });
    expect(told(outcome)).toBe('taken, 2');
  });

  test('tells equal states apart from others by their key, whichever way they were reached', () => {
    const machine = gate();
    const one = stateAfter(machine, [ASK, { action: 'Grant' }]);
    const other = stateAfter(machine, [{ action: 'Grant' }, ASK]);
    expect(machine.key(one)).toBe(machine.key(other));
    expect(machine.key(one)).not.toBe(machine.key(start(machine)));
  });

  test('tells which conjunct refused a step, with the values in it', () => {
    const machine = gate();
    expect(told(machine.step(start(machine), OPEN))).toMatchInlineSnapshot(`"Open/2: Allowed(d) is false"`);
    expect(told(machine.step(stateAfter(machine, [ASK]), ASK))).toMatchInlineSnapshot(
      `"Ask/2: d \\notin asked is false: d = "front", asked = {"#set":["front"]}"`,
    );
    expect(told(machine.step(stateAfter(machine, [{ action: 'Grant' }]), { action: 'Grant' }))).toMatchInlineSnapshot(
      `"Grant/1: granted = "no" is false: granted = "yes""`,
    );
  });

  test('tells an argument that the model never gives, without making a value of it', () => {
    const machine = gate();
    const before = machine.model.store.strings.size;
    expect(told(machine.step(start(machine), { action: 'Ask', args: { d: 'cellar' } }))).toMatchInlineSnapshot(
      `"Ask: Ask is never taken with d = "cellar" in this state; d may be "front", "back""`,
    );
    expect(machine.model.store.strings.size).toBe(before);
  });

  test('reports a bound that stops a step', () => {
    const machine = gate({ Limit: 1 });
    const state = stateAfter(machine, [ASK, { action: 'Grant' }, OPEN]);
    const outcome = machine.step(state, OPEN);
    expect(outcome.kind).toBe('refused');
    expect(outcome.kind === 'refused' && outcome.bounds.map((hit) => [hit.bound, text(hit.text)])).toEqual([
      ['Limit', 'Len(open) < Limit is false: Len(open) = 1, Limit = 1'],
    ]);
  });

  test('takes a guard as it was seen to be, and says what the model would have said', () => {
    const machine = gate();
    const state = stateAfter(machine, [ASK]);
    expect(told(machine.step(state, OPEN))).toContain('Open/2');
    const outcome = machine.step(state, { ...OPEN, assume: { Allowed: true } });
    expect(outcome).toMatchObject({ kind: 'taken', assumptions: [{ guard: 'Allowed', assumed: true, own: false }] });
    const refused = machine.step(stateAfter(machine, [ASK, { action: 'Grant' }]), {
      ...OPEN,
      assume: { Allowed: false },
    });
    expect(refused.kind).toBe('refused');
  });

  test('decides an invariant and whether it was exercised', () => {
    const machine = gate();
    expect(machine.invariant(stateAfter(machine, [ASK]), 'Rightful')).toEqual({
      kind: 'decided',
      holds: true,
      exercised: false,
    });
    expect(machine.invariant(stateAfter(machine, [ASK, { action: 'Grant' }, OPEN]), 'Rightful')).toEqual({
      kind: 'decided',
      holds: true,
      exercised: true,
    });
  });

  test('weakened by one guard reaches what the whole machine refuses, and explains why it is wrong', () => {
    const machine = gate();
    const weakened = unwrap(machine.weaken('Allowed/2/2'));
    const state = stateAfter(weakened, [ASK, OPEN]);
    expect(weakened.invariant(state, 'Rightful')).toMatchObject({ holds: false, exercised: true });
    const [first] = weakened.explain(state, 'Rightful');
    expect(text(first!.text)).toBe('open[i].byRight = TRUE is false: open[i].byRight = false');
    expect(first!.bindings).toEqual({ i: 1 });
    // States are the same in both.
    expect(machine.invariant(state, 'Rightful')).toMatchObject({ holds: false });
  });

  test('reads goals as expressions of the module', () => {
    const machine = gate();
    const goal = unwrap(machine.predicate('Len(open) = 1 /\\ open[1].door = CHOOSE d \\in asked : TRUE'));
    expect(goal.holds(stateAfter(machine, [ASK, { action: 'Grant' }, OPEN]))).toMatchObject({ holds: true });
    expect(goal.holds(start(machine))).toMatchObject({ holds: false });
  });

  test('gives every step of a state', () => {
    const machine = gate();
    const steps = unwrap(machine.successors(stateAfter(machine, [ASK, { action: 'Grant' }])));
    expect(steps.map(({ step }) => step)).toEqual([
      { action: 'Open', args: { d: 'front', quietly: false } },
      { action: 'Open', args: { d: 'front', quietly: true } },
      { action: 'Ask', args: { d: 'back' } },
    ]);
  });

  test('knows the nearest name of an unknown action, argument and guard', () => {
    const machine = gate();
    const problem = (step: Step) => {
      const found = machine.checkStep(step);
      return found === null ? null : formatDiagnostic(found);
    };
    expect(problem(ASK)).toBeNull();
    expect(problem({ action: 'Opne' })).toMatchInlineSnapshot(`
      "unknown action "Opne" [model/unknown-action]
        hint: did you mean "Open"?"
    `);
    expect(problem({ action: 'Open', args: { quiet: true } })).toMatchInlineSnapshot(`
      "unknown argument "quiet" of Open [model/unknown-argument]
        hint: did you mean "quietly"?"
    `);
    expect(problem({ action: 'Open', assume: { Alowed: true } })).toMatchInlineSnapshot(`
      "unknown guard "Alowed" [tla/unknown-guard]
        hint: did you mean "Allowed"?"
    `);
  });

  test('tells a goal that names nothing, and one that cannot be evaluated', () => {
    const machine = gate();
    const unknown = machine.predicate('Len(opne) = 1');
    expect(!unknown.ok && formatDiagnostic(unknown.errors[0])).toMatchInlineSnapshot(`
      "expression:1:5: unknown operator "opne" [tla/unknown-name]
       1 | Len(opne) = 1
         |     ^^^^
        hint: did you mean "open"?"
    `);
    const failing = unwrap(machine.predicate('open[3].door = 1'));
    const outcome = failing.holds(start(machine));
    expect(outcome.kind === 'error' && formatDiagnostic(outcome.error)).toMatchInlineSnapshot(`
      "expression:1:1: 3 is not in the domain of sequence <<>>, in open[3] [tla/not-in-domain]
       1 | open[3].door = 1
         | ^^^^^^^"
    `);
  });

  test('checks the assumptions before the first state', () => {
    const initial = gate({ Limit: -1 }).initial();
    expect(!initial.ok && formatDiagnostic(initial.errors[0])).toMatchInlineSnapshot(`
      "Test.tla:4:8: the assumption is false: Limit \\in Nat [tla/evaluation]
       4 | ASSUME Limit \\in Nat
         |        ^^^^^^^^^^^^^"
    `);
  });

  test('tells a constant that the module does not have', () => {
    const model = textModel(GATE, CONFIG, { Limits: 3 });
    expect(!model.ok && formatDiagnostic(model.errors[0])).toMatchInlineSnapshot(`
      "module Gate has no constant "Limits" [tla/unknown-name]
        hint: did you mean "Limit"?"
    `);
  });

  test('is not moved by a name like __proto__ in arguments', () => {
    const machine = gate();
    const args = JSON.parse('{"__proto__": {"d": "front"}}');
    expect(machine.checkStep({ action: 'Ask', args })?.message).toBe('unknown argument "__proto__" of Ask');
  });
});

const SEED = '../shared/seeds/NodesPipelineHarness.tla';

describe.skipIf(!existsSync(SEED))('the seed module', () => {
  const configuration = '../shared/reference/nodes-pipeline-535029-states.cfg';
  const seed = (constants = {}) => {
    const loaded = unwrap(loadSpec(sourceText('seed.tla', readFileSync(SEED, 'utf8')), { read: () => undefined }));
    const parsed = unwrap(parseConfiguration(sourceText('seed.cfg', readFileSync(configuration, 'utf8'))));
    return unwrap(tlaMachine(unwrap(createModel(loaded, parsed, { constants }))));
  };
  const replay: readonly Step[] = [
    { action: 'RequestApproval', args: { rid: 'r1' } },
    { action: 'HumanApprove' },
    { action: 'AttackerSend', args: { t: 'nodes.run', rid: 'r2' } },
    { action: 'AgentStep' },
  ];

  test('does not run a request that was approved for another', () => {
    const machine = seed();
    expect(machine.observe(stateAfter(machine, replay))).toMatchObject({ executed: [] });
  });

  test('runs it once the approval guard is gone, and breaks its invariant', () => {
    const machine = unwrap(seed().weaken('ApprovalOk'));
    expect(machine.invariant(stateAfter(machine, replay), 'Inv_SharedNodesRunSafe')).toEqual({
      kind: 'decided',
      holds: false,
      exercised: true,
    });
  });

  test('takes constants from outside', () => {
    const machine = seed({ ApprovalRequired: false });
    expect(machine.invariant(stateAfter(machine, replay), 'Inv_SharedNodesRunSafe')).toMatchObject({ holds: false });
  });
});

describe('a machine without a guard that its first states and its invariants ask too', () => {
  const SHARED = `---- MODULE Shared ----
EXTENDS Naturals
VARIABLES agreed, paid, idle
Good == agreed
Idle == idle
Few == paid = 0
Init == agreed \\in BOOLEAN /\\ ~Good /\\ paid \\in 0..1 /\\ Few /\\ idle = FALSE
Agree == agreed' = TRUE /\\ UNCHANGED <<paid, idle>>
Pay == Good /\\ paid' = paid + 1 /\\ UNCHANGED <<agreed, idle>>
Rest == Idle /\\ Few /\\ UNCHANGED <<agreed, paid, idle>>
Next == Agree \\/ Pay \\/ Rest
Agreed == paid > 0 => Good
Quiet == Idle => paid = 0
====`;
  const shared = () => textMachine(SHARED, 'INIT Init NEXT Next INVARIANTS Agreed Quiet');
  const holds = (machine: TlaMachine, state: TlaState, name: string) => {
    const outcome = machine.invariant(state, name);
    return outcome.kind === 'decided' && outcome.holds;
  };

  test('is held against the invariants as they are written: what the guard kept out is forbidden still', () => {
    const without = unwrap(shared().weaken('Good'));
    expect(holds(without, stateAfter(without, [{ action: 'Pay' }]), 'Agreed')).toBe(false);
    expect(without.explain(stateAfter(without, [{ action: 'Pay' }]), 'Agreed').length).toBeGreaterThan(0);
  });

  test('finds nothing forbidden where only the invariant would have changed', () => {
    const machine = shared();
    const without = unwrap(machine.weaken('Idle'));
    const paid = stateAfter(without, [{ action: 'Agree' }, { action: 'Pay' }]);
    expect(holds(without, paid, 'Quiet')).toBe(true);
    expect(told(without.step(paid, { action: 'Rest' }))).toBe('Rest/2: Few is false');
    expect(told(machine.step(paid, { action: 'Rest' }))).toContain('Rest/1: Idle is false');
  });

  test('begins where the model begins, however many guards it lacks', () => {
    const machine = shared();
    const without = unwrap(unwrap(machine.weaken('Few')).weaken('Good'));
    expect(unwrap(without.initial())).toEqual(unwrap(machine.initial()));
    expect(unwrap(without.initial())).toHaveLength(1);
    expect(without.step(start(without), { action: 'Pay' }).kind).toBe('taken');
  });

  test('takes what was seen of the guard for true, and does not mind what was seen of its parts', () => {
    const machine = gate();
    const without = unwrap(machine.weaken('Allowed'));
    const open: Step = { action: 'Open', args: { d: 'front', quietly: true } };
    const kinds = [
      without.step(start(without), open).kind,
      without.step(start(without), { ...open, assume: { Allowed: false } }).kind,
      without.step(start(without), { ...open, assume: { 'Allowed/1': false } }).kind,
      machine.step(start(machine), { ...open, assume: { 'Allowed/1': false } }).kind,
    ];
    expect(kinds).toEqual(['taken', 'refused', 'taken', 'refused']);
    expect(without.checkStep({ ...open, assume: { Allowed: true, 'Allowed/1': true } })).toBeNull();
    expect(without.checkStep({ ...open, assume: { Alowed: true } })?.code).toBe('tla/unknown-guard');
  });
});

describe('a limit in a guard that was assumed', () => {
  const COUNT = `---- MODULE Count ----
EXTENDS Naturals
CONSTANTS Most, Room
VARIABLE n
Init == n = 0
May == n < Most
Run == May /\\ n < Room /\\ n' = n + 1
Next == Run
Natural == n >= 0
====`;
  const count = () => textMachine(COUNT, 'INIT Init NEXT Next INVARIANT Natural CONSTANTS Most = 1 Room = 2');
  const seen: Step = { action: 'Run', assume: { May: true } };

  test('limits nothing: what was seen decided, and the limit is told with the value that the guard would have had', () => {
    const machine = count();
    const one = stateAfter(machine, [seen]);
    expect(machine.step(one, seen)).toMatchObject({
      kind: 'taken',
      bounds: [],
      assumptions: [{ guard: 'May', assumed: true, own: false, limits: ['Most'] }],
    });
  });

  test('limits the step where nothing was assumed, and so does a limit beside the guard', () => {
    const machine = count();
    const one = stateAfter(machine, [seen]);
    const two = stateAfter(machine, [seen], one);
    expect(machine.step(one, { action: 'Run' })).toMatchObject({ kind: 'refused', bounds: [{ bound: 'Most' }] });
    expect(machine.step(two, seen)).toMatchObject({ kind: 'refused', bounds: [{ bound: 'Room' }] });
  });
});

test('limits that are met twice in a step are told each with its own values, and only where they were met', () => {
  const machine = textMachine(
    `---- MODULE Test ----
EXTENDS Naturals
CONSTANT Most
VARIABLES q, r
Init == q = 2 /\\ r \\in {1, 2}
Run == /\\ q' = (IF q < Most THEN q + 1 ELSE q)
       /\\ r' = (IF r < Most THEN r + 1 ELSE r)
Next == Run
====`,
    'INIT Init NEXT Next CONSTANT Most = 2',
  );
  const bounds = unwrap(machine.initial()).map((state) => {
    const outcome = machine.step(state, { action: 'Run' });
    return outcome.kind === 'taken' ? outcome.bounds.map((hit) => text(hit.text)) : outcome.kind;
  });
  const first = 'q < Most is false: q = 2, Most = 2';
  expect(bounds).toEqual([[first], [first, 'r < Most is false: r = 2, Most = 2']]);
});
