import { expect, test } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { parseExpression } from '../syntax/parser.ts';
import { numbers } from '../syntax/testing/mutate.ts';
import { CONSTANTS_PRELUDE, randomConstant } from '../testing/random-constants.ts';
import { textModel } from '../testing/text-model.ts';
import { EvaluationFailure } from '../values/failure.ts';
import { settled } from '../values/sets.ts';
import { isLazy, type Value } from '../values/store.ts';
import { compileProgram } from './program.ts';

const model = unwrap(
  textModel(
    `---- MODULE Test ----\nEXTENDS Integers, Sequences, FiniteSets, Bags, TLC\nCONSTANT c1\n${CONSTANTS_PRELUDE}====`,
    'CONSTANT c1 = c1',
  ),
);

test('constant expressions come to the same in code that keeps track of where it is, refusals included', () => {
  const random = numbers(7);
  const ended = { values: 0, refusals: 0 };
  for (let i = 0; i < 300; i++) {
    const text = randomConstant(random);
    const parts = { values: [{ expr: unwrap(parseExpression(sourceText('expression', text))), env: model.spec.env }] };
    const [plain, traced] = [false, true].map((tracing): Value | string => {
      const program = compileProgram(model.spec, model.store, model.analysis, parts, { traced: tracing });
      try {
        const value = program.values[0]!();
        expect(program.runtime.stack).toEqual([]);
        return isLazy(value) ? settled(model.store, value) : value;
      } catch (error) {
        if (!(error instanceof EvaluationFailure)) throw error;
        if (tracing) expect(program.runtime.stack.length).toBeGreaterThan(0);
        return error.message;
      }
    });
    expect({ text, came: traced }).toEqual({ text, came: plain });
    ended[typeof plain === 'string' ? 'refusals' : 'values']++;
  }
  expect(ended.values).toBeGreaterThan(150);
  expect(ended.refusals).toBeGreaterThan(20);
});
