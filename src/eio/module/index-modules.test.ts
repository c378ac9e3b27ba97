import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { indexModules } from './index-modules.ts';
import { loadEioModule } from './load-eio-module.ts';
import { changed, SMALL } from './testing/module-text.ts';

const header = (id: string, version: string) =>
  `eio: {id: ${id}, namespace: "https://example.org/#", version: ${version}, kind: core, title: "Some module", description: "A module of a test.", license: Apache-2.0}\n`;

const LAST = '  - {module: eio.risk.catalog, version: 0.2.0}\n';
const importing = (version: string) =>
  sourceText('refunds.yaml', changed([LAST, `${LAST}  - {module: eio.shop, version: ${version}}\n`]));

describe('files as modules', () => {
  const resolve = indexModules([
    sourceText('notes.yaml', 'a: [broken'),
    sourceText('list.yaml', '- {x: 1}\n'),
    sourceText('shop-1.yaml', header('eio.shop', '1.0.0')),
    sourceText('shop-2.yaml', header('eio.shop', '2.0.0')),
    sourceText('shop-2-copy.yaml', header('eio.shop', '2.0.0')),
    sourceText('refunds.yaml', SMALL),
  ]);

  it('are found by the id and version in their header, whatever else lies about', () => {
    expect(resolve('eio.shop', '1.0.0')?.file).toBe('shop-1.yaml');
    expect(resolve('eio.shop', '2.0.0')?.file).toBe('shop-2.yaml');
    expect(resolve('eio.risk.refunds', '1.0.0')?.file).toBe('refunds.yaml');
    expect(resolve('__proto__', '1.0.0')).toBeUndefined();
    expect(loadEioModule(importing('2.0.0'), resolve).ok).toBe(true);
  });

  it('are named with their version where another one is wanted', () => {
    const loaded = loadEioModule(importing('3.0.0'), resolve);
    expect(loaded.ok ? '' : loaded.errors.map(formatDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "refunds.yaml:14:33: "eio.shop" is imported at 3.0.0, but 1.0.0 is there [eio/import-version]
       14 |   - {module: eio.shop, version: 3.0.0}
          |                                 ^^^^^
        expected 1.0.0
        shop-1.yaml:1:66: its version"
    `);
  });
});
