import { nearestHint } from '../../diagnostics/nearest.ts';
import { isJsonObject, type Json } from '../../trace/json.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { type Argument, COMPARE_OPS, type Expression, TEMPORAL_OPS, type Term } from '../types.ts';
import type { Report } from './report.ts';

const MAX_DEPTH = 64;
const MAX_NODES = 1000;

const OPERATORS = ['relation', 'fact', 'all', 'any', 'not', 'exists', 'compare', 'temporal'] as const;
type Operator = (typeof OPERATORS)[number];

const SHAPES: Record<Operator, string> = {
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

/** The expression at a path (reference section 1, "Expression grammar"); undefined if something in it is wrong and was reported. */
export function parseExpression(report: Report, value: unknown, path: YamlPath): Expression | undefined {
  let nodes = 0;

  const wrong = (at: YamlPath, message: string, expected?: string, hint?: string, key = false): undefined => {
    report.error('eio/expression', at, {
      message,
      key,
      ...(expected === undefined ? {} : { expected }),
      ...(hint === undefined ? {} : { hint }),
    });
    return undefined;
  };

  const expression = (value: unknown, path: YamlPath, depth: number): Expression | undefined => {
    const read = readOne(value, path, depth);
    if (read !== undefined) report.paths.set(read, path);
    return read;
  };

  const readOne = (value: unknown, path: YamlPath, depth: number): Expression | undefined => {
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      if (nodes <= MAX_NODES + 1) {
        report.error('eio/too-large', path, {
          message: 'the expression is too large',
          expected: `at most ${MAX_NODES} parts, nested at most ${MAX_DEPTH} deep`,
        });
      }
      nodes = MAX_NODES + 1;
      return undefined;
    }
    const at = report.spanOf(path);
    if (typeof value === 'boolean') return { kind: 'boolean', value, at };
    if (!isJsonObject(value)) {
      return wrong(
        path,
        `an expression is ${typeName(value)}`,
        `true, false or a map with one of ${listed(OPERATORS)}`,
      );
    }
    const keys = Object.keys(value);
    const operators = keys.filter((key): key is Operator => (OPERATORS as readonly string[]).includes(key));
    const operator = operators[0];
    if (operator === undefined) {
      const key = keys[0];
      if (key === undefined) return wrong(path, 'an expression is empty', `one of ${listed(OPERATORS)}`);
      return wrong(
        [...path, key],
        `unknown operator "${key}"`,
        `one of ${listed(OPERATORS)}`,
        closeHint(key, OPERATORS),
        true,
      );
    }
    if (operators.length > 1) {
      return wrong(
        [...path, operators[1]!],
        `an expression has both "${operators[0]}" and "${operators[1]}"`,
        'exactly one operator; combine two with "all" or "any"',
        undefined,
        true,
      );
    }
    const allowed = operator === 'fact' ? ['fact', 'where'] : [operator];
    const extra = keys.find((key) => !allowed.includes(key));
    if (extra !== undefined) {
      return wrong(
        [...path, extra],
        `unknown key "${extra}" beside "${operator}"`,
        undefined,
        closeHint(extra, allowed),
        true,
      );
    }
    const operand = value[operator];
    const here = [...path, operator];
    const badShape = () => wrong(here, `"${operator}" is ${typeName(operand)}`, SHAPES[operator]);
    switch (operator) {
      case 'relation': {
        if (!Array.isArray(operand)) return badShape();
        if (operand.length !== 3) {
          return wrong(here, `"relation" has ${operand.length} entries and not three`, SHAPES.relation);
        }
        const strange = operand.findIndex((entry) => typeof entry !== 'string');
        if (strange >= 0) {
          return wrong([...here, strange], `an entry of "relation" is ${typeName(operand[strange])}`, 'a string');
        }
        const subject = term(operand[0], [...here, 0]);
        const object = term(operand[2], [...here, 2]);
        return subject && object && { kind: 'relation', subject, relation: operand[1], object, at };
      }
      case 'fact': {
        if (typeof operand !== 'string' || operand === '') return badShape();
        const where = argumentsOf(value.where ?? {}, [...path, 'where']);
        return where && { kind: 'fact', name: operand, where, at };
      }
      case 'all':
      case 'any': {
        if (!Array.isArray(operand) || operand.length === 0) {
          return wrong(
            here,
            `"${operator}" is ${Array.isArray(operand) ? 'empty' : typeName(operand)}`,
            SHAPES[operator],
          );
        }
        // A large list stops here and not after a message for each of its entries.
        const parts: Expression[] = [];
        let whole = true;
        for (let index = 0; index < operand.length && nodes <= MAX_NODES; index++) {
          const part = expression(operand[index], [...here, index], depth + 1);
          if (part === undefined) whole = false;
          else parts.push(part);
        }
        return whole ? { kind: operator, parts, at } : undefined;
      }
      case 'not': {
        const part = expression(operand, here, depth + 1);
        return part && { kind: 'not', part, at };
      }
      case 'exists': {
        const fields = fieldsOf(operand, here, operator, ['type', 'where']);
        if (fields === undefined) return undefined;
        const [type, members] = fields;
        if (typeof type !== 'string') return wrong([...here, 'type'], `"type" is ${typeName(type)}`, 'an entity id');
        const where = argumentsOf(members, [...here, 'where']);
        return where && { kind: 'exists', type, where, at };
      }
      case 'compare': {
        const fields = fieldsOf(operand, here, operator, ['left', 'op', 'right']);
        if (fields === undefined) return undefined;
        const op = operatorOf(fields[1], [...here, 'op'], COMPARE_OPS);
        const left = term(fields[0], [...here, 'left']);
        const right = term(fields[2], [...here, 'right']);
        return op === undefined || left === undefined || right === undefined
          ? undefined
          : { kind: 'compare', left, op, right, at };
      }
      case 'temporal': {
        const fields = fieldsOf(operand, here, operator, ['event', 'op', 'reference']);
        if (fields === undefined) return undefined;
        const op = operatorOf(fields[1], [...here, 'op'], TEMPORAL_OPS);
        const event = term(fields[0], [...here, 'event']);
        const reference = term(fields[2], [...here, 'reference']);
        return op === undefined || event === undefined || reference === undefined
          ? undefined
          : { kind: 'temporal', event, op, reference, at };
      }
    }
  };

  const term = (value: unknown, path: YamlPath): Term | undefined => {
    const at = report.spanOf(path);
    if (typeof value !== 'string') return { kind: 'literal', value: value as Json, at };
    const parameter = PARAMETER.exec(value);
    if (parameter) return { kind: 'parameter', name: parameter[1]!, at };
    const attribute = ATTRIBUTE.exec(value);
    if (attribute) return { kind: 'attribute', parameter: attribute[1]!, attribute: attribute[2]!, at };
    if (value.startsWith('$')) {
      return wrong(path, `"${value}" is no parameter`, '"$name" or "$name.attribute", in snake_case');
    }
    if (CONSTANT.test(value)) return { kind: 'constant', name: value, at };
    return { kind: 'literal', value, at };
  };

  const argumentsOf = (value: unknown, path: YamlPath): Argument[] | undefined => {
    if (!isJsonObject(value)) return wrong(path, `"where" is ${typeName(value)}`, 'a map of names and terms');
    const found: Argument[] = [];
    let whole = true;
    for (const name of Object.keys(value)) {
      const at = [...path, name];
      const argument = term(value[name], at);
      if (argument === undefined) whole = false;
      else found.push({ name, term: argument, at: report.document.spanOfKey(at) });
    }
    return whole ? found : undefined;
  };

  /** The fields of `exists`, `compare` or `temporal`, in the order asked for; all are required and no others are allowed. */
  const fieldsOf = (value: unknown, path: YamlPath, operator: Operator, names: readonly string[]) => {
    if (!isJsonObject(value)) return wrong(path, `"${operator}" is ${typeName(value)}`, SHAPES[operator]);
    const extra = Object.keys(value).find((key) => !names.includes(key));
    if (extra !== undefined) {
      return wrong(
        [...path, extra],
        `unknown key "${extra}" in "${operator}"`,
        SHAPES[operator],
        closeHint(extra, names),
        true,
      );
    }
    const missing = names.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return wrong(path, `"${operator}" has no "${missing}"`, SHAPES[operator]);
    return names.map((name) => value[name] as unknown);
  };

  const operatorOf = <Op extends string>(value: unknown, path: YamlPath, known: readonly Op[]): Op | undefined => {
    const found = known.find((op) => op === value);
    if (found !== undefined) return found;
    const shown = typeof value === 'string' ? `"${value}"` : typeName(value);
    return wrong(
      path,
      `"op" is ${shown}`,
      `one of ${listed(known)}`,
      typeof value === 'string' ? closeHint(value, known) : undefined,
    );
  };

  return expression(value, path, 1);
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Only a close name; the whole list is already in what was expected. */
function closeHint(name: string, known: readonly string[]): string | undefined {
  const hint = nearestHint(name, known);
  return hint?.startsWith('known') ? undefined : hint;
}

function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return `the ${typeof value} ${JSON.stringify(value)}`;
}
