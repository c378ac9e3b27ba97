import type { Span } from '../../diagnostics/diagnostic.ts';
import { isJsonObject, type JsonObject } from '../../trace/json.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { COMPARE_OPS, type Expression, TEMPORAL_OPS } from '../types.ts';
import {
  closeHint,
  listed,
  OPERATORS,
  type Operator,
  readArguments,
  readFields,
  readOneOf,
  readTerm,
  SHAPES,
  typeName,
  wrong,
} from './expression-parts.ts';
import type { Report } from './report.ts';

const MAX_DEPTH = 64;
const MAX_NODES = 1000;

/** What an operator makes of its operand; undefined if something in it is wrong and was reported. */
type ReadOperand = (reading: Reading, operand: unknown, of: Operation) => Expression | undefined;

/** The map that an operator stands in. */
interface Operation {
  readonly map: JsonObject;
  readonly path: YamlPath;
  /** Of the operand. */
  readonly here: YamlPath;
  readonly depth: number;
  readonly at: Span;
}

interface Reading {
  readonly report: Report;
  /** Parts read so far, of all depths. */
  nodes: number;
}

/** The expression at a path (reference section 1, "Expression grammar"); undefined if something in it is wrong and was reported. */
export const parseExpression = (report: Report, value: unknown, path: YamlPath): Expression | undefined =>
  expression({ report, nodes: 0 }, value, path, 1);

function expression(reading: Reading, value: unknown, path: YamlPath, depth: number): Expression | undefined {
  const read = readOne(reading, value, path, depth);
  if (read !== undefined) reading.report.paths.set(read, path);
  return read;
}

function readOne(reading: Reading, value: unknown, path: YamlPath, depth: number): Expression | undefined {
  const { report } = reading;
  if (depth > MAX_DEPTH || ++reading.nodes > MAX_NODES) {
    if (reading.nodes <= MAX_NODES + 1) {
      report.error('eio/too-large', path, {
        message: 'the expression is too large',
        expected: `at most ${MAX_NODES} parts, nested at most ${MAX_DEPTH} deep`,
      });
    }
    reading.nodes = MAX_NODES + 1;
    return undefined;
  }
  const at = report.spanOf(path);
  if (typeof value === 'boolean') return { kind: 'boolean', value, at };
  if (!isJsonObject(value)) {
    const expected = `true, false or a map with one of ${listed(OPERATORS)}`;
    return wrong(report, path, { message: `an expression is ${typeName(value)}`, expected });
  }
  const operator = operatorOfMap(report, value, path);
  if (operator === undefined) return undefined;
  return READERS[operator](reading, value[operator], { map: value, path, here: [...path, operator], depth, at });
}

/** The one operator of a map; undefined if there is none or something beside it, which was reported. */
function operatorOfMap(report: Report, map: JsonObject, path: YamlPath): Operator | undefined {
  const keys = Object.keys(map);
  const [operator, second] = keys.filter((key): key is Operator => (OPERATORS as readonly string[]).includes(key));
  if (operator === undefined) {
    const key = keys[0];
    const expected = `one of ${listed(OPERATORS)}`;
    if (key === undefined) return wrong(report, path, { message: 'an expression is empty', expected });
    const hint = closeHint(key, OPERATORS);
    return wrong(report, [...path, key], { message: `unknown operator "${key}"`, expected, hint, key: true });
  }
  if (second !== undefined) {
    return wrong(report, [...path, second], {
      message: `an expression has both "${operator}" and "${second}"`,
      expected: 'exactly one operator; combine two with "all" or "any"',
      key: true,
    });
  }
  const allowed = operator === 'fact' ? ['fact', 'where'] : [operator];
  const extra = keys.find((key) => !allowed.includes(key));
  if (extra !== undefined) {
    const message = `unknown key "${extra}" beside "${operator}"`;
    return wrong(report, [...path, extra], { message, hint: closeHint(extra, allowed), key: true });
  }
  return operator;
}

