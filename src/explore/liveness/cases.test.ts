import { expect, test } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { textModel } from '../../tla/testing/text-model.ts';
import { exploreModel } from '../explore-model.ts';
import { casesOf } from './cases.ts';
import { always, and, eventually, type Ltl, or } from './ltl.ts';

const atom = (index: number): Ltl => ({ kind: 'atom', atom: index, holds: true });
const atoms = (count: number): readonly Ltl[] => Array.from({ length: count }, (_, i) => atom(i));
const TRUE: Ltl = { kind: 'true' };

test('promises about the loop alone leave nothing to an automaton', () => {
  const promises = atoms(40).map((one) => always(eventually(one)));
  expect(casesOf([...promises, eventually(always(atom(40)))].reduce(and))).toEqual([
    { rest: TRUE, recurring: atoms(40), lasting: [atom(40)] },
  ]);
});

test('disjuncts of promises are cases of their own, under <> and []<> too', () => {
  const lasting = (index: number) => ({ rest: TRUE, recurring: [], lasting: [atom(index)] });
  const either = or(eventually(always(atom(0))), eventually(always(atom(1))));
  expect(casesOf(either)).toEqual([lasting(0), lasting(1)]);
  expect(casesOf(eventually(either))).toEqual([lasting(0), lasting(1)]);
  expect(casesOf(always(eventually(either)))).toEqual([lasting(0), lasting(1)]);
});

test('what is owed at certain states stays with the automaton', () => {
  const formula = eventually(and(atom(0), always(atom(1))));
  expect(casesOf(formula)).toEqual([{ rest: formula, recurring: [], lasting: [] }]);
});

test('disjunctions that would multiply without bound stay with the automaton', () => {
  const either = (index: number) => or(always(eventually(atom(index))), eventually(always(atom(index + 1))));
  const cases = casesOf(
    atoms(40)
      .map((_, i) => either(2 * i))
      .reduce(and),
  );
  expect(cases).toHaveLength(4096);
  expect(cases[0]!.rest.kind).toBe('and');
});

const clock = (property: string) =>
  exploreModel(
    unwrap(
      textModel(
        `---- MODULE Test ----
EXTENDS Integers
VARIABLE hour
Init == hour \\in 1..24
Tick == hour' = (hour % 24) + 1
Spec == Init /\\ [][Tick]_hour /\\ WF_hour(Tick)
Live == ${property}
====`,
        'SPECIFICATION Spec\nPROPERTY Live',
      ),
    ),
  ).result;

test('a property of many promises is decided though their automaton would be too large', () => {
  expect(clock('\\A n \\in 1..24 : []<>(hour = n)').outcome).toBe('ok');
  const settles = clock('\\E n \\in 1..24 : <>[](hour = n)');
  expect([settles.outcome, settles.name, settles.trace.length, settles.loopsTo]).toEqual(['property', 'Live', 24, 0]);
  expect(clock('\\E n \\in 1..24 : <>[](hour # n) \\/ []<>(hour = n)').outcome).toBe('ok');
});
