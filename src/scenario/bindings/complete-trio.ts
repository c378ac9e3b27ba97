import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { outcomeOf } from '../../model/claim.ts';
import { isMachineModel, type MachineModel } from '../../model/machine-model.ts';
import { isMappingError } from '../../model/mapping.ts';
import type { Verdict } from '../../model/model.ts';
import type { Step } from '../../model/state-machine.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import type { ResolvedModel } from '../resolve-model.ts';
import type { LegSource, Trio } from '../trio.ts';
import type { Binding } from './binding.ts';

/**
 * The trio of a binding with the steps that its events are to the model, which decides by itself, and the guard that stops the attack: the
 * last of the model's guards without which the same steps reach a forbidden state. An error says what of it the model does not enforce.
 * Other trios stay as they are.
 */
export function completeTrio(trio: Trio, models: readonly ResolvedModel[]): Result<Trio> {
  const { binding, ...rest } = trio;
  if (binding === undefined) return ok(trio);
  const { model } = models[0]!;
  if (!isMachineModel(model)) {
    return fail({
      code: 'scenario/bindings-need-machine',
      message: `the model ${model.name} is no state machine, so it has no approvals of its own to try`,
      at: trio.at,
      expected: 'a TLA+ module or a model from defineModel, with a mapping',
    });
  }
  const attack = ownSteps(model, trio.attack.sources[0]);
  if (!attack.ok) return attack;
  const control = ownSteps(model, trio.control.sources[0]);
  if (!control.ok) return control;
  if (keyOf(attack.value) === keyOf(control.value)) {
    const why =
      'its mapping makes the same steps of an approval that is used for what it was given for and of one that is not';
    return fail(notEnforced(trio, binding, model, why));
  }
  const guard = guardAgainst(model, attack.value, trio.forbidden?.map(({ name }) => name) ?? null);
  if (!guard.ok) return guard;
  if (guard.value.guard === null) return fail(notEnforced(trio, binding, model, guard.value.why));
  const { at } = trio;
  const stepsAt = (steps: readonly Step[]): LegSource => ({ kind: 'steps', steps, spans: steps.map(() => at) });
  return ok({
    ...rest,
    attack: { at, sources: [stepsAt(attack.value)] },
    control: { ...trio.control, sources: [stepsAt(control.value)] },
    negativeControl: { at, violates: null, kind: 'weaken', guard: { name: guard.value.guard, at }, recording: null },
  });
}

/** What events are to a model that decides by itself: the steps of its mapping, without what was observed. */
function ownSteps(model: MachineModel, source: LegSource): Result<readonly Step[]> {
  if (source.kind !== 'events') throw new TypeError('the trio of a binding has events');
  const { mapping, machine } = model;
  if (mapping === null) {
    return fail({
      code: 'model/no-mapping',
      message: `the model ${machine.name} has no mapping, so nothing says what a run is to it`,
      hint: 'name one with "mapping:", YAML beside the module',
    });
  }
  const steps: Step[] = [];
  for (const event of source.trace.events) {
    const mapped = mapping.steps(event);
    if (isMappingError(mapped)) return fail(mapped.error);
    for (const { action, args } of mapped) {
      const step = args === undefined ? { action } : { action, args };
      const unknown = machine.checkStep(step);
      if (unknown !== null) return fail(unknown);
      steps.push(step);
    }
  }
  return ok(steps);
}

const keyOf = (steps: readonly Step[]): string => canonicalJson(steps as unknown as Json);

const fails = (verdict: Verdict): boolean => verdict.claims.some((claim) => outcomeOf(claim) === 'fail');

type Found = { readonly guard: string } | { readonly guard: null; readonly why: string };

function guardAgainst(
  model: MachineModel,
  attack: readonly Step[],
  forbidden: readonly string[] | null,
): Result<Found> {
  const known = model.predicates.map(({ id }) => id);
  const predicates = forbidden === null ? known : known.filter((id) => forbidden.includes(id));
  const own = model.foldSteps(attack, { predicates });
  if (!own.ok) return own;
  const violated = own.value.claims.find((claim) => outcomeOf(claim) === 'fail');
  if (violated !== undefined) return ok({ guard: null, why: `the attack reaches ${violated.predicate}` });
  // From the last: the parts of a guard are listed after it, and the smallest that stops the attack says most.
  for (const { path } of model.guards().toReversed()) {
    const without = model.weaken(path);
    if (!without.ok) continue;
    const weak = without.value.foldSteps(attack, { predicates });
    if (!weak.ok || !fails(weak.value)) continue;
    const stopped = model.foldSteps(attack, { predicates, tolerate: path });
    if (stopped.ok && stopped.value.divergence === null) return ok({ guard: path });
  }
  const refused = own.value.divergence?.refusals[0]?.guard;
  const why =
    refused === undefined
      ? 'the attack runs, and no invariant minds'
      : `${refused} refuses the attack, and no invariant minds when no guard does`;
  return ok({ guard: null, why });
}

function notEnforced(trio: Trio, { name, tool }: Binding, model: MachineModel, why: string): Diagnostic {
  return {
    code: 'scenario/binding-not-enforced',
    message: `the binding "${name}" of ${tool} is not enforced by ${model.name}: ${why}`,
    at: trio.at,
    hint: `give the model a guard and an invariant for it, or say why it may go without: waived: { ${name}: … }`,
  };
}
