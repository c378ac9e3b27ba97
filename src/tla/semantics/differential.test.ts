import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { parseExpression } from '../syntax/parser.ts';
import { evaluateNaively, type Naive, naiveText } from '../testing/naive-evaluator.ts';
import { definitions, textModel } from '../testing/text-model.ts';
import { isSet } from '../values/listed-sets.ts';
import { elements } from '../values/sets.ts';
import { hasKind, isInteger, isLazy, itemsOf, Kind, type Store, TRUE, type Value } from '../values/store.ts';
import { compileProgram } from './program.ts';

const CONFIG = 'INIT Init\nNEXT Next';

/** A computed value in the form of the naive evaluator. */
function naive(store: Store, value: Value): Naive {
  if (isInteger(value)) return { kind: 'int', value };
  if (hasKind(store, value, Kind.Boolean)) return { kind: 'bool', value: value === TRUE };
  if (isLazy(value) || isSet(store, value)) {
    return { kind: 'set', items: elements(store, value).map((item) => naive(store, item)) };
  }
  return { kind: 'tuple', items: itemsOf(store, value).map((item) => naive(store, item)) };
}

/** Expressions as text: integers, sets of integers, sets of sets, and formulas, with up to two bound variables in reach. */
const { formula } = fc.letrec<{ number: string; numbers: string; family: string; formula: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 4 }).map(String),
    fc.constant('n'),
    fc.constant('m'),
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('formula'), tie('number'), tie('number')).map(([c, a, b]) => `(IF ${c} THEN ${a} ELSE ${b})`),
  ),
  numbers: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('{}', '{0}', '0..3', 's'),
    fc.array(tie('number'), { maxLength: 3 }).map((items) => `{${items.join(', ')}}`),
    fc.tuple(tie('number'), tie('number')).map(([a, b]) => `(${a}..${b})`),
    fc
      .tuple(tie('numbers'), fc.constantFrom('\\cup', '\\cap', '\\'), tie('numbers'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie('numbers'), fc.constantFrom('<', '<=', '/='), tie('number'))
      .map(([set, op, a]) => `{k \\in ${set} : k * k ${op} ${a}}`),
    fc.tuple(tie('numbers'), tie('number')).map(([set, a]) => `{i + ${a} : i \\in ${set}}`),
    fc.tuple(tie('numbers'), tie('numbers')).map(([a, b]) => `(UNION {${a}, ${b}})`),
  ),
  family: fc.oneof(
    { depthSize: 'small' },
    fc.array(tie('numbers'), { maxLength: 3 }).map((items) => `{${items.join(', ')}}`),
    fc.constantFrom('SUBSET {1, 2, 4}', 'SUBSET s'),
  ),
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('TRUE', 'FALSE'),
    fc
      .tuple(tie('number'), fc.constantFrom('<', '<=', '=', '/='), tie('number'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie('number'), fc.constantFrom('\\in', '\\notin'), tie('numbers'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie('numbers'), fc.constantFrom('=', '\\subseteq', '/='), tie('numbers'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('numbers'), tie('family')).map(([a, b]) => `(${a} \\in ${b})`),
    fc
      .tuple(tie('formula'), fc.constantFrom('/\\', '\\/', '=>'), tie('formula'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('formula').map((a) => `~${a}`),
    fc
      .tuple(fc.constantFrom('\\A', '\\E'), tie('numbers'), tie('number'))
      .map(([q, set, a]) => `(${q} j \\in ${set} : j < ${a})`),
  ),
}));

describe('compiled evaluation', () => {
  test('agrees with a naive evaluator that walks the tree', () => {
    const model = unwrap(textModel(definitions('n == 2\nm == 3 - v\ns == {1, 3, v}\n'), CONFIG));
    const scope = new Map<string, Naive>([
      ['n', { kind: 'int', value: 2 }],
      ['m', { kind: 'int', value: 3 }],
      [
        's',
        {
          kind: 'set',
          items: [1, 3, 0].map((value) => ({ kind: 'int', value })),
        },
      ],
    ]);
    fc.assert(
      fc.property(formula, (text) => {
        const expr = unwrap(parseExpression(sourceText('expression', text)));
        const program = compileProgram(model.spec, model.store, model.analysis, {
          values: [{ expr, env: model.spec.env }],
        });
        program.load(Int32Array.of(0), 0);
        expect(naiveText(naive(model.store, program.values[0]!()))).toBe(naiveText(evaluateNaively(expr, scope)));
        const traced = compileProgram(
          model.spec,
          model.store,
          model.analysis,
          { values: [{ expr, env: model.spec.env }] },
          { traced: true },
        );
        traced.load(Int32Array.of(0), 0);
        expect(traced.values[0]!()).toBe(program.values[0]!());
        expect(traced.runtime.stack).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
