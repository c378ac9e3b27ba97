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
import { diagnoseIssue, type ShapeErrorCode } from './diagnose-issue.ts';
import type { YamlDocument, YamlPath } from './parse-yaml.ts';
import { valueAt } from './schema-paths.ts';
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
  const errors = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue) => diagnoseIssue(issue, { document, schema, prefix: at }))
    .slice(0, MAX_PROBLEMS);
  if (isNonEmpty(errors)) return failAll(errors);
  throw new TypeError('the schema refuses a value and does not say why');
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
