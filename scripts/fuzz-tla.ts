// Fuzzes the TLA+ parser: `npx tsx scripts/fuzz-tla.ts [COUNT] [SEED] [FOLDER]...`. The modules in the folders are further seeds.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzz } from '../src/tla/syntax/testing/fuzz.ts';
import { SAMPLE } from '../src/tla/syntax/testing/sample.ts';

const [count = '200000', seed = '1', ...folders] = process.argv.slice(2);
const seeds = [SAMPLE];
for (const folder of folders) {
  for (const file of readdirSync(folder).sort()) {
    if (/\.(tla|cfg)$/.test(file)) seeds.push(readFileSync(join(folder, file), 'utf8'));
  }
}
const report = fuzz(seeds, Number(count), Number(seed));
console.log(`${report.inputs} inputs from ${seeds.length} seeds, ${report.parsed} of them parsed; nothing broke.`);
