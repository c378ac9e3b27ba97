import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Files that Node has loaded at the end of a command, by their names; of a package, its name. */
function loadedBy(...args: readonly string[]): readonly string[] {
  const script = `process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));
    process.argv.splice(1, 0, 'tracefold');
    require(${JSON.stringify(join(REPOSITORY, 'dist/cli.cjs'))});`;
  const run = spawnSync(process.execPath, ['-e', script, ...args], { cwd: REPOSITORY, encoding: 'utf8' });
  expect(run.status).toBe(0);
  const files = JSON.parse(run.stderr) as readonly string[];
  const names = files.map((file) => relative(REPOSITORY, file).split(/[\\/]/));
  return [...new Set(names.map((path) => (path[0] === 'node_modules' ? path[1]! : basename(path.join('/')))))].sort();
}

it('checks a small model without what only other commands need', () => {
  expect(loadedBy('check', 'scenarios/models/NodesPipeline.tla', '--constant', 'Tools=["nodes.run", "web"]')).toEqual([
    'cli-check.cjs',
    'cli-rolldown-runtime.cjs',
    'cli.cjs',
    'fastest-levenshtein',
  ]);
});

it('loads a parser of YAML for constants that need one', () => {
  expect(loadedBy('check', 'scenarios/models/NodesPipeline.tla', '--constant', 'Tools=[nodes.run, web]')).toContain(
    'yaml',
  );
});

it('compiles what a small check runs as it loads it', () => {
  const text = readFileSync(join(REPOSITORY, 'dist/cli-check.cjs'), 'utf8');
  expect(text).toContain('const exploreModel = (function exploreModel(');
  // What only other checks run is left for them to compile.
  expect(text).toContain('\nfunction canonicalKey(');
});

describe('of an installed package, what Node compiled', () => {
  const project = mkdtempSync(join(tmpdir(), 'tracefold-start-'));
  const modules = join(project, 'node_modules');
  const installed = join(modules, 'tracefold');
  beforeAll(() => {
    for (const folder of ['dist', 'scenarios']) {
      cpSync(join(REPOSITORY, folder), join(installed, folder), { recursive: true });
    }
    cpSync(join(REPOSITORY, 'package.json'), join(installed, 'package.json'));
    const { dependencies } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(modules, name), 'junction');
    }
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('is kept in no folder of the package, and beside it where Node can', () => {
    const before = readdirSync(installed);
    const args = ['dist/cli.cjs', 'check', 'scenarios/models/NodesPipeline.tla'];
    const run = spawnSync(process.execPath, args, { cwd: installed, encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(readdirSync(installed)).toEqual(before);
    expect(existsSync(join(modules, '.cache', 'tracefold'))).toBe('enableCompileCache' in module);
  });
});
