import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../diagnostics/printable.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import { buildEvidence, type Redaction } from './record/build.ts';
import { readRecord, writeRecord } from './record/file.ts';
import type { EvidenceRecord } from './record/schema.ts';
import { renderAnnotation } from './render/github.ts';
import { escapeHtml, renderHtml } from './render/html/report.ts';
import { renderJunit } from './render/junit.ts';
import { renderMarkdown } from './render/markdown.ts';
import { renderMermaid } from './render/mermaid.ts';
import { renderSarif } from './render/sarif.ts';
import { renderSnapshot } from './render/snapshot.ts';
import { renderText } from './render/text.ts';
import { HARMLESS, traceInput } from './testing/fixtures.ts';
import { HOSTILE_SHAPES, HOSTILE_TEXTS } from './testing/hostile.ts';

/** Every output of the product, by name. */
const CHANNELS: readonly { readonly name: string; readonly render: (record: EvidenceRecord) => string }[] = [
  { name: 'terminal', render: (record) => renderText(record, { maxLines: 1000, maxWidth: 10_000 }) },
  { name: 'record file', render: writeRecord },
  { name: 'Markdown', render: (record) => renderMarkdown(record, { maxLines: 1000 }) },
  { name: 'Mermaid', render: (record) => renderMermaid(record) ?? '' },
  { name: 'GitHub annotation', render: (record) => renderAnnotation(record, { maxLines: 1000 }) ?? '' },
  { name: 'SARIF', render: (record) => renderSarif([record], { version: '1.0.0' }) },
  { name: 'JUnit', render: (record) => renderJunit({ records: [record] }) },
  { name: 'command line --json', render: (record) => canonicalJson(record as unknown as Json) },
  { name: 'snapshot', render: renderSnapshot },
  { name: 'HTML report', render: (record) => renderHtml([record]) },
];

const everywhere = (text: string) => traceInput({ to: text, amount: text, note: text, message: text });
const POLICIES: readonly (readonly [string, Redaction])[] = [
  ['redacted', {}],
  ['with everything allowed', { allow: ['**'] }],
  ['with redaction off', false],
];

describe.each(POLICIES)('a hostile trace, %s', (_, redaction) => {
  const harmless = buildEvidence(traceInput(), redaction);
  const records = HOSTILE_TEXTS.map(({ name, text }) => ({ name, record: buildEvidence(everywhere(text), redaction) }));

  it.each(CHANNELS)('sends nothing to the terminal, the log or the reader that acts: $name', ({ render }) => {
    for (const { record } of records) {
      const output = render(record);
      // Line breaks are the product's own; every other control, direction mark and lone surrogate must be escaped.
      expect(printable(output.replaceAll('\n', ''))).toBe(output.replaceAll('\n', ''));
    }
  });

  it.each(CHANNELS.filter(({ name }) => name !== 'Mermaid'))(
    'has as many lines as a harmless one: $name',
    ({ render }) => {
      const lines = (record: EvidenceRecord) => render(record).split('\n').length;
      for (const { record } of records) expect(lines(record)).toBe(lines(harmless));
    },
  );

  it.each(CHANNELS)('stays small: $name', ({ render }) => {
    for (const { record } of records)
      expect(render(record).length).toBeLessThan(redaction === false ? 400_000 : 60_000);
  });

  it('has the verdict of the harmless one', () => {
    const decided = (record: EvidenceRecord) =>
      record.legs.map((leg) => [leg.outcome, leg.met, leg.claims.map(({ id, state, event }) => [id, state, event])]);
    for (const { record } of records) expect(decided(record)).toEqual(decided(harmless));
  });

  it.each(HOSTILE_SHAPES)('passes every output when an argument $name', ({ json }) => {
    const record = buildEvidence(traceInput({ ...HARMLESS, to: JSON.parse(json) as Json }), redaction);
    for (const { render } of CHANNELS) expect(render(record).length).toBeGreaterThan(0);
    expect(readRecord(writeRecord(record), { file: 'a.json' }).ok).toBe(true);
    expect(({} as { owned?: unknown }).owned).toBeUndefined();
  });
});

