import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { defineModel } from '../../model/define-model.ts';
import { anything } from '../../model/model-definition.ts';
import { HAS_SEED, harness, smallModel } from '../testing/small-model.ts';
import { type MatrixOptions, matrixOf } from './matrix.ts';
import { graphOf, reachOf } from './reach.ts';
import { renderMatrix } from './render-matrix.ts';
import { variantsOf } from './variants.ts';

const BODY = `EXTENDS Naturals
CONSTANTS Strict, Max
VARIABLES door, inside, visits, light
Init == door = "shut" /\\ inside = "nobody" /\\ visits = 0 /\\ light = "off"
Known == Strict
Open(w) == /\\ door = "shut"
           /\\ Known
           /\\ w = "owner"
           /\\ w \\in {"owner", "thief"}
           /\\ door' = "open" /\\ UNCHANGED <<inside, visits, light>>
Enter(w) == /\\ door = "open"
            /\\ w = "owner" \\/ visits > 5
            /\\ visits < Max
            /\\ inside' = w /\\ visits' = visits + 1 /\\ UNCHANGED <<door, light>>
Lamp == light = "off" /\\ light' = "on" /\\ UNCHANGED <<door, inside, visits>>
Next == (\\E w \\in {"owner", "thief"} : Open(w) \\/ Enter(w)) \\/ Lamp
Safe == inside # "thief"`;
const CONFIG = 'INIT Init\nNEXT Next\nINVARIANT Safe\nCONSTANTS Strict = TRUE Max = 2\nCHECK_DEADLOCK FALSE';

async function matrix(options: MatrixOptions = {}, limits = ['Max']): Promise<string> {
  const { machine } = smallModel(BODY, CONFIG);
  const made = await matrixOf(machine, limits, null, [], options);
  return made.ok ? renderMatrix(made.value, { all: true }) : made.errors.map(formatDiagnostic).join('\n');
}

