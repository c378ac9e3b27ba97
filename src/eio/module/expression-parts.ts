import { nearestHint } from '../../diagnostics/nearest.ts';
import { isJsonObject, type Json } from '../../trace/json.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { type Argument, COMPARE_OPS, TEMPORAL_OPS, type Term } from '../types.ts';
import type { Report } from './report.ts';

// What the operators of an expression are made of: terms, arguments, fields and words, each with what is said where it is wrong.

export const OPERATORS = ['relation', 'fact', 'all', 'any', 'not', 'exists', 'compare', 'temporal'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What an operand looks like, for messages. */
export const SHAPES: Record<Operator, string> = {
  relation: '[subject, relation id, object]',
  fact: 'the name of a fact',
  all: 'a list of at least one expression',
  any: 'a list of at least one expression',
  not: 'one expression',
  exists: '{type: entity id, where: {…}}',
  compare: `{left: …, op: ${COMPARE_OPS.join(' | ')}, right: …}`,
  temporal: `{event: …, op: ${TEMPORAL_OPS.join(' | ')}, reference: …}`,
};

const PARAMETER = /^\$([a-z][a-z0-9_]*)$/;
const ATTRIBUTE = /^\$([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)$/;
const CONSTANT = /^[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)*$/;

interface Mistake {
  readonly message: string;
  readonly expected?: string;
  readonly hint?: string | undefined;
  /** Whether the key is wrong and not its value. */
  readonly key?: boolean;
}

/** Reports a mistake; undefined, for what could not be read. */
export function wrong(report: Report, at: YamlPath, { message, expected, hint, key = false }: Mistake): undefined {
  report.error('eio/expression', at, {
    message,
    key,
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** A parameter, an attribute of one, a constant or a literal. */
export function readTerm(report: Report, value: unknown, path: YamlPath): Term | undefined {
  const at = report.spanOf(path);
  if (typeof value !== 'string') return { kind: 'literal', value: value as Json, at };
  const parameter = PARAMETER.exec(value);
  if (parameter) return { kind: 'parameter', name: parameter[1]!, at };
  const attribute = ATTRIBUTE.exec(value);
  if (attribute) return { kind: 'attribute', parameter: attribute[1]!, attribute: attribute[2]!, at };
  if (value.startsWith('$')) {
    const expected = '"$name" or "$name.attribute", in snake_case';
    return wrong(report, path, { message: `"${value}" is no parameter`, expected });
  }
  if (CONSTANT.test(value)) return { kind: 'constant', name: value, at };
  return { kind: 'literal', value, at };
}

/** The names and terms of a `where`. */
export function readArguments(report: Report, value: unknown, path: YamlPath): Argument[] | undefined {
  if (!isJsonObject(value)) {
    return wrong(report, path, { message: `"where" is ${typeName(value)}`, expected: 'a map of names and terms' });
  }
  const found: Argument[] = [];
  let whole = true;
  for (const name of Object.keys(value)) {
    const at = [...path, name];
    const argument = readTerm(report, value[name], at);
    if (argument === undefined) whole = false;
    else found.push({ name, term: argument, at: report.document.spanOfKey(at) });
  }
  return whole ? found : undefined;
}

/** The fields of `exists`, `compare` or `temporal`, in the order asked for; all are required and no others are allowed. */
export function readFields(
  report: Report,
  value: unknown,
  path: YamlPath,
  { operator, names }: { readonly operator: Operator; readonly names: readonly string[] },
): readonly unknown[] | undefined {
  const expected = SHAPES[operator];
  if (!isJsonObject(value)) return wrong(report, path, { message: `"${operator}" is ${typeName(value)}`, expected });
  const extra = Object.keys(value).find((key) => !names.includes(key));
  if (extra !== undefined) {
    const message = `unknown key "${extra}" in "${operator}"`;
    return wrong(report, [...path, extra], { message, expected, hint: closeHint(extra, names), key: true });
  }
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return wrong(report, path, { message: `"${operator}" has no "${missing}"`, expected });
  return names.map((name) => value[name]);
}

/** An `op`. */
export function readOneOf<Op extends string>(
  report: Report,
  value: unknown,
  path: YamlPath,
  known: readonly Op[],
): Op | undefined {
  const found = known.find((op) => op === value);
  if (found !== undefined) return found;
  const text = typeof value === 'string';
  return wrong(report, path, {
    message: `"op" is ${text ? `"${value}"` : typeName(value)}`,
    expected: `one of ${listed(known)}`,
    hint: text ? closeHint(value, known) : undefined,
  });
}

export const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Only a close name; the whole list is already in what was expected. */
export function closeHint(name: string, known: readonly string[]): string | undefined {
  const hint = nearestHint(name, known);
  return hint?.startsWith('known') ? undefined : hint;
}

export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return `the ${typeof value} ${JSON.stringify(value)}`;
}
