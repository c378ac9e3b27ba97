import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { checkShape } from './check-shape.ts';
import { parseYaml } from './parse-yaml.ts';

const schema = z.strictObject({
  trio: z.string(),
  model: z.strictObject({ spec: z.string(), kind: z.enum(['tla', 'eio']).optional() }),
  events: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('call'), tool: z.string() }),
        z.strictObject({ kind: z.literal('result'), text: z.string() }),
      ]),
    )
    .optional(),
  step: z.union([z.string(), z.record(z.string(), z.number())]).optional(),
});

function problems(text: string): string {
  const documents = parseYaml(sourceText('a.yaml', text));
  if (!documents.ok) return documents.errors.map(formatDiagnostic).join('\n');
  return documents.value
    .map((document) => checkShape(document, schema))
    .flatMap((result) => (result.ok ? [] : result.errors))
    .map(formatDiagnostic)
    .join('\n');
}

describe('YAML with a shape', () => {
  it('accepts a document of the right shape, and tells every document of a file apart', () => {
    expect(problems('trio: a\nmodel: { spec: x }\n---\n# nothing\n---\ntrio: b\nmodel:\n  spec: y\n')).toBe('');
  });

  it('names the nearest key for an unknown one, at its place', () => {
    expect(problems('trio: a\nmodel:\n  spec: x\n  knid: tla\n')).toMatchInlineSnapshot(`
      "a.yaml:4:3: unknown key "knid" in "model" [shape/unknown-key]
       4 |   knid: tla
         |   ^^^^
        hint: did you mean "kind"?"
    `);
  });

  it('says what is missing and what has the wrong type', () => {
    expect(problems('trio: 7\nmodel: {}\n')).toMatchInlineSnapshot(`
      "a.yaml:1:7: "trio" is the number 7 [shape/wrong-type]
       1 | trio: 7
         |       ^
        expected a string
        hint: in quotes it is a string
      a.yaml:2:8: "spec" is missing in "model" [shape/missing-key]
       2 | model: {}
         |        ^^
        expected a string"
    `);
  });

  it('looks into the alternative of a union that was meant', () => {
    expect(
      problems(
        'trio: a\nmodel: { spec: x }\nevents:\n  - kind: call\n    tol: x\n  - kind: resutl\n    text: x\nstep: [1]\n',
      ),
    ).toMatchInlineSnapshot(`
      "a.yaml:5:5: unknown key "tol" in "events[0]" [shape/unknown-key]
       5 |     tol: x
         |     ^^^
        hint: did you mean "tool"?
      a.yaml:6:11: "events[1].kind" is "resutl" [shape/wrong-value]
       6 |   - kind: resutl
         |           ^^^^^^
        expected one of "call", "result"
        hint: did you mean "result"?
      a.yaml:8:7: "step" is a list [shape/wrong-type]
       8 | step: [1]
         |       ^^^
        expected a string or a map"
    `);
  });

  it('refuses a value outside its enumeration', () => {
    expect(problems('trio: a\nmodel: { spec: x, kind: tal }\n')).toMatchInlineSnapshot(`
      "a.yaml:2:25: "model.kind" is "tal" [shape/wrong-value]
       2 | model: { spec: x, kind: tal }
         |                         ^^^
        expected one of "tla", "eio""
    `);
  });

  it('refuses duplicate keys, exploding anchors and bad syntax with their place', () => {
    expect(problems('trio: a\ntrio: b\n')).toMatchInlineSnapshot(`
      "a.yaml:2:1: the key "trio" stands here a second time [yaml/duplicate-key]
       2 | trio: b
         | ^^^^
        a.yaml:1:1: first here"
    `);
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replace(/./g, (name, index: number) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]\n`)}`;
    expect(problems(bomb)).toMatchInlineSnapshot(`
      "a.yaml:2:8: Excessive alias count indicates a resource exhaustion attack [yaml/too-many-aliases]
       2 | b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,]
         |        ^"
    `);
    expect(problems('steps:\n  - a\n    - b: 1\n   - c: 2\n')).toMatchInlineSnapshot(`
      "a.yaml:2:5: Implicit keys need to be on a single line [yaml/syntax]
       2 |   - a
         |     ^
        hint: entries of one list, and keys of one map, begin in one column"
    `);
    expect(problems('trio: a\n model: b\n')).toMatchInlineSnapshot(`
      "a.yaml:1:7: Nested mappings are not allowed in compact mappings [yaml/syntax]
       1 | trio: a
         |       ^
        hint: a text that holds ": " stands in quotes; keys of one map begin in one column"
    `);
    expect(problems('trio: "a\nmodel: b\n')).toMatchInlineSnapshot(`
      "a.yaml:3:1: Missing closing "quote [yaml/syntax]
       3 | 
         | ^
        hint: a quoted text ends with the quote that it began with"
    `);
    expect(problems('trio: [a\nmodel: b')).toMatchInlineSnapshot(`
      "a.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ] [yaml/syntax]
       2 | model: b
         | ^"
    `);
    expect(problems('trio: !!js/function x\n')).toMatchInlineSnapshot(`
      "a.yaml:1:7: Unresolved tag: tag:yaml.org,2002:js/function [yaml/syntax]
       1 | trio: !!js/function x
         |       ^^^^^^^^^^^^^"
    `);
  });

  it.each([
    ['flow', `trio: ${'['.repeat(100_000)}`],
    ['compact block', `${'- '.repeat(100_000)}x`],
    ['complex key', `${'? '.repeat(100_000)}x`],
    ['mixed indicator', `${'- ? '.repeat(300)}x`],
    ['indented block', Array.from({ length: 201 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['indented list', Array.from({ length: 201 }, (_, level) => `${' '.repeat(level)}-`).join('\n')],
  ])('refuses hostile %s nesting without falling over', (_name, text) => {
    expect(problems(text)).toContain('deeper than 200 levels');
  });

  it('reads 200 levels of a block, and text with any number of dashes or spaces', () => {
    const levels = Array.from({ length: 200 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    const texts = [levels, `a: ${'x - '.repeat(500)}x`, `a: |\n  x\n${' '.repeat(5000)}y\n`];
    for (const text of texts) expect(parseYaml(sourceText('a.yaml', text))).toMatchObject({ ok: true });
  });

  it('tells no more problems than anybody reads, however many the file has', () => {
    const many = 3000;
    const keys = Array.from({ length: many }, (_, index) => `k${index}: 1`).join('\n');
    const events = `trio: a\nmodel: { spec: x }\nevents:\n${'  - { kind: call }\n'.repeat(many)}`;
    const documents = parseYaml(sourceText('a.yaml', `list:\n${'  - x\n'.repeat(many)}`));
    if (!documents.ok) throw new Error('no YAML');
    const either = z.object({ list: z.union([z.array(z.number()), z.array(z.boolean())]) });
    const shape = checkShape(documents.value[0]!, either);
    expect(problems(keys).match(/\[shape/g)).toHaveLength(100);
    expect(problems(events).match(/\[shape/g)).toHaveLength(100);
    expect(shape.ok ? [] : shape.errors).toHaveLength(100);
  });

  it('finds a duplicate key in a map of very many', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n');
    expect(problems(`${keys}\nk7: 2\n`)).toContain('20001:1: the key "k7" stands here a second time');
  });

  it('refuses a key named __proto__ where the schema would leave it out without a word', () => {
    expect(problems('trio: a\nmodel: { spec: x }\nstep:\n  pay: 1\n  __proto__: 2\n')).toMatchInlineSnapshot(`
      "a.yaml:5:3: the key "__proto__" in "step" can be no name [shape/unknown-key]
       5 |   __proto__: 2
         |   ^^^^^^^^^"
    `);
  });

  it('says of a missing key with several forms that it is missing', () => {
    const documents = parseYaml(sourceText('a.yaml', 'other: 1\n'));
    if (!documents.ok) throw new Error('no YAML');
    const form = z.object({ model: z.union([z.string(), z.array(z.string())]) });
    const shape = checkShape(documents.value[0]!, form);
    expect(shape.ok ? '' : formatDiagnostic(shape.errors[0])).toMatchInlineSnapshot(`
      "a.yaml:1:1: "model" is missing [shape/missing-key]
       1 | other: 1
         | ^
        expected a string or a list"
    `);
  });

  it.each([
    ['an alias inside of what it repeats', 'trio: &a\n  x: *a\n'],
    ['an alias of nothing', 'trio: *a\n'],
    ['a whole number that would lose digits', 'trio: 12345678901234567890\n'],
    ['a key that is a list', 'trio: a\nmodel: { [spec]: x }\n'],
    ['a colon in a plain text', 'trio: pay: twice\n'],
    ['a tab', 'model:\n\tspec: x\n'],
  ])('refuses %s', (_what, text) => {
    expect(problems(text)).toMatchSnapshot();
  });

  it('keeps large numbers that are exact, and a value that is repeated', () => {
    const documents = parseYaml(sourceText('a.yaml', 'n: 9007199254740991\nf: 1e21\na: &a { x: 1 }\nb: [*a, *a]\n'));
    expect(documents).toMatchObject({
      ok: true,
      value: [{ value: { n: 9007199254740991, f: 1e21, b: [{ x: 1 }, { x: 1 }] } }],
    });
  });

  it('keeps a key named __proto__ as plain data', () => {
    const documents = parseYaml(sourceText('a.yaml', '__proto__: { polluted: true }\n'));
    expect(documents.ok && Object.keys(documents.value[0]!.value as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
