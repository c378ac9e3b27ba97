import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import { jsonDigest } from '../../trace/digest.ts';
import { isJsonObject, type Json, ownValue } from '../../trace/json.ts';
import { EVIDENCE_VERSION, type EvidenceRecord, evidenceRecord } from './schema.ts';

/** What can be wrong with an evidence file. */
export type EvidenceCode =
  | 'evidence/truncated'
  | 'evidence/not-json'
  | 'evidence/too-deep'
  | 'evidence/not-evidence'
  | 'evidence/other-version'
  | 'evidence/altered';

/** A record whose digest is still to be computed. */
export type UnsealedRecord = Omit<EvidenceRecord, 'digest'>;

/** Deepest nesting that is read; what the product writes is far below it. */
const MAX_DEPTH = 200;

/** The record with the digest of its canonical bytes. */
export function sealRecord(record: UnsealedRecord): EvidenceRecord {
  // Through JSON, so that absent fields are absent and the digest is of what a reader will see.
  return { ...record, digest: jsonDigest(withoutUndefined(record) as Json) };
}

/** The canonical bytes of a record (RFC 8785) and a final line break: what an evidence file holds. */
export const writeRecord = (record: EvidenceRecord): string => `${canonicalJson(withoutUndefined(record) as Json)}\n`;

/**
 * Reads an evidence file back; `file` is what errors call it. Errors: cut off (`evidence/truncated`), not JSON, of another version, not of the record's shape, or altered
 * since it was written (`evidence/altered`: the digest tells).
 */
export function readRecord(
  text: string,
  { file }: { readonly file: string },
): Result<EvidenceRecord, Diagnostic<EvidenceCode>> {
  const source = sourceText(file, text);
  const start = source.span(0);
  if (depthOf(text) > MAX_DEPTH) {
    return fail({
      code: 'evidence/too-deep',
      message: `the file is nested deeper than ${MAX_DEPTH} levels`,
      at: start,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(endsEarly(text) ? truncated(source, text) : notJson(source));
  }
  const version = ownValue(value, 'tracefoldEvidence');
  if (!isJsonObject(value) || version === undefined) {
    return fail({
      code: 'evidence/not-evidence',
      message: 'this is no evidence record: it has no field "tracefoldEvidence"',
      at: start,
      expected: `an object with "tracefoldEvidence": ${EVIDENCE_VERSION}`,
    });
  }
  if (version !== EVIDENCE_VERSION) {
    return fail({
      code: 'evidence/other-version',
      message: `evidence of version ${typeof version === 'number' ? version : 'unknown'} cannot be read`,
      at: start,
      expected: `version ${EVIDENCE_VERSION}`,
      hint: 'render it with the release of tracefold that wrote it, or run the scenario again',
    });
  }
  // Before the shape: whatever was altered, this is the plainer thing to say.
  const { digest, ...rest } = value;
  const actual = jsonDigest(rest);
  if (typeof digest === 'string' && digest !== actual) {
    return fail({
      code: 'evidence/altered',
      message: 'the record was changed after it was written: its digest does not match its content',
      at: start,
      expected: `digest ${actual}`,
      hint: 'run the scenario again to get evidence that can be trusted',
    });
  }
  const parsed = evidenceRecord.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = (issue?.path ?? []).map(String).join('.');
    return fail({
      code: 'evidence/not-evidence',
      message: `the record is not of the published shape${path === '' ? '' : `, at "${path}"`}`,
      at: start,
      ...(issue === undefined ? {} : { hint: issue.message }),
    });
  }
  return ok(parsed.data);
}

const truncated = (source: ReturnType<typeof sourceText>, text: string): Diagnostic<EvidenceCode> => ({
  code: 'evidence/truncated',
  message: text.trim() === '' ? 'the file is empty' : 'the file ends in the middle of the record',
  at: source.span(text.length),
  expected: 'one complete JSON object',
  hint: 'the program that wrote it may have been stopped; run the scenario again',
});

const notJson = (source: ReturnType<typeof sourceText>): Diagnostic<EvidenceCode> => ({
  code: 'evidence/not-json',
  message: 'the file is not JSON',
  at: source.span(0),
  expected: 'an evidence record as tracefold writes it',
});

/** Walks the text once, outside of strings, counting brackets: no parser runs before the nesting is known to be harmless. */
function walk(text: string): { readonly deepest: number; readonly open: number; readonly inString: boolean } {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth);
    else if (code === 125 || code === 93) depth--;
  }
  return { deepest, open: depth, inString };
}

const depthOf = (text: string): number => walk(text).deepest;

/** Whether the text is the beginning of a JSON object rather than something else. */
function endsEarly(text: string): boolean {
  if (text.trim() === '') return true;
  const { open, inString } = walk(text);
  return text.trimStart().startsWith('{') && (open > 0 || inString);
}

/** Optional fields that are set to undefined are absent in JSON. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const copy: { [key: string]: unknown } = Object.create(null);
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (item !== undefined) copy[key] = withoutUndefined(item);
  }
  return copy;
}
