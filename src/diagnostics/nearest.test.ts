import { describe, expect, it } from 'vitest';
import { nearest, nearestHint } from './nearest.ts';

describe('the nearest known name', () => {
  it.each([
    ['one letter of a short name', 'aks', ['ask', 'deny', 'as'], 'as'],
    ['two letters of a longer one', 'Aproval', ['Approvals', 'Deny'], 'Approvals'],
    ['a third of a long one', 'call.propsd', ['call.proposed', 'exec.started'], 'call.proposed'],
    ['upper and lower case', 'MAYEXECUTE', ['MayRun', 'MayExecute'], 'MayExecute'],
  ])('forgives a slip of %s', (_what, name, known, found) => {
    expect(nearest(name, known)).toBe(found);
  });

  it.each([
    ['two letters of a short name', 'abc', ['axy']],
    ['more than a third of a long one', 'call.proposed', ['exec.started']],
    ['anything, where nothing is known', 'x', []],
    ['a single letter, which shares none with any', 'G', ['+', 'x']],
  ])('does not guess at %s', (_what, name, known) => {
    expect(nearest(name, known)).toBeUndefined();
  });

  it('is the first of those that are equally near', () => {
    expect(nearest('cat', ['car', 'cap'])).toBe('car');
    expect(nearest('cat', ['cap', 'car'])).toBe('cap');
  });

  it('is asked for where there is one; else the known names are listed, if they are few', () => {
    const many = Array.from({ length: 13 }, (_, index) => `name-${index}`);
    expect(nearestHint('alow', ['allow', 'deny'])).toBe('did you mean "allow"?');
    expect(nearestHint('xyz', ['allow', 'deny'])).toBe('known: "allow", "deny"');
    expect(nearestHint('xyz', many.slice(1))).toContain('"name-12"');
    expect(nearestHint('xyz', many)).toBeUndefined();
    expect(nearestHint('xyz', [])).toBeUndefined();
  });
});
