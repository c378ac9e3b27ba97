import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readItf } from '../importers/itf.ts';
import { machineModel } from '../model/machine-model.ts';
import type { Json } from '../trace/json.ts';
import { foldItf, stepsOfItf } from './itf-steps.ts';
import { textMachine } from './testing/text-model.ts';

const SPEC = `---- MODULE Box ----
EXTENDS Naturals, Sequences
VARIABLES items, owner
Init == items = <<>> /\\ owner = [a |-> FALSE, b |-> FALSE]
Add(n) == Len(items) < 2 /\\ items' = Append(items, n) /\\ UNCHANGED owner
Own(w) == ~owner[w] /\\ owner' = [owner EXCEPT ![w] = TRUE] /\\ UNCHANGED items
Next == (\\E n \\in 1..2 : Add(n)) \\/ (\\E w \\in {"a", "b"} : Own(w))
Short == Len(items) < 2
====
`;
const machine = textMachine(SPEC, 'INIT Init\nNEXT Next\nINVARIANT Short\n');
const model = machineModel(machine, null);
const NOBODY = { a: false, b: false };
const itf = (states: readonly Json[], loop?: number) =>
  unwrap(readItf(JSON.stringify({ vars: ['items', 'owner'], states, loop }), { file: 'x.itf.json' }));
const problem = (states: readonly Json[], loop?: number): string => {
  const result = foldItf(model, itf(states, loop));
  return result.ok ? 'folded' : formatDiagnostic(result.errors[0]);
};

describe('ITF traces as behaviours of a model', () => {
  it('are folded to the verdict of their invariants', () => {
    const start = { items: [], owner: NOBODY };
    const one = { items: [1], owner: NOBODY };
    expect(unwrap(foldItf(model, itf([start, one]))).outcome).toBe('pass');
    expect(unwrap(foldItf(model, itf([start, one, { items: [1, 2], owner: NOBODY }]))).outcome).toBe('fail');
  });

  it('become steps with their arguments, stuttering left out', () => {
    const start = { items: [], owner: NOBODY };
    const owned = { items: [], owner: { a: true, b: false } };
    const steps = unwrap(stepsOfItf(machine, itf([start, owned, owned, { ...owned, items: [2] }])));
    expect(steps.map(({ action, args }) => [action, args])).toEqual([
      ['Own', { w: 'a' }],
      ['Add', { n: 2 }],
    ]);
  });

  it('may write values in any of the forms that tools give them', () => {
    const forms = [
      {
        items: { '#tup': [] },
        owner: {
          '#map': [
            ['b', false],
            ['a', false],
          ],
        },
      },
      { items: [{ '#bigint': '1' }], owner: { b: false, a: false } },
    ];
    expect(unwrap(stepsOfItf(machine, itf(forms)))).toHaveLength(1);
  });

  it('are refused where they are no behaviour', () => {
    const start = { items: [], owner: NOBODY };
    expect(problem([{ items: [1], owner: NOBODY }])).toMatchInlineSnapshot(
      `
      "the first state of the ITF trace is no initial state of Box [tla/itf-not-initial]
        hint: the nearest initial state differs in items"
    `,
    );
    expect(problem([start, { items: [1, 2], owner: NOBODY }])).toMatchInlineSnapshot(`
      "state 1 of the ITF trace: no step of Box leads here from the state before [tla/itf-no-step]
        hint: enabled there: Add, Own; Add comes nearest, and differs in items"
    `);
    expect(problem([start, { items: [3], owner: NOBODY }])).toContain('no step of Box');
    expect(problem([start, { items: [1], owner: NOBODY }], 0)).toMatchInlineSnapshot(`
      "the loop of the ITF trace: no step of Box leads here from the state before [tla/itf-no-step]
        hint: enabled there: Add, Own; Add comes nearest, and differs in items"
    `);
    expect(problem([start], 7)).toMatchInlineSnapshot(
      `
      "the ITF trace loops to state 7, which it does not have [tla/itf-loop]
        expected a number from 0 to 0"
    `,
    );
    expect(problem([start], 0)).toBe('folded');
    expect(problem([])).toMatchInlineSnapshot(`"the ITF trace has no state [tla/itf-empty]"`);
  });

  it('are refused where their variables or values are not those of the model', () => {
    expect(problem([{ items: [] }])).toMatchInlineSnapshot(
      `"state 0 of the ITF trace: the variable "owner" has no value [tla/missing-variable]"`,
    );
    expect(problem([{ items: [], owner: NOBODY, onwer: 1 }])).toMatchInlineSnapshot(`
      "state 0 of the ITF trace: unknown variable "onwer" [tla/unknown-variable]
        hint: did you mean "owner"?"
    `);
    expect(problem([{ items: { '#unserializable': 'Nat' }, owner: NOBODY }])).toMatchInlineSnapshot(
      `"state 0 of the ITF trace: the value of "items" is not written out in full, or holds an integer past 32 bits [tla/itf-value]"`,
    );
    expect(problem([{ items: [{ '#bigint': '99999999999999999999' }], owner: NOBODY }])).toMatchInlineSnapshot(
      `"state 0 of the ITF trace: the value of "items" is not written out in full, or holds an integer past 32 bits [tla/itf-value]"`,
    );
    expect(problem([{ items: JSON.parse('{"__proto__": 1}'), owner: NOBODY }])).toContain('no initial state');
  });
});
