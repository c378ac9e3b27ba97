import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type TempProject, tempProject } from './testing/temp-project.ts';
import {
  SEND_TRACE,
  TRANSFER_TLA,
  tracedTrio,
  transferCfg,
  transferFiles,
  trioYaml,
  UNGUARDED,
} from './testing/transfer-files.ts';

const config = (options = '', more = ''): string => `import tracefold from 'tracefold/plugin';
import { defineConfig } from 'vitest/config';
export default defineConfig({ plugins: [${more}tracefold(${options})] });
`;

let project: TempProject;
const projectOf = (files: { readonly [path: string]: string }): TempProject => {
  project = tempProject({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': config(),
    ...transferFiles,
    ...files,
  });
  return project;
};
afterEach(() => project?.dispose());

const two = `${trioYaml({ id: 'send/guarded' })}---\n${trioYaml({ id: 'send/open', model: UNGUARDED })}`;

/** The lines of the report that say where something failed. */
const places = (output: string): string[] => [...output.matchAll(/❯ (\S+\.yaml:\d+:\d+)/g)].map((match) => match[1]!);

describe('a scenario file under Vitest', () => {
  test('is a test file with one test a document, and fails at the YAML line of the leg', async () => {
    const { code, output } = await projectOf({
      'send.scenario.yaml': two,
      'other.test.ts': "import { expect, test } from 'vitest'; test('plain', () => expect(1).toBe(1));",
    }).run('vitest', ['run']);
    expect(code).toBe(1);
    expect(output).toContain('2 passed');
    expect(output).toContain('FAIL  send.scenario.yaml > send/open: Nothing is sent without an approval.');
    expect(places(output)).toEqual(['send.scenario.yaml:21:1']);
    expect(output).toMatch(/Tests {2}1 failed \| 2 passed/);
    expect(output).not.toContain('scenario-tests');
  });

  test('passes where all three legs hold', async () => {
    const { code, output } = await projectOf({ 'send.scenario.yaml': trioYaml({ id: 'send/guarded' }) }).run('vitest', [
      'run',
    ]);
    expect(output).toMatch(/Tests {2}1 passed/);
    expect(code).toBe(0);
  });

  test('becomes one test a leg by an option, and only the leg at fault fails', async () => {
    const { output } = await projectOf({ 'vitest.config.ts': config('{ legs: true }'), 'send.scenario.yaml': two }).run(
      'vitest',
      ['run', '--reporter=verbose'],
    );
    expect(output).toMatch(/✓ send\.scenario\.yaml > send\/guarded: .* > negative-control/);
    expect(output).toMatch(/× send\.scenario\.yaml > send\/open: .* > attack/);
    expect(output).toMatch(/✓ send\.scenario\.yaml > send\/open: .* > control/);
  });

  test('runs a TypeScript model through Vite', async () => {
    const { code, output } = await projectOf({
      'send.scenario.yaml': trioYaml({
        id: 'send/ts',
        spec: 'models/transfer.ts',
        reaches: 'sent',
        guard: 'approvalOk',
      }),
    }).run('vitest', ['run']);
    expect(output).toMatch(/Tests {2}1 passed/);
    expect(code).toBe(0);
  });

  test('is filtered by name and by line', async () => {
    const { run } = projectOf({ 'send.scenario.yaml': two });
    expect((await run('vitest', ['run', '-t', 'send/guarded'])).output).toMatch(/Tests {2}1 passed \| 1 skipped/);
    expect((await run('vitest', ['run', 'send.scenario.yaml:1'])).output).toMatch(/Tests {2}1 passed \| 1 skipped/);
    expect((await run('vitest', ['run', 'send.scenario.yaml:16'])).output).toMatch(/Tests {2}1 failed \| 1 skipped/);
  });

  test('is listed with its names and lines, run or only parsed', async () => {
    const { run } = projectOf({ 'send.scenario.yaml': two });
    const { output } = await run('vitest', ['list', '--json', '--includeTaskLocation']);
    expect(JSON.parse(output)).toEqual([
      {
        name: 'send/guarded: Nothing is sent without an approval.',
        file: '<root>/send.scenario.yaml',
        location: { line: 1, column: expect.any(Number) },
      },
      {
        name: 'send/open: Nothing is sent without an approval.',
        file: '<root>/send.scenario.yaml',
        location: { line: 16, column: expect.any(Number) },
      },
    ]);
    const parsed = await run('vitest', ['list', '--static-parse']);
    expect(parsed.output.trim().split('\n')).toEqual([
      'send.scenario.yaml > send/guarded: Nothing is sent without an approval.',
      'send.scenario.yaml > send/open: Nothing is sent without an approval.',
    ]);
  });

  test('is related to its model, configuration, mapping and traces', async () => {
    const { run } = projectOf({
      'a.scenario.yaml': trioYaml({ id: 'send/steps' }),
      'b.scenario.yaml': tracedTrio('send/trace'),
      'runs/send.jsonl': SEND_TRACE,
      'c.scenario.yaml': trioYaml({ id: 'send/ts', spec: 'models/transfer.ts', reaches: 'sent', guard: 'approvalOk' }),
    });
    const files = async (path: string) =>
      [...(await run('vitest', ['related', '--run', path])).output.matchAll(/✓ (\w)\.scenario/g)]
        .map((match) => match[1])
        .sort();
    expect(await files('models/Transfer.cfg')).toEqual(['a', 'b']);
    expect(await files('models/Transfer.mapping.yaml')).toEqual(['a', 'b']);
    expect(await files('runs/send.jsonl')).toEqual(['b']);
    expect(await files('models/transfer.ts')).toEqual(['c']);
  });

  test('is sharded and merged, and the merged report has the YAML line', async () => {
    const { run } = projectOf({
      'a.scenario.yaml': trioYaml({ id: 'a/guarded' }),
      'b.scenario.yaml': trioYaml({ id: 'b/open', model: UNGUARDED }),
    });
    const shards = [
      await run('vitest', ['run', '--shard=1/2', '--reporter=blob']),
      await run('vitest', ['run', '--shard=2/2', '--reporter=blob']),
    ];
    expect(shards.map(({ code }) => code).sort()).toEqual([0, 1]);
    const { output } = await run('vitest', ['--merge-reports', '--reporter=default']);
    expect(output).toMatch(/Tests {2}1 failed \| 1 passed/);
    expect(places(output)).toEqual(['b.scenario.yaml:6:1']);
  });

  test('is annotated for GitHub at its own file and line', async () => {
    const { output } = await projectOf({ 'send.scenario.yaml': two }).run('vitest', [
      'run',
      '--reporter=github-actions',
    ]);
    expect(output).toMatch(/::error file=<root>\/send\.scenario\.yaml,title=[^:]*send\/open.*,line=21,column=1::/);
  });

  test('that does not load fails with the diagnostic at its line, and the other files run', async () => {
    const { code, output } = await projectOf({
      'bad.scenario.yaml': trioYaml({ id: 'send/bad' }).replace('control:', 'controll:'),
      'good.scenario.yaml': trioYaml({ id: 'send/good' }),
    }).run('vitest', ['run']);
    expect(code).toBe(1);
    expect(output).toContain('unknown key "controll"');
    expect(places(output)[0]).toMatch(/^bad\.scenario\.yaml:\d+:1$/);
    expect(output).toMatch(/Tests {2}1 passed/);
    expect(output).not.toContain('Serialized Error');
  });

  test('lives beside another YAML plugin, before or after it', async () => {
    const other = `{ name: 'yaml', transform: (code, id) => (/\\.ya?ml$/.test(id) ? 'export default {};' : null) }, `;
    const { run, write } = projectOf({
      'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
      'vitest.config.ts': config('', other),
    });
    expect((await run('vitest', ['run'])).output).toMatch(/Tests {2}1 passed/);
    write('vitest.config.ts', config('', other).replace('tracefold()]', `tracefold(), ${other}]`));
    expect((await run('vitest', ['run'])).output).toMatch(/Tests {2}1 passed/);
  });

  test('keeps its text for an import with ?raw', async () => {
    const { output } = await projectOf({
      'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
      'raw.test.ts': `import { expect, test } from 'vitest';
import text from './send.scenario.yaml?raw';
test('raw', () => expect(text).toContain('trio: send/guarded'));`,
    }).run('vitest', ['run']);
    expect(output).toMatch(/Tests {2}2 passed/);
  });

  test('is not in the way of projects that extend the root configuration', async () => {
    const { output } = await projectOf({
      'vitest.config.ts': `import tracefold from 'tracefold/plugin';
import { defineConfig } from 'vitest/config';
export default defineConfig({
  plugins: [tracefold()],
  test: { projects: [{ extends: true, test: { name: 'all' } }] },
});`,
      'send.scenario.yaml': trioYaml({ id: 'send/guarded' }),
    }).run('vitest', ['run']);
    expect(output).toMatch(/✓ \|all\| send\.scenario\.yaml/);
  });

  test('runs again when the YAML, the model, its configuration or a trace changes, appears, goes or comes back', async () => {
    const { start, write, remove } = projectOf({
      'send.scenario.yaml': tracedTrio('send/trace'),
      'runs/.keep': '',
    });
    const vitest = start('vitest', ['--watch']);
    onTestFinished(() => vitest.stop());
    await vitest.until(/Tests {2}1 failed.*press/s);
    write('runs/send.jsonl', SEND_TRACE);
    await vitest.until(/RERUN.*Tests {2}1 passed.*press/s);
    write('models/Transfer.cfg', transferCfg(true).replace('INVARIANT Inv_Approved', 'INVARIANT Inv_Gone'));
    await vitest.until(/RERUN.*Tests {2}1 failed.*press/s);
    write('models/Transfer.cfg', transferCfg(true));
    await vitest.until(/RERUN.*Tests {2}1 passed.*press/s);
    write('send.scenario.yaml', trioYaml({ id: 'send/edited', model: UNGUARDED }));
    await vitest.until(/RERUN.*send\/edited.*Tests {2}1 failed.*press/s);
    write('send.scenario.yaml', trioYaml({ id: 'send/edited' }));
    await vitest.until(/RERUN.*Tests {2}1 passed.*press/s);
    remove('models/Transfer.tla');
    await vitest.until(/RERUN.*there is no file "models\/Transfer\.tla".*Tests {2}1 failed.*press/s);
    write('models/Transfer.tla', TRANSFER_TLA);
    await vitest.until(/RERUN.*Tests {2}1 passed.*press/s);
  });

  test('points at the guard in a flow map, where its message does', async () => {
    const text = trioYaml({ id: 'send/guarded' }).replace(
      'negative-control:\n  weaken: ApprovalOk',
      'negative-control: { weaken: ApprovalOK }',
    );
    const { output } = await projectOf({ 'send.scenario.yaml': text }).run('vitest', ['run']);
    expect(output).toContain('send.scenario.yaml:13:29: unknown guard "ApprovalOK"');
    expect(places(output)).toEqual(['send.scenario.yaml:13:29']);
  });
});

