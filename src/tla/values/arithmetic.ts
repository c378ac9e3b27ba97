import { failure } from './failure.ts';
import { HEAP, integer, isInteger, numberOf, type Store, type Value } from './store.ts';
import { kindText, valueText } from './text.ts';

function number(store: Store, value: Value, operator: string): number {
  const number = numberOf(store, value);
  if (number !== undefined) return number;
  return failure(
    'tla/type-error',
    `"${operator}" takes integers, but got the ${kindText(store, value)} ${valueText(store, value)}`,
  );
}

export function add(store: Store, a: Value, b: Value): Value {
  if (isInteger(a) && isInteger(b)) {
    const sum = a + b;
    if (sum < HEAP && sum >= -HEAP) return sum;
  }
  return integer(store, number(store, a, '+') + number(store, b, '+'));
}

export function subtract(store: Store, a: Value, b: Value): Value {
  if (isInteger(a) && isInteger(b)) {
    const difference = a - b;
    if (difference < HEAP && difference >= -HEAP) return difference;
  }
  return integer(store, number(store, a, '-') - number(store, b, '-'));
}

/** `a * b`; a product of two 32-bit integers may round, but only where it overflows anyway. */
export const multiply = (store: Store, a: Value, b: Value): Value =>
  integer(store, number(store, a, '*') * number(store, b, '*') + 0);

export const negate = (store: Store, a: Value): Value => integer(store, 0 - number(store, a, '-'));

/** `a \div b`, rounding down. */
export function divide(store: Store, a: Value, b: Value): Value {
  const dividend = number(store, a, '\\div');
  const divisor = number(store, b, '\\div');
  if (divisor === 0) failure('tla/evaluation', `division of ${dividend} by zero`);
  return integer(store, Math.floor(dividend / divisor) + 0);
}

/** `a % b`, for b > 0, never negative. */
export function modulo(store: Store, a: Value, b: Value): Value {
  const dividend = number(store, a, '%');
  const divisor = number(store, b, '%');
  if (divisor <= 0) failure('tla/evaluation', `the second argument of "%" should be positive, but is ${divisor}`);
  return integer(store, ((dividend % divisor) + divisor) % divisor);
}

/** `a ^ b`, for b >= 0. */
export function power(store: Store, a: Value, b: Value): Value {
  const base = number(store, a, '^');
  const exponent = number(store, b, '^');
  if (exponent < 0) failure('tla/evaluation', `the exponent of "^" should not be negative, but is ${exponent}`);
  if (exponent === 0 && base === 0) failure('tla/evaluation', '0 ^ 0 is undefined');
  return integer(store, base ** exponent);
}

/** Compares two integers; the operator is for the message. */
export const less = (store: Store, a: Value, b: Value): boolean =>
  isInteger(a) && isInteger(b) ? a < b : number(store, a, '<') < number(store, b, '<');

export const lessOrEqual = (store: Store, a: Value, b: Value): boolean =>
  isInteger(a) && isInteger(b) ? a <= b : number(store, a, '<=') <= number(store, b, '<=');

export const greater = (store: Store, a: Value, b: Value): boolean =>
  isInteger(a) && isInteger(b) ? a > b : number(store, a, '>') > number(store, b, '>');

export const greaterOrEqual = (store: Store, a: Value, b: Value): boolean =>
  isInteger(a) && isInteger(b) ? a >= b : number(store, a, '>=') >= number(store, b, '>=');
