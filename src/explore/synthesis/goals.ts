import type { AtomReport, StateMachine, Step } from '../../model/state-machine.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';

/**
 * Goals that the last step of an attack reaches, as expressions of the model, the likeliest first: named goals, or what the step, then
 * what the whole attack did to the variables, those first that the violated invariant looks at.
 */
export function goalsAfter<S>(
  machine: StateMachine<S>,
  initial: readonly S[],
  attack: readonly Step[],
  invariant: string,
): readonly string[] {
  let states = initial;
  let before = initial;
  for (const step of attack) {
    before = states;
    states = states.flatMap((state) => {
      const outcome = machine.step(state, step);
      return outcome.kind === 'taken' ? outcome.successors : [];
    });
  }
  const [was] = before;
  const last = states.find((state) => {
    const outcome = machine.invariant(state, invariant);
    return outcome.kind === 'decided' && !outcome.holds;
  });
  if (was === undefined || last === undefined) return [];
  if (machine.goals.length > 0) {
    return machine.goals.filter((name) => {
      const goal = machine.predicate(name);
      const outcome = goal.ok ? goal.value.holds(last) : null;
      return outcome?.kind === 'decided' && outcome.holds;
    });
  }
  const start = machine.observe(initial[0]!);
  const from = machine.observe(was);
  const to = machine.observe(last);
  const told = machine.explain(last, invariant).map(textOf).join('\n');
  const mentioned = (name: string): number => (new RegExp(`\\b${name}\\b`).test(told) ? 0 : 1);
  const gained = (before: JsonObject): readonly string[] =>
    machine.variables
      .filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(to[name] ?? null))
      .sort((a, b) => mentioned(a) - mentioned(b))
      .flatMap((name) => goalOf(name, before[name] ?? null, to[name] ?? null));
  return [...new Set([...gained(from), ...gained(start)])];
}

const textOf = ({ text }: AtomReport): string => text.map((part) => (typeof part === 'string' ? part : '')).join('');

/** What became of a variable, as a TLA+ expression. */
function goalOf(name: string, before: Json, after: Json): readonly string[] {
  if (typeof after === 'number') return [`${name} = ${after}`];
  if (typeof after === 'boolean') return [`${name} = ${after ? 'TRUE' : 'FALSE'}`];
  if (typeof after === 'string') return [`${name} = ${JSON.stringify(after)}`];
  if (Array.isArray(after)) {
    const grew = !Array.isArray(before) || after.length > before.length;
    return grew ? [`Len(${name}) = ${after.length}`] : [];
  }
  if (isJsonObject(after) && Array.isArray(after['#set']) && after['#set'].length > 0) return [`${name} # {}`];
  return [];
}
