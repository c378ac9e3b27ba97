import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { type LoadedSpec, loadSpec, type ModuleReader } from './load-spec.ts';

const text = (name: string, body: string) => sourceText(`${name}.tla`, `---- MODULE ${name} ----\n${body}\n====`);

function beside(files: Record<string, string>): ModuleReader {
  const sources = new Map(Object.entries(files).map(([name, body]) => [name, text(name, body)]));
  return { read: (name) => sources.get(name), names: () => [...sources.keys()] };
}

const load = (root: string, files: Record<string, string> = {}): LoadedSpec =>
  unwrap(loadSpec(text('Root', root), beside(files)));

function error(root: string, files: Record<string, string> = {}): string {
  const result = loadSpec(text('Root', root), beside(files));
  if (result.ok) throw new Error('loaded without an error');
  return formatDiagnostic(result.errors[0]);
}

const kinds = (spec: LoadedSpec): Record<string, string> =>
  Object.fromEntries([...spec.modules].map(([name, loaded]) => [name, loaded.kind]));

describe('a specification', () => {
  it('brings the modules that it extends and instantiates, each after those it needs', () => {
    const spec = load('EXTENDS A, Naturals\nI == INSTANCE B WITH x <- 1\ny == LET J == INSTANCE C IN J!z', {
      A: 'EXTENDS Base, Sequences',
      B: 'EXTENDS Base',
      C: 'z == 1',
      Base: 'EXTENDS TLC',
      Unused: 'x ==',
    });
    expect([...spec.modules.keys()]).toEqual(['TLC', 'Base', 'Sequences', 'A', 'Naturals', 'B', 'C', 'Root']);
    expect(kinds(spec)).toMatchObject({ TLC: 'standard', Base: 'user', Root: 'user' });
    expect(spec.root.name.text).toBe('Root');
  });

  it('sees what the stubs of proof modules extend', () => {
    expect(kinds(load('EXTENDS FiniteSetTheorems, TLAPS, SequenceTheorems_proofs'))).toEqual({
      FiniteSets: 'standard',
      Integers: 'standard',
      NaturalsInduction: 'stub',
      WellFoundedInduction: 'stub',
      FiniteSetTheorems: 'stub',
      TLAPS: 'stub',
      Sequences: 'standard',
      SequenceTheorems_proofs: 'stub',
      Root: 'user',
    });
  });

  it('prefers a module beside it to a standard one and a stub', () => {
    expect(kinds(load('EXTENDS Naturals, TLAPS', { Naturals: 'x == 1', TLAPS: 'y == 1' }))).toMatchObject({
      Naturals: 'user',
      TLAPS: 'user',
    });
  });

  it('finds modules that stand one after the other in the text of the root', () => {
    const one =
      '---- MODULE Root ----\nEXTENDS Second\n====\n\n---- MODULE Third ----\n====\n---- MODULE Second ----\nEXTENDS Third\n====';
    const spec = unwrap(loadSpec(sourceText('Root.tla', one), { read: () => undefined }));
    expect([...spec.modules.keys()]).toEqual(['Third', 'Second', 'Root']);
  });

  it('finds nested modules in itself and in what it extends', () => {
    const spec = load('EXTENDS A\nI == INSTANCE Inner\n---- MODULE Mine ----\nEXTENDS B\n====\nJ == INSTANCE Mine', {
      A: '---- MODULE Inner ----\nEXTENDS C\nx == 1\n====',
      B: '',
      C: '',
    });
    expect([...spec.modules.keys()]).toEqual(['C', 'A', 'B', 'Root']);
  });
});

