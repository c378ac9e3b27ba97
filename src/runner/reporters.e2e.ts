import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type TempProject, tempProject } from './testing/temp-project.ts';
import { transferFiles, trioYaml, UNGUARDED } from './testing/transfer-files.ts';

const two = `${trioYaml({ id: 'send/guarded' })}---\n${trioYaml({ id: 'send/open', model: UNGUARDED })}`;

/** A model, a trace that it fails and one that it passes, for tests that use the matchers. */
const MODEL = `defineModel({
  name: 'transfer',
  constants: {},
  initial: () => ({ approved: false, sent: 0 }),
  actions: {
    Approve: { next: ({ state }) => ({ ...state, approved: true }) },
    Send: { next: ({ state }) => ({ ...state, sent: state.sent + 1 }) },
  },
  invariants: { Inv_Approved: { when: ({ state }) => state.sent > 0, holds: ({ state }) => state.approved } },
  on: { 'exec.started': () => ({ action: 'Send' }), 'approval.decided': () => ({ action: 'Approve' }) },
})`;
const SENT = `[{ kind: 'exec.started', exec: 'e1', tool: 'send', args: {} }]`;
const APPROVED = `[
  { kind: 'approval.decided', approval: 'a1', decision: 'approve', scope: 'once', by: 'human', authenticity: 'server' },
  { kind: 'exec.started', exec: 'e1', tool: 'send', args: {} },
]`;

/** A test of a model's guards in which the one trio of the project has its say. */
const GUARDED = `const model = defineModel({
  name: 'transfer',
  constants: {},
  initial: () => ({ approved: false, sent: 0 }),
  actions: {
    Approve: { next: ({ state }) => ({ ...state, approved: true }) },
    Send: {
      guards: { approved: ({ state }) => state.approved, few: ({ state }) => state.sent < 2 },
      next: ({ state }) => ({ ...state, sent: state.sent + 1 }),
    },
  },
  invariants: {
    Inv_Approved: { when: ({ state }) => state.sent > 0, holds: ({ state }) => state.approved },
    Inv_Few: { when: ({ state }) => state.sent > 1, holds: ({ state }) => state.sent < 3 },
  },
  goals: { sent: ({ state }) => state.sent === 1 },
});`;
const GUARDED_TRIO = trioYaml({ id: 'send/guarded', spec: 'guarded.mjs', reaches: 'sent', guard: 'Send/approved' });
const GUARDED_MODULE = `import { defineModel } from 'tracefold';\n${GUARDED.replace('const model =', 'export default')}\n`;

/** Two files with a trio of one id, each proved. */
const SAME_IDS = {
  'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
  'other.scenario.yaml': trioYaml({ id: 'send/guarded' }),
};
const SAME_IDS_TOLD = 'tracefold: several trios have one id: send/guarded [runner/duplicate-trio]';

/** What the end of such a run says: one guard part that no trio notices, with its attack, and what is not covered. */
const GUARDS_TOLD = [
  'mutants: 1 survives',
  '  survives: Send/few removed: few',
  '    no trio notices it, and Inv_Few is violated in 4 steps:',
  'Covered of transfer by 2 runs: 2 of 2 actions taken',
];

const SUMMARY = `Proved, by the guard without which the attack gets through:
  ApprovalOk  send/guarded
Failed:
  send/open (send.scenario.yaml:16)
    the attack succeeds: Inv_Approved is violated at step 1 [trio/attack-succeeds]
1 trio proved, 1 failed, 0 unknown; 1 guard shown to bite`;

let project: TempProject;
afterEach(() => project?.dispose());

const file = (path: string): string => readFileSync(join(project.root, path), 'utf8');
const has = (path: string): boolean => existsSync(join(project.root, path));
const sarifIds = (path: string): string[] =>
  JSON.parse(file(path)).runs[0].results.map((result: { ruleId: string }) => result.ruleId);

