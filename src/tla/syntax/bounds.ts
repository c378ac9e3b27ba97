import type { Bound, Name, Pattern } from './ast.ts';
import {
  accept,
  commaList,
  expect,
  identifier,
  isSymbol,
  type Parser,
  peek,
  rangeFrom,
  rawToken,
} from './parser-state.ts';

/** `x` or `<<x, y>>`. */
export function pattern(p: Parser): Pattern {
  if (accept(p, '<<')) {
    const names = commaList(p, boundName);
    expect(p, '>>', 'to close the tuple of bound variables');
    return { kind: 'tuple', names };
  }
  return { kind: 'name', name: boundName(p) };
}

const boundName = (p: Parser): Name => identifier(p, 'of a bound variable');

/** `x, y \in S` or `<<x, y>> \in S`. */
function bound(p: Parser): Bound {
  const start = rawToken(p);
  const first = pattern(p);
  const patterns = [first];
  if (first.kind === 'name') while (accept(p, ',')) patterns.push({ kind: 'name', name: boundName(p) });
  return finishBound(p, start, patterns);
}

/** The rest of a bound, from `\in` on. */
function finishBound(p: Parser, from: { readonly start: number }, patterns: readonly Pattern[]): Bound {
  expect(p, '\\in', 'and the set that bounds the variable');
  const set = p.expression(p);
  return { patterns, set, at: rangeFrom(p, from) };
}

/** One bound or more, separated by commas. */
export const bounds = (p: Parser): Bound[] => commaList(p, bound);

/** Whether `x, …` or `<<x, …>>` followed by `\in` starts here. */
export function startsBounds(p: Parser): boolean {
  let ahead = 0;
  for (;;) {
    if (isSymbol(peek(p, ahead), '<<')) {
      ahead += 1;
      while (peek(p, ahead).kind === 'identifier') {
        ahead += 1;
        if (!isSymbol(peek(p, ahead), ',')) break;
        ahead += 1;
      }
      if (!isSymbol(peek(p, ahead), '>>')) return false;
      ahead += 1;
    } else if (peek(p, ahead).kind === 'identifier') ahead += 1;
    else return false;
    if (isSymbol(peek(p, ahead), '\\in')) return true;
    if (!isSymbol(peek(p, ahead), ',')) return false;
    ahead += 1;
  }
}
