// The house (docs/architecture.md): a folder imports only from the folders above it in this list.
const LAYERS = [
  'diagnostics',
  'yaml',
  'trace',
  'importers',
  'recorder',
  'model',
  'tla',
  'eio',
  'monitors',
  'explore',
  'evidence',
  'scenario',
  'matchers',
  'runner',
  'cli',
];

const pathOf = (layer) => (layer === 'matchers' ? '^matchers/' : `^src/${layer}/`);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...LAYERS.map((layer, index) => ({
      name: `layer-${layer}`,
      comment: `${layer} may import only from: ${LAYERS.slice(0, index).join(', ') || 'nothing'}`,
      severity: 'error',
      from: { path: pathOf(layer) },
      to: { path: LAYERS.slice(index + 1).map(pathOf) },
    })).filter((rule) => rule.to.path.length > 0),
    {
      name: 'public-door',
      comment:
        'Only entry points and tests import src/index.ts; inside the house, import the file that holds the thing.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['[.]test[.]ts$'] },
      to: { path: '^src/index[.]ts$' },
    },
    {
      name: 'no-test-helpers',
      comment: 'Published code never imports tests or development dependencies.',
      severity: 'error',
      from: { path: '^(src|matchers)/', pathNot: ['[.](test(-d)?|e2e)[.]ts$', '/testing/'] },
      to: { path: ['[.]test[.]ts$', '/testing/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
