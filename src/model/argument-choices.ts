import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import type { AnyAction } from './any-definition.ts';
import type { Domain } from './model-definition.ts';
import type { Step } from './state-machine.ts';
import { running, threw } from './user-code.ts';

/** Every full set of arguments that agrees with those the step gives. */
export function argumentChoices(
  action: AnyAction,
  step: Step,
  state: unknown,
  constants: JsonObject,
): Result<readonly JsonObject[]> {
  const given = step.args ?? {};
  const parameters = (action.parameters ?? {}) as Record<string, Domain<Json, unknown, JsonObject>>;
  let choices: { [parameter: string]: Json }[] = [{}];
  for (const name of Object.keys(parameters)) {
    const domain = parameters[name]!;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined || ('optional' in domain && domain.optional)) {
      for (const choice of choices) choice[name] = value ?? null;
      continue;
    }
    if (!Array.isArray(domain) && typeof domain !== 'function') {
      return fail(argumentNeeded(step.action, name));
    }
    running.part = `the values of ${name} of action ${step.action}`;
    try {
      const values = Array.isArray(domain)
        ? (domain as readonly Json[])
        : [...(domain as (context: object) => Iterable<Json>)({ state, constants })];
      choices = choices.flatMap((choice) => values.map((one) => ({ ...choice, [name]: one })));
    } catch (error) {
      return fail(threw(`domain of ${name}`, error));
    }
  }
  return ok(choices);
}

/** That a step has to give an argument. */
export function argumentNeeded(action: string, name: string): Diagnostic {
  return {
    code: 'model/argument-needed',
    message: `the step ${action} leaves "${name}" open, and its values cannot be listed`,
    hint: `give "${name}", or declare its domain in the model`,
  };
}
