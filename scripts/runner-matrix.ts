// Installs the packed package with each supported runner in a folder of its own, compiles the matchers' types with `skipLibCheck` off, and
// runs the example that a newcomer copies. `tsx scripts/runner-matrix.ts [name …]`; without names, all that this Node can run, and with
// `--all` also those that need a newer one, which is then installed as a package.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface Runner {
  readonly name: string;
  readonly example: 'vitest' | 'jest' | 'live-agent';
  readonly packages: readonly string[];
  /** Which types of the matchers are compiled; `own`: those that the example uses. */
  readonly types: 'vitest' | 'jest-globals' | 'jest-types' | 'own';
  /** A Node to install as a package and run with, where this one is too old. */
  readonly node?: string;
  /** What the run must have printed. */
  readonly passed: RegExp;
}

const VITEST_PASSED = /Tests\s+4 passed \(4\)/;
const JEST_PASSED = /Tests:\s+4 passed, 4 total/;

const RUNNERS: readonly Runner[] = [
  { name: 'vitest-4', example: 'vitest', packages: ['vitest@4', 'vite@8'], types: 'vitest', passed: VITEST_PASSED },
  {
    name: 'vitest-3',
    example: 'vitest',
    packages: ['vitest@~3.2.4', 'vite@7'],
    types: 'vitest',
    passed: VITEST_PASSED,
  },
  { name: 'vitest-5', example: 'vitest', packages: ['vitest@5'], types: 'vitest', node: '22', passed: VITEST_PASSED },
  {
    name: 'vitest-5-node-24',
    example: 'vitest',
    packages: ['vitest@5'],
    types: 'vitest',
    node: '24',
    passed: VITEST_PASSED,
  },
  {
    name: 'live-agent',
    example: 'live-agent',
    packages: ['vitest@4', 'vite@8'],
    types: 'own',
    passed: /Tests\s+3 passed \(3\)/,
  },
  {
    name: 'jest-30',
    example: 'jest',
    packages: ['jest@30', '@jest/globals@30'],
    types: 'jest-globals',
    passed: JEST_PASSED,
  },
  {
    name: 'jest-30-types',
    example: 'jest',
    packages: ['jest@30', '@types/jest@30'],
    types: 'jest-types',
    passed: JEST_PASSED,
  },
  {
    name: 'jest-30-node-24',
    example: 'jest',
    packages: ['jest@30', '@jest/globals@30'],
    types: 'jest-globals',
    node: '24',
    passed: JEST_PASSED,
  },
];

// The platform's own package: the general one fetches it from an install script, which npm may hold back.
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

const REPOSITORY = resolve(import.meta.dirname, '..');

interface Stage {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
}

function main(args: readonly string[]): void {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const chosen = RUNNERS.filter(({ name, node }) =>
    names.length > 0 ? names.includes(name) : node === undefined || args.includes('--all'),
  );
  if (chosen.length < names.length) throw new Error(`runners: ${RUNNERS.map(({ name }) => name).join(', ')}`);
  const home = mkdtempSync(join(tmpdir(), 'tracefold-matrix-'));
  const stages: Stage[] = [];
  try {
    const tarball = pack(home);
    for (const runner of chosen) stages.push(...check(runner, tarball, home));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const failed = stages.filter(({ ok }) => !ok);
  process.stdout.write(`${stages.length - failed.length} passed, ${failed.length} failed\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** The tarball that `npm publish` would send; `dist` must have been built. */
function pack(folder: string): string {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: REPOSITORY, encoding: 'utf8' }),
  ) as { filename: string }[];
  return join(folder, packed!.filename);
}

function check(runner: Runner, tarball: string, home: string): Stage[] {
  const folder = join(home, runner.name);
  cpSync(join(REPOSITORY, 'examples', runner.example), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { devDependencies: object };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }));
  const packages = [tarball, ...runner.packages, 'typescript@6', `@types/node@${runner.node ?? 20}`];
  if (runner.node !== undefined) packages.push(`${NODE_PACKAGE}@${runner.node}`);
  const stages: Stage[] = [];
  const stage = (name: string, command: string, args: readonly string[], expected?: RegExp): boolean => {
    const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: cleanEnvironment() });
    const output = `${done.stdout}${done.stderr}`;
    const ok = done.status === 0 && (expected === undefined || expected.test(output));
    process.stdout.write(`${ok ? 'passed' : 'FAILED'}  ${runner.name}: ${name}\n${ok ? '' : `${output}\n`}`);
    stages.push({ name, ok, output });
    return ok;
  };
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  if (!stage('installs', 'npm', ['install', '--save-dev', ...flags, ...packages])) return stages;
  const project = writeTypes(runner, folder);
  stage('types', process.execPath, ['node_modules/typescript/bin/tsc', '-p', project]);
  const node = runner.node === undefined ? process.execPath : join(folder, 'node_modules', NODE_PACKAGE, 'bin/node');
  const bin = runner.example === 'jest' ? 'node_modules/jest/bin/jest.js' : 'node_modules/vitest/vitest.mjs';
  stage('runs', node, [bin, ...(runner.example === 'jest' ? [] : ['run'])], runner.passed);
  return stages;
}

/** The TypeScript project that is compiled. */
function writeTypes(runner: Runner, folder: string): string {
  if (runner.types === 'own') return 'tsconfig.json';
  const jest = runner.types !== 'vitest';
  const text = readFileSync(join(REPOSITORY, `scripts/matrix/${jest ? 'jest' : 'vitest'}-types.ts`), 'utf8');
  const imported = runner.types === 'jest-globals' ? "import { expect } from '@jest/globals';" : '';
  writeFileSync(join(folder, 'types.ts'), text.replace('// IMPORT\n', `${imported}\n`));
  // The Jest example is plain JavaScript; the types are checked with the model of the other.
  if (jest) cpSync(join(REPOSITORY, 'examples/vitest/models/refunds.ts'), join(folder, 'models/refunds.ts'));
  const compilerOptions = {
    ...{ target: 'ES2023', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, noEmit: true },
    ...{ skipLibCheck: false, allowImportingTsExtensions: true, esModuleInterop: true },
    types: runner.types === 'jest-types' ? ['node', 'jest'] : ['node'],
  };
  writeFileSync(join(folder, 'types.tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
  return 'types.tsconfig.json';
}

/** Without the variables of a test run around this one. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|JEST|NODE_ENV$|npm_)/.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

main(process.argv.slice(2));
