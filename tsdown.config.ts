import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';
import { toAscii } from './scripts/build/ascii.ts';
import { compileEagerly } from './scripts/build/eager-functions.ts';
import { scenarioJsonSchema } from './src/scenario/json-schema.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const common: UserConfig = {
  outDir: 'dist',
  platform: 'node',
  target: 'node20',
  sourcemap: false,
  hash: false,
  outputOptions: (options) => ({
    ...options,
    // The bundler's helpers must not end up in an entry: another entry would then load a test runner for them.
    codeSplitting: {
      groups: [
        { name: 'helpers', test: /rolldown[\\/]runtime/ },
        // The plugin reads scenario files and loads no model: its chunks must not be those of what judges.
        { name: 'scenario-file', test: /src[\\/](?:yaml[\\/]|scenario[\\/]trio\.ts)/ },
      ],
    },
    // A shared chunk that is named like an entry would take its file, and the package's types would lose their names.
    chunkFileNames: (chunk) => {
      const { chunkFileNames: given = '[name].js' } = options;
      return `shared-${typeof given === 'string' ? given : given(chunk)}`;
    },
  }),
};

const define = (format: 'esm' | 'cjs') => ({
  TRACEFOLD_VERSION: JSON.stringify(version),
  TRACEFOLD_FORMAT: JSON.stringify(format),
});

export default defineConfig([
  {
    ...common,
    format: 'esm',
    define: define('esm'),
    fixedExtension: false,
    clean: true,
    dts: true,
    onSuccess: () => writeFileSync('dist/schema.json', `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`),
    entry: {
      index: 'src/index.ts',
      vitest: 'src/runner/vitest.ts',
      plugin: 'src/runner/plugin.ts',
      cli: 'src/cli/main.ts',
      reporter: 'src/runner/vitest-reporter.ts',
      jest: 'src/runner/jest.ts',
      'scenario-tests': 'src/runner/scenario-tests.ts',
    },
  },
  {
    // Jest loads CommonJS unless told otherwise.
    ...common,
    format: 'cjs',
    define: define('cjs'),
    clean: false,
    dts: true,
    entry: {
      index: 'src/index.ts',
      jest: 'src/runner/jest.ts',
      'jest-preset': 'src/runner/jest-preset.ts',
      'jest-transform': 'src/runner/jest-transform.ts',
      'jest-reporter': 'src/runner/jest-reporter.ts',
      'jest-dependency-extractor': 'src/runner/jest-dependency-extractor.ts',
      'scenario-tests': 'src/runner/scenario-tests.ts',
    },
  },
  {
    // By itself: a chunk that `check` shares with other entries would bring along what only they need, such as a parser of YAML.
    ...common,
    format: 'cjs',
    define: define('cjs'),
    clean: false,
    outputOptions: {
      codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
      chunkFileNames: 'cli-[name].cjs',
    },
    entry: { 'cli-check': 'src/cli/start-check.ts' },
    onSuccess: () => {
      const file = resolve('dist/cli-check.cjs');
      compileEagerly(file, ['check', 'scenarios/models/NodesPipeline.tla']);
      toAscii(file);
    },
  },
  {
    ...common,
    format: 'cjs',
    clean: false,
    entry: { cli: 'src/cli/start.ts' },
  },
]);
