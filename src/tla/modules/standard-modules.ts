/** The modules whose operators the evaluator defines itself. */
export const STANDARD_MODULES: ReadonlySet<string> = new Set([
  'Naturals',
  'Integers',
  'Reals',
  'Sequences',
  'FiniteSets',
  'Bags',
  'TLC',
  'TLCExt',
  '_Possible',
]);

// The modules of theorems that the TLA+ proof system brings: nothing in them is evaluated, but what they extend is visible
// through them. `<name>_proofs` is the same module with its proofs.
const STUBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['TLAPS', []],
  ['NaturalsInduction', ['Integers']],
  ['WellFoundedInduction', ['NaturalsInduction']],
  ['FunctionTheorems', ['Integers']],
  ['FiniteSetTheorems', ['FiniteSets', 'Integers', 'WellFoundedInduction']],
  ['SequenceTheorems', ['Sequences']],
  ['SequenceOpTheorems', ['Sequences']],
  ['SequencesExtTheorems', ['Sequences']],
  ['BagsTheorems', ['Bags']],
]);

/** What a stub extends; undefined if no stub has this name. A stub is an empty module that stands for one of theorems. */
export const stubExtends = (name: string): readonly string[] | undefined =>
  STUBS.get(name.endsWith('_proofs') ? name.slice(0, -'_proofs'.length) : name);

/** The names of all stubs, for hints. */
export const STUB_NAMES: readonly string[] = [...STUBS.keys()];

/** Modules that people extend and that are not supported, each with the reason. */
export const UNSUPPORTED_MODULES: ReadonlyMap<string, string> = new Map([
  ['Randomization', 'its operators give random values'],
  ['RealTime', 'it needs real numbers'],
  ['Toolbox', 'it belongs to the TLA+ Toolbox'],
  ...['CSV', 'IOUtils', 'Json', 'SVG'].map((name) => [name, 'it reads or writes files'] as const),
  ...['Bitwise', 'Combinatorics', 'DyadicRationals', 'FiniteSetsExt', 'Folds', 'Functions', 'Graphs', 'Relation'].map(
    communityModule,
  ),
  ...['SequencesExt', 'BagsExt', 'Statistics', 'UndirectedGraphs', 'VectorClocks', 'HTML', 'ShiViz'].map(
    communityModule,
  ),
]);

function communityModule(name: string): readonly [string, string] {
  return [name, 'it belongs to the community modules, and no file beside the specification has its name'];
}
