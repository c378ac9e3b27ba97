import { expect, test } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readItf } from '../importers/itf.ts';
import { stepsOfItf } from '../tla/itf-steps.ts';
import { tlaMachine } from '../tla/machine/tla-machine.ts';
import { corpusCases } from '../tla/testing/corpus.ts';
import { loadModel } from './check.ts';
import { exploreModel } from './explore-model.ts';
import { counterexampleItf } from './write-itf.ts';

test('every counterexample of the corpus reads back as a behaviour of its model', () => {
  let read = 0;
  const refused: string[] = [];
  for (const { config, specFile, configFile, deadlock } of corpusCases()) {
    const model = loadModel({ specFile, configFile });
    if (!model.ok) continue;
    const { result } = exploreModel(model.value, deadlock ? {} : { deadlock: false });
    if (result.outcome === 'error' || result.trace.length === 0) continue;
    // A set without end has no form in ITF, and a last state outside of a constraint is one all the same.
    const text = counterexampleItf(result, 'x')!;
    if (text.includes('#unserializable')) continue;
    const steps = stepsOfItf(unwrap(tlaMachine(model.value)), unwrap(readItf(text, { file: 'x.itf.json' })));
    if (!steps.ok) refused.push(`${config}: ${steps.errors[0].message}`);
    read++;
  }
  // Its state holds a string with the text of a model value, and ITF cannot tell the two apart.
  expect(refused).toEqual([expect.stringMatching(/^ModelValues\.cfg: /)]);
  expect(read).toBeGreaterThan(50);
});
