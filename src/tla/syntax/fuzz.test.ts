import { describe, expect, it } from 'vitest';
import { fuzz } from './testing/fuzz.ts';
import { moduleOf } from './testing/parse.ts';
import { SAMPLE } from './testing/sample.ts';

describe('mutated texts', { timeout: 60_000 }, () => {
  it('start from a module that parses', () => {
    expect(moduleOf(SAMPLE).units.length).toBeGreaterThan(20);
  });

  it('never throw, always have a place for their error, and keep their tree on the way through text', () => {
    const report = fuzz(
      [SAMPLE, 'SPECIFICATION Spec\nINVARIANT Inv\nCONSTANTS N = 3 Procs = {p1, p2} F <- [M] G'],
      800,
      1,
    );
    expect(report.inputs).toBe(800);
    expect(report.parsed).toBeGreaterThan(50);
  });
});
