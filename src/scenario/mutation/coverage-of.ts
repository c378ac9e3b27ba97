import { ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { Coverage } from '../../evidence/guards/guard-report.ts';
import { type CoverageOptions, corpusCoverage } from '../../explore/coverage/corpus-coverage.ts';
import type { MachineModel } from '../../model/machine-model.ts';
import type { ScenarioHost } from '../host.ts';
import type { Trio } from '../trio.ts';
import { corpusOf } from './corpus-runs.ts';

/** What trios exercise of a state machine, event kinds of its mapping included (issue 7, item 3). */
export async function coverageOf(
  model: MachineModel,
  trios: readonly Trio[],
  host: ScenarioHost,
  options: CoverageOptions = {},
): Promise<Result<Coverage>> {
  const corpus = await corpusOf(model, trios, host);
  if (!corpus.ok) return corpus;
  const made = corpusCoverage(model.machine, corpus.value.runs, options);
  if (!made.ok) return made;
  return ok({ ...made.value, events: [...corpus.value.events].map(([kind, count]) => ({ kind, count })) });
}
