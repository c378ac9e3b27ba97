import { describe, expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { defineModel } from '../../model/define-model.ts';
import type { StateMachine, Step } from '../../model/state-machine.ts';
import { smallModel } from '../testing/small-model.ts';
import { type CorpusRun, corpusCoverage } from './corpus-coverage.ts';
import { renderCoverage } from './render-coverage.ts';

const { machine } = smallModel(
  `VARIABLES door, inside
Init == door = "shut" /\\ inside = "nobody"
Ring == door = "shut" /\\ door' = "open" /\\ UNCHANGED inside
Enter(w) == /\\ door = "open"
            /\\ w # "thief" \\/ door = "broken"
            /\\ inside' = w /\\ UNCHANGED door
Leave == inside # "nobody" /\\ inside' = "nobody" /\\ UNCHANGED door
Next == Ring \\/ (\\E w \\in {"owner", "thief"} : Enter(w)) \\/ Leave
Safe == inside = "thief" => door = "broken"`,
  'INIT Init\nNEXT Next\nINVARIANT Safe',
);

const door = defineModel({
  name: 'door',
  initial: () => ({ open: false, inside: 'nobody' }),
  guards: { known: (_, who: string) => who !== 'thief' },
  actions: {
    Ring: { guards: { shut: ({ state }) => !state.open }, next: ({ state }) => ({ ...state, open: true }) },
    Enter: {
      parameters: { w: ['owner', 'thief'] as const },
      guards: { open: ({ state }) => state.open },
      next: ({ state, args, guards }) => (guards.known(args.w) ? { ...state, inside: args.w } : state),
    },
    Leave: {
      guards: { someone: ({ state }) => state.inside !== 'nobody', always: () => true },
      next: ({ state }) => ({ ...state, inside: 'nobody' }),
    },
  },
  invariants: { Safe: { when: () => true, holds: ({ state }) => state.inside !== 'thief' } },
});

const cover = (...runs: (readonly Step[])[]): string =>
  renderCoverage(
    unwrap(
      corpusCoverage(
        machine,
        runs.map((steps, index) => ({ name: `run ${index + 1}`, machine, steps })),
      ),
    ),
  );

describe('coverage by a corpus', () => {
  it('counts a guard part where it alone decided, and shows the shortest steps for one that never did', () => {
    expect(cover([{ action: 'Ring' }, { action: 'Enter', args: { w: 'owner' } }])).toMatchInlineSnapshot(`
      "Small, 1 run

      Actions:
        Ring: taken 1, refused 0
        Enter: taken 1, refused 0
        Leave: taken 0, refused 0 (never taken)

      Invariants:
        Safe: never exercised

      Guard parts that some step shows to decide alone, both ways: 0 of 6
        Ring/1: door = "shut"
          never alone refuses (lets through in run 1, step 1)
          refused by it alone would be the last of
            - Ring
            - Ring
        Enter/1: door = "open"
          never alone refuses (lets through in run 1, step 2)
          refused by it alone would be the last of
            - Enter: { w: "owner" }
        Enter/2: w /= "thief" \\/ door = "broken"
          never alone refuses (lets through in run 1, step 2)
          refused by it alone would be the last of
            - Ring
            - Enter: { w: "thief" }
        Enter/2/1: w /= "thief"
          never alone refuses (lets through in run 1, step 2)
          refused by it alone would be the last of
            - Ring
            - Enter: { w: "thief" }
        Enter/2/2: door = "broken"
          never decides alone
          no step of this configuration is let through by it alone
          refused by it alone would be the last of
            - Ring
            - Enter: { w: "thief" }
        Leave/1: inside /= "nobody"
          never decides alone
          let through by it alone would be the last of
            - Ring
            - Enter: { w: "owner" }
            - Leave
          refused by it alone would be the last of
            - Leave"
    `);
  });

  it('counts a part that was false beside another false part for neither', () => {
    // Both the door and the thief are against it, so neither part decides alone.
    const told = cover([{ action: 'Enter', args: { w: 'thief' } }]);
    expect(told).toContain('Enter/1: door = "open"\n    never decides alone');
    expect(told).toContain('Enter/2: w /= "thief" \\/ door = "broken"\n    never decides alone');
  });

  it('covers a part both ways by a step that it lets through and one that it refuses', () => {
    const told = cover([
      { action: 'Enter', args: { w: 'owner' } },
      { action: 'Ring' },
      { action: 'Enter', args: { w: 'thief' } },
      { action: 'Enter', args: { w: 'owner' } },
      { action: 'Ring' },
    ]);
    expect(told).not.toContain('Enter/1:');
    expect(told).not.toContain('Enter/2:');
    expect(told).not.toContain('Ring/1:');
    expect(told).toContain('Leave: taken 0, refused 0 (never taken)');
  });

  it.each<[string, StateMachine]>([
    ['a TLA+ module', machine],
    ['a model in code', door.machine as StateMachine],
  ])('offers, for %s, steps that really cover what is missing, and none only where there are none', (_, subject) => {
    const nothing = unwrap(corpusCoverage(subject, []));
    const runs = everyRun(subject, 4).map((steps, index): CorpusRun => ({ name: `${index}`, machine: subject, steps }));
    const everything = unwrap(corpusCoverage(subject, runs));
    for (const [index, { guard, toLetThrough, toRefuse }] of nothing.guards.entries()) {
      for (const [side, steps] of [
        ['letThrough', toLetThrough],
        ['refused', toRefuse],
      ] as const) {
        if (steps === null) {
          expect(everything.guards[index]![side], `${guard.path} ${side}`).toBeNull();
          continue;
        }
        const told = unwrap(corpusCoverage(subject, [{ name: 'witness', machine: subject, steps }]));
        expect(told.guards[index]![side], `${guard.path} ${side}`).toEqual({ run: 'witness', step: steps.length });
        // No shorter run shows it.
        const shorter = runs.filter((run) => run.steps.length < steps.length);
        expect(unwrap(corpusCoverage(subject, shorter)).guards[index]![side], `${guard.path} ${side}`).toBeNull();
      }
    }
  });
});

/** Every sequence of steps up to a length, whether the machine takes them or not. */
function everyRun(machine: StateMachine, length: number): readonly (readonly Step[])[] {
  const alphabet: readonly Step[] = machine.actions.flatMap(({ name, parameters }): readonly Step[] =>
    parameters.length === 0 ? [{ action: name }] : ['owner', 'thief'].map((w) => ({ action: name, args: { w } })),
  );
  let runs: (readonly Step[])[] = [[]];
  const all: (readonly Step[])[] = [];
  for (let n = 0; n < length; n++) {
    runs = runs.flatMap((run) => alphabet.map((step) => [...run, step]));
    all.push(...runs);
  }
  return all;
}