describe('loadScenarios under Vitest', () => {
  const files = {
    'vitest.config.ts': "import { defineConfig } from 'vitest/config';\nexport default defineConfig({});\n",
    'scenarios/send.scenario.yaml': two.replaceAll('models/', '../models/'),
  };

  test('defines a test for each trio and points at the YAML', async () => {
    const { output } = await projectOf({
      ...files,
      'all.test.ts': "import { loadScenarios } from 'tracefold/vitest';\nloadScenarios('scenarios/*.scenario.yaml');\n",
    }).run('vitest', ['run']);
    expect(output).toMatch(/Tests {2}1 failed \| 1 passed/);
    expect(places(output)).toEqual(['scenarios/send.scenario.yaml:21:1']);
  });

  test('fails where the glob matches nothing', async () => {
    const { code, output } = await projectOf({
      ...files,
      'all.test.ts': "import { loadScenarios } from 'tracefold/vitest';\nloadScenarios('scenario/*.yaml');\n",
    }).run('vitest', ['run']);
    expect(code).toBe(1);
    expect(output).toContain('no file matches "scenario/*.yaml" [runner/no-scenario-files]');
  });

  test('fails the second of two documents with one id', async () => {
    const { output } = await projectOf({
      ...files,
      'scenarios/send.scenario.yaml': trioYaml({ id: 'send/one', spec: '../models/Transfer.tla' }),
      'scenarios/tend.scenario.yaml': trioYaml({ id: 'send/one', spec: '../models/Transfer.tla' }),
      'all.test.ts': "import { loadScenarios } from 'tracefold/vitest';\nloadScenarios('scenarios/*.scenario.yaml');\n",
    }).run('vitest', ['run']);
    expect(output).toMatch(/Tests {2}1 failed \| 1 passed/);
    expect(output).toContain('two documents have the id "send/one" [runner/duplicate-trio]');
    expect(output).toContain('scenarios/send.scenario.yaml:1:7: first here');
  });
});
