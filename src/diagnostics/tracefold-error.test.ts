import { describe, expect, it } from 'vitest';
import { type Diagnostic, failAll, failEach, isNonEmpty, ok } from './diagnostic.ts';
import { TracefoldError, unwrap } from './tracefold-error.ts';

const first: Diagnostic = { code: 'x/one', message: 'one is wrong' };
const second: Diagnostic = { code: 'x/two', message: 'two is wrong' };

describe('a result at an edge', () => {
  it('is its value where there is one', () => {
    expect(unwrap(ok(undefined))).toBeUndefined();
    expect(unwrap(ok(0))).toBe(0);
  });

  it('is thrown with all that is wrong where there is none', () => {
    const failed = failAll([first, second]);
    expect(() => unwrap(failed)).toThrowError('one is wrong [x/one]\n\ntwo is wrong [x/two]');
    const error = new TracefoldError(failed.errors);
    expect(error).toMatchObject({ name: 'TracefoldError', diagnostics: [first, second] });
    expect(Object.keys(error)).not.toContain('diagnostics');
  });

  it('holds any number of errors, each of which can be changed', () => {
    const many = Array.from({ length: 300_000 }, () => first);
    const failed = isNonEmpty(many) ? failEach(many, (error) => ({ ...error, hint: 'look' })) : null;
    expect(failed?.errors).toHaveLength(many.length);
    expect(failed?.errors.at(-1)).toEqual({ ...first, hint: 'look' });
  });
});
