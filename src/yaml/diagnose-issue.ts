import type { z } from 'zod';
import { type Diagnostic, MAX_PROBLEMS } from '../diagnostics/diagnostic.ts';
import { nearest, nearestHint } from '../diagnostics/nearest.ts';
import type { YamlDocument, YamlPath } from './parse-yaml.ts';
import { discriminatorValues, knownKeys, valueAt } from './schema-paths.ts';
import { alternatives, describePath, listed, named, quote, typeName, where } from './shape-words.ts';

export type ShapeErrorCode = 'shape/unknown-key' | 'shape/missing-key' | 'shape/wrong-type' | 'shape/wrong-value';

type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;
type ShapeError = Diagnostic<ShapeErrorCode>;

/** What was checked: the part of the document at `prefix`, against the schema. */
export interface Checked {
  readonly document: YamlDocument;
  readonly schema: z.core.$ZodType;
  readonly prefix: YamlPath;
}

/** What an issue of the schema library says of the YAML, at its place there; at least one, and no more than anybody reads. */
export function diagnoseIssue(issue: Issue, checked: Checked): readonly ShapeError[] {
  const path = [...checked.prefix, ...innerPath(issue)];
  const value = valueAt(checked.document.value, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(issue, path, checked);
    case 'invalid_type':
      return [value === undefined ? missing(path, named(issue.expected), checked) : wrongType(issue, path, checked)];
    case 'invalid_value':
      return [value === undefined ? missing(path, listed(issue.values), checked) : wrongValue(issue, path, checked)];
    case 'invalid_union':
      if (value === undefined && path.length > 0) return [missing(path, alternatives(issue.errors), checked)];
      if (issue.errors.length === 0) return [wrongAlternative(issue, path, checked)];
      return withinAlternative(issue, path, checked);
    case 'too_small':
      return [empty(issue, path, checked) ?? other(issue, path, checked)];
    case 'too_big':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return [other(issue, path, checked)];
  }
}

/** Keys of data that came from YAML: no symbols. */
const innerPath = (issue: Issue): YamlPath => issue.path as YamlPath;

const diagnostic = (
  { document }: Checked,
  at: Diagnostic['at'] & object,
  rest: Omit<ShapeError, 'at' | 'lineText'>,
): ShapeError => ({ ...rest, at, lineText: document.source.line(at.start.line) });

function unknownKeys(issue: IssueOf<'unrecognized_keys'>, path: YamlPath, checked: Checked): ShapeError[] {
  const { document, schema, prefix } = checked;
  const known = knownKeys(schema, innerPath(issue), valueAt(document.value, prefix));
  return issue.keys.slice(0, MAX_PROBLEMS).map((key) => {
    const hint = nearestHint(key, known);
    return diagnostic(checked, document.spanOfKey([...path, key]), {
      code: 'shape/unknown-key',
      message: `unknown key "${key}"${where(path)}`,
      ...(hint === undefined ? {} : { hint }),
    });
  });
}

const missing = (path: YamlPath, expected: string, checked: Checked): ShapeError =>
  diagnostic(checked, checked.document.spanOf(path), {
    code: 'shape/missing-key',
    message: `"${path.at(-1)}" is missing${where(path.slice(0, -1))}`,
    expected,
  });

function wrongType({ expected }: IssueOf<'invalid_type'>, path: YamlPath, checked: Checked): ShapeError {
  const { document } = checked;
  const value = valueAt(document.value, path);
  return diagnostic(checked, document.spanOf(path), {
    code: 'shape/wrong-type',
    message: `${describePath(path)} is ${typeName(value)}`,
    expected: named(expected),
    ...(expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')
      ? { hint: 'in quotes it is a string' }
      : {}),
  });
}

const wrongValue = ({ values }: IssueOf<'invalid_value'>, path: YamlPath, checked: Checked): ShapeError =>
  diagnostic(checked, checked.document.spanOf(path), {
    code: 'shape/wrong-value',
    message: `${describePath(path)} is ${quote(valueAt(checked.document.value, path))}`,
    expected: listed(values),
    ...meant(valueAt(checked.document.value, path), values),
  });

/** No alternative has the value that the key which tells them apart was given. */
function wrongAlternative(issue: IssueOf<'invalid_union'>, path: YamlPath, checked: Checked): ShapeError {
  const { document, schema } = checked;
  const { discriminator } = issue;
  const keyed = discriminator === undefined || path.at(-1) === discriminator ? path : [...path, discriminator];
  const allowed = discriminatorValues(schema, innerPath(issue), discriminator);
  const given = valueAt(document.value, keyed);
  return diagnostic(checked, document.spanOf(keyed), {
    ...(given === undefined
      ? { code: 'shape/missing-key', message: `"${keyed.at(-1)}" is missing${where(path)}` }
      : { code: 'shape/wrong-value', message: `${describePath(keyed)} is ${quote(given)}` }),
    ...(allowed.length === 0 ? {} : { expected: listed(allowed) }),
    ...meant(given, allowed),
  });
}

/** What is wrong within the alternative that got furthest before it failed: it is the one that was meant. */
function withinAlternative(issue: IssueOf<'invalid_union'>, path: YamlPath, checked: Checked): readonly ShapeError[] {
  const ranked = issue.errors
    .filter((issues) => !issues.some((one) => one.code === 'invalid_type' && one.path.length === 0))
    .map((issues) => ({ issues, depth: issues.reduce((most, one) => Math.max(most, one.path.length), 0) }))
    .sort((a, b) => b.depth - a.depth || a.issues.length - b.issues.length);
  const best = ranked[0];
  if (best === undefined) {
    const { document } = checked;
    const message = `${describePath(path)} is ${typeName(valueAt(document.value, path))}`;
    const expected = alternatives(issue.errors);
    return [diagnostic(checked, document.spanOf(path), { code: 'shape/wrong-type', message, expected })];
  }
  return best.issues
    .slice(0, MAX_PROBLEMS)
    .flatMap((one) => diagnoseIssue({ ...one, path: [...issue.path, ...one.path] }, checked));
}

function empty({ origin }: IssueOf<'too_small'>, path: YamlPath, checked: Checked): ShapeError | null {
  if (origin !== 'string' && origin !== 'array') return null;
  return diagnostic(checked, checked.document.spanOf(path), {
    code: 'shape/wrong-value',
    message: `${describePath(path)} is empty`,
    expected: origin === 'string' ? 'at least one character' : 'at least one entry',
  });
}

const other = (issue: Issue, path: YamlPath, checked: Checked): ShapeError =>
  diagnostic(checked, checked.document.spanOf(path), {
    code: 'shape/wrong-value',
    message: `${describePath(path)}: ${issue.message}`,
  });

/** A hint, if a value is a slip of one that is allowed; what is allowed at all is told as expected. */
function meant(given: unknown, allowed: readonly unknown[]): { readonly hint?: string } {
  const close = typeof given === 'string' ? nearest(given, allowed.map(String)) : undefined;
  return close === undefined ? {} : { hint: `did you mean "${close}"?` };
}
