import type { Step } from '../../model/state-machine.ts';
import type { Json } from '../../trace/json.ts';
import type { TlaModel } from '../semantics/model.ts';
import type { Program } from '../semantics/program.ts';
import { fromItf, recordOf, toItf } from '../values/itf.ts';
import type { Store, Value } from '../values/store.ts';

/** Arguments of a step by name; undefined where no state could ever hold such a value. */
export type Arguments = ReadonlyMap<string, Value | undefined>;

/** The values of a step's arguments. */
export const argumentsOf = (model: TlaModel, step: Step): Arguments =>
  new Map(
    Object.entries(step.args ?? {}).map(([name, json]) => {
      const value = isKnown(model, json, 0) ? fromItf(model.store, json, 'sequences', model.modelValues) : null;
      return [name, value?.ok === true ? value.value : undefined] as const;
    }),
  );

/** Whether no state could ever hold one of the values. */
export const areUnknown = (args: Arguments): boolean => [...args.values()].includes(undefined);

/** Strings that the model has never met are not interned: a trace may bring any number of them. */
function isKnown(model: TlaModel, json: Json, depth: number): boolean {
  const { store, modelValues } = model;
  if (typeof json === 'string') return store.strings.has(json) || modelValues.has(json);
  if (typeof json !== 'object' || json === null || depth > 100) return true;
  if (Array.isArray(json)) return json.every((item) => isKnown(model, item, depth + 1));
  return Object.entries(json).every(
    ([key, item]) => (key.startsWith('#') || store.strings.has(key)) && isKnown(model, item as Json, depth + 1),
  );
}

/** Whether what a program is about to take, an action by its label with the values of its parameters, is the step with these arguments. */
export function isOfStep(
  { labels }: Program,
  label: number,
  values: readonly Value[],
  step: Step,
  args: Arguments,
): boolean {
  const { name, parameters } = labels[label]!;
  if (name !== step.action) return false;
  for (const [parameter, value] of args) if (values[parameters.indexOf(parameter)] !== value) return false;
  return true;
}

/** The step that a program has just taken. */
export function stepOf(store: Store, { labels }: Program, label: number, values: readonly Value[]): Step {
  const { name, parameters } = labels[label]!;
  if (parameters.length === 0) return { action: name };
  return { action: name, args: recordOf(parameters.map((one, i) => [one, toItf(store, values[i]!)] as const)) };
}
