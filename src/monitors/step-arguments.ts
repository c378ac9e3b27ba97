import { anything, optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';

/** Parameters of an execution, the same for every monitor. */
export const executionParameters = {
  exec: optional<string>(),
  tool: anything<string>(),
  args: optional<Json>(),
  call: optional<string>(),
  approval: optional<string>(),
  bound: optional<Json>(),
  session: optional<string>(),
  at: optional<number>(),
};

/** The arguments that {@link executionParameters} give. */
export interface ExecutionArguments {
  readonly exec: string | null;
  readonly tool: string;
  readonly args: Json | null;
  readonly call: string | null;
  readonly approval: string | null;
  readonly bound: Json | null;
  readonly session: string | null;
  readonly at: number | null;
}

const texts = new WeakMap<object, string>();

/** Canonical text of arguments; the guards of one step all ask for that of the same object. */
export function textOf(args: Json): string {
  if (typeof args !== 'object' || args === null) return canonicalJson(args);
  let text = texts.get(args);
  if (text === undefined) {
    text = canonicalJson(args);
    texts.set(args, text);
  }
  return text;
}

/** The fields that the event really has. */
export function given<T extends object>(args: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as never;
}
