import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';

/** The diagnostic for a name that a model does not have: `unknown action "HumanAprove"`, with the nearest one that it has. */
export function unknownName(code: string, what: string, name: string, known: readonly string[]): Diagnostic {
  const hint = nearestHint(name, known) ?? (known.length === 0 ? `the model has no ${what}s` : undefined);
  return { code, message: `unknown ${what} "${name}"`, ...(hint === undefined ? {} : { hint }) };
}
