import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { EMBEDDED_MODULES } from '../embedded/embedded.ts';
import { eioModuleJsonSchema } from './json-schema.ts';
import { changed, SMALL } from './testing/module-text.ts';

// An independent reader of JSON Schema.
const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(eioModuleJsonSchema())));
const accepts = (text: string) => schema.safeParse(parse(text)).success;

describe('the JSON Schema of module files', () => {
  it('accepts what ships and a module of a user', () => {
    for (const module of EMBEDDED_MODULES) expect(accepts(module.source.text), module.id).toBe(true);
    expect(accepts(SMALL)).toBe(true);
  });

  it.each([
    ['an unknown key', changed(['unknown_policy: UNRESOLVED', 'unknown_policy: UNRESOLVED\n    sevrity: HIGH'])],
    ['a missing key', changed(['    polarity: risk\n', ''])],
    [
      'a missing expression',
      changed(['    applicable_when:\n      relation: [$instruction, eio.relation.requests, $refund]\n', '']),
    ],
    ['a value outside of its list', changed(['scope: episode', 'scope: session'])],
    ['a range of versions', changed(['version: 0.2.1', 'version: ^0.2.1'])],
    ['an operator that is none', changed(['      not:\n', '      nor:\n'])],
    ['a relation of two', changed(['[$instruction, eio.relation.requests, $refund]', '[$instruction, $refund]'])],
  ])('refuses %s', (_what, text) => {
    expect(accepts(text)).toBe(false);
  });
});
