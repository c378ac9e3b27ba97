import { expect, test } from 'vitest';
import { readEioModule } from './read-eio-module.ts';
import { changed, SMALL } from './testing/module-text.ts';

const LAST = '  - {module: eio.risk.catalog, version: 0.2.0}\n';
const importing = changed([LAST, `${LAST}  - {module: eio.shop, version: 1.0.0}\n`]);
const shop =
  'eio: {id: eio.shop, namespace: "https://example.org/#", version: 1.0.0, kind: core, title: "Some module", description: "A module of a test.", license: Apache-2.0}\n';

test('a module is read from its text, with what it imports of the texts given', () => {
  expect(readEioModule(SMALL, { file: 'refunds.yaml' })).toMatchObject({ value: { id: 'eio.risk.refunds' } });
  expect(readEioModule(importing, { file: 'refunds.yaml', modules: [{ file: 'shop.yaml', text: shop }] }).ok).toBe(
    true,
  );
});

test('an import that is among neither these nor those that ship is an error in the file that was named', () => {
  expect(readEioModule(importing, { file: 'refunds.yaml' })).toMatchObject({
    ok: false,
    errors: [{ code: 'eio/import-unknown', at: { file: 'refunds.yaml' } }],
  });
});
