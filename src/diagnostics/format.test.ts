import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from './diagnostic.ts';
import { formatDiagnostic } from './format.ts';
import { printable } from './printable.ts';

const at = (line: number, column: number, end?: number): Diagnostic['at'] & object => ({
  file: 'a.yaml',
  start: { line, column },
  ...(end === undefined ? {} : { end: { line, column: end } }),
});

describe('a diagnostic as text', () => {
  it('tells the place, what is wrong, the line with a mark, what was expected, a hint and related places', () => {
    const diagnostic: Diagnostic = {
      code: 'scenario/step',
      message: 'unknown action "Sned"',
      at: at(12, 5, 9),
      lineText: '  - Sned: { t: x }',
      expected: 'an action of the model',
      hint: 'did you mean "Send"?',
      related: [{ message: 'the model is named here', at: at(3, 1) }, { message: 'it has 4 actions' }],
    };
    expect(formatDiagnostic(diagnostic)).toMatchInlineSnapshot(`
      "a.yaml:12:5: unknown action "Sned" [scenario/step]
       12 |   - Sned: { t: x }
          |     ^^^^
        expected an action of the model
        hint: did you mean "Send"?
        a.yaml:3:1: the model is named here
        it has 4 actions"
    `);
  });

  it('is one line where nothing more is known', () => {
    expect(formatDiagnostic({ code: 'cli/constant', message: 'no value' })).toBe('no value [cli/constant]');
    expect(formatDiagnostic({ code: 'x/y', message: 'no line', at: at(1, 1) })).toBe('a.yaml:1:1: no line [x/y]');
  });

  it('marks one character where a span ends on another line', () => {
    const open = { ...at(1, 3), end: { line: 4, column: 1 } };
    expect(formatDiagnostic({ code: 'x/y', message: 'm', at: open, lineText: 'a [ b' }).split('\n').at(-1)).toBe(
      '   |   ^',
    );
  });

  it('puts the mark under what it marks, wherever that stands in a line of any length', () => {
    const line = fc
      .array(fc.constantFrom('a', ' ', '\t', '\u001b', '\u202e', 'é', 'word '), { maxLength: 400, size: 'max' })
      .map((pieces) => pieces.join(''));
    const reached = { cut: 0, escaped: 0 };
    fc.assert(
      fc.property(line, fc.nat(), fc.integer({ min: 1, max: 20 }), (lineText, seed, width) => {
        fc.pre(lineText.length > 0);
        const column = seed % lineText.length;
        const marked = lineText.slice(column, column + width).replaceAll('\t', ' ');
        const span = at(7, column + 1, column + 1 + marked.length);
        const [, shown = '', mark = ''] = formatDiagnostic({ code: 'x/y', message: 'm', at: span, lineText }).split(
          '\n',
        );
        const from = mark.indexOf('^');
        const under = shown.slice(from, mark.length);
        if (lineText.length > 160) reached.cut++;
        if (printable(marked) !== marked) reached.escaped++;
        expect(printable(marked).startsWith(under)).toBe(true);
        // What is cut off at the end of a long line is not marked either.
        expect(under === printable(marked) || lineText.length > 160).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(160 * '\\u{202e}'.length + ' 7 | '.length);
      }),
    );
    expect(reached.cut).toBeGreaterThan(0);
    expect(reached.escaped).toBeGreaterThan(0);
  });

  it('forges no line and moves no cursor, whatever the source says', () => {
    const hostile = fc.array(fc.constantFrom('a', '\n', '\r', '\u001b[31m', '\u2028')).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(hostile, (text) => {
        const diagnostic: Diagnostic = {
          code: 'x/y',
          message: text,
          at: { file: text, start: { line: 1, column: 1 } },
          lineText: text,
          expected: text,
          hint: text,
          related: [{ message: text }],
        };
        const lines = formatDiagnostic(diagnostic).split('\n');
        expect(lines).toHaveLength(6);
        expect(lines.join('')).toBe(printable(lines.join('')));
      }),
    );
  });
});
