import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { gateModel } from '../scenario/testing/gate-model.ts';
import { defineScenarios, type LoadScenariosOptions } from './load-scenarios.ts';

const trio = (id: string, more = ''): string => `trio: ${id}
claim: Paying needs an approval.
model: { spec: gate.ts${more} }
attack: { steps: [{ pay: { call: c1 } }] }
control: { steps: [ask, approve, { pay: { call: c1 } }], reaches: paid }
negative-control: { weaken: approvalOk }
`;

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Defines the scenarios of some files with a runner that only keeps them, and runs them. */
async function outcomes(
  files: { readonly [path: string]: string },
  glob: string,
  options: LoadScenariosOptions = {},
): Promise<string[]> {
  root = mkdtempSync(join(tmpdir(), 'tracefold-load-'));
  for (const [path, text] of Object.entries({ 'gate.ts': '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const group: string[] = [];
  const tests: { name: string; body: (...context: unknown[]) => Promise<void> | void }[] = [];
  const runner = {
    describe: (name: string, body: () => void) => {
      group.push(name);
      body();
      group.pop();
    },
    test: (name: string, body: (...context: unknown[]) => Promise<void> | void) =>
      tests.push({ name: [...group, name].join(' > '), body }),
  };
  defineScenarios(runner, async () => ({ default: gateModel }), glob, { root, ...options });
  const lines: string[] = [];
  for (const { name, body } of tests) {
    try {
      await body();
      lines.push(`passed ${name}`);
    } catch (error) {
      lines.push(`FAILED ${name}\n${(error as Error).stack?.replaceAll(root, '<root>')}`);
    }
  }
  return lines;
}

test('each trio is a test, in the order of files and documents', async () => {
  const files = {
    'b/gate.ts': '',
    'b/z.scenario.yaml': trio('z/one'),
    'a.scenario.yaml': `${trio('a/one')}---\n${trio('a/two')}`,
    'node_modules/other/x.scenario.yaml': trio('other/one'),
  };
  expect(await outcomes(files, '**/*.scenario.yaml')).toEqual([
    'passed a.scenario.yaml > a/one: Paying needs an approval.',
    'passed a.scenario.yaml > a/two: Paying needs an approval.',
    'passed b/z.scenario.yaml > z/one: Paying needs an approval.',
  ]);
});

test('each leg is a test where that is asked for, and only the leg at fault fails', async () => {
  const open = trio('a/open', ', constants: { approvalRequired: false }');
  const lines = await outcomes({ 'a.scenario.yaml': open }, '*.scenario.yaml', { legs: true });
  expect(lines.map((line) => line.split('\n')[0])).toEqual([
    'FAILED a.scenario.yaml > a/open: Paying needs an approval. > attack',
    'passed a.scenario.yaml > a/open: Paying needs an approval. > control',
    'passed a.scenario.yaml > a/open: Paying needs an approval. > negative-control',
  ]);
  expect(lines[0]?.split('\n').at(-1)).toBe('    at <root>/a.scenario.yaml:4:1');
});

test('no place in a message looks like a stack frame but the last line', async () => {
  const open = trio('a/open', ', constants: { approvalRequired: false }');
  const [line] = await outcomes({ 'a.scenario.yaml': open }, '*.scenario.yaml');
  expect(line?.match(/^\s*at \S+:\d+:\d+$/gm)).toEqual(['    at <root>/a.scenario.yaml:4:1']);
});

test('a glob that matches nothing is an error', async () => {
  await expect(outcomes({}, 'scenario/*.yaml')).rejects.toThrowErrorMatchingInlineSnapshot(`
    [TracefoldError: no file matches "scenario/*.yaml" [runner/no-scenario-files]
      expected a glob relative to the root, such as "scenarios/**/*.scenario.yaml"]
  `);
});

test('the second of two documents with one id fails and names the first', async () => {
  const files = { 'a.scenario.yaml': trio('gate/one'), 'b.scenario.yaml': trio('gate/one') };
  expect((await outcomes(files, '*.scenario.yaml')).join('\n')).toMatchInlineSnapshot(`
    "passed a.scenario.yaml > gate/one: Paying needs an approval.
    FAILED b.scenario.yaml > gate/one: Paying needs an approval.
    TracefoldError: b.scenario.yaml:1:7: two documents have the id "gate/one" [runner/duplicate-trio]
      a.scenario.yaml:1:7: first here
        at <root>/b.scenario.yaml:1:7"
  `);
});

test('a file that does not load is a failing test with its diagnostics', async () => {
  const files = { 'a.scenario.yaml': trio('gate/one').replace('attack', 'atack') };
  expect((await outcomes(files, '*.scenario.yaml')).join('\n')).toMatchInlineSnapshot(`
    "FAILED a.scenario.yaml > loads
    TracefoldError: a.scenario.yaml:4:1: unknown key "atack" [shape/unknown-key]
     4 | atack: { steps: [{ pay: { call: c1 } }] }
       | ^^^^^
      hint: did you mean "attack"?
        at <root>/a.scenario.yaml:4:1"
  `);
});

test('a link that leads out of the project is no file of the project', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'tracefold-outside-'));
  writeFileSync(join(outside, 'secret.jsonl'), 'secret');
  const text = trio('gate/link').replace('{ steps: [{ pay: { call: c1 } }] }', '{ trace: link/secret.jsonl }');
  const lines = await outcomes({ 'a.scenario.yaml': text }, '*.scenario.yaml', {
    // The model is loaded before the trace is read.
    importModule: async () => {
      symlinkSync(outside, join(root, 'link'));
      return { default: gateModel };
    },
  });
  rmSync(outside, { recursive: true, force: true });
  expect(lines.join('\n')).toContain('the path "link/secret.jsonl" leads out of the project');
  expect(lines.join('\n')).not.toContain('secret\n');
});
