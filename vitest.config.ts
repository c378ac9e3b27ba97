import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import tracefold from './src/runner/plugin.ts';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The package under its public names, from source: what ships is what the scenarios and examples of this repository run on.
const alias = [
  { find: /^tracefold$/, replacement: source('./src/index.ts') },
  { find: /^tracefold\/vitest$/, replacement: source('./src/runner/vitest.ts') },
];

// What a trio runs on. Transformed while the worker starts, and not when it asks for one module after another.
const judges = [
  'src/{diagnostics,yaml,trace,importers,model,tla,eio,monitors,evidence,scenario}/**/*.ts',
  'src/explore/shrink/*.ts',
  'src/runner/{scenario-tests,agents,loaded-json,record-result,trio-*}.ts',
  '!**/*.{test,e2e}.ts',
  '!**/testing/**',
  '!src/{evidence/{guards,render/html},scenario/{metamorphic,mutation,synthesis}}/**',
];

export default defineConfig({
  test: {
    // By default one core is left to the editor.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'matchers/**/*.test.ts', 'scenarios/**/*.test.ts'],
          environment: 'node',
          // Most of a file's time would be loading the modules anew. Nothing may stay behind in them: no mock, no variable of the process.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          // Property tests run long on a busy machine; none of them waits for anything.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [tracefold({ include: 'scenarios/**/*.scenario.yaml' })],
        server: { warmup: { ssrFiles: judges } },
        resolve: { alias },
        test: {
          name: 'scenarios',
          // Only the scenario files, which the plugin adds: what they prove is shown in seconds.
          include: [],
          environment: 'node',
          // One thread that keeps its modules: loading them costs more than running the trios.
          isolate: false,
          fileParallelism: false,
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['src/**/*.e2e.ts'],
          environment: 'node',
          globalSetup: ['src/runner/testing/build.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
