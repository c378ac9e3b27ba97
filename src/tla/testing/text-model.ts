import type { Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { JsonObject } from '../../trace/json.ts';
import { parseConfiguration } from '../config/parse-configuration.ts';
import { type TlaMachine, tlaMachine } from '../machine/tla-machine.ts';
import { loadSpec } from '../modules/load-spec.ts';
import { createModel, type TlaModel } from '../semantics/model.ts';

/** A model from texts alone; the module needs no others beside it. */
export function textModel(module: string, configuration: string, constants?: JsonObject): Result<TlaModel> {
  const loaded = loadSpec(sourceText('Test.tla', module), { read: () => undefined });
  if (!loaded.ok) return loaded;
  const parsed = parseConfiguration(sourceText('Test.cfg', configuration));
  if (!parsed.ok) return parsed;
  return createModel(loaded.value, parsed.value, constants === undefined ? {} : { constants });
}

/** A machine from texts alone; throws what is wrong with them. */
export function textMachine(module: string, configuration: string, constants?: JsonObject): TlaMachine {
  return unwrap(tlaMachine(unwrap(textModel(module, configuration, constants))));
}

/** A module of definitions over the standard modules, with one variable that never changes. */
export const definitions = (body: string): string =>
  `---- MODULE Test ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\nVARIABLE v\n${body}\nInit == v = 0\nNext == UNCHANGED v\n====`;
