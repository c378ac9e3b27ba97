import type { z } from 'zod';
import type { YamlPath } from './parse-yaml.ts';

const YAML_NAMES: Record<string, string> = { object: 'map', record: 'map', array: 'list', int: 'whole number' };

/** A type of the schema library in the words of YAML, with its article. */
export function named(expected: string): string {
  const name = YAML_NAMES[expected] ?? expected;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** What any of the alternatives of a union would have taken: `a string or a map`. */
export const alternatives = (errors: readonly (readonly z.core.$ZodIssue[])[]): string =>
  [
    ...new Set(
      errors.flatMap((issues) =>
        issues.map((one) => (one.code === 'invalid_type' ? named(one.expected) : 'another shape')),
      ),
    ),
  ].join(' or ');

/** `"a"`, or `one of "a", "b"`. */
export const listed = (values: readonly unknown[]): string =>
  values.length === 1 ? `"${values[0]}"` : `one of ${values.map((value) => `"${value}"`).join(', ')}`;
/** A value as it stands in a message: text in quotes and cut short, and of other values their type. */
export const quote = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value) : typeName(value);
/** ` in "attack.steps"`; nothing for the document itself. */
export const where = (path: YamlPath): string => (path.length === 0 ? '' : ` in ${describePath(path)}`);

/** `"attack.steps[2].rid"` */
export function describePath(path: YamlPath): string {
  if (path.length === 0) return 'the document';
  return `"${path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')}"`;
}

/** What a value is, in the words of YAML. */
export function typeName(value: unknown): string {
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
