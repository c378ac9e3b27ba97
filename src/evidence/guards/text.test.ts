import { describe, expect, it } from 'vitest';
import { printable } from '../../diagnostics/printable.ts';
import { guardReport } from '../testing/guards.ts';
import { HOSTILE_TEXTS } from '../testing/hostile.ts';
import { outcomeOfGuards } from './guard-report.ts';
import { renderGuardsMarkdown } from './markdown.ts';
import { renderGuards } from './text.ts';

describe("what is known of a model's guards, at the end of a run", () => {
  it('is the score, every survivor with its shortest attack, what is waived, and what no trio covers', () => {
    expect(renderGuards(guardReport())).toMatchInlineSnapshot(`
      "Guards of pay: score 33 %; mutants: 1 survives, 1 not judged, 1 waived, 1 killed, 1 equivalent
        survives: Run/fresh removed: now < expires
          no trio notices it, and pay is violated in 2 steps:
            - pay: { call: "pay" }
            - Run
        not judged: Run/fresh looser by one: now < expires
          given up at pay
        waived: Ask/idle negated
          given up; waived: seen by pay
        the waiver of Run/fresh was written for "once pay", and the guard now says "now < expires" [mutation/waiver-expired]   hint: look whether the reason still holds, then write the new text into the waiver
      Covered of pay by 2 runs: 1 of 2 actions taken, 1 of 3 guard parts that decide alone, both ways, 1 of 2 invariants exercised, 1 of 2 event kinds of the mapping
        never taken: Ask
        never exercised: Never
        event kinds that never came: handoff
        Run/fresh: never alone refuses a step
          Would be refused by it alone, the last of:
            - pay: { call: "pay" }
            - Run
        Ask/idle: never decides alone; no step of this configuration is let through, or refused by it alone"
    `);
  });

  it('is cut where there is too much, and says so', () => {
    const report = guardReport();
    const survivor = report.matrix!.mutants.find(({ outcome }) => outcome.kind === 'survives')!;
    const many = { ...report, coverage: null, matrix: { ...report.matrix!, mutants: Array(25).fill(survivor) } };
    const lines = renderGuards(many).split('\n');
    expect(lines.filter((line) => line.startsWith('  survives:'))).toHaveLength(10);
    expect(lines).toContain('  and 15 more, in the report');
  });

  it('passes at its threshold, fails below it or with a waiver that holds no longer, and is unknown where nothing was judged', () => {
    const { matrix, ...rest } = guardReport();
    const of = (score: number | null, problems = false, threshold: number | null = 0.5) =>
      outcomeOfGuards({
        ...rest,
        threshold,
        matrix: { ...matrix!, score, problems: problems ? matrix!.problems : [] },
      });
    expect([of(0.5), of(0.4), of(1, true), of(null), of(1, false, null)]).toEqual([
      'pass',
      'fail',
      'fail',
      'unknown',
      'unknown',
    ]);
  });

  it('holds nothing that acts, and as many lines, whatever trios and guards are called', () => {
    const harmless = renderGuards(guardReport()).split('\n').length;
    for (const { text } of HOSTILE_TEXTS) {
      const lines = renderGuards(guardReport(text.slice(0, 500))).split('\n');
      expect(lines.map(printable)).toEqual(lines);
      expect(lines).toHaveLength(harmless);
    }
  });

  it('closes no fence of the Markdown', () => {
    for (const { text } of HOSTILE_TEXTS) {
      const fences = renderGuardsMarkdown(guardReport(text.slice(0, 500)))
        .split('\n')
        .filter((line) => /^\s*(?:```|~~~)/.test(line));
      expect(fences).toHaveLength(2);
    }
  });
});