describe('the reporter for Vitest', () => {
  const config = (options: string, more = ''): string => `import tracefold from 'tracefold/plugin';
import { defineConfig } from 'vitest/config';
export default defineConfig({
  plugins: [tracefold()],
  test: { reporters: ['dot', ['tracefold/reporter', ${options}]${more}] },
});
`;
  const projectOf = (options: string, files: { readonly [path: string]: string } = {}, more = ''): TempProject => {
    project = tempProject({
      'package.json': '{ "type": "module" }',
      'vitest.config.ts': config(options, more),
      'send.scenario.yaml': two,
      ...transferFiles,
      ...files,
    });
    return project;
  };

  test('says what was proved, and writes no file unless it is asked to', async () => {
    const { code, output } = await projectOf('{}').run('vitest', ['run']);
    expect(output).toContain(SUMMARY);
    expect(output).not.toContain('Reports:');
    expect(has('tracefold-report')).toBe(false);
    expect(code).toBe(1);
  });

  test('fails a run in which two files have a trio of one id', async () => {
    const { code, output } = await projectOf('{}', SAME_IDS).run('vitest', ['run']);
    expect(output).toContain('2 trios proved, 0 failed, 0 unknown');
    expect(output).toContain(SAME_IDS_TOLD);
    expect(code).toBe(1);
  });

  test('writes the reports of failures, that tracefold reads again', async () => {
    const { output } = await projectOf(`{ reports: ['html', 'sarif', 'evidence'], folder: 'out/reports' }`).run(
      'vitest',
      ['run'],
    );
    expect(output).toContain('Reports: out/reports/report.html, out/reports/report.sarif, out/reports/evidence.jsonl');
    expect(sarifIds('out/reports/report.sarif')).toEqual(['Inv_Approved']);
    const records = file('out/reports/evidence.jsonl').trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line).subject.id)).toEqual(['send/open']);
    expect(file('out/reports/report.html')).toContain('send/open');
  });

  test('writes the evidence of passes too, where it is asked to', async () => {
    await projectOf(`{ reports: ['evidence'], evidence: 'all' }`).run('vitest', ['run']);
    const records = file('tracefold-report/evidence.jsonl').trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line).subject.id)).toEqual(['send/guarded', 'send/open']);
  });

  test('leaves the verdict of the run alone where the folder cannot be written', async () => {
    const { code, output } = await projectOf(`{ reports: ['html'], folder: 'taken' }`, {
      taken: '',
      'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
    }).run('vitest', ['run']);
    expect(output).toContain(
      'the report taken/report.html was not written: there is a file where the folder should be; the results of the run stand',
    );
    expect(code).toBe(0);
  });

  test('annotates the line of the YAML under GitHub Actions, from the root of the repository', async () => {
    const { run, root } = projectOf('{}');
    const { output } = await run('vitest', ['run'], {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: join(root, '..'),
    });
    const name = root.split('/').at(-1);
    expect(output).toMatch(
      new RegExp(
        `^::error file=${name}/send\\.scenario\\.yaml,line=21,col=1,title=tracefold%3A send/open::FAILED`,
        'm',
      ),
    );
    expect(output.match(/^::error/gm)).toHaveLength(1);
  });

  test('gives JUnit properties by annotations', async () => {
    await projectOf('{ annotate: true }', {}, `, ['junit', { outputFile: 'junit.xml' }]`).run('vitest', ['run']);
    expect(file('junit.xml')).toContain('<property name="tracefold.outcome" value="proved">');
    expect(file('junit.xml')).toContain('<property name="tracefold.guard" value="ApprovalOk">');
  });

  test('reports failed matchers, and no matcher that was expected to fail', async () => {
    await projectOf(`{ reports: ['evidence'] }`, {
      'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
      'match.test.ts': `import { expect, test } from 'vitest';
import { defineModel } from 'tracefold';
import 'tracefold/vitest';
const model = ${MODEL};
test('fails', () => expect(${SENT}).toNotReachForbiddenState(model));
test('is caught', () => expect(() => expect(${SENT}).toNotReachForbiddenState(model)).toThrow());
`,
    }).run('vitest', ['run']);
    const records = file('tracefold-report/evidence.jsonl').trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line).subject.id)).toEqual(['toNotReachForbiddenState']);
  });

  test("tells what is known of a model's guards, whether the assertion passes or fails, and writes it down", async () => {
    const { code, output } = await projectOf(`{ reports: ['html', 'junit'] }`, {
      'send.scenario.yaml': GUARDED_TRIO,
      'guarded.mjs': GUARDED_MODULE,
      'guards.test.ts': `import { expect, test } from 'vitest';
import 'tracefold/vitest';
import model from './guarded.mjs';
test('most', () => expect(model).toHaveGuardsCoveredBy('*.scenario.yaml', { threshold: 0.5 }));
`,
    }).run('vitest', ['run']);
    for (const line of GUARDS_TOLD) expect(output).toContain(line);
    expect(file('tracefold-report/report.html')).toContain('Inv_Few is violated in 4 steps');
    const junit = file('tracefold-report/report.junit.xml');
    expect(junit).toContain('<property name="tracefold.guard-score" value="');
    expect(junit).toContain('name="send/guarded"');
    expect(code).toBe(0);
  });

  test('is told of an option that it does not have', async () => {
    const { code, output } = await projectOf(`{ evidence: 'some' }`).run('vitest', ['run']);
    expect(output).toContain(`the reporter's option "evidence" has a value that it cannot have`);
    expect(code).not.toBe(0);
  });
});

