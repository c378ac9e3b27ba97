import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allExamples, type Check, type Example, examplesOf, filesOf, REPOSITORY } from './testing/documentation.ts';
import { type TempProject, tempProject } from './testing/temp-project.ts';

let project: TempProject;
afterEach(() => project?.dispose());

const of = <K extends Check['kind']>(list: readonly Example[], kind: K) =>
  list.filter((one): one is Example & { check: Extract<Check, { kind: K }> } => one.check.kind === kind);

const repositoryFile = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

/** Every line that is shown stands in the output, in this order; a runner may add durations and lines of its own. */
function expectShown(output: string, shown: string): void {
  const lines = output.split('\n');
  let from = 0;
  for (const line of shown.trimEnd().split('\n')) {
    const at = lines.findIndex((each, index) => index >= from && each.startsWith(line));
    expect(at, `"${line}" in:\n${output}`).toBeGreaterThanOrEqual(0);
    from = at + 1;
  }
}

test('the README leads to a red test, then to a green one, and prints what it shows', async () => {
  const { 'test/recorded-runs.test.ts': recorded = '', ...files } = filesOf('README.md');
  const [red, green] = of(examplesOf('README.md'), 'output');
  project = tempProject({ 'package.json': '{}', ...files });
  const first = await project.run('vitest', ['run']);
  expectShown(first.output, red!.text);
  expect(first.code).toBe(1);

  const model = files['models/refunds.ts']!;
  const corrected = model.replace('state.approved.length > 0,', 'state.approved.includes(order),');
  expect(corrected).not.toBe(model);
  expect(repositoryFile('README.md')).toContain('`state.approved.includes(order)`');
  project.write('models/refunds.ts', corrected);
  const second = await project.run('vitest', ['run']);
  expectShown(second.output, green!.text);
  expect(second.code).toBe(0);

  project.write('test/recorded-runs.test.ts', recorded);
  project.write('runs/today.jsonl', repositoryFile('scenarios/nodes-run/traces/approved-run.jsonl'));
  expect((await project.run('vitest', ['run', 'test'])).output).toMatch(/Tests {2}1 passed/);
});

// What a page speaks of without declaring it.
const NAMES: { readonly [name: string]: string } = {
  trace: "import('tracefold').Trace",
  model: "import('tracefold').Model",
  bytes: 'Uint8Array',
  text: 'string',
};

const PRELUDE = "import { expect, test } from 'vitest';\nimport 'tracefold/vitest';\n";

test('TypeScript of the documentation compiles as a reader copies it', async () => {
  const examples = allExamples();
  const sources = [
    ...of(examples, 'types').map(({ page, line, text, check }) => ({ page, line, text, names: check.names })),
    ...of(examples, 'test').map(({ page, line, text }) => ({ page, line, text, names: [] })),
    ...of(examples, 'file')
      .filter(({ check }) => check.path.endsWith('.ts'))
      .map(({ page, line, text }) => ({ page, line, text, names: [] })),
  ].map(({ page, line, text, names }) => {
    const declared = names.map((each) => {
      const [name = '', type] = each.split(': ');
      return `declare const ${name}: ${type === undefined ? NAMES[name] : `import('tracefold').${type}`};\n`;
    });
    const prelude = text.includes("from 'vitest'") ? '' : PRELUDE;
    return [
      `${page.replaceAll(/\W/g, '-')}-${line}.ts`,
      `${prelude}${declared.join('')}${text}\nexport {};\n`,
    ] as const;
  });
  expect(sources.length).toBeGreaterThan(10);
  project = tempProject({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ target: 'ES2023', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, noEmit: true },
        ...{ allowImportingTsExtensions: true, esModuleInterop: true, skipLibCheck: true, types: ['node'] },
      },
      include: ['*.ts'],
    }),
    ...Object.fromEntries(sources),
  });
  const { output } = await project.run('tsc', ['-p', '.']);
  expect(output).toBe('');
});

test('tests of the documentation pass', async () => {
  const bodies = of(allExamples(), 'test').map(({ page, line, text }) => {
    const imports = text.split('\n').filter((each) => each.startsWith('import '));
    const body = text.split('\n').filter((each) => !each.startsWith('import '));
    return [
      `${page.replaceAll(/\W/g, '-')}-${line}.test.ts`,
      `${PRELUDE}${imports.join('\n')}\ntest('it', async () => {\n${body.join('\n')}\n});\n`,
    ];
  });
  const models = ['tla', 'cfg', 'mapping.yaml'].map((ending) => `models/NodesPipeline.${ending}`);
  project = tempProject({
    'package.json': '{}',
    ...Object.fromEntries(models.map((path) => [path, repositoryFile(`scenarios/${path}`)])),
    ...Object.fromEntries(bodies),
  });
  const { code, output } = await project.run('vitest', ['run']);
  expect(code, output).toBe(0);
  expect(output).toContain(`Tests  ${bodies.length} passed`);
});
