import fc from 'fast-check';
import { agreement, randomCase } from '../src/eio/logic/testing/brute-force.ts';

// Holds the indexed search against trying every tuple. Run by `npx tsx scripts/fuzz-eio.ts [cases] [seed]`; default 100,000 cases.

const [cases = '100000', seed = '1'] = process.argv.slice(2);
let formulas = 0;
fc.assert(
  fc.property(randomCase, (problem) => {
    formulas++;
    const differences = agreement(problem);
    if (differences.length > 0) throw new Error(differences.join('\n'));
  }),
  { numRuns: Number(cases), seed: Number(seed) },
);
console.log(`${formulas} graphs and formulas: the two evaluators agree (seed ${seed})`);
