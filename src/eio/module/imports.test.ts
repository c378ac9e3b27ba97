import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import { CORE_ENTITIES } from '../embedded/core-entities.ts';
import { loadEioModule } from './load-eio-module.ts';
import { changed, problems, SMALL } from './testing/module-text.ts';

const module = (id: string, version: string, ...imports: readonly (readonly [string, string])[]): string =>
  `eio: {id: ${id}, namespace: "https://example.org/#", version: ${version}, kind: core, title: "Some module", description: "A module of a test.", license: Apache-2.0}
imports: [${imports.map(([of, at]) => `{module: ${of}, version: ${at}}`).join(', ')}]
`;

const LAST = '  - {module: eio.risk.catalog, version: 0.2.0}\n';
const importing = (line: string) => changed([LAST, `${LAST}  - ${line}\n`]);

describe('imports', () => {
  it('come from the modules that ship, and from files, by id and exact version', () => {
    expect(problems(SMALL)).toBe('');
    const asked: string[] = [];
    const loaded = loadEioModule(
      sourceText('a.yaml', module('eio.a', '1.0.0', ['eio.b', '1.0.0'], ['eio.c', '2.0.0'])),
      (id, version) => {
        asked.push(`${id} ${version}`);
        return sourceText(
          `${id}.yaml`,
          id === 'eio.b' ? module('eio.b', '1.0.0', ['eio.c', '2.0.0']) : module('eio.c', '2.0.0'),
        );
      },
    );
    expect(loaded.ok).toBe(true);
    // Once each, however often they are imported.
    expect(asked).toEqual(['eio.b 1.0.0', 'eio.c 2.0.0']);
  });

  it('bring in what the imported modules import themselves', () => {
    const all = changed([
      SMALL.slice(SMALL.indexOf('  - {module: eio.core.entities'), SMALL.indexOf('predicates:')),
      '  - {module: eio.all, version: 1.0.0}\n',
    ]);
    const bundle = module(
      'eio.all',
      '1.0.0',
      ['eio.core.entities', '0.2.0'],
      ['eio.core.relations', '0.2.0'],
      ['eio.core.evidence', '0.2.1'],
      ['eio.risk.catalog', '0.2.0'],
    );
    expect(problems(all, { 'eio.all': bundle })).toBe('');
  });

  it('fail for an unknown module, with the nearest one that ships', () => {
    expect(problems(importing('{module: eio.core.entites, version: 0.2.0}'))).toMatchInlineSnapshot(`
      "refunds.yaml:14:14: there is no module "eio.core.entites" [eio/import-unknown]
       14 |   - {module: eio.core.entites, version: 0.2.0}
          |              ^^^^^^^^^^^^^^^^
        hint: did you mean "eio.core.entities"?"
    `);
  });

  it('fail for another version than the one that is there, and say which is', () => {
    expect(
      problems(changed(['eio.core.evidence, version: 0.2.1', 'eio.core.evidence, version: 0.3.0'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:12:42: "eio.core.evidence" is imported at 0.3.0, but 0.2.1 is there [eio/import-version]
       12 |   - {module: eio.core.evidence, version: 0.3.0}
          |                                          ^^^^^
        expected 0.2.1
        eio.core.evidence.yaml:4:12: its version"
    `);
    expect(
      problems(importing('{module: eio.mine, version: 2.0.0}'), { 'eio.mine': module('eio.mine', '1.4.0') }),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:14:33: "eio.mine" is imported at 2.0.0, but 1.4.0 is there [eio/import-version]
       14 |   - {module: eio.mine, version: 2.0.0}
          |                                 ^^^^^
        expected 1.4.0
        eio.mine.yaml:1:66: its version"
    `);
  });

  it('fail for a range', () => {
    expect(
      problems(changed(['eio.core.evidence, version: 0.2.1', 'eio.core.evidence, version: ^0.2.0'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:12:42: "imports[2].version": not an exact version, such as "0.2.1" (ranges are not allowed) [shape/wrong-value]
       12 |   - {module: eio.core.evidence, version: ^0.2.0}
          |                                          ^^^^^^"
    `);
  });

  it('fail when they run in a circle, with the whole chain', () => {
    const files = {
      'eio.a': module('eio.a', '1.0.0', ['eio.b', '1.0.0']),
      'eio.b': module('eio.b', '1.0.0', ['eio.c', '1.0.0']),
      'eio.c': module('eio.c', '1.0.0', ['eio.a', '1.0.0']),
    };
    expect(problems(importing('{module: eio.a, version: 1.0.0}'), files)).toMatchInlineSnapshot(`
      "eio.c.yaml:2:20: the imports run in a circle: eio.a -> eio.b -> eio.c -> eio.a [eio/import-cycle]
       2 | imports: [{module: eio.a, version: 1.0.0}]
         |                    ^^^^^"
    `);
    expect(problems(files['eio.b'], files)).toMatchInlineSnapshot(`
      "eio.a.yaml:2:20: the imports run in a circle: eio.b -> eio.c -> eio.a -> eio.b [eio/import-cycle]
       2 | imports: [{module: eio.b, version: 1.0.0}]
         |                    ^^^^^"
    `);
  });

  it('fail when a module imports itself, or another one twice', () => {
    expect(problems(importing('{module: eio.risk.refunds, version: 1.0.0}'))).toMatchInlineSnapshot(`
      "refunds.yaml:14:14: "eio.risk.refunds" imports itself [eio/import-self]
       14 |   - {module: eio.risk.refunds, version: 1.0.0}
          |              ^^^^^^^^^^^^^^^^"
    `);
    expect(problems(importing('{module: eio.core.entities, version: 0.2.0}'))).toMatchInlineSnapshot(`
      "refunds.yaml:14:14: "eio.core.entities" is imported twice [eio/import-twice]
       14 |   - {module: eio.core.entities, version: 0.2.0}
          |              ^^^^^^^^^^^^^^^^^
        refunds.yaml:10:14: imported here first"
    `);
  });

  it('fail when one module is wanted in two versions', () => {
    const files = {
      'eio.a': module('eio.a', '1.0.0', ['eio.c', '1.0.0']),
      'eio.b': module('eio.b', '1.0.0', ['eio.c', '2.0.0']),
      'eio.c': module('eio.c', '1.0.0'),
    };
    expect(problems(module('eio.root', '1.0.0', ['eio.a', '1.0.0'], ['eio.b', '1.0.0']), files)).toMatchInlineSnapshot(`
      "eio.b.yaml:2:36: "eio.c" is imported at 2.0.0, and elsewhere at 1.0.0 [eio/import-conflict]
       2 | imports: [{module: eio.c, version: 2.0.0}]
         |                                    ^^^^^
        expected one version of each module
        eio.c.yaml:1:63: the module at 1.0.0"
    `);
  });

  it('fail when a file is another module than the one it was taken for', () => {
    expect(
      problems(importing('{module: eio.mine, version: 1.0.0}'), { 'eio.mine': module('eio.other', '1.0.0') }),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:14:14: the module given for "eio.mine" calls itself "eio.other" [eio/import-unknown]
       14 |   - {module: eio.mine, version: 1.0.0}
          |              ^^^^^^^^
        eio.mine.yaml:1:11: its id"
    `);
  });

  it('hold a pinned digest against the bytes', () => {
    const digest = `sha256:${createHash('sha256').update(CORE_ENTITIES).digest('hex')}`;
    const pinned = (sha256: string) =>
      changed([
        '{module: eio.core.entities, version: 0.2.0}',
        `{module: eio.core.entities, version: 0.2.0, sha256: "${sha256}"}`,
      ]);
    expect(problems(pinned(digest))).toBe('');
    const other = problems(pinned(digest.replace(/.$/, (last) => (last === '0' ? '1' : '0'))));
    expect(other).toContain('[eio/import-digest]');
    expect(other).toContain(`expected ${digest}`);
    expect(problems(pinned('sha256:abc'))).toContain('not a digest');
  });

  it('tell what is wrong in an imported file in that file', () => {
    const files = { 'eio.mine': `${module('eio.mine', '1.0.0')}predicats: []\n` };
    expect(problems(importing('{module: eio.mine, version: 1.0.0}'), files)).toMatchInlineSnapshot(`
      "eio.mine.yaml:3:1: unknown key "predicats" [shape/unknown-key]
       3 | predicats: []
         | ^^^^^^^^^
        hint: did you mean "predicates"?"
    `);
  });

  it('stop at too many modules instead of running on', () => {
    const chain = loadEioModule(sourceText('a.yaml', module('eio.m0', '1.0.0', ['eio.m1', '1.0.0'])), (id) => {
      const next = Number(id.slice('eio.m'.length)) + 1;
      return sourceText(`${id}.yaml`, module(id, '1.0.0', [`eio.m${next}`, '1.0.0']));
    });
    expect(chain.ok ? '' : chain.errors.map((error) => error.message)).toEqual(['too many modules are imported']);
  });

  it('let a file take the place of a module that ships', () => {
    const files = { 'eio.risk.catalog': module('eio.risk.catalog', '0.2.0') };
    expect(problems(SMALL, files)).toContain('unknown risk "eio.risk.unauthorized-action"');
  });
});