describe('a hostile trace in outputs with a syntax of their own', () => {
  const open = HOSTILE_TEXTS.map(({ text }) => buildEvidence(everywhere(text), { allow: ['**'] }));

  it('forges no GitHub, Azure or TeamCity command', () => {
    for (const record of open) {
      const lines = [renderText(record), renderAnnotation(record) ?? ''].flatMap((output) => output.split('\n'));
      expect(lines.filter((line) => /^\s*##/.test(line))).toEqual([]);
      expect(lines.filter((line) => /^\s*::/.test(line)).length).toBe(1);
    }
  });

  it('closes no fence of the Markdown', () => {
    for (const record of open) {
      const fences = renderMarkdown(record)
        .split('\n')
        .filter((line) => /^\s*(?:```|~~~)/.test(line));
      expect(fences.length).toBe(4);
    }
  });

  it('adds no line to a Mermaid diagram but its own', () => {
    for (const record of open) {
      for (const line of (renderMermaid(record) ?? '').split('\n').slice(1)) {
        expect(line).toMatch(
          /^ {2}(?:participant \w+|\w+->>\w+: [^;%<>"`]*(?:#\d+;[^;%<>"`]*)*|Note over \w+: forbidden state reached)$/,
        );
      }
    }
  });
});

/** Letters and signs that nothing else in an output holds four of in a row. */
const secret = fc
  .array(
    fc.tuple(
      fc.constantFrom('ж', 'Ω', 'я', 'ß'),
      fc.constantFrom('<', '"', '&', '%', '\\', '\u001b', '\n', '`', ' ', '😀'),
    ),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((pairs) => pairs.map((pair) => pair.join('')).join(''));

/** The forms in which an output of the product could write a text. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  printable,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(printable(text)).slice(1, -1),
  escapeHtml,
  (text) => text.replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text) => encodeURIComponent(text),
  (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  (text) => [...text].map((sign) => `#${sign.codePointAt(0)};`).join(''),
  (text) => text.replaceAll('%', '%25').replaceAll('\n', '%0A'),
  (text) => Buffer.from(text).toString('base64').slice(0, 5),
  (text) => Buffer.from(text).toString('hex'),
];

describe('redaction in every output, for all values', () => {
  it('lets no four characters of a value through, in any encoding', () => {
    fc.assert(
      fc.property(secret, secret, secret, fc.integer({ min: 1e9, max: 9e9 }), (to, note, message, amount) => {
        const record = buildEvidence(traceInput({ to: { name: to, more: [note] }, amount, note, message }));
        for (const { render } of CHANNELS) {
          const output = render(record);
          expect(output).not.toContain(String(amount));
          for (const value of [to, note, message]) {
            const signs = [...value];
            for (let i = 0; i + 4 <= signs.length; i++) {
              for (const encode of ENCODINGS) expect(output).not.toContain(encode(signs.slice(i, i + 4).join('')));
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('lets no four characters of a key through, even of one that could be the name of a field', () => {
    const key = fc.string({ unit: fc.constantFrom('Q', 'J', 'X'), minLength: 6, maxLength: 12 });
    fc.assert(
      fc.property(key, key, (one, two) => {
        const record = buildEvidence(
          traceInput({ ...HARMLESS, to: { [one]: { [two]: 1 } }, amount: [{ [two]: one }] }),
        );
        for (const { render } of CHANNELS) {
          const output = render(record);
          for (const text of [one, two]) {
            for (let i = 0; i + 4 <= text.length; i++) expect(output).not.toContain(text.slice(i, i + 4));
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('would find a value that is let through, in each output', () => {
    const record = buildEvidence(traceInput({ ...HARMLESS, to: 'жΩяß', amount: { QJXQ: 1 } }), { allow: ['**'] });
    for (const { name, render } of CHANNELS) {
      const output = render(record);
      expect([name, ENCODINGS.some((encode) => output.includes(encode('жΩяß')))]).toEqual([name, true]);
      expect([name, output.includes('QJXQ')]).toEqual([name, true]);
    }
  });

  it('gives identical bytes in each output to two traces that differ only in redacted values', () => {
    fc.assert(
      fc.property(secret, secret, (one, two) => {
        const record = (text: string) => buildEvidence(traceInput({ ...HARMLESS, to: text }));
        for (const { render } of CHANNELS) expect(render(record(one))).toBe(render(record(two)));
      }),
      { numRuns: 20 },
    );
  });
});