describe('the reporter for Jest', () => {
  const projectOf = (options: object, files: { readonly [path: string]: string } = {}): TempProject => {
    project = tempProject({
      'package.json': JSON.stringify({
        jest: { preset: 'tracefold', reporters: ['default', ['tracefold/jest-reporter', options]] },
      }),
      'send.scenario.yaml': two,
      'other.scenario.yaml': trioYaml({ id: 'other/guarded' }),
      ...transferFiles,
      ...files,
    });
    return project;
  };

  test.each([
    ['in workers', ['--workers=2']],
    ['in one process', ['--runInBand']],
  ])('says what was proved %s', async (_name, args) => {
    const { code, output } = await projectOf({}).run('jest', args);
    expect(output).toContain(
      SUMMARY.replace('send/guarded', 'other/guarded, send/guarded').replace('1 trio proved', '2 trios proved'),
    );
    expect(code).toBe(1);
  });

  test('fails a run in which two files have a trio of one id', async () => {
    const { code, output } = await projectOf({}, SAME_IDS).run('jest', []);
    expect(output).toContain('2 trios proved, 0 failed, 0 unknown');
    expect(output).toContain(SAME_IDS_TOLD);
    expect(code).toBe(1);
  });

  test('writes the reports of failures', async () => {
    const { output } = await projectOf({ reports: ['sarif', 'evidence'] }).run('jest', []);
    expect(output).toContain('Reports: tracefold-report/report.sarif, tracefold-report/evidence.jsonl');
    expect(sarifIds('tracefold-report/report.sarif')).toEqual(['Inv_Approved']);
  });

  test('annotates the line of the YAML under GitHub Actions', async () => {
    const { output } = await projectOf({}).run('jest', [], { GITHUB_ACTIONS: 'true' });
    expect(output).toMatch(/^::error file=send\.scenario\.yaml,line=21,col=1,title=tracefold%3A send\/open::FAILED/m);
  });

  test("tells what is known of a model's guards, and writes JUnit properties", async () => {
    const { code, output } = await projectOf(
      { reports: ['html', 'junit'] },
      {
        'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
        'other.scenario.yaml': trioYaml({ id: 'send/other' }),
        'guards.test.js': `require('tracefold/jest');
const { defineModel } = require('tracefold');
${GUARDED}
test('none', () => expect(model).toHaveGuardsCoveredBy([], { threshold: 0 }));
`,
      },
    ).run('jest', []);
    expect(output).toContain('Guards of transfer: score 0 %; mutants: 3 survive, 1 equivalent');
    expect(output).not.toContain('Covered of transfer');
    expect(file('tracefold-report/report.html')).toContain('no trio notices it');
    const junit = file('tracefold-report/report.junit.xml');
    expect(junit).toContain('<property name="tracefold.guard-score" value="0 %"/>');
    expect(junit).toContain('<property name="tracefold.guard" value="ApprovalOk"/>');
    expect(code).toBe(0);
  });

  test('leaves the verdict of the run alone where the folder cannot be written', async () => {
    const { code, output } = await projectOf(
      { reports: ['html'], folder: 'taken' },
      { taken: '', 'send.scenario.yaml': trioYaml({ id: 'send/guarded' }) },
    ).run('jest', []);
    expect(output).toContain('the report taken/report.html was not written');
    expect(code).toBe(0);
  });

  test('reports failed matchers, and no matcher that was expected to fail', async () => {
    await projectOf(
      { reports: ['evidence'] },
      {
        'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
        'match.test.js': `require('tracefold/jest');
const { defineModel } = require('tracefold');
const model = ${MODEL};
test('fails', () => expect(${SENT}).toNotReachForbiddenState(model));
test('is caught', () => expect(() => expect(${SENT}).toNotReachForbiddenState(model)).toThrow());
`,
      },
    ).run('jest', []);
    const records = file('tracefold-report/evidence.jsonl').trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line).subject.id)).toEqual(['toNotReachForbiddenState']);
  });
});

