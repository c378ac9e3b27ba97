import { sourceText } from '../../../diagnostics/source-text.ts';
import type { Expr } from '../ast.ts';
import { childExpressions, unitExpressions } from '../children.ts';
import { parseModule } from '../parser.ts';

const ATOMS = [
  ...['0', '1', '-1', '2147483647', 'TRUE', 'FALSE', '"a"', '{}', '<<>>', 'Nat', 'STRING', 'BOOLEAN', '1..3'],
  ...['{1, 2}', '<<1, 2>>', '[a |-> 1]', '[i \\in 1..2 |-> i]', 'SUBSET {1, 2}', '[{1} -> {1, 2}]', '{{}}', 'Seq({1})'],
  ...['CHOOSE n \\in {1} : FALSE', 'CHOOSE n \\in {1, 2} : TRUE', '\\E n \\in {} : TRUE', 'LET n == 1 IN n', '1 = "a"'],
];

/** What an expression may become, `$` its text. */
const FRAMES = [
  ...["($)'", '~($)', 'ENABLED ($)', 'UNCHANGED ($)', '[]($)', '<>($)', '{$}', '<<$>>', '<<$, $>>', 'SUBSET ($)'],
  ...['UNION ($)', 'DOMAIN ($)', '($)[1]', '($).a', '[($) EXCEPT ![1] = @]', '($) + 1', '($) \\in {$}', '($) = ($)'],
  ...['{n \\in ($) : TRUE}', '{n : n \\in ($)}', '[n \\in ($) |-> n]', '\\A n \\in ($) : n = n', 'LET n == ($) IN n'],
  ...['IF ($) THEN 1 ELSE 2', 'CASE ($) -> 1', 'IF TRUE THEN ($) ELSE ($)', '($) /\\ ($)', '($) \\/ ($)', '-($)'],
  ...['<<($)>>[1]', '($) \\cup ($)', '($) \\X ($)', '($) ~> ($)', 'CHOOSE n \\in ($) : TRUE', '($) => ($)'],
];

/**
 * A module that parses with some of its expressions replaced, by others of its own, by atoms, and by what frames make of them: nearly all
 * that comes out parses, and most of it means nothing.
 */
export function rewritten(text: string, random: () => number): string {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  let result = text;
  for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits--) {
    const parsed = parseModule(sourceText('rewritten.tla', result));
    if (!parsed.ok) return result;
    const known = parsed.value.units.flatMap(unitExpressions).flatMap(withParts);
    if (known.length === 0) return result;
    const { start, end } = pick(known).at;
    const own = onOneLine(result.slice(start, end));
    const how = random();
    const other = pick(known).at;
    const by =
      how < 0.35
        ? onOneLine(result.slice(other.start, other.end))
        : how < 0.6
          ? pick(ATOMS)
          : pick(FRAMES).replaceAll('$', () => own);
    result = `${result.slice(0, start)}(${by})${result.slice(end)}`;
  }
  return result;
}

const withParts = (e: Expr): readonly Expr[] => [e, ...childExpressions(e).flatMap(withParts)];

/** Without comments and line breaks: columns mean nothing in another place. */
const onOneLine = (text: string): string =>
  text
    .replace(/\\\*[^\n]*/g, ' ')
    .replace(/\(\*[\s\S]*?\*\)/g, ' ')
    .replace(/\s+/g, ' ');
