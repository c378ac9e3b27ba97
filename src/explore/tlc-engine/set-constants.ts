import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { Configuration, ConfigurationValue } from '../../tla/config/configuration.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';
import type { TlcDiagnostic } from './read-report.ts';

const MAX_DEPTH = 50;
const NAME = /^[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*$/;
/** TLC's configuration has no escapes, so neither quotes nor backslashes nor line breaks can stand in a string. */
const PLAIN = /^[^"\\\u0000-\u001f\u007f]*$/;

function modelValuesIn(values: readonly ConfigurationValue[], names: Set<string>): void {
  for (const value of values) {
    if (value.kind === 'modelValue') names.add(value.name);
    if (value.kind === 'set') modelValuesIn(value.items, names);
  }
}

/** The value as a TLC configuration writes it, or undefined where it has no form for it. */
function written(json: Json, models: ReadonlySet<string>, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof json === 'boolean') return json ? 'TRUE' : 'FALSE';
  if (typeof json === 'number') return Number.isSafeInteger(json) && json >= 0 ? String(json) : undefined;
  if (typeof json === 'string') {
    if (models.has(json)) return json;
    return PLAIN.test(json) ? `"${json}"` : undefined;
  }
  const items = isJsonObject(json) && Object.keys(json).length === 1 ? json['#set'] : json;
  if (!Array.isArray(items)) return undefined;
  const texts: string[] = [];
  for (const item of items) {
    const text = written(item, models, depth + 1);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `{${texts.join(', ')}}`;
}

/**
 * The text of a configuration with some constants set to other values. A list is a set, and a string that is a model value of the
 * configuration is that model value. An error for a constant that the configuration does not set, and for a value that a configuration
 * cannot hold (negative numbers, records, sequences, strings with quotes).
 */
export function withConstants(configuration: Configuration, constants: JsonObject): Result<string, TlcDiagnostic> {
  const models = new Set<string>();
  for (const setting of configuration.constants) {
    if (setting.kind === 'value') modelValuesIn([setting.value, ...setting.args], models);
  }
  let text = configuration.source.text;
  const known = configuration.constants.map((setting) => setting.name.text);
  // From the last to the first, so that the places of those before stay right.
  for (const setting of configuration.constants.toReversed()) {
    const name = setting.name.text;
    if (!Object.hasOwn(constants, name)) continue;
    const value = written(constants[name]!, models, 0);
    if (value === undefined) {
      return fail({
        code: 'explore/tlc-constant',
        message: `the value given for the constant "${name}" has no form in a TLC configuration`,
        expected: 'a natural number, TRUE or FALSE, a string without quotes, a model value, or a set of these',
      });
    }
    text = `${text.slice(0, setting.at.start)}${name} = ${value}${text.slice(setting.at.end)}`;
  }
  for (const name of Object.keys(constants)) {
    if (known.includes(name)) continue;
    const hint = nearestHint(name, known);
    return fail({
      code: 'explore/tlc-constant',
      message: `the configuration sets no constant "${NAME.test(name) ? name : '…'}"`,
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return ok(text);
}
