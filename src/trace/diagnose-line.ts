import type { z } from 'zod';
import { type Diagnostic, type Failed, fail, failAll, isNonEmpty } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { EVENT_KINDS, traceEvent, traceHeader } from './event.ts';
import { type Json, ownValue } from './json.ts';
import { diagnosticAt, locateInJson } from './json-text.ts';
import { toldName, toldPath, toldValue } from './told-value.ts';
import type { TraceCode } from './trace-code.ts';

type TraceDiagnostic = Diagnostic<TraceCode>;
type Issue = z.core.$ZodIssue;
type Path = (string | number)[];

/** A line of a trace file that is JSON. */
export interface JsonLine {
  readonly text: string;
  readonly place: { readonly file: string; readonly line: number };
  readonly value: Json;
}

/** How many errors of a trace are told: one slip of a recorder repeats on every line, and a hostile line has any number, each looked for in it. */
export const MAX_ERRORS = 20;

/** Why a line is no event, or no header, of the normal form: what the schema found, each at its place in the line. */
export function refusedLine(line: JsonLine, issues: readonly Issue[]): Failed<TraceDiagnostic> {
  const errors = issues
    .slice(0, MAX_ERRORS)
    .flatMap((issue) => diagnosticsOf(line, issue))
    .slice(0, MAX_ERRORS);
  return isNonEmpty(errors) ? failAll(errors) : fail(wrongValue(line, [], 'a valid event'));
}

/** A diagnostic at the value that a path of the line leads to. */
export function diagnosticOf({ text, place }: JsonLine, path: Path, diagnostic: TraceDiagnostic): TraceDiagnostic {
  const range = locateInJson(text, path);
  return diagnosticAt(text, place, range?.start ?? 0, diagnostic, range?.end);
}

function diagnosticsOf(line: JsonLine, issue: Issue): TraceDiagnostic[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, MAX_ERRORS).map((key) => unknownKey(line, path, key));
    case 'invalid_union':
      if (path.length === 1 && path[0] === 'kind') return [unknownKind(line)];
      return [wrongValue(line, path, path[0] === 'basis' ? '"observed" or "inferred:<rule>"' : 'a name or a number')];
    case 'invalid_value':
      return [path[0] === 'tracefold' ? unknownVersion(line, issue.values) : notAllowed(line, path, issue.values)];
    case 'invalid_type':
      return [wrongValue(line, path, issue.expected === 'int' ? 'a whole number' : withArticle(issue.expected))];
    case 'too_small': {
      const isNumber = typeof valueAt(line.value, path) === 'number';
      return [wrongValue(line, path, isNumber ? 'at least 0' : 'a name that is not empty')];
    }
    case 'too_big':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return [wrongValue(line, path, issue.message.replace(/^expected /, ''))];
  }
}

function unknownKey({ text, place, value }: JsonLine, path: Path, key: string): TraceDiagnostic {
  const known = path.length === 0 ? topKeys(value) : nestedKeys(value, path);
  const range = locateInJson(text, path, key);
  const hint = nearestHint(key, known);
  const diagnostic: TraceDiagnostic = {
    code: 'trace/unknown-key',
    message: `unknown key${toldName(key, known)}${kindOf(value)}`,
    ...(hint === undefined ? { expected: `one of ${known.join(', ')}` } : { hint }),
  };
  return diagnosticAt(text, place, range?.start ?? 0, diagnostic, range?.end);
}

function unknownKind(line: JsonLine): TraceDiagnostic {
  const kind = valueAt(line.value, ['kind']);
  if (kind === undefined) return wrongValue(line, ['kind'], 'the kind of the event');
  return diagnosticOf(line, ['kind'], {
    code: 'trace/unknown-kind',
    message: `unknown kind of event${typeof kind === 'string' ? toldName(kind, EVENT_KINDS) : `: ${toldValue(kind)}`}`,
    expected: `one of ${EVENT_KINDS.join(', ')}`,
    ...near(kind, EVENT_KINDS),
  });
}

function unknownVersion(line: JsonLine, allowed: readonly unknown[]): TraceDiagnostic {
  const version = valueAt(line.value, ['tracefold']);
  const told = typeof version === 'number' && version < 1000 ? `version ${version}` : 'another version';
  return diagnosticOf(line, ['tracefold'], {
    code: 'trace/unknown-version',
    message: `${told} of the trace format`,
    expected: allowed.map((value) => JSON.stringify(value)).join(', '),
  });
}

function notAllowed(line: JsonLine, path: Path, allowed: readonly unknown[]): TraceDiagnostic {
  const expected = `one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`;
  const known = allowed.map(String);
  return { ...wrongValue(line, path, expected, known), ...near(valueAt(line.value, path), known) };
}

function wrongValue(line: JsonLine, path: Path, expected: string, known: readonly string[] = []): TraceDiagnostic {
  const value = valueAt(line.value, path);
  const name = path.length === 0 ? 'the line' : `"${toldPath(path.join('.'))}"`;
  return diagnosticOf(line, value === undefined ? path.slice(0, -1) : path, {
    code: 'trace/wrong-value',
    message: value === undefined ? `${name} is missing` : `${name} is ${toldValue(value, known)}`,
    expected,
  });
}

function near(given: unknown, known: readonly string[]): { readonly hint?: string } {
  const hint = typeof given === 'string' ? nearestHint(given, known) : undefined;
  return hint === undefined ? {} : { hint };
}

const withArticle = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

const optionOfKind = (value: Json) =>
  traceEvent.options.find((option) => option.shape.kind.value === ownValue(value, 'kind'));

/** The keys of the event, or of the header, that a line means to be. */
const topKeys = (value: Json): string[] => Object.keys((optionOfKind(value) ?? traceHeader).shape);

function kindOf(value: Json): string {
  const kind = optionOfKind(value)?.shape.kind.value;
  return kind === undefined ? '' : ` in "${kind}"`;
}

function nestedKeys(value: Json, path: Path): string[] {
  const shape = optionOfKind(value)?.shape as Record<string, { unwrap?: () => { shape?: object } }> | undefined;
  return Object.keys(shape?.[String(path[0])]?.unwrap?.().shape ?? {});
}

function valueAt(root: Json, path: Path): unknown {
  let value: unknown = root;
  for (const step of path) value = ownValue(value, String(step));
  return value;
}
