// Records the live agent once for each leg of each trio: `npm run record`. The recordings are what the agent did when it was last looked at.
import { readFileSync, writeFileSync } from 'node:fs';
import { readScenarioFile, unwrap, writeTrace } from 'tracefold';
import { shopAgent } from '../src/live-agent.ts';

const file = 'scenarios/refunds.scenario.yaml';
const { trios } = unwrap(readScenarioFile(readFileSync(file, 'utf8'), { file }));
for (const { id, attack, control, negativeControl } of trios) {
  if (negativeControl.kind !== 'weaken') continue;
  for (const [leg, { sources }, weaken] of [
    ['attack', attack, null],
    ['control', control, null],
    ['weakened', attack, negativeControl.guard.name],
  ] as const) {
    const source = sources.find(({ kind }) => kind === 'agent');
    if (source?.kind !== 'agent') continue;
    const trace = await shopAgent({ stimuli: source.stimuli, weaken, signal: AbortSignal.timeout(5000) });
    writeFileSync(`traces/${id.split('/')[1]}.${leg}.jsonl`, unwrap(writeTrace(trace)));
  }
}
