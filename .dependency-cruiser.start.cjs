// What a runner loads before its first test reads scenario files and no more: models, folds and their checks would slow every start.
module.exports = {
  forbidden: [
    {
      name: 'light-start',
      comment: 'Import what is needed from a file that does not import a model; types may come from anywhere.',
      severity: 'error',
      from: { path: '^src/runner/(plugin|jest-transform|jest-dependency-extractor)[.]ts$' },
      to: { path: '^src/(importers|model|tla|eio|monitors|explore)/', reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types are gone when it runs.
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
