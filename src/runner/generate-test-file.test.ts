import { SourceMap, type SourceMapPayload } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateTestFile, relativeSpecifier, type TestFileOptions } from './generate-test-file.ts';
import { sourceMapByLine } from './source-map.ts';
import { trioYaml } from './testing/transfer-files.ts';

const generate = (text: string, more: Partial<TestFileOptions> = {}) =>
  generateTestFile({
    file: 'scenarios/send.scenario.yaml',
    root: '/project',
    text,
    mapSource: '/project/scenarios/send.scenario.yaml',
    runner: 'vitest',
    runtime: 'tracefold:scenario-tests',
    format: 'esm',
    legs: false,
    linkFiles: false,
    reader: null,
    ...more,
  });

/** Line of the YAML that a line of the code comes from, as Node reads the map. */
const originOf = (file: ReturnType<typeof generate>, code: string): { line: number; column: number } => {
  const index = file.code.split('\n').findIndex((line) => line.includes(code));
  if (index < 0) throw new Error(`no ${code} in:\n${file.code}`);
  const entry = new SourceMap(file.map as unknown as SourceMapPayload).findEntry(index, 0);
  if (!('originalLine' in entry)) throw new Error('no entry');
  return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
};

const yaml = trioYaml({ id: 'send/guarded' });

describe('the test file of a scenario file', () => {
  test('calls the runner once a document and checks each place at which it can fail', () => {
    const { code } = generate(yaml);
    expect(code.split('\n').slice(3).join('\n')).toMatchInlineSnapshot(`
      "test("send/guarded: Nothing is sent without an approval.", async (...context) => {
      const at = await tracefold.trio(0, ...context);
      at(1, 7);
      at(4, 9);
      at(5, 1);
      at(7, 7);
      at(8, 1);
      at(10, 7);
      at(11, 7);
      at(12, 12);
      at(13, 1);
      at(14, 11);
      });
      "
    `);
  });

  test('maps the test to the trio, and each check to its own line and column', () => {
    const file = generate(yaml);
    expect(originOf(file, 'test(')).toEqual({ line: 1, column: 7 });
    expect(originOf(file, 'at(5, 1)')).toEqual({ line: 5, column: 1 });
    expect(originOf(file, 'at(12, 12)')).toEqual({ line: 12, column: 12 });
  });

  test('checks each place of a line by itself: a guard in a flow map is not its leg', () => {
    const flow = yaml
      .replace('model:\n  spec: models/Transfer.tla', 'model: { spec: models/Transfer.tla, config: models/Open.cfg }')
      .replace('negative-control:\n  weaken: ApprovalOk', 'negative-control: { weaken: ApprovalOk }');
    const file = generate(flow);
    const checks = [...file.code.matchAll(/^at\((\d+), (\d+)\);$/gm)].map(([call, line, column]) => {
      expect(originOf(file, call)).toEqual({ line: Number(line), column: Number(column) });
      return `${line}:${column}`;
    });
    expect(checks).toEqual(expect.arrayContaining(['3:16', '3:45', '12:1', '12:29']));
    expect(checks).toEqual([...new Set(checks)]);
  });

  test('has one test a leg on the key of the leg where that is asked for', () => {
    const file = generate(yaml, { legs: true });
    expect(originOf(file, 'describe(')).toEqual({ line: 1, column: 7 });
    expect(originOf(file, 'test("attack"')).toEqual({ line: 5, column: 1 });
    expect(originOf(file, 'test("control"')).toEqual({ line: 8, column: 1 });
    expect(originOf(file, 'test("negative-control"')).toEqual({ line: 13, column: 1 });
  });

  test('loads a TypeScript model by a literal import, so that the runner transforms and watches it', () => {
    const typescript = trioYaml({ id: 'send/ts', spec: '../models/transfer.ts' });
    const load = '() => import("\\u002e\\u002e/models/transfer\\u002ets")';
    expect(generate(typescript).code).toContain(`["models/transfer\\u002ets", ${load}]`);
    expect(generate(typescript, { format: 'cjs' }).code).toContain('async () => require(');
  });

  test('names every file that the trios read, once', () => {
    const text = `${yaml}---\n${trioYaml({ id: 'send/trace', attack: '  trace: runs/a.jsonl\n' })}`;
    expect(generate(text).files).toEqual([
      'scenarios/models/Transfer.cfg',
      'scenarios/models/Transfer.mapping.yaml',
      'scenarios/models/Transfer.tla',
      'scenarios/runs/a.jsonl',
    ]);
  });

  test('throws the diagnostics where they stand if the YAML does not load', () => {
    const file = generate(yaml.replace('reaches:', 'reachs:'));
    expect(file.code).not.toContain('test(');
    expect(originOf(file, 'tracefold.invalid()')).toEqual({ line: 12, column: 3 });
    expect(file.files).toEqual([]);
  });

  test('holds hostile text only as an inert string', () => {
    const name = '`$' + '{process.exit(1)}` import.meta.env vi.mock("x") \u2028 "';
    const { code } = generate(yaml.replace('send/guarded', JSON.stringify(name)));
    expect(code).not.toMatch(/import\.meta|vi\.mock|process\.exit|\u2028/);
    expect(() => new Function(code.replace(/^import .*$/gm, ''))).not.toThrow();
  });
});

test('a source map leads every generated line back to its place', () => {
  const place = fc.record({ line: fc.integer({ min: 1, max: 5000 }), column: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (places) => {
      const map = new SourceMap(sourceMapByLine('a.yaml', '', places) as unknown as SourceMapPayload);
      for (const [index, { line, column }] of places.entries()) {
        expect(map.findEntry(index, 0)).toMatchObject({ originalLine: line - 1, originalColumn: column - 1 });
      }
    }),
  );
});

test.each([
  ['scenarios/a.yaml', 'models/m.ts', '../models/m.ts'],
  ['scenarios/a.yaml', 'scenarios/m.ts', './m.ts'],
  ['a.yaml', 'models/m.ts', './models/m.ts'],
  ['a/b/c.yaml', 'a/d.ts', '../d.ts'],
  ['a/b.yaml', 'a', '../a'],
])('from %s to %s leads %s', (from, to, specifier) => {
  expect(relativeSpecifier(from, to)).toBe(specifier);
});
