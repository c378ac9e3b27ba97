import { ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { CorpusRun } from '../../explore/coverage/corpus-coverage.ts';
import { isMachineModel, type MachineModel } from '../../model/machine-model.ts';
import { isMappingError } from '../../model/mapping.ts';
import type { Model } from '../../model/model.ts';
import type { Step } from '../../model/state-machine.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { ScenarioHost } from '../host.ts';
import type { LegSource, Trio } from '../trio.ts';
import { readyTrios } from './mutant-trios.ts';

/** What trios make of a model: their attack and control legs as steps, and how often each event kind of the mapping came up. */
export interface Corpus {
  readonly runs: readonly CorpusRun[];
  readonly events: ReadonlyMap<string, number>;
}

/** The legs of the trios that have a say about the model, as steps. Negative controls repeat the attack, and count for nothing of their own. */
export async function corpusOf(model: Model, trios: readonly Trio[], host: ScenarioHost): Promise<Result<Corpus>> {
  const ready = await readyTrios(model, trios, host);
  if (!ready.ok) return ready;
  const runs: CorpusRun[] = [];
  const events = new Map<string, number>(
    ('mapping' in model ? ((model as MachineModel).mapping?.kinds ?? []) : []).map((kind) => [kind, 0]),
  );
  for (const { trio, models } of ready.value) {
    for (const resolved of models) {
      if (!isMachineModel(resolved.model)) continue;
      const { machine, mapping } = resolved.model as MachineModel;
      for (const [leg, { sources }] of [
        ['attack', trio.attack],
        ['control', trio.control],
      ] as const) {
        for (const source of sources) {
          for (const { kind } of eventsOf(source)) if (events.has(kind)) events.set(kind, events.get(kind)! + 1);
          const steps = stepsOf(source, (event) => mapping?.steps(event) ?? []);
          runs.push({ name: `${trio.id}, ${leg}`, machine, steps });
        }
      }
    }
  }
  return ok({ runs, events });
}

const eventsOf = (source: LegSource): readonly TraceEvent[] => (source.kind === 'events' ? source.trace.events : []);

function stepsOf(
  source: LegSource,
  map: (event: TraceEvent) => ReturnType<NonNullable<MachineModel['mapping']>['steps']>,
): readonly Step[] {
  if (source.kind === 'steps') return source.steps;
  return eventsOf(source).flatMap((event) => {
    const steps = map(event);
    return isMappingError(steps) ? [] : steps;
  });
}
