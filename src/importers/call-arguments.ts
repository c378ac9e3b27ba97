import { isJsonArray, isJsonObject, type Json } from '../trace/json.ts';
import { tryParseJson } from '../trace/json-text.ts';
import type { Place, RunBuilder } from './run-builder.ts';

/**
 * The arguments of a call; text of JSON is read as that. An empty text is what models write for none at all. Where a recording has nothing in their
 * place, nobody knows what they were: `null`. A format that leaves empty arguments out has its importer say `{}`.
 */
export function callArguments(args: Json | undefined, run: RunBuilder, at: Place): Json {
  if (args === undefined || args === null) {
    run.warn('importers/arguments-not-recorded', 'the arguments of a call are not recorded', at);
    return null;
  }
  if (args === '') return {};
  if (typeof args !== 'string') return args;
  const parsed = tryParseJson(args);
  if (parsed !== undefined && (isJsonObject(parsed) || isJsonArray(parsed))) return parsed;
  if (parsed === undefined) {
    run.warn('importers/arguments-not-json', 'the arguments of a call are not JSON and are kept as text', at);
  }
  return args;
}
