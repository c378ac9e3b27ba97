import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { scenarioJsonSchema } from './json-schema.ts';

const validate = new Ajv.default({ strict: false }).compile(scenarioJsonSchema());

const files = (readdirSync('scenarios', { recursive: true }) as string[]).filter((file) =>
  file.endsWith('.scenario.yaml'),
);
const documents = (file: string): readonly unknown[] =>
  [...parseAllDocuments(readFileSync(join('scenarios', file), 'utf8'))].map((document) => document.toJS());

describe('the JSON Schema of scenario files', () => {
  it.each(files)('accepts %s', (file) => {
    for (const document of documents(file)) expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  });

  it('accepts a declaration of bindings, and not one with another key, another binding or no tool', () => {
    const [declared] = documents('gateway/bindings.scenario.yaml') as [object];
    expect(validate(declared)).toBe(true);
    expect(validate({ ...declared, claim: 'It holds.' })).toBe(false);
    expect(validate({ ...declared, waived: { argument: 'free' } })).toBe(false);
    expect(validate({ ...declared, waived: { arguments: 'free' } })).toBe(true);
    expect(validate({ ...declared, tools: { pay: 10 } })).toBe(false);
    expect(validate({ ...declared, reaches: undefined })).toBe(false);
  });
});
