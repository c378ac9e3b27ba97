import type { AllowList } from './allow-list.ts';
import { identity } from './placeholders.ts';
import { maskSecrets } from './secrets.ts';

/** A sentence of a diagnostic: quoted parts that are not names go, from the first quote to the last, because a value may hold quotes of its own. */
export function redactSentence(text: string, allow: AllowList): string {
  const masked = maskSecrets(text).replace(/[0-9]{4,}/g, (digits) =>
    allow.isNamed(identity(Number(digits))) ? digits : '[…]',
  );
  const quoted = [...masked.matchAll(/["`]([^"`]*)["`]/g)].map((match) => match[1] ?? '');
  const balanced = (masked.match(/["`]/g)?.length ?? 0) === quoted.length * 2;
  if (balanced && quoted.every(allow.mayBeQuoted)) return masked;
  const first = masked.search(/["`]/);
  const last = Math.max(masked.lastIndexOf('"'), masked.lastIndexOf('`'));
  if (first === -1) return masked;
  return `${masked.slice(0, first)}[…]${first === last ? '' : masked.slice(last + 1)}`;
}
