// Fuzzes the TLA+ checker: `npx tsx scripts/fuzz-checks.ts [COUNT] [SEED]`. The corpus of specifications gives the seeds.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fuzzChecks } from '../src/explore/testing/fuzz-checks.ts';
import { folderReader } from '../src/tla/modules/folder-reader.ts';
import { corpusCases, SPECS_FOLDER } from '../src/tla/testing/corpus.ts';

const [count = '20000', seed = '1'] = process.argv.slice(2);
const seeds = corpusCases().map(({ specFile, configFile }) => ({
  module: readFileSync(specFile, 'utf8'),
  config: readFileSync(configFile, 'utf8'),
}));
const beside = folderReader([SPECS_FOLDER], (path) => basename(path));
const { outcomes, broken } = fuzzChecks(seeds, beside, Number(count), Number(seed));
for (const { input, why } of broken) console.log(`${input.module}\n${input.config}\n`, why);
const told = Object.entries(outcomes).map(([outcome, number]) => `${number} ${outcome}`);
console.log(`${count} checks from ${seeds.length} seeds, ${told.join(', ')}; ${broken.length} broke a promise.`);
process.exitCode = broken.length === 0 ? 0 : 1;
