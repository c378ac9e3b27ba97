import { anything, optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import { thawed } from './memory.ts';

/** Parameters of an execution, the same for every monitor. */
export const executionParameters = {
  exec: optional<string>(),
  tool: anything<string>(),
  args: optional<Json>(),
  argsUnknown: optional<boolean>(),
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
  readonly argsUnknown: boolean | null;
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

/** An execution that was seen. */
export interface SeenExecution {
  readonly exec: string;
  readonly call: string | null;
  readonly tool: string;
  readonly args: string | null;
}

/** An execution under its id; null where it has none. */
export const seenExecution = (
  exec: string | null,
  { call, tool, args }: Omit<SeenExecution, 'exec'>,
): SeenExecution | null => (exec === null ? null : { exec, call, tool, args });

/** Whether it is reported once more; an id that stands for something else as well is no repetition. */
export const wasSeen = (seen: readonly SeenExecution[], { exec, call, tool, args }: SeenExecution): boolean =>
  thawed(seen).some((one) => one.exec === exec && one.call === call && one.tool === tool && one.args === args);

/** Canonical text of the arguments of a step, which has none where it gives none; null where nobody recorded what they were. */
export const argumentsOf = ({ args, argsUnknown }: Pick<ExecutionArguments, 'args' | 'argsUnknown'>): string | null =>
  argsUnknown === true ? null : args === null ? '{}' : textOf(args);

/** Arguments of a step from those of an event: `null` there says that nobody recorded them. */
export const recorded = (args: Json): { readonly args?: Json; readonly argsUnknown?: true } =>
  args === null ? { argsUnknown: true } : { args };

/** The fields that the event really has. */
export function given<T extends object>(args: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const there: { [K in keyof T]?: T[K] } = {};
  for (const name of Object.keys(args) as (keyof T)[]) if (args[name] !== undefined) there[name] = args[name];
  return there as never;
}
