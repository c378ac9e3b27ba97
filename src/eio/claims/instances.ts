import type { Entity } from '../graph/entity.ts';
import { evaluate, type Tuple, variablesOf } from '../logic/formula.ts';
import { disjunctiveForm } from '../logic/normal-form.ts';
import { type Budget, compareTuples, type Solution, type Solver, solver } from '../logic/solve.ts';
import type { Truth } from '../logic/truth.ts';
import type { CompiledPredicate, EioFormula } from '../resolvers/compile-predicate.ts';

/** Tuples that one predicate may try, and claims that it may make, in one trace. */
const MAX_STEPS = 4_000_000;
const MAX_CLAIMS = 200_000;

/** One instance of a predicate: a tuple of bindings with the values of its expressions. */
export interface Instance {
  readonly tuple: Tuple<Entity>;
  readonly applicable: Truth;
  readonly condition: Truth;
}

/**
 * The instances of a predicate. A parameter that only applicability mentions is a witness: the first binding that will do stands for the
 * others. A parameter of which no member can matter is bound to null. Null as the result: too many to try.
 */
export function instancesOf(compiled: CompiledPredicate): Instance[] | null {
  const budget: Budget = { steps: MAX_STEPS, solutions: MAX_CLAIMS };
  const inApplicable = [...variablesOf(compiled.applicable)].sort((left, right) => left - right);
  const inCondition = variablesOf(compiled.condition);
  const domain = (variable: number) => compiled.domain(variable);
  const nothing: Tuple<Entity> = compiled.predicate.parameters.map(() => null);
  const applicable = solver({
    formula: compiled.applicable,
    variables: inApplicable,
    witnesses: new Set(inApplicable.filter((one) => !inCondition.has(one))),
    domain,
  })(nothing, budget);
  if (applicable === null) return null;
  if (applicable.length === 0) return [{ tuple: nothing, applicable: 0, condition: 0 }];
  const more = [...inCondition].filter((one) => !inApplicable.includes(one)).sort((left, right) => left - right);
  const nearMisses = more.length === 1 ? nearMissSolver(compiled, more[0]!, domain) : null;
  const complete = solver({ formula: compiled.condition, variables: more, witnesses: new Set<number>(), domain });
  const instances: Instance[] = [];
  for (const found of applicable) {
    if (more.length === 0) {
      const condition = evaluate(compiled.condition, found.tuple);
      instances.push({ tuple: found.tuple, applicable: found.truth, condition });
      continue;
    }
    const completions = complete(found.tuple, budget);
    if (completions === null) return null;
    const missed = nearMisses === null ? NO_SOLUTIONS : nearMisses(found.tuple, budget);
    if (missed === null) return null;
    const first = instances.length;
    for (const { tuple, truth } of completions) {
      instances.push({ tuple, applicable: found.truth, condition: truth });
    }
    for (const { tuple } of missed) {
      if (tuple[more[0]!] === null || evaluate(compiled.condition, tuple) !== 0) continue;
      instances.push({ tuple, applicable: found.truth, condition: 0 });
    }
    if (missed.length > 0 && instances.length - first > 1) {
      const here = instances.splice(first).sort((left, right) => compareTuples(left.tuple, right.tuple));
      for (const one of here) instances.push(one);
    }
    if (instances.length === first) instances.push({ tuple: found.tuple, applicable: found.truth, condition: 0 });
    if (instances.length > MAX_CLAIMS) return null;
  }
  return instances;
}

const NO_SOLUTIONS: readonly Solution<Entity>[] = [];

/**
 * Finds members for which a part of the condition holds though the whole does not, so that a pass names what was looked at: a call that was
 * asked for and was authorised, not just that nothing happened. Null if the condition has no such part.
 */
function nearMissSolver(
  compiled: CompiledPredicate,
  variable: number,
  domain: (variable: number) => readonly Entity[],
): Solver<Entity> | null {
  const conjunctions = disjunctiveForm(compiled.condition) ?? [];
  const parts = conjunctions.flatMap((conjunction): EioFormula[] => {
    const listing = conjunction.filter(
      ({ atom, negated }) => !negated && atom.variables.includes(variable) && atom.table.candidates !== undefined,
    );
    // Alone, the part is the whole, and the search for the whole has found it.
    if (listing.length === 0 || conjunction.length === 1) return [];
    return [{ kind: 'all', parts: listing.map(({ atom }) => ({ kind: 'atom', atom })) }];
  });
  if (parts.length === 0) return null;
  return solver({ formula: { kind: 'any', parts }, variables: [variable], witnesses: new Set<number>(), domain });
}
