import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

it.skipIf(!('enableCompileCache' in module))('keeps what Node compiled in a folder of the package', () => {
  loadedBy('check', 'scenarios/models/NodesPipeline.tla');
  expect(existsSync(join(REPOSITORY, '.cache'))).toBe(true);
});
