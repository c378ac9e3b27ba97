import type { JsonObject } from '../trace/json.ts';
import type { ActionDefinition, ModelDefinition } from './model-definition.ts';

// The definition with its types forgotten: inside, a state is data and arguments are checked by name only.
/** A model in TypeScript as the machine that is made of it sees it. */
export type AnyDefinition = ModelDefinition<unknown, JsonObject, Record<string, unknown[]>, Record<string, JsonObject>>;
export type AnyAction = ActionDefinition<unknown, JsonObject, Record<string, unknown[]>, JsonObject>;
