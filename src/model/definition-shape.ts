import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { EVENT_KINDS } from '../trace/event.ts';
import {
  type ActionDefinition,
  anything,
  type GuardArguments,
  type InvariantDefinition,
  type ModelDefinition,
  optional,
} from './model-definition.ts';
import { kindOf } from './user-code.ts';

// The types say all of this to whoever compiles. Without them, a misspelled `guards` would be a model without guards.

/** The keys of a type, each of them and no other. */
const keysOf = <T>(keys: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(keys);

const KEYS = {
  model: keysOf<ModelDefinition<unknown, unknown, GuardArguments, unknown>>({
    name: true,
    constants: true,
    fields: true,
    words: true,
    initial: true,
    guards: true,
    actions: true,
    invariants: true,
    goals: true,
    bounds: true,
    on: true,
  }),
  action: keysOf<ActionDefinition<unknown, unknown, GuardArguments, unknown>>({
    parameters: true,
    guards: true,
    next: true,
  }),
  invariant: keysOf<InvariantDefinition<unknown, unknown>>({
    description: true,
    risk: true,
    mitigations: true,
    fidelity: true,
    needs: true,
    when: true,
    holds: true,
    show: true,
  }),
};

type Part = Readonly<Record<string, unknown>>;

/** What is wrong with the parts of a definition, in the order of the definition's own parts: names, kinds of values, nothing that runs it. */
export function definitionProblems(definition: unknown): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (!isPart(definition)) {
    return [wrong('what defineModel got', definition, 'a definition: { name, initial, actions, invariants, … }')];
  }
  const { name } = definition;
  const model = typeof name === 'string' && name !== '' ? `the model "${name}"` : 'a model';
  const add = (problem: Diagnostic) => {
    problems.push({ ...problem, message: `${model}: ${problem.message}` });
  };

  const keys = (part: Part, where: string, known: readonly string[]): void => {
    for (const key of Object.keys(part)) {
      if (known.includes(key)) continue;
      const hint = nearestHint(key, known);
      add({
        code: 'model/unknown-part',
        message: `unknown key "${key}" in ${where}`,
        ...(hint === undefined ? {} : { hint }),
      });
    }
  };
  const runs = (value: unknown, where: string, expected: string, hint?: string): void => {
    if (typeof value !== 'function') add({ ...wrong(where, value, expected), ...(hint === undefined ? {} : { hint }) });
    else if (Object.prototype.toString.call(value) === '[object AsyncFunction]') {
      add({ ...wrong(where, value, expected), hint: 'a model answers at once: no promises, no await' });
    }
  };
  /** The entries of a part; none, and a problem, where it is no object. */
  const entries = (value: unknown, where: string, needed = false): readonly [string, unknown][] => {
    if (value === undefined && !needed) return [];
    if (isPart(value)) return Object.entries(value);
    add(wrong(where, value, 'an object, by name'));
    return [];
  };
  const decides = (value: unknown, where: string): void => {
    for (const [key, guard] of entries(value, where))
      runs(guard, `${where}.${key}`, 'a function that gives true or false');
  };

  keys(definition, 'the definition', KEYS.model);
  if (typeof name !== 'string' || name === '') add(wrong('name', name, 'a text'));
  entries(definition.constants, 'constants');
  runs(definition.initial, 'initial', 'a function that gives the initial state', 'initial: () => ({ … })');
  decides(definition.guards, 'guards');
  for (const [key, action] of entries(definition.actions, 'actions', true)) {
    const where = `actions.${key}`;
    if (!isPart(action)) {
      add({
        ...wrong(where, action, '{ parameters, guards, next }'),
        hint: 'next is the function that gives the state after',
      });
      continue;
    }
    keys(action, where, KEYS.action);
    for (const [parameter, domain] of entries(action.parameters, `${where}.parameters`)) {
      const problem = domainProblem(domain, `${where}.parameters.${parameter}`);
      if (problem !== null) add(problem);
    }
    decides(action.guards, `${where}.guards`);
    runs(action.next, `${where}.next`, 'a function that gives the state after');
  }
  for (const [key, invariant] of entries(definition.invariants, 'invariants', true)) {
    const where = `invariants.${key}`;
    if (!isPart(invariant)) {
      const hint = 'when says in which states it is judged, () => true for all; holds, what has to be true there';
      add({ ...wrong(where, invariant, '{ when, holds }'), hint });
      continue;
    }
    keys(invariant, where, KEYS.invariant);
    for (const part of ['when', 'holds'])
      runs(invariant[part], `${where}.${part}`, 'a function that gives true or false');
    for (const kind of Array.isArray(invariant.needs) ? invariant.needs : []) eventKind(kind, `${where}.needs`, add);
  }
  decides(definition.goals, 'goals');
  decides(definition.bounds, 'bounds');
  for (const [kind, handler] of entries(definition.on, 'on')) {
    if (eventKind(kind, 'on', add))
      runs(handler, `on["${kind}"]`, 'a function from the event to a step, several, or null');
  }
  return problems;
}

function domainProblem(domain: unknown, where: string): Diagnostic | null {
  const expected = 'a list of values, a function that gives them, anything<T>() or optional<T>()';
  if (domain === anything || domain === optional) {
    return { ...wrong(where, domain, expected), hint: `call it: ${domain === anything ? 'anything' : 'optional'}()` };
  }
  if (typeof domain === 'function') {
    // String, Number, Boolean: types as other libraries write them.
    const native = Function.prototype.toString.call(domain).includes('[native code]');
    return native
      ? { ...wrong(where, domain, expected), hint: 'a type stands in angle brackets: anything<string>()' }
      : null;
  }
  if (Array.isArray(domain) || (isPart(domain) && domain.anything === true)) return null;
  return wrong(where, domain, expected);
}

function eventKind(kind: unknown, where: string, add: (problem: Diagnostic) => void): boolean {
  if ((EVENT_KINDS as readonly unknown[]).includes(kind)) return true;
  const hint = nearestHint(String(kind), EVENT_KINDS);
  add({
    code: 'model/unknown-event-kind',
    message: `unknown kind of event "${String(kind)}" in ${where}`,
    ...(hint === undefined ? {} : { hint }),
  });
  return false;
}

const wrong = (where: string, value: unknown, expected: string): Diagnostic =>
  value === undefined
    ? { code: 'model/missing-part', message: `${where} is missing`, expected }
    : { code: 'model/wrong-part', message: `${where} is ${kindOf(value)}`, expected };

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
