import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { RISK_CONTEXT_TRUST } from '../embedded/risk-context-trust.ts';
import { loadEioModule } from './load-eio-module.ts';

// Each run loads a whole module.
const RUNS = 150;
const PATIENCE = 60_000;

const LINES = RISK_CONTEXT_TRUST.split('\n');
const PIECES = [
  '',
  '$',
  '$nobody',
  'null',
  '~',
  '{',
  '}',
  '[',
  ']',
  ': ',
  ', ',
  '"',
  '- ',
  '&a ',
  '*a',
  '<<: *a',
  '!!map ',
  '---\n',
  '# ',
  '__proto__: {x: 1}',
  '\u0000',
  '\ud800',
  '\u202e',
  'not:',
  'all: []',
  'true',
  '1e999',
  'eio.relation.part-of',
  'UntrustedContent',
  '  ',
  '\t',
  '\r',
];

type Edit = (lines: string[]) => string[];

const line = fc.nat(LINES.length - 1);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  line.map(
    (at): Edit =>
      (lines) =>
        lines.toSpliced(at, 1),
  ),
  fc.tuple(line, line).map(
    ([from, to]): Edit =>
      (lines) =>
        lines.toSpliced(to, 0, lines[from] ?? ''),
  ),
  fc.tuple(line, line).map(
    ([from, to]): Edit =>
      (lines) =>
        lines.with(Math.min(to, lines.length - 1), lines[from] ?? ''),
  ),
  fc.tuple(line, fc.nat(120), fc.nat(8), fc.constantFrom(...PIECES)).map(
    ([at, column, length, piece]): Edit =>
      (lines) => {
        const text = lines[at] ?? '';
        return lines.with(Math.min(at, lines.length - 1), text.slice(0, column) + piece + text.slice(column + length));
      },
  ),
  fc.tuple(line, fc.nat(120)).map(
    ([at, column]): Edit =>
      (lines) =>
        lines.slice(0, at + 1).with(-1, (lines[at] ?? '').slice(0, column)),
  ),
);

describe('a slip of the pen', () => {
  // Every name in a place that decides: parameters, ids, constants, evidence kinds, facts and enumerated values.
  const NAME =
    /\$[a-z_]+|eio\.(?:core|relation|resolver|risk|entity)\.[a-z.-]+|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Z]+_[A-Z_]+\b|(?<=fact: )[a-z_]+|(?<=(?:op|scope|polarity|kind): )[A-Za-z]+/g;
  const body = RISK_CONTEXT_TRUST.slice(RISK_CONTEXT_TRUST.indexOf('imports:'));
  const start = RISK_CONTEXT_TRUST.length - body.length;
  const slips = [...body.matchAll(NAME)].map((match) => ({
    name: match[0],
    end: start + match.index + match[0].length,
  }));

  it(
    'in any name that decides is refused',
    () => {
      expect(slips.length).toBeGreaterThan(200);
      const missed = slips.filter(({ end }) => {
        const text = `${RISK_CONTEXT_TRUST.slice(0, end)}x${RISK_CONTEXT_TRUST.slice(end)}`;
        return loadEioModule(sourceText('slip.yaml', text)).ok;
      });
      expect(missed).toEqual([]);
    },
    PATIENCE,
  );
});

describe('a damaged module', () => {
  it(
    'is loaded or refused with places that exist, and never makes the loader fall over',
    () => {
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
          const text = edits.reduce((lines, one) => (lines.length === 0 ? [''] : one(lines)), LINES).join('\n');
          const source = sourceText('damaged.yaml', text);
          const loaded = loadEioModule(source);
          if (loaded.ok) {
            expect(loaded.value.predicates.length).toBeLessThan(20);
            return;
          }
          const count = text.split(/\r\n|\r|\n/).length;
          for (const error of loaded.errors) {
            expect(error.code).toMatch(/^(yaml|shape|eio)\/[a-z-]+$/);
            expect(error.message).not.toMatch(/undefined|\[object/);
            expect(error.at?.start.line).toBeGreaterThan(0);
            expect(error.at?.start.line).toBeLessThanOrEqual(count);
            // Nothing of the file reaches a terminal as it is.
            expect(formatDiagnostic(error)).not.toMatch(/[\u0000\u202e\r]/);
          }
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );

  it('is refused when any text at all is taken for a module', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(loadEioModule(sourceText('any.yaml', text)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same errors for the same text', () => {
    const text = RISK_CONTEXT_TRUST.replaceAll('eio.resolver.graph-rule', 'eio.resolver.graph-rul').replace(
      '$action',
      '$acton',
    );
    const once = loadEioModule(sourceText('a.yaml', text));
    const again = loadEioModule(sourceText('a.yaml', text));
    expect(once.ok).toBe(false);
    expect(again).toEqual(once);
  });
});
