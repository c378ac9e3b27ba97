import type { z } from 'zod';
import {
  type Diagnostic,
  fail,
  failAll,
  isNonEmpty,
  MAX_PROBLEMS,
  ok,
  type Result,
} from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { diagnoseIssue, type ShapeErrorCode } from './diagnose-issue.ts';
import type { YamlDocument, YamlPath } from './parse-yaml.ts';
import { knownKeys, valueAt } from './schema-paths.ts';
import { where } from './shape-words.ts';

/**
 * The document's value, if it has the shape of the schema; otherwise its problems, each with its place in the YAML and the nearest known
 * key. `at` selects a part of the document.
 */
export function checkShape<T>(
  document: YamlDocument,
  schema: z.ZodType<T>,
  at: YamlPath = [],
): Result<T, Diagnostic<ShapeErrorCode>> {
  const value = valueAt(document.value, at);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) {
    const dropped = droppedKey(value, parsed.data, at);
    if (dropped === null) return ok(parsed.data);
    const place = document.spanOfKey(dropped);
    return fail({
      code: 'shape/unknown-key',
      message: `the key "__proto__"${where(dropped.slice(0, -1))} can be no name`,
      at: place,
      lineText: document.source.line(place.start.line),
    });
  }
  const issues = parsed.error.issues.slice(0, MAX_PROBLEMS);
  const meant = misspelled(issues, schema, value);
  const errors = issues
    .filter(({ path }) => !meant.has(JSON.stringify(path)) || valueAt(value, path as YamlPath) !== undefined)
    .flatMap((issue) => diagnoseIssue(issue, { document, schema, prefix: at }))
    .slice(0, MAX_PROBLEMS);
  if (isNonEmpty(errors)) return failAll(errors);
  throw new TypeError('the schema refuses a value and does not say why');
}

/** Paths of the keys that misspelled ones stand for: that such a key is missing is said by the hint of the other. */
function misspelled(issues: readonly z.core.$ZodIssue[], root: z.core.$ZodType, value: unknown): ReadonlySet<string> {
  const meant = new Set<string>();
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const known = knownKeys(root, issue.path as YamlPath, value);
    for (const key of issue.keys) {
      const close = nearest(key, known);
      if (close !== undefined) meant.add(JSON.stringify([...issue.path, close]));
    }
  }
  return meant;
}

/** The first key `__proto__` that the schema library left out without a word: what the author wrote would not be what is judged. */
function droppedKey(given: unknown, kept: unknown, path: YamlPath): YamlPath | null {
  if (given === kept || typeof given !== 'object' || given === null || typeof kept !== 'object' || kept === null)
    return null;
  if (Object.hasOwn(given, '__proto__') && !Object.hasOwn(kept, '__proto__')) return [...path, '__proto__'];
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(kept, key)) continue;
    const step = Array.isArray(given) ? Number(key) : key;
    const found = droppedKey(value, (kept as Record<string, unknown>)[key], [...path, step]);
    if (found !== null) return found;
  }
  return null;
}