describe('the matrix of a model without trios', () => {
  it('tells survivors with their shortest attack, and apart why the others change nothing', async () => {
    expect(await matrix()).toMatchInlineSnapshot(`
      "Survive, although a forbidden state is reachable (a trio is missing):
        Enter/2 removed: w = "owner" \\/ visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2 negated: w = "owner" \\/ visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2/1 removed: w = "owner"
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2/1 negated: w = "owner"
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2/2 removed: visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2/2 negated: visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/3 removed: visits < Max
          Safe is violated in 8 steps:
            - Open: { w: "owner" }
            - Enter: { w: "owner" }
            - Enter: { w: "owner" }
            - Enter: { w: "owner" }
            - Enter: { w: "owner" }
            - Enter: { w: "owner" }
            - Enter: { w: "owner" }
            - Enter: { w: "thief" }

      Equivalent in this configuration:
        Open/1 removed: door = "shut"
          blind: the model does something else, but no invariant minds (8 states)
        Open/1 negated: door = "shut"
          blind: the model does something else, but no invariant minds (2 states)
        Open/2 removed: Known
          constant: it never has another value in this configuration (8 states)
        Open/2 negated: Known
          blind: the model does something else, but no invariant minds (2 states)
        Open/3 removed: w = "owner"
          masked: another guard refuses the same steps (8 states)
        Open/3 negated: w = "owner"
          masked: another guard refuses the same steps (8 states)
        Open/4 removed: w \\in {"owner", "thief"}
          constant: it never has another value in this configuration (8 states)
        Open/4 negated: w \\in {"owner", "thief"}
          blind: the model does something else, but no invariant minds (2 states)
        Enter/1 removed: door = "open"
          blind: the model does something else, but no invariant minds (12 states)
        Enter/1 negated: door = "open"
          blind: the model does something else, but no invariant minds (12 states)
        Enter/2/2 looser by one: visits > 5
          masked: another guard refuses the same steps (8 states)
        Enter/2/2 tighter by one: visits > 5
          masked: another guard refuses the same steps (8 states)
        Enter/3 negated: visits < Max
          bound: it limits the model, not the system (4 states)
        Enter/3 looser by one: visits < Max
          bound: it limits the model, not the system (10 states)
        Enter/3 tighter by one: visits < Max
          bound: it limits the model, not the system (6 states)
        Lamp/1 removed: light = "off"
          blind: the model does something else, but no invariant minds (8 states)
        Lamp/1 negated: light = "off"
          blind: the model does something else, but no invariant minds (4 states)
        Known removed: Strict
          constant: it never has another value in this configuration (8 states)
        Known negated: Strict
          blind: the model does something else, but no invariant minds (2 states)

      Small (8 states, 0 trios): 26 mutants, 0 killed, 7 survive, 0 not judged, 19 equivalent, 0 waived
      guard score 0 %"
    `);
  });

  it('does not judge a mutant whose search reaches its limit', async () => {
    expect(await matrix({ guards: ['Enter/3'], maxStates: 9 }, [])).toMatchInlineSnapshot(`
      "Not judged:
        Enter/3 removed: visits < Max
          given up after 9 states; the model itself has 8
        Enter/3 looser by one: visits < Max
          given up after 9 states; the model itself has 8

      Equivalent in this configuration:
        Enter/3 negated: visits < Max
          blind: the model does something else, but no invariant minds (4 states)
        Enter/3 tighter by one: visits < Max
          blind: the model does something else, but no invariant minds (6 states)

      Small (8 states, 0 trios): 4 mutants, 0 killed, 0 survive, 2 not judged, 2 equivalent, 0 waived
      guard score 0 %"
    `);
  });

  it('counts waivers apart, and tells those that are unknown, expired or needless', async () => {
    const waivers = [
      { guard: 'Enter/2/1', text: 'w = "owner"', reason: 'the thief is a friend' },
      { guard: 'Enter/2', text: 'w = "guest"', reason: 'old' },
      { guard: 'Lamp/1', text: 'light = "off"', reason: 'not needed' },
      { guard: 'Lampe/1', text: 'light = "off"', reason: 'a slip' },
    ];
    expect(await matrix({ waivers, guards: ['Enter/2', 'Lamp/1'] })).toMatchInlineSnapshot(`
      "Survive, although a forbidden state is reachable (a trio is missing):
        Enter/2 removed: w = "owner" \\/ visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2 negated: w = "owner" \\/ visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2/2 removed: visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
        Enter/2/2 negated: visits > 5
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }

      Waived:
        Enter/2/1 removed: w = "owner"
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
          waived: the thief is a friend
        Enter/2/1 negated: w = "owner"
          Safe is violated in 2 steps:
            - Open: { w: "owner" }
            - Enter: { w: "thief" }
          waived: the thief is a friend

      Equivalent in this configuration:
        Enter/2/2 looser by one: visits > 5
          masked: another guard refuses the same steps (8 states)
        Enter/2/2 tighter by one: visits > 5
          masked: another guard refuses the same steps (8 states)
        Lamp/1 removed: light = "off"
          blind: the model does something else, but no invariant minds (8 states)
        Lamp/1 negated: light = "off"
          blind: the model does something else, but no invariant minds (4 states)

      the waiver of Enter/2 was written for "w = "guest"", and the guard now says "w = "owner" \\/ visits > 5" [mutation/waiver-expired]
        hint: look whether the reason still holds, then write the new text into the waiver

      a waiver names the guard "Lampe/1", which the model does not have [mutation/waiver-unknown]
        hint: did you mean "Lamp/1"?

      the waiver of Lamp/1 is not needed: a trio kills it, or it is equivalent [mutation/waiver-needless]
        hint: take it out

      Small (8 states, 0 trios): 10 mutants, 0 killed, 4 survive, 0 not judged, 4 equivalent, 2 waived
      guard score 0 %"
    `);
  });

  it('names the nearest guard for one that does not exist', async () => {
    expect(await matrix({ guards: ['Entre/2'] })).toMatchInlineSnapshot(`
      "unknown guard "Entre/2" [tla/unknown-guard]
        hint: did you mean "Enter/2"?"
    `);
  });

  it('is refused for a model that is violated by itself', async () => {
    const open = smallModel(BODY.replace('w = "owner" \\/ visits > 5', 'TRUE'), CONFIG);
    const made = await matrixOf(open.machine, [], null, []);
    expect(made.ok ? 'made' : made.errors.map(formatDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "the model reaches a forbidden state without any mutation: Safe after 2 steps (Open: { w: "owner" }; Enter: { w: "thief" }) [mutation/model-violates]
        hint: leave that invariant out of the configuration, or repair the model; until then no guard can be blamed"
    `);
  });
});

const counter = defineModel({
  name: 'counter',
  initial: () => ({ sum: 0 }),
  actions: {
    add: {
      parameters: { n: anything<number>() },
      guards: { small: ({ args }) => args.n < 3, room: ({ state, args }) => state.sum + args.n <= 4 },
      next: ({ state, args }) => ({ sum: state.sum + args.n }),
    },
  },
  invariants: { Small: { when: () => true, holds: ({ state }) => state.sum <= 4 } },
});

describe('the matrix of a model in code', () => {
  it('explores the values that are given for open parameters', async () => {
    const made = unwrap(await matrixOf(counter.machine, [], null, [], { values: { n: [1, 2, 5] }, maxStates: 100 }));
    expect(renderMatrix(made, { all: true })).toMatchInlineSnapshot(`
      "Survive, although a forbidden state is reachable (a trio is missing):
        add/room removed: room
          Small is violated in 3 steps:
            - add: { n: 1 }
            - add: { n: 2 }
            - add: { n: 2 }

      Equivalent in this configuration:
        add/small removed: small
          masked: another guard refuses the same steps (5 states)
        add/small negated: small
          blind: the model does something else, but no invariant minds (1 state)
        add/room negated: room
          blind: the model does something else, but no invariant minds (1 state)

      counter (5 states, 0 trios): 4 mutants, 0 killed, 1 survives, 0 not judged, 3 equivalent, 0 waived
      guard score 0 %"
    `);
  });

  it('does not judge without values for open parameters', async () => {
    const made = unwrap(await matrixOf(counter.machine, [], null, []));
    expect(made.mutants.map(({ outcome }) => outcome)).toMatchInlineSnapshot(`
      [
        {
          "detail": "the step add leaves "n" open, and its values cannot be listed",
          "kind": "not-judged",
          "why": "no-search",
        },
        {
          "detail": "the step add leaves "n" open, and its values cannot be listed",
          "kind": "not-judged",
          "why": "no-search",
        },
        {
          "detail": "the step add leaves "n" open, and its values cannot be listed",
          "kind": "not-judged",
          "why": "no-search",
        },
        {
          "detail": "the step add leaves "n" open, and its values cannot be listed",
          "kind": "not-judged",
          "why": "no-search",
        },
      ]
    `);
    expect(made.score).toBe(0);
  });

  it('names the nearest parameter for one that does not exist', async () => {
    const made = await matrixOf(counter.machine, [], null, [], { values: { 'ad.n': [1] } });
    expect(made.ok ? 'made' : made.errors.map(formatDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "unknown parameter "ad.n" [explore/unknown-parameter]
        hint: did you mean "add.n"?"
    `);
  });
});

describe('exploring a mutant of the harness', () => {
  const limits = { maxStates: 2_000, maxDepth: Number.POSITIVE_INFINITY };

  it.skipIf(!HAS_SEED)('reuses the states of the model, of which there are as many as TLC counts', () => {
    const graph = unwrap(graphOf(unwrap(variantsOf(harness())), limits));
    expect(graph.states.size).toBe(301);
    expect(graph.complete).toBe(true);
  });

  it('finds what a search of the rewritten module from scratch finds, as far away', () => {
    const machine = harness();
    const variants = unwrap(variantsOf(machine));
    const graph = unwrap(graphOf(variants, limits));
    let forbidden = 0;
    for (const guard of machine.guards()) {
      const reach = unwrap(reachOf(graph, { guard, how: 'remove' }, limits));
      const naive = shortestNaive(unwrap(machine.weaken(guard.path)), 2_000);
      expect(reach.kind === 'forbidden' ? reach.attack.steps.length : null, guard.path).toBe(naive);
      if (naive !== null) forbidden++;
    }
    expect(forbidden).toBeGreaterThan(5);
  }, 60_000);
});

/** Depth of the nearest forbidden state, level by level and without any sharing; null if none is found. */
function shortestNaive(machine: ReturnType<typeof harness>, most: number): number | null {
  const seen = new Set<number>();
  let level = [...unwrap(machine.initial())];
  for (let depth = 0; level.length > 0 && seen.size < most; depth++) {
    const next: number[] = [];
    for (const state of level) {
      if (seen.has(state)) continue;
      seen.add(state);
      const bad = machine.invariants.some(({ id }) => {
        const outcome = machine.invariant(state, id);
        return outcome.kind === 'decided' && !outcome.holds;
      });
      if (bad) return depth;
      const found = machine.successors(state);
      if (found.ok) next.push(...found.value.map((one) => one.state));
    }
    level = next;
  }
  return null;
}
