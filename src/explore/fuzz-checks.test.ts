import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { folderReader } from '../tla/modules/folder-reader.ts';
import { corpusCases, SPECS_FOLDER } from '../tla/testing/corpus.ts';
import { fuzzChecks } from './testing/fuzz-checks.ts';

it('checks of modules with some expressions replaced end, and every error has its place', { timeout: 60_000 }, () => {
  const seeds = corpusCases().map(({ specFile, configFile }) => ({
    module: readFileSync(specFile, 'utf8'),
    config: readFileSync(configFile, 'utf8'),
  }));
  const beside = folderReader([SPECS_FOLDER], (path) => basename(path));
  const { outcomes, broken } = fuzzChecks(seeds, beside, 60, 1);
  expect(broken).toEqual([]);
  for (const outcome of ['ok', 'error', 'refused', 'invariant']) expect(outcomes[outcome]).toBeGreaterThan(0);
});
