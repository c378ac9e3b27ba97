import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { textModel } from '../../tla/testing/text-model.ts';
import { exploreModel } from '../explore-model.ts';
import type { Exploration } from '../states/search-states.ts';

/** What exploring a counter from 0 to 4 and round says of one temporal property. */
const judge = (definitions: string): Exploration =>
  exploreModel(
    unwrap(
      textModel(
        [
          '---- MODULE Test ----',
          'EXTENDS Naturals',
          'VARIABLE x',
          'Init == x = 0',
          "Next == x' = (x + 1) % 5",
          'Spec == Init /\\ [][Next]_x /\\ WF_x(Next)',
          definitions,
          '====',
        ].join('\n'),
        'SPECIFICATION Spec\nPROPERTY Live\n',
      ),
    ),
  ).result;

test.each([
  ['true of all', '{<<3, 4>>, [i \\in 1..2 |-> i]}', 'ok'],
  ['false of one', '{<<3, 4>>, <<4, 3>>}', 'property'],
])('a quantifier around a temporal formula takes tuples apart: %s', (_what, set, outcome) => {
  const result = judge(`Live == \\A <<a, b>> \\in ${set} : [](x = a => <>(x > a \\/ a > b))
    /\\ (a > b => [](x # a))`);
  expect(result).toMatchObject({ outcome, error: null });
});

test.each([
  ['a tuple of another length', '{<<1, 2, 3>>}', 'expected a tuple of 2 values, but got the sequence <<1, 2, 3>>'],
  ['a number', '{1}', 'expected a tuple of 2 values, but got the integer 1'],
])('a quantifier around a temporal formula refuses %s where it takes tuples apart', (_what, set, message) => {
  const result = judge(`Live == \\A <<a, b>> \\in ${set} : <>(x = a)`);
  expect(result).toMatchObject({
    outcome: 'error',
    error: { code: 'tla/type-error', message, at: { start: { line: 7 } } },
  });
});

test.each([
  [3, 'ok'],
  [40, 'error'],
])('%i definitions that use one another twice end in a verdict or an error', (count, outcome) => {
  const doubled = Array.from({ length: count }, (_, i) => `T${i + 1} == T${i} <=> T${i}`);
  const result = judge(['T0 == <>(x = 1)', ...doubled, `Live == T${count}`].join('\n'));
  expect(result.outcome).toBe(outcome);
  expect(result.error?.code).toBe(outcome === 'ok' ? undefined : 'tla/too-large');
});

test.each([
  ['a set of which a bound is no integer', '0..<<1>>'],
  ['what is no set', '3'],
  ['a set without end', 'Nat'],
])('a quantifier around a temporal formula points at %s', (_what, set) => {
  const { outcome, error } = judge(`Live == \\A a \\in ${set} : <>(x = a)`);
  expect(outcome).toBe('error');
  expect(formatDiagnostic(error!)).toMatchSnapshot();
});

test('a property that cannot be judged is told before any state is searched, as TLC does, whatever else is violated', () => {
  const model = textModel(
    [
      '---- MODULE Test ----',
      'EXTENDS Naturals',
      'VARIABLE x',
      "Spec == x = 0 /\\ [][x' = (x + 1) % 5]_x",
      'Small == x < 2',
      'Live == \\A y \\in {x} : <>(y = 1)',
      '====',
    ].join('\n'),
    'SPECIFICATION Spec\nINVARIANT Small\nPROPERTY Live\n',
  );
  const { outcome, distinctStates, error } = exploreModel(unwrap(model)).result;
  expect({ outcome, distinctStates, code: error?.code }).toEqual({
    outcome: 'error',
    distinctStates: 0,
    code: 'tla/unsupported',
  });
});
