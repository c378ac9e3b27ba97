import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { textModel } from '../../tla/testing/text-model.ts';
import { exploreModel } from '../explore-model.ts';

const check = (property: string) =>
  exploreModel(
    unwrap(
      textModel(
        `---- MODULE Test ----
EXTENDS Integers
VARIABLE x
Spec == x = 0 /\\ [][x' = 1 - x]_x /\\ WF_x(x' = 1 - x)
Property == ${property}
====`,
        'SPECIFICATION Spec\nPROPERTY Property',
      ),
    ),
  ).result;

/** The message of a property that cannot be judged. */
function refusal(property: string): string {
  const { outcome, error } = check(property);
  expect(outcome).toBe('error');
  return formatDiagnostic(error!);
}

describe('a quantifier around a temporal formula', () => {
  it('takes tuples apart', () => {
    expect(check('\\A <<a, b>> \\in {<<0, 1>>, <<1, 0>>} : x = a ~> x = b').outcome).toBe('ok');
    expect(check('\\A <<a, b>> \\in {<<0, 1>>, <<0, 2>>} : x = a ~> x = b').outcome).toBe('property');
  });

  it('points at a set that cannot be listed, or whose elements are no tuples', () => {
    expect(refusal('\\A a \\in 0..<<1>> : <>(x = a)')).toMatchInlineSnapshot(`
      "Test.tla:5:22: ".." takes integers, but got the sequence <<1>>, in 0..<<1>> [tla/type-error]
       5 | Property == \\A a \\in 0..<<1>> : <>(x = a)
         |                      ^^^^^^^^"
    `);
    expect(refusal('\\A a \\in 3 : <>(x = a)')).toMatchInlineSnapshot(`
      "Test.tla:5:22: expected a set, but got the integer 3 [tla/type-error]
       5 | Property == \\A a \\in 3 : <>(x = a)
         |                      ^"
    `);
    expect(refusal('\\E a \\in Nat : <>(x = a)')).toMatchInlineSnapshot(`
      "Test.tla:5:22: the elements of Nat cannot be listed: it is not a finite set [tla/not-enumerable]
       5 | Property == \\E a \\in Nat : <>(x = a)
         |                      ^^^"
    `);
    expect(refusal('\\A <<a, b>> \\in {<<0, 1>>, <<1>>} : <>(x = a)')).toMatchInlineSnapshot(`
      "Test.tla:5:29: expected tuples of 2 values, but got <<1>> [tla/type-error]
       5 | Property == \\A <<a, b>> \\in {<<0, 1>>, <<1>>} : <>(x = a)
         |                             ^^^^^^^^^^^^^^^^^"
    `);
    expect(refusal('\\A <<a, b>> \\in 0..1 : <>(x = a)')).toMatchInlineSnapshot(`
      "Test.tla:5:29: expected tuples of 2 values, but got 0 [tla/type-error]
       5 | Property == \\A <<a, b>> \\in 0..1 : <>(x = a)
         |                             ^^^^"
    `);
  });
});
