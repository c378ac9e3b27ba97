import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { tempProject } from '../runner/testing/temp-project.ts';

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

describe('what Node compiled', () => {
  const project = tempProject({});
  afterAll(project.dispose);
  const own = join(project.root, 'node_modules/tracefold');
  // The home and the folder of temporary files are the project's, so that nothing is missed.
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, HOME: project.root, TMPDIR: project.root };
  const foldersAfter = (more: NodeJS.ProcessEnv) => {
    const command = [join(own, 'dist/cli.cjs'), 'check', '--help'];
    const run = spawnSync(process.execPath, command, { cwd: project.root, env: { ...env, ...more } });
    expect(run.status).toBe(0);
    return { package: readdirSync(own), project: readdirSync(project.root) };
  };

  it('is kept nowhere unless the user names a folder', () => {
    expect(foldersAfter({})).toEqual({ package: ['dist', 'package.json'], project: ['node_modules'] });
  });

  it.skipIf(!('enableCompileCache' in module))('is kept in the folder that the user names', () => {
    const kept = foldersAfter({ NODE_COMPILE_CACHE: 'compiled' });
    expect(kept).toEqual({ package: ['dist', 'package.json'], project: ['compiled', 'node_modules'] });
  });
});

it.skipIf(process.platform === 'win32')(
  'is ended by Ctrl-C at once, by the signal, which a shell calls 130',
  async () => {
    const command = [join(REPOSITORY, 'dist/cli.cjs'), 'import', '-', '--report'];
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = once(child, 'exit');
    // More than a pipe holds: it is written once the command reads, which then waits for the rest.
    await new Promise((resolve) => child.stdin.write(' '.repeat(1024 * 1024), resolve));
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
  },
);
