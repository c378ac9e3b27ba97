import { counted } from '../../diagnostics/counted.ts';
import { fail, failAll, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { TracefoldError } from '../../diagnostics/tracefold-error.ts';
import {
  chosenGuards,
  type Judge,
  type MatrixOptions,
  type MutationMatrix,
  matrixOf,
  summary,
} from '../../explore/mutation/matrix.ts';
import type { MutantReport } from '../../explore/mutation/mutant-outcome.ts';
import { isMachineModel, type MachineModel } from '../../model/machine-model.ts';
import type { Model } from '../../model/model.ts';
import type { ScenarioHost } from '../host.ts';
import type { Trio } from '../trio.ts';
import { killerOf, readyTrios } from './mutant-trios.ts';

/**
 * Changes every guard part of a model in turn, and asks the trios, and where they notice nothing the model's own state space, what that
 * does (issue 7, item 2). Errors: a trio that is red before any mutation, trios that are about other models, an unknown guard, and a model
 * that is violated by itself.
 */
export async function mutationMatrix(
  model: Model,
  trios: readonly Trio[],
  host: ScenarioHost,
  options: MatrixOptions = {},
): Promise<Result<MutationMatrix>> {
  const ready = await readyTrios(model, trios, host);
  if (!ready.ok) return ready;
  if (trios.length > 0 && ready.value.length === 0) {
    return fail({
      code: 'mutation/no-trios',
      message:
        trios.length === 1
          ? `the only trio is not about ${model.name}`
          : `none of the ${counted(trios.length, 'trio')} is about ${model.name}`,
      hint: 'name scenarios on this model, or on one that extends it',
    });
  }
  const ids = ready.value.map(({ trio }) => trio.id);
  const judge: Judge = async (mutant) => {
    const kill = await killerOf(mutant, ready.value, host);
    if (!kill.ok) throw new TracefoldError(kill.errors);
    return kill.value;
  };
  try {
    if (isMachineModel(model)) {
      const { machine, mapping } = model as MachineModel;
      return await matrixOf(machine, mapping?.bounds ?? machine.bounds, ids.length === 0 ? null : judge, ids, options);
    }
    return await judgedByTriosAlone(model, ids, judge, options);
  } catch (error) {
    if (error instanceof TracefoldError) return failAll(error.diagnostics);
    throw error;
  }
}

/** An EIO module has no states of its own to explore: what no trio notices is not judged. */
async function judgedByTriosAlone(
  model: Model,
  ids: readonly string[],
  judge: Judge,
  options: MatrixOptions,
): Promise<Result<MutationMatrix>> {
  const guards = chosenGuards(model, options.guards ?? []);
  if (!guards.ok) return guards;
  const reports: MutantReport[] = [];
  for (const guard of guards.value) {
    const by = await judge({ guard, how: 'remove' });
    reports.push({
      guard,
      how: 'remove',
      outcome:
        by === null
          ? {
              kind: 'not-judged',
              why: 'no-search',
              detail: 'no trio notices it, and the module has no states to explore',
            }
          : { kind: 'killed', by },
      waived: null,
    });
  }
  return ok(summary(model.name, ids, null, reports, options.waivers ?? []));
}