describe('snapshots of evidence', () => {
  const tests = (head: string, trace: string): string => `${head}
const model = ${MODEL};
test('keeps what happened', () => { expect(${trace}).toMatchEvidenceSnapshot(model, 'the run'); });
test('keeps it inline', () => { expect(evidenceSnapshot(${APPROVED}, model)).toMatchInlineSnapshot(); });
`;
  const runners = [
    {
      runner: 'vitest',
      args: ['run'],
      update: '--update',
      test: 'snap.test.ts',
      snapshots: '__snapshots__/snap.test.ts.snap',
      head: `import { expect, test } from 'vitest';
import { defineModel } from 'tracefold';
import { evidenceSnapshot } from 'tracefold/vitest';`,
      files: { 'package.json': '{ "type": "module" }' },
    },
    {
      runner: 'jest',
      args: [],
      update: '--updateSnapshot',
      test: 'snap.test.js',
      snapshots: '__snapshots__/snap.test.js.snap',
      head: `const { defineModel } = require('tracefold');
const { evidenceSnapshot } = require('tracefold/jest');`,
      files: { 'package.json': '{ "jest": {} }' },
    },
  ] as const;

  test.each(runners)('are kept by $runner, in a file and inline', async (each) => {
    project = tempProject({ ...each.files, [each.test]: tests(each.head, APPROVED) });
    const { run, write } = project;
    expect((await run(each.runner, each.args)).output).toMatch(/2 (?:snapshots )?written/);
    expect(file(each.snapshots)).toMatch(/^model transfer, typescript, sha256:[0-9a-f]{16}\noutcome pass$/m);
    expect(file(each.test)).toMatch(/toMatchInlineSnapshot\(`\n *model transfer, typescript/);
    expect((await run(each.runner, each.args)).code).toBe(0);

    write(each.test, tests(each.head, SENT));
    const changed = await run(each.runner, each.args);
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(/- +outcome pass/);
    expect(changed.output).toMatch(/\+ +outcome fail/);

    write(each.test, tests(each.head, APPROVED).replace("'transfer'", "'transfers'"));
    expect((await run(each.runner, each.args)).output).toContain(
      'Note: the stored snapshot is of the model transfer, typescript',
    );
    expect((await run(each.runner, [...each.args, each.update])).code).toBe(0);
  });

  test.each(runners)('that are missing fail in CI under $runner', async (each) => {
    project = tempProject({ ...each.files, [each.test]: tests(each.head, APPROVED) });
    const { code } = await project.run(each.runner, [...each.args, ...(each.runner === 'jest' ? ['--ci'] : [])], {
      CI: 'true',
    });
    expect(code).toBe(1);
    expect(has(each.snapshots)).toBe(false);
  });
});