describe('a specification with a missing or wrong module', () => {
  it('is told where the module is needed', () => {
    expect(error('EXTENDS Natural')).toMatchInlineSnapshot(`
      "Root.tla:2:9: there is no module "Natural" [tla/missing-module]
       2 | EXTENDS Natural
         |         ^^^^^^^
        hint: did you mean "Naturals"?"
    `);
    expect(error('EXTENDS Hlper', { Helper: '' })).toMatchInlineSnapshot(`
      "Root.tla:2:9: there is no module "Hlper" [tla/missing-module]
       2 | EXTENDS Hlper
         |         ^^^^^
        hint: did you mean "Helper"?"
    `);
    expect(error('EXTENDS Nowhere')).toMatchInlineSnapshot(`
      "Root.tla:2:9: there is no module "Nowhere" [tla/missing-module]
       2 | EXTENDS Nowhere
         |         ^^^^^^^
        hint: a module is looked for beside the specification"
    `);
    expect(error('I == INSTANCE Nowhere')).toContain('Root.tla:2:15');
    expect(error('EXTENDS Randomization')).toMatchInlineSnapshot(`
      "Root.tla:2:9: module "Randomization" is not supported: its operators give random values [tla/unsupported-module]
       2 | EXTENDS Randomization
         |         ^^^^^^^^^^^^^"
    `);
    expect(error('EXTENDS SequencesExt')).toMatchInlineSnapshot(`
      "Root.tla:2:9: module "SequencesExt" is not supported: it belongs to the community modules, and no file beside the specification has its name [tla/unsupported-module]
       2 | EXTENDS SequencesExt
         |         ^^^^^^^^^^^^"
    `);
  });

  it('is told the chain of a cycle', () => {
    expect(error('EXTENDS A', { A: 'I == INSTANCE B', B: 'EXTENDS A' })).toMatchInlineSnapshot(`
      "B.tla:2:9: modules need one another in a circle: A instantiates B, which extends A [tla/module-cycle]
       2 | EXTENDS A
         |         ^"
    `);
    expect(error('EXTENDS Root')).toMatchInlineSnapshot(`
      "Root.tla:2:9: modules need one another in a circle: Root extends Root [tla/module-cycle]
       2 | EXTENDS Root
         |         ^^^^"
    `);
  });

  it('is told the error of a module with its own file', () => {
    expect(error('EXTENDS A', { A: 'x == (1' })).toMatchInlineSnapshot(`
      "A.tla:3:1: unexpected end of the module [tla/unexpected-token]
       3 | ====
         | ^^^^
        expected ")" to close the parenthesis
        A.tla:2:6: the "(" that is open"
    `);
  });

  it('is told that a file holds another module', () => {
    const reader: ModuleReader = { read: (name) => (name === 'A' ? text('B', '') : undefined) };
    const result = loadSpec(text('Root', 'EXTENDS A'), reader);
    expect(result.ok ? '' : formatDiagnostic(result.errors[0])).toMatchInlineSnapshot(`
      "B.tla:1:13: this module is named "B" [tla/module-name]
       1 | ---- MODULE B ----
         |             ^
        expected the name of its file, "A"
        Root.tla:2:9: it is needed here"
    `);
  });

  it('is refused when its modules need one another without end', () => {
    const reader: ModuleReader = { read: (name) => text(name, `EXTENDS ${name}x`) };
    const result = loadSpec(text('Root', 'EXTENDS A'), reader);
    expect(result.ok ? '' : result.errors[0].message).toMatchInlineSnapshot(
      `"modules need one another more than 64 deep here"`,
    );
    const wide: ModuleReader = { read: (name) => text(name, '') };
    const many = loadSpec(text('Root', `EXTENDS ${Array.from({ length: 600 }, (_, i) => `A${i}`).join(', ')}`), wide);
    expect(many.ok ? '' : many.errors[0].message).toMatchInlineSnapshot(`"more than 500 modules"`);
  });

  it('has no name from the prototype of an object', () => {
    expect(error('EXTENDS __proto__x, constructor')).toContain('there is no module');
    expect(error('EXTENDS constructor')).toContain('there is no module "constructor"');
  });
});

const SEED = '../shared/seeds/NodesPipelineHarness.tla';

describe.skipIf(!existsSync(SEED))('the seed module', () => {
  it('loads as it is', () => {
    const result = loadSpec(sourceText('NodesPipelineHarness.tla', readFileSync(SEED, 'utf8')), {
      read: () => undefined,
    });
    const spec = unwrap(result);
    expect([...spec.modules.keys()]).toEqual(['Naturals', 'Sequences', 'FiniteSets', 'NodesPipelineHarness']);
    const names = spec.root.units.map((unit) => (unit.kind === 'operatorDefinition' ? unit.name.text : unit.kind));
    expect(names.slice(0, 3)).toEqual(['constants', 'assume', 'ApprovalStates']);
    expect(names).toHaveLength(21);
    expect(names.at(-1)).toBe('Inv_SharedNodesRunSafe');
  });
});
