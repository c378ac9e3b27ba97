import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { arrayField, field, numberField, objectField, stringField } from './fields.ts';

const KINDS: ReadonlyMap<string, string> = new Map(
  ['human', 'ai', 'tool', 'system', 'developer', 'function', 'generic', 'chat', 'remove'].flatMap((kind) => {
    const name = kind === 'ai' ? 'AI' : kind[0]!.toUpperCase() + kind.slice(1);
    return [kind, `${name}Message`, `${name}MessageChunk`].map((spelling) => [spelling, kind] as const);
  }),
);

/** A message of LangChain: what kind it is, whether it is a piece of a stream, and its fields. */
export interface LcMessage {
  readonly kind: string;
  readonly chunk: boolean;
  readonly fields: JsonObject;
}

/** A message in any of its spellings: a constructor dump, a stored message with `data`, or plain with `type` or `_getType`. */
export function messageOf(value: Json): LcMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  if (numberField(value, 'lc') !== undefined) {
    const name = (arrayField(value, 'id') ?? []).at(-1);
    const kind = typeof name === 'string' ? KINDS.get(name) : undefined;
    return kind === undefined
      ? undefined
      : { kind, chunk: String(name).endsWith('Chunk'), fields: objectField(value, 'kwargs') ?? {} };
  }
  const type = stringField(value, 'type', '_getType') ?? '';
  const kind = KINDS.get(type);
  const data = objectField(value, 'data');
  if (kind === undefined || (data === undefined && field(value, 'content') === undefined)) return undefined;
  return { kind, chunk: type.endsWith('Chunk'), fields: data ?? value };
}

const listed = (value: Json | undefined): readonly Json[] =>
  value === undefined || value === null ? [] : isJsonArray(value) ? value : [[value]];

/**
 * The calls of a message, wherever its version put them, and those whose arguments are no JSON, which have a list of their own. What stands in the
 * place of a list is given as a list in the list, which no reader takes for a call.
 */
export function callsOf(fields: Json): { readonly calls: readonly Json[]; readonly invalid: readonly Json[] } {
  const own = field(fields, 'tool_calls') ?? field(objectField(fields, 'additional_kwargs'), 'tool_calls');
  return { calls: listed(own), invalid: listed(field(fields, 'invalid_tool_calls')) };
}
