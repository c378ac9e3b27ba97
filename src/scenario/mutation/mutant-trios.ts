import { type Diagnostic, failAll, isNonEmpty, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { type Mutant, mutantName } from '../../explore/mutation/mutant.ts';
import type { Kill } from '../../explore/mutation/mutant-outcome.ts';
import { variantsOf } from '../../explore/mutation/variants.ts';
import { isMachineModel, machineModel } from '../../model/machine-model.ts';
import type { Model } from '../../model/model.ts';
import type { GuardInfo } from '../../model/state-machine.ts';
import type { ScenarioHost } from '../host.ts';
import { withItfSteps } from '../itf-leg.ts';
import { recordedTrace } from '../leg-input.ts';
import { type ResolvedModel, resolveModel } from '../resolve-model.ts';
import { runTrioOn, type TrioResult } from '../run-trio.ts';
import { type LegSource, mapSources, sourcesOf, type Trio } from '../trio.ts';

/** A trio that is green on its models as they are, with everything read that it reads. */
export interface ReadyTrio {
  readonly trio: Trio;
  readonly models: readonly ResolvedModel[];
}

/** Whether a guard of a trio's model is the guard of the model under mutation: same path, same text. */
const sameGuard = (a: GuardInfo, b: GuardInfo): boolean => a.path === b.path && a.text === b.text;

/**
 * The trios that have a say about a model: those on a model that shares guards with it, such as the same module under other constants, or
 * one that extends it. Live agents take no part: a mutant changes the model, and not the agent. An error if one is red before
 * any mutation, for then nothing it says of a mutant means anything.
 */
export async function readyTrios(
  subject: Model,
  trios: readonly Trio[],
  host: ScenarioHost,
): Promise<Result<readonly ReadyTrio[]>> {
  const guards = new Map(subject.guards().map((guard) => [guard.path, guard]));
  const ready: ReadyTrio[] = [];
  const red: Diagnostic[] = [];
  for (const trio of trios) {
    const models: ResolvedModel[] = [];
    for (const ref of trio.models) {
      const model = await resolveModel(ref, host);
      if (!model.ok) return model;
      models.push(model.value);
    }
    const shares = (model: Model): boolean =>
      (subject.kind === 'tla' || model.name === subject.name) &&
      model.kind === subject.kind &&
      model.guards().some((guard) => guards.has(guard.path) && sameGuard(guard, guards.get(guard.path)!));
    if (!models.some(({ model }) => shares(model))) continue;
    const read = withInputs(trio, models, host);
    if (!read.ok) return read;
    if (read.value === null) continue;
    const result = await runTrioOn(read.value, models, host);
    if (!result.ok) return result;
    if (result.value.outcome !== 'proved') red.push(redBefore(trio, result.value));
    // The trio of a binding is completed on the model as it is, not on each mutant.
    ready.push({ trio: result.value.trio, models });
  }
  return isNonEmpty(red) ? failAll(red) : ok(ready);
}

function redBefore(trio: Trio, result: TrioResult): Diagnostic {
  const problem = result.legs.flatMap(({ problems }) => problems)[0];
  const at = problem?.at ?? trio.at;
  return {
    code: 'mutation/trio-red',
    message: `the trio ${trio.id} is red before any mutation${problem === undefined ? '' : ` (${problem.code})`}, so it cannot judge mutants`,
    at,
    lineText: trio.source.line(at.start.line),
    hint: 'make the trios green first',
  };
}

/**
 * The trio with its recordings read once and without its live agents, which no change of the model changes; null if a leg has nothing else.
 */
export function withInputs(written: Trio, models: readonly ResolvedModel[], host: ScenarioHost): Result<Trio | null> {
  const plain = withItfSteps(
    written,
    models.map(({ model }) => model),
    host,
  );
  if (!plain.ok) return plain;
  const trio = plain.value;
  const read = new Map<LegSource, LegSource>();
  for (const source of sourcesOf(trio)) {
    if (source.kind !== 'trace') continue;
    const trace = recordedTrace(source, host);
    if (!trace.ok) return trace;
    read.set(source, { kind: 'events', trace: trace.value, spans: [] });
  }
  return ok(mapSources(trio, (source) => (source.kind === 'agent' ? null : (read.get(source) ?? source))));
}

/** The first trio that goes red on the mutant, those about its guard first; null if all stay green or cannot tell. */
export async function killerOf(
  mutant: Mutant,
  ready: readonly ReadyTrio[],
  host: ScenarioHost,
): Promise<Result<Kill | null>> {
  const { path } = mutant.guard;
  const about = ({ trio: { negativeControl } }: ReadyTrio): number => {
    if (negativeControl.kind !== 'weaken') return 2;
    const { name } = negativeControl.guard;
    if (name === path) return 0;
    return name.startsWith(`${path}/`) || path.startsWith(`${name}/`) ? 1 : 2;
  };
  const ordered = ready.map((one) => [about(one), one] as const).sort(([a], [b]) => a - b);
  for (const [, { trio, models }] of ordered) {
    const mutated: ResolvedModel[] = [];
    let touched = false;
    for (const resolved of models) {
      const changed = mutate(resolved.model, mutant);
      if (!changed.ok) return changed;
      touched ||= changed.value !== null;
      mutated.push(changed.value === null ? resolved : { ...resolved, model: changed.value });
    }
    if (!touched) continue;
    const result = await runTrioOn(trio, mutated, host);
    if (!result.ok) return result;
    if (result.value.outcome !== 'failed') continue;
    // What a leg came to says more than that its sources part over it.
    const problem = [...result.value.legs.flatMap(({ problems }) => problems), ...result.value.problems].find(
      ({ code }) => code !== 'trio/unknown',
    );
    return ok({
      trio: trio.id,
      leg: problem?.leg ?? 'negative-control',
      code: problem?.code ?? 'trio/undeclared-difference',
    });
  }
  return ok(null);
}

const mutants = new WeakMap<Model, Map<string, Result<Model | null>>>();

/** The model with the mutant's guard changed; null if it does not have that guard. */
function mutate(model: Model, mutant: Mutant): Result<Model | null> {
  const cache = mutants.get(model) ?? new Map<string, Result<Model | null>>();
  mutants.set(model, cache);
  const key = mutantName(mutant);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = mutated(model, mutant);
  cache.set(key, made);
  return made;
}

function mutated(model: Model, { guard, how }: Mutant): Result<Model | null> {
  const own = model.guards().find(({ path }) => path === guard.path);
  if (own === undefined || !sameGuard(own, guard)) return ok(null);
  if (!isMachineModel(model)) return how === 'remove' ? model.weaken(guard.path) : ok(null);
  const variants = variantsOf(model.machine);
  if (!variants.ok) return variants;
  const variant = variants.value.variant(guard.path, how);
  if (!variant.ok) return variant;
  return ok({
    ...machineModel(variant.value.machine, model.mapping),
    ...(model.names === undefined ? {} : { names: model.names }),
    ...(model.fields === undefined ? {} : { fields: model.fields }),
  });
}
