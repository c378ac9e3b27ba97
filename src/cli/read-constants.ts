import { parse as parseYamlValue } from 'yaml';
import { fail, type Result } from '../diagnostics/diagnostic.ts';
import type { Json, JsonObject } from '../trace/json.ts';

/** `NAME=VALUE` pairs; a value is YAML, so `{a: 1}`, `[x, y]`, `true` and `3` mean what they look like. */
export function readConstants(pairs: readonly string[]): Result<JsonObject> {
  const constants: [string, Json][] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) {
      return fail({ code: 'cli/constant', message: `"${pair}" is no constant`, expected: 'NAME=VALUE' });
    }
    try {
      constants.push([pair.slice(0, equals), parseYamlValue(pair.slice(equals + 1)) as Json]);
    } catch {
      return fail({ code: 'cli/constant', message: `the value of "${pair.slice(0, equals)}" is no YAML` });
    }
  }
  return { ok: true, value: Object.fromEntries(constants) };
}
