import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { jsonDigest } from '../../trace/digest.ts';
import { traceInput, trioInput } from '../testing/fixtures.ts';
import { buildEvidence } from './build.ts';
import { readRecord, writeRecord } from './file.ts';
import { evidenceJsonSchema } from './schema.ts';

const record = buildEvidence(trioInput('guard gone'));
const text = writeRecord(record);

function messageOf(file: string): string {
  const result = readRecord(file, { file: 'evidence/a.json' });
  if (result.ok) throw new Error('it was read');
  return formatDiagnostic(result.errors[0]);
}

describe('an evidence file', () => {
  it('reads back as the record that was written', () => {
    for (const input of [traceInput(), trioInput(), trioInput('control refused')]) {
      const written = buildEvidence(input);
      const read = readRecord(writeRecord(written), { file: 'evidence/a.json' });
      expect(read.ok && writeRecord(read.value)).toBe(writeRecord(written));
    }
  });

  it('of another version says which release reads it', () => {
    expect(messageOf(text.replace('"tracefoldEvidence":1', '"tracefoldEvidence":2'))).toMatchInlineSnapshot(`
      "evidence/a.json:1:1: evidence of version 2 cannot be read [evidence/other-version]
        expected version 1
        hint: render it with the release of tracefold that wrote it, or run the scenario again"
    `);
  });

  it('that was cut off says so, wherever it was cut', () => {
    expect(messageOf(text.slice(0, 200))).toMatchInlineSnapshot(`
      "evidence/a.json:1:201: the file ends in the middle of the record [evidence/truncated]
        expected one complete JSON object
        hint: the program that wrote it may have been stopped; run the scenario again"
    `);
    for (let end = 1; end < text.length - 2; end += 97) {
      expect(readRecord(text.slice(0, end), { file: 'a.json' })).toMatchObject({
        errors: [{ code: 'evidence/truncated' }],
      });
    }
  });

  it('that is empty says so', () => {
    expect(messageOf('')).toMatchInlineSnapshot(`
      "evidence/a.json:1:1: the file is empty [evidence/truncated]
        expected one complete JSON object
        hint: the program that wrote it may have been stopped; run the scenario again"
    `);
  });

  it('that was altered says so', () => {
    expect(
      messageOf(text.replace('"outcome":"fail"', '"outcome":"pass"')).replace(/[0-9a-f]{64}/, '…'),
    ).toMatchInlineSnapshot(`
      "evidence/a.json:1:1: the record was changed after it was written: its digest does not match its content [evidence/altered]
        expected digest sha256:…
        hint: run the scenario again to get evidence that can be trusted"
    `);
  });

  it('that is no evidence says so', () => {
    expect(messageOf('{"a": 1}')).toMatchInlineSnapshot(`
      "evidence/a.json:1:1: this is no evidence record: it has no field "tracefoldEvidence" [evidence/not-evidence]
        expected an object with "tracefoldEvidence": 1"
    `);
    expect(messageOf('hello')).toMatchInlineSnapshot(`
      "evidence/a.json:1:1: the file is not JSON [evidence/not-json]
        expected an evidence record as tracefold writes it"
    `);
  });

  it('of the right digest and the wrong shape says where', () => {
    const { digest: _, ...rest } = JSON.parse(text);
    const forged = { ...rest, outcome: 'fine' };
    expect(messageOf(JSON.stringify({ ...forged, digest: jsonDigest(forged) }))).toMatchInlineSnapshot(`
      "evidence/a.json:1:1: the record is not of the published shape, at "outcome" [evidence/not-evidence]
        hint: Invalid option: expected one of "pass"|"fail"|"unknown""
    `);
  });

  it('that is nested without end is refused before it is parsed', () => {
    expect(messageOf(`{"a":${'['.repeat(100_000)}`)).toMatchInlineSnapshot(
      `"evidence/a.json:1:1: the file is nested deeper than 200 levels [evidence/too-deep]"`,
    );
  });

  it('cannot set a prototype', () => {
    expect(readRecord('{"__proto__": {"tracefoldEvidence": 1}}', { file: 'a.json' })).toMatchObject({
      errors: [{ code: 'evidence/not-evidence' }],
    });
  });
});

describe('the published JSON Schema', () => {
  it('describes every field that a record has', () => {
    const schema = evidenceJsonSchema() as { properties: object; required: string[]; additionalProperties: boolean };
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(record).sort());
    expect(schema.additionalProperties).toBe(false);
  });
});