/** `all` or `any`. */
const readParts =
  (kind: 'all' | 'any'): ReadOperand =>
  (reading, operand, { here, depth, at }) => {
    if (!Array.isArray(operand) || operand.length === 0) {
      const message = `"${kind}" is ${Array.isArray(operand) ? 'empty' : typeName(operand)}`;
      return wrong(reading.report, here, { message, expected: SHAPES[kind] });
    }
    // A large list stops here and not after a message for each of its entries.
    const parts: Expression[] = [];
    let whole = true;
    for (let index = 0; index < operand.length && reading.nodes <= MAX_NODES; index++) {
      const part = expression(reading, operand[index], [...here, index], depth + 1);
      if (part === undefined) whole = false;
      else parts.push(part);
    }
    return whole ? { kind, parts, at } : undefined;
  };

const READERS: Readonly<Record<Operator, ReadOperand>> = {
  relation: ({ report }, operand, { here, at }) => {
    const expected = SHAPES.relation;
    if (!Array.isArray(operand))
      return wrong(report, here, { message: `"relation" is ${typeName(operand)}`, expected });
    if (operand.length !== 3) {
      return wrong(report, here, { message: `"relation" has ${operand.length} entries and not three`, expected });
    }
    const strange = operand.findIndex((entry) => typeof entry !== 'string');
    if (strange >= 0) {
      const message = `an entry of "relation" is ${typeName(operand[strange])}`;
      return wrong(report, [...here, strange], { message, expected: 'a string' });
    }
    const subject = readTerm(report, operand[0], [...here, 0]);
    const object = readTerm(report, operand[2], [...here, 2]);
    return subject && object && { kind: 'relation', subject, relation: operand[1], object, at };
  },
  fact: ({ report }, operand, { map, path, here, at }) => {
    if (typeof operand !== 'string' || operand === '') {
      return wrong(report, here, { message: `"fact" is ${typeName(operand)}`, expected: SHAPES.fact });
    }
    const where = readArguments(report, map.where ?? {}, [...path, 'where']);
    return where && { kind: 'fact', name: operand, where, at };
  },
  all: readParts('all'),
  any: readParts('any'),
  not: (reading, operand, { here, depth, at }) => {
    const part = expression(reading, operand, here, depth + 1);
    return part && { kind: 'not', part, at };
  },
  exists: ({ report }, operand, { here, at }) => {
    const fields = readFields(report, operand, here, { operator: 'exists', names: ['type', 'where'] });
    if (fields === undefined) return undefined;
    const [type, members] = fields;
    if (typeof type !== 'string') {
      return wrong(report, [...here, 'type'], { message: `"type" is ${typeName(type)}`, expected: 'an entity id' });
    }
    const where = readArguments(report, members, [...here, 'where']);
    return where && { kind: 'exists', type, where, at };
  },
  compare: ({ report }, operand, { here, at }) => {
    const fields = readFields(report, operand, here, { operator: 'compare', names: ['left', 'op', 'right'] });
    if (fields === undefined) return undefined;
    const op = readOneOf(report, fields[1], [...here, 'op'], COMPARE_OPS);
    const left = readTerm(report, fields[0], [...here, 'left']);
    const right = readTerm(report, fields[2], [...here, 'right']);
    if (op === undefined || left === undefined || right === undefined) return undefined;
    return { kind: 'compare', left, op, right, at };
  },
  temporal: ({ report }, operand, { here, at }) => {
    const fields = readFields(report, operand, here, { operator: 'temporal', names: ['event', 'op', 'reference'] });
    if (fields === undefined) return undefined;
    const op = readOneOf(report, fields[1], [...here, 'op'], TEMPORAL_OPS);
    const event = readTerm(report, fields[0], [...here, 'event']);
    const reference = readTerm(report, fields[2], [...here, 'reference']);
    if (op === undefined || event === undefined || reference === undefined) return undefined;
    return { kind: 'temporal', event, op, reference, at };
  },
};
