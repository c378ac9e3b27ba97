import { printable } from '../diagnostics/printable.ts';
import type { Step } from '../model/state-machine.ts';
import { canonicalJson } from '../trace/canonical-json.ts';

/** A step as a trio writes it, near enough to be copied. */
export function stepText({ action, args }: Step): string {
  if (args === undefined || Object.keys(args).length === 0) return printable(action);
  const parts = Object.entries(args).map(([name, value]) => `${name}: ${printable(canonicalJson(value))}`);
  return `${printable(action)}: { ${parts.join(', ')} }`;
}
