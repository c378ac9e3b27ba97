import { describe, expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { Step } from '../../model/state-machine.ts';
import { smallModel } from '../testing/small-model.ts';
import { corpusCoverage } from './corpus-coverage.ts';
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
      "Small, 1 runs

      Actions:
        Ring: taken 1, refused 0
        Enter: taken 1, refused 0
        Leave: taken 0, refused 0 (never taken)

      Invariants:
        Safe: never exercised

      Guard parts that some step shows to decide alone, both ways: 0 of 6
        Ring/1: door = "shut"
          never alone refuses (lets through in run 1, step 1)
        Enter/1: door = "open"
          never alone refuses (lets through in run 1, step 2)
        Enter/2: w /= "thief" \\/ door = "broken"
          never alone refuses (lets through in run 1, step 2)
        Enter/2/1: w /= "thief"
          never alone refuses (lets through in run 1, step 2)
        Enter/2/2: door = "broken"
          never decides alone
          the last of these steps would be:
            - Ring
            - Enter: { w: "thief" }
        Leave/1: inside /= "nobody"
          never decides alone
          the last of these steps would be:
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
});
