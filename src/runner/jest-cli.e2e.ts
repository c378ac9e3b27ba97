import { afterEach, describe, expect, test } from 'vitest';
import { type TempProject, tempProject } from './testing/temp-project.ts';
import { TRANSFER_TS, trioYaml, UNGUARDED } from './testing/transfer-files.ts';

const MODEL = (exported: string, imported: string): string => `${imported}
const model = defineModel({
  name: 'transfer',
  constants: { NeedsApproval: true },
  initial: () => ({ approved: false, sent: 0 }),
  guards: { ApprovalOk: ({ state, constants }) => !constants.NeedsApproval || state.approved },
  actions: {
    Approve: { next: ({ state }) => ({ ...state, approved: true }) },
    Send: { guards: { allowed: ({ guards }) => guards.ApprovalOk() }, next: ({ state }) => ({ ...state, sent: state.sent + 1 }) },
  },
  invariants: { Inv_Approved: { when: ({ state }) => state.sent > 0, holds: ({ state }) => state.approved } },
  goals: { sent: ({ state }) => state.sent === 1 },
  on: { 'exec.started': () => ({ action: 'Send' }) },
});
${exported}
`;

const COMMON_JS = MODEL('exports.model = model;', "const { defineModel } = require('tracefold');");
const ESM = MODEL('export default model;', "import { defineModel } from 'tracefold';");

let project: TempProject;
const projectOf = (files: { readonly [path: string]: string }): TempProject => {
  project = tempProject({
    'package.json': '{ "jest": { "preset": "tracefold" } }',
    'models/transfer.js': COMMON_JS,
    ...files,
  });
  return project;
};
afterEach(() => project?.dispose());

const trio = (id: string, more: Partial<Parameters<typeof trioYaml>[0]> = {}): string =>
  trioYaml({ id, spec: 'models/transfer.js', reaches: 'sent', ...more });
const two = `${trio('send/guarded')}---\n${trio('send/open', { model: UNGUARDED })}`;

const suites = (output: string): string[] =>
  [...output.matchAll(/^(?:PASS|FAIL) (?:\.\/)?(\S+)/gm)].map((match) => match[1]!).sort();

describe('a scenario file under Jest', () => {
  test('is a test file with one test a document, and fails at the YAML line of the leg', async () => {
    const { code, output } = await projectOf({
      'send.scenario.yaml': two,
      // Through babel-jest, which a preset with a transform of its own would have taken away.
      'plain.test.js': "test('plain', () => expect(1).toBe(1));",
    }).run('jest', []);
    expect(code).toBe(1);
    expect(output).toMatch(/Tests: +1 failed, 2 passed, 3 total/);
    expect(output).toContain('● send/open: Nothing is sent without an approval.');
    expect(output).toContain('(send.scenario.yaml:21:1)');
    expect(output).toMatch(/> 21 \| attack:/);
    expect(output).not.toContain('no visual difference');
    expect(output).not.toContain('scenario-tests');
  });

  test('becomes one test a leg by an option of the transform', async () => {
    const { output } = await projectOf({
      'package.json': JSON.stringify({
        jest: {
          preset: 'tracefold',
          transform: { '\\.scenario\\.ya?ml$': ['tracefold/jest-transform', { legs: true }] },
        },
      }),
      'send.scenario.yaml': two,
    }).run('jest', ['--verbose']);
    expect(output).toMatch(/send\/open: Nothing is sent without an approval\.\n +✕ attack.*\n +✓ control.*\n/);
  });

  test('is filtered by name', async () => {
    const { output } = await projectOf({ 'send.scenario.yaml': two }).run('jest', ['-t', 'send/guarded']);
    expect(output).toMatch(/Tests: +1 skipped, 1 passed, 2 total/);
  });

  test('is related to its model and its traces', async () => {
    const { run } = projectOf({
      'a.scenario.yaml': trio('send/steps'),
      'b.scenario.yaml': trio('send/trace', { attack: '  trace: runs/send.jsonl\n' }),
      'c.scenario.yaml': trio('send/other', { spec: 'models/other.js' }),
      'models/other.js': COMMON_JS,
      'runs/send.jsonl': '',
    });
    expect(suites((await run('jest', ['--findRelatedTests', 'models/transfer.js'])).output)).toEqual([
      'a.scenario.yaml',
      'b.scenario.yaml',
    ]);
    expect(suites((await run('jest', ['--findRelatedTests', 'runs/send.jsonl'])).output)).toEqual(['b.scenario.yaml']);
  });

  test('is sharded', async () => {
    const { run } = projectOf({ 'a.scenario.yaml': trio('a/one'), 'b.scenario.yaml': trio('b/one') });
    const shards = [await run('jest', ['--shard=1/2']), await run('jest', ['--shard=2/2'])];
    expect(shards.flatMap(({ output }) => suites(output)).sort()).toEqual(['a.scenario.yaml', 'b.scenario.yaml']);
  });

  test('that does not load fails with the diagnostic at its line, and the other files run', async () => {
    const { code, output } = await projectOf({
      'bad.scenario.yaml': trio('send/bad').replace('control:', 'controll:'),
      'good.scenario.yaml': trio('send/good'),
    }).run('jest', []);
    expect(code).toBe(1);
    expect(output).toContain('unknown key "controll"');
    expect(output).toMatch(/\(bad\.scenario\.yaml:\d+:1\)/);
    expect(output).toMatch(/Tests: +1 passed, 1 total/);
  });

  test("runs a TypeScript model through the project's own transform", async () => {
    const { output } = await projectOf({
      'package.json': JSON.stringify({
        jest: { preset: 'tracefold', transform: { '\\.ts$': '<rootDir>/typescript.cjs' } },
      }),
      'typescript.cjs': `const { ModuleKind, transpileModule } = require('typescript');
exports.process = (text) => ({
  code: transpileModule(text, { compilerOptions: { module: ModuleKind.CommonJS } }).outputText,
});`,
      'models/transfer.ts': TRANSFER_TS,
      'send.scenario.yaml': trio('send/ts', { spec: 'models/transfer.ts', guard: 'approvalOk' }),
    }).run('jest', []);
    expect(output).toMatch(/Tests: +1 passed, 1 total/);
  });

  test('runs as ESM with its model', async () => {
    const { output } = await projectOf({
      'package.json': JSON.stringify({
        type: 'module',
        jest: { preset: 'tracefold', extensionsToTreatAsEsm: ['.yaml'], setupFilesAfterEnv: ['tracefold/jest'] },
      }),
      'models/transfer.js': ESM,
      'babel.config.cjs': 'module.exports = {};',
      'send.scenario.yaml': two,
    }).run('jest', [], { NODE_OPTIONS: '--experimental-vm-modules' });
    expect(output).toMatch(/Tests: +1 failed, 1 passed, 2 total/);
    expect(output).toContain('(send.scenario.yaml:21:1)');
  });
});

test('loadScenarios under Jest defines a test for each trio and points at the YAML', async () => {
  const { output } = await projectOf({
    'package.json': '{}',
    'send.scenario.yaml': two,
    'all.test.js': "require('tracefold/jest').loadScenarios('*.scenario.yaml');",
  }).run('jest', []);
  expect(output).toMatch(/Tests: +1 failed, 1 passed, 2 total/);
  expect(output).toMatch(/at send\.scenario\.yaml:21:1/);
});
