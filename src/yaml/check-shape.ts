import type { z } from 'zod';
import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearest, nearestHint } from '../diagnostics/nearest.ts';
import type { YamlDocument, YamlPath } from './parse-yaml.ts';

export type ShapeErrorCode = 'shape/unknown-key' | 'shape/missing-key' | 'shape/wrong-type' | 'shape/wrong-value';

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/**
 * The document's value, if it has the shape of the schema; otherwise every problem with its place in the YAML and the nearest known
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
  const meant = misspelled(parsed.error.issues, schema, value);
  const told = parsed.error.issues.filter(
    ({ path }) => !meant.has(JSON.stringify(path)) || valueAt(value, path as YamlPath) !== undefined,
  );
  const errors = told.flatMap((issue) => diagnose(document, schema, issue, at));
  return fail(...(errors as [Diagnostic<ShapeErrorCode>, ...Diagnostic<ShapeErrorCode>[]]));
}

/** Paths of the keys that misspelled ones stand for: that such a key is missing is said by the hint of the other. */
function misspelled(issues: readonly Issue[], root: Schema, value: unknown): ReadonlySet<string> {
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

function diagnose(document: YamlDocument, root: Schema, issue: Issue, prefix: YamlPath): Diagnostic<ShapeErrorCode>[] {
  const inner = issue.path as YamlPath;
  const path = [...prefix, ...inner];
  const value = valueAt(document.value, path);
  const make = (
    code: ShapeErrorCode,
    keyPath: YamlPath | null,
    rest: Omit<Diagnostic, 'code' | 'at' | 'lineText'>,
  ): Diagnostic<ShapeErrorCode> => {
    const at = keyPath === null ? document.spanOf(path) : document.spanOfKey(keyPath);
    return { code, at, lineText: document.source.line(at.start.line), ...rest };
  };
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(root, inner, valueAt(document.value, prefix));
      return issue.keys.map((key) => {
        const hint = nearestHint(key, known);
        return make('shape/unknown-key', [...path, key], {
          message: `unknown key "${key}"${where(path)}`,
          ...(hint === undefined ? {} : { hint }),
        });
      });
    }
    case 'invalid_type':
      if (value === undefined) {
        return [
          make('shape/missing-key', null, {
            message: `"${path.at(-1)}" is missing${where(path.slice(0, -1))}`,
            expected: named(issue.expected),
          }),
        ];
      }
      return [
        make('shape/wrong-type', null, {
          message: `${describe(path)} is ${typeName(value)}`,
          expected: named(issue.expected),
          ...(issue.expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')
            ? { hint: 'in quotes it is a string' }
            : {}),
        }),
      ];
    case 'too_small':
      if (issue.origin !== 'string' && issue.origin !== 'array') break;
      return [
        make('shape/wrong-value', null, {
          message: `${describe(path)} is empty`,
          expected: issue.origin === 'string' ? 'at least one character' : 'at least one entry',
        }),
      ];
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      if (value === undefined) {
        return [
          make('shape/missing-key', null, {
            message: `"${path.at(-1)}" is missing${where(path.slice(0, -1))}`,
            expected: listed(allowed),
          }),
        ];
      }
      const hint = typeof value === 'string' ? nearestHint(value, allowed) : undefined;
      return [
        make('shape/wrong-value', null, {
          message: `${describe(path)} is ${quote(value)}`,
          expected: listed(allowed),
          ...(hint === undefined || hint.startsWith('known') ? {} : { hint }),
        }),
      ];
    }
    case 'invalid_union': {
      if (value === undefined && path.length > 0) {
        return [
          make('shape/missing-key', null, {
            message: `"${path.at(-1)}" is missing${where(path.slice(0, -1))}`,
            expected: alternatives(issue.errors),
          }),
        ];
      }
      if (issue.errors.length === 0) {
        const discriminator = (issue as { discriminator?: string }).discriminator;
        const keyed = discriminator === undefined || path.at(-1) === discriminator ? path : [...path, discriminator];
        const allowed = discriminatorValues(root, inner, discriminator);
        const given = valueAt(document.value, keyed);
        const hint = typeof given === 'string' ? nearestHint(given, allowed) : undefined;
        const at = document.spanOf(keyed);
        const message =
          given === undefined ? `"${keyed.at(-1)}" is missing${where(path)}` : `${describe(keyed)} is ${quote(given)}`;
        return [
          {
            code: given === undefined ? 'shape/missing-key' : 'shape/wrong-value',
            message,
            at,
            lineText: document.source.line(at.start.line),
            ...(allowed.length === 0 ? {} : { expected: listed(allowed) }),
            ...(hint === undefined || hint.startsWith('known') ? {} : { hint }),
          },
        ];
      }
      // The alternative that got furthest before it failed is the one that was meant.
      const ranked = issue.errors.map((issues) => ({
        issues,
        depth: Math.max(0, ...issues.map((one) => one.path.length)),
        wrongType: issues.some((one) => one.code === 'invalid_type' && one.path.length === 0),
      }));
      const meant = ranked
        .filter((one) => !one.wrongType)
        .sort((a, b) => b.depth - a.depth || a.issues.length - b.issues.length)[0];
      if (meant === undefined) {
        return [
          make('shape/wrong-type', null, {
            message: `${describe(path)} is ${typeName(value)}`,
            expected: alternatives(issue.errors),
          }),
        ];
      }
      return meant.issues.flatMap((one) =>
        diagnose(document, root, { ...one, path: [...inner, ...one.path] } as Issue, prefix),
      );
    }
    default:
      break;
  }
  return [make('shape/wrong-value', null, { message: `${describe(path)}: ${issue.message}` })];
}

