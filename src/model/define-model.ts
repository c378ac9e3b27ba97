import { fail, isNonEmpty, ok, type Result } from '../diagnostics/diagnostic.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import type { JsonObject } from '../trace/json.ts';
import type { AnyDefinition } from './any-definition.ts';
import { codeMapping } from './code-mapping.ts';
import { definedMachine } from './defined-machine.ts';
import { definitionProblems } from './definition-shape.ts';
import { definitionWords } from './definition-words.ts';
import { type MachineModel, machineModel } from './machine-model.ts';
import type { GuardArguments, ModelDefinition } from './model-definition.ts';
import type { StateMachine } from './state-machine.ts';
import { unknownName } from './unknown-name.ts';
import { repeater } from './user-code.ts';

/** A model written in TypeScript, with its constants open to change. */
export interface DefinedModel<S, C> extends MachineModel<S> {
  readonly constants: C;
  /** The same model under other constants; unknown names are a type error, and a diagnostic at run time. */
  withConstants(constants: Partial<C>): Result<DefinedModel<S, C>>;
}

/**
 * A state machine in TypeScript: variables from `initial`, actions with named guards, invariants with names, and how events become steps.
 * Everything is a plain pure function; state, constants and arguments are inferred.
 *
 * @throws TracefoldError if a part is missing, misspelled or no function: what the types refuse, for whoever does without them.
 */
export function defineModel<
  S extends object,
  C extends object = Record<never, never>,
  G extends GuardArguments = Record<never, never>,
  A extends object = Record<never, never>,
>(definition: ModelDefinition<S, C, G, A>): DefinedModel<S, C> {
  const problems = definitionProblems(definition);
  if (isNonEmpty(problems)) {
    const error = new TracefoldError(problems);
    Error.captureStackTrace(error, defineModel);
    throw error;
  }
  const constants = (definition.constants ?? {}) as C;
  const again = repeater();
  const machine = definedMachine(definition as unknown as AnyDefinition, constants as JsonObject, new Map(), again);
  const mapping = codeMapping(definition as unknown as AnyDefinition, machine.unknownIn, again);
  const model = machineModel(machine as StateMachine<S>, mapping);
  return {
    ...model,
    ...definitionWords(definition as unknown as AnyDefinition, constants),
    constants,
    withConstants: (changed) => {
      for (const name of Object.keys(changed)) {
        if (Object.hasOwn(constants, name)) continue;
        return fail(unknownName('model/unknown-constant', 'constant', name, Object.keys(constants)));
      }
      return ok(defineModel({ ...definition, constants: { ...constants, ...changed } }));
    },
  };
}
