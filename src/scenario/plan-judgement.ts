import {
  type Diagnostic,
  type Failed,
  fail,
  failEach,
  type NonEmpty,
  ok,
  type Result,
  type Span,
} from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { isMachineModel } from '../model/machine-model.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { type Named, sourcesOf, type Trio } from './trio.ts';

// What is judged, by which model: names of the YAML against those of the models, before anything is folded.

/** What each model judges: all of its predicates, or those of `predicates`, or those that `forbidden` names. */
export function planPredicates(trio: Trio, models: readonly ResolvedModel[]): Result<readonly (readonly string[])[]> {
  const known = models.map(({ model }) => model.predicates.map(({ id }) => id));
  const all = known.flat();
  for (const { name, at } of [...(trio.forbidden ?? []), ...(trio.negativeControl.violates ?? [])]) {
    if (!all.some((id) => isCalled(id, name))) return fail(unknownPredicate(name, at, all));
  }
  const plans: (readonly string[])[] = [];
  for (const [index, { ref }] of models.entries()) {
    const own = known[index]!;
    for (const { name, at } of ref.predicates ?? []) {
      if (!own.some((id) => isCalled(id, name))) return fail(unknownPredicate(name, at, own));
    }
    const named = (names: readonly Named[] | null) =>
      own.filter((id) => names === null || names.some(({ name }) => isCalled(id, name)));
    const forbidden = named(trio.forbidden);
    plans.push(named(ref.predicates).filter((id) => forbidden.includes(id)));
  }
  if (plans.every((plan) => plan.length === 0)) {
    const message =
      all.length === 0 ? 'the model has no invariant, so nothing is forbidden' : 'no model judges what is forbidden';
    return fail({ code: 'scenario/nothing-forbidden', message, at: trio.at });
  }
  const unjudged = namedButNotJudged(trio, plans.flat());
  return unjudged === null ? ok(plans) : fail(unjudged);
}

/** What the trio forbids, or expects to be violated, and leaves to no model: it would pass, or never bite, because nobody looked. */
function namedButNotJudged(trio: Trio, judged: readonly string[]): Diagnostic | null {
  const open = ({ name }: Named) => !judged.some((id) => isCalled(id, name));
  const forbidden = trio.forbidden?.find(open);
  if (forbidden !== undefined) {
    return {
      code: 'scenario/not-judged',
      message: `"${forbidden.name}" is forbidden, and no model of this trio judges it`,
      expected: 'each of "forbidden" among the "predicates" of a model',
      at: forbidden.at,
    };
  }
  const violated = trio.negativeControl.violates?.find(open);
  if (violated === undefined) return null;
  return {
    code: 'scenario/not-judged',
    message: `"${violated.name}" is to be violated, and this trio does not judge it`,
    expected: 'each of "violates" among what is forbidden, and among the "predicates" of a model',
    at: violated.at,
  };
}

/** EIO predicates go by their whole id or without its first part. */
export const isCalled = (id: string, name: string): boolean => id === name || id === `eio.predicate.${name}`;

function unknownPredicate(name: string, at: Span, known: readonly string[]): Diagnostic {
  const hint = nearestHint(name, known);
  const message = `no model of this trio has an invariant or predicate "${name}"`;
  return { code: 'scenario/unknown-predicate', message, at, ...(hint === undefined ? {} : { hint }) };
}

/** The first step, in the order of the YAML, that names something the model does not have. */
export function unknownStep(trio: Trio, models: readonly ResolvedModel[]): Diagnostic | null {
  const machines = models.flatMap(({ model }) => (isMachineModel(model) ? [model.machine] : []));
  const negative = trio.negativeControl;
  const written = [
    ...sourcesOf(trio).flatMap((source) =>
      source.kind === 'steps' ? source.steps.map((step, index) => ({ step, at: source.spans[index]! })) : [],
    ),
    ...(negative.kind === 'weaken'
      ? []
      : negative.edits.flatMap((edit) =>
          edit.kind !== 'drop' && edit.item.kind === 'step' ? [{ step: edit.item.step, at: edit.at }] : [],
        )),
  ];
  for (const { step, at } of written) {
    for (const machine of machines) {
      const problem = machine.checkStep(step);
      if (problem !== null) return { ...problem, at };
    }
  }
  return null;
}

/** Each goal goes to the first model that understands it. */
export function planGoals(
  reaches: readonly Named[],
  models: readonly ResolvedModel[],
): Result<readonly (readonly string[])[]> {
  const plans: string[][] = models.map(() => []);
  for (const { name, at } of reaches) {
    const problems = models.map(({ model }) => model.goal?.(name));
    const index = problems.indexOf(null);
    const problem = problems.find((one) => one != null);
    if (index >= 0) plans[index]!.push(name);
    else if (problem !== undefined) {
      // A place inside of the expression is none that a reader could open.
      const { at: _inside, lineText: _text, related: _places, ...rest } = problem;
      return located([rest], at);
    } else return fail({ code: 'scenario/no-goals', message: 'no model of this trio knows goals to reach', at });
  }
  return ok(plans);
}

/** Errors without a place get that of the YAML. */
export const located = (errors: NonEmpty<Diagnostic>, at: Span): Failed =>
  failEach(errors, (error) => (error.at === undefined ? { ...error, at } : error));