function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/** The schemas that can stand at a path, looking through wrappers and into every alternative of a union. */
function schemasAt(schema: Schema, path: YamlPath, value: unknown): Schema[] {
  const def = schema._zod.def as unknown as {
    type: string;
    innerType?: Schema;
    getter?: () => Schema;
    in?: Schema;
    options?: Schema[];
    shape?: Record<string, Schema>;
    element?: Schema;
    valueType?: Schema;
    items?: Schema[];
    discriminator?: string;
  };
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return schemasAt(def.innerType!, path, value);
    case 'lazy':
      return schemasAt(def.getter!(), path, value);
    case 'pipe':
      return schemasAt(def.in!, path, value);
    case 'union': {
      const chosen = def.discriminator === undefined ? undefined : valueAt(value, [def.discriminator]);
      const options = def.options!.filter((option) => {
        if (chosen === undefined) return true;
        const values = option._zod.propValues?.[def.discriminator!];
        return values === undefined || values.has(chosen as never);
      });
      return options.flatMap((option) => schemasAt(option, path, value));
    }
  }
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  const next =
    def.type === 'object'
      ? def.shape?.[step]
      : def.type === 'array'
        ? def.element
        : def.type === 'record'
          ? def.valueType
          : undefined;
  return next === undefined ? [] : schemasAt(next, rest, valueAt(value, [step]));
}

function knownKeys(root: Schema, path: YamlPath, value: unknown): string[] {
  const keys = schemasAt(root, path, value).flatMap((schema) => {
    const def = schema._zod.def as unknown as { type: string; shape?: Record<string, Schema> };
    return def.type === 'object' ? Object.keys(def.shape ?? {}) : [];
  });
  return [...new Set(keys)];
}

function discriminatorValues(root: Schema, path: YamlPath, discriminator: string | undefined): string[] {
  if (discriminator === undefined) return [];
  const parent = path.at(-1) === discriminator ? path.slice(0, -1) : path;
  const values = schemasAt(root, parent, undefined).flatMap((schema) => [
    ...(schema._zod.propValues?.[discriminator] ?? []),
  ]);
  return [...new Set(values.map(String))];
}

const YAML_NAMES: Record<string, string> = { object: 'map', record: 'map', array: 'list', int: 'whole number' };

function named(expected: string): string {
  const name = YAML_NAMES[expected] ?? expected;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

const alternatives = (errors: readonly (readonly Issue[])[]): string =>
  [
    ...new Set(
      errors.flatMap((issues) =>
        issues.map((one) => (one.code === 'invalid_type' ? named(one.expected) : 'another shape')),
      ),
    ),
  ].join(' or ');

const listed = (values: readonly string[]): string =>
  values.length === 1 ? `"${values[0]}"` : `one of ${values.map((value) => `"${value}"`).join(', ')}`;
const quote = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value) : typeName(value);
const where = (path: YamlPath): string => (path.length === 0 ? '' : ` in ${describe(path)}`);

/** `attack.steps[2].rid` */
function describe(path: YamlPath): string {
  if (path.length === 0) return 'the document';
  return `"${path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')}"`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'object':
      return 'a map';
    case 'string':
      return `the string ${quote(value)}`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return `${value}`;
    default:
      return `a ${typeof value}`;
  }
}
