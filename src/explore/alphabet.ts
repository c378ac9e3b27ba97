import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import type { StateMachine, Step } from '../model/state-machine.ts';
import { unknownName } from '../model/unknown-name.ts';
import type { Json, JsonObject } from '../trace/json.ts';

/**
 * Values to try for parameters whose domain a model leaves open, by `parameter` or `Action.parameter`; the latter wins. A parameter that is
 * not named keeps its own domain.
 */
export type ParameterValues = { readonly [parameter: string]: readonly Json[] };

/** Most steps that lists of values may multiply to; past it the product is refused, not cut. */
const MAX_STEPS = 20_000;

/** Every step that the lists allow, in the order of actions and lists; `null` in a list leaves the argument out. */
export function alphabetOf(machine: StateMachine, values: ParameterValues): Result<readonly Step[]> {
  const problem = unknownParameter(machine, values);
  if (problem !== null) return fail(problem);
  const steps: Step[] = [];
  for (const { name, parameters } of machine.actions) {
    let choices: JsonObject[] = [{}];
    for (const parameter of parameters) {
      const key = `${name}.${parameter}`;
      const list = Object.hasOwn(values, key)
        ? values[key]
        : Object.hasOwn(values, parameter)
          ? values[parameter]
          : null;
      if (list == null) continue;
      choices = choices.flatMap((choice) =>
        list.map((value) => (value === null ? choice : { ...choice, [parameter]: value })),
      );
      if (choices.length > MAX_STEPS) {
        return fail({
          code: 'explore/too-many-values',
          message: `the values of ${name} multiply to more than ${MAX_STEPS} steps`,
          hint: `give fewer values, for example by "${key}"`,
        });
      }
    }
    for (const args of choices) {
      const step: Step = Object.keys(args).length === 0 ? { action: name } : { action: name, args };
      const wrong = machine.checkStep(step);
      if (wrong !== null) return fail(wrong);
      steps.push(step);
    }
  }
  return ok(steps);
}

function unknownParameter(machine: StateMachine, values: ParameterValues): Diagnostic | null {
  const known = machine.actions.flatMap(({ name, parameters }) => [
    ...parameters,
    ...parameters.map((parameter) => `${name}.${parameter}`),
  ]);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  return unknown === undefined
    ? null
    : unknownName('explore/unknown-parameter', 'parameter', unknown, [...new Set(known)]);
}
