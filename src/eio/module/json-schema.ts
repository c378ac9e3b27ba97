import { z } from 'zod';
import { COMPARE_OPS, TEMPORAL_OPS } from '../types.ts';
import { expression, givenExpression, moduleFile } from './schema.ts';

/**
 * The JSON Schema (2020-12) of a module file, for editors: complete and check while typing. It says what the shape is; what a module
 * refers to, only the loader knows.
 */
export function eioModuleJsonSchema(): object {
  const schema = z.toJSONSchema(moduleFile, {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === expression || zodSchema === givenExpression) jsonSchema.$ref = '#/$defs/expression';
    },
  });
  return { ...schema, title: 'EIO module', $defs: { ...schema.$defs, expression: EXPRESSION } };
}

const closed = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const term = { type: ['string', 'number', 'boolean', 'array', 'object'] };
const where = { type: 'object', additionalProperties: term };
const nested = { $ref: '#/$defs/expression' };
const several = { type: 'array', items: nested, minItems: 1 };

const EXPRESSION = {
  description: 'A boolean, or a map with exactly one operator.',
  anyOf: [
    { type: 'boolean' },
    closed({
      relation: { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 },
    }),
    closed({ fact: { type: 'string', minLength: 1 }, where }, ['where']),
    closed({ all: several }),
    closed({ any: several }),
    closed({ not: nested }),
    closed({ exists: closed({ type: { type: 'string' }, where }) }),
    closed({ compare: closed({ left: term, op: { enum: COMPARE_OPS }, right: term }) }),
    closed({
      temporal: closed({ event: { type: 'string' }, op: { enum: TEMPORAL_OPS }, reference: { type: 'string' } }),
    }),
  ],
};
