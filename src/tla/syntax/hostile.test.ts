import { describe, expect, it } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { Expr } from './ast.ts';
import { parseExpression, parseModule } from './parser.ts';
import { MAX_NESTING } from './parser-state.ts';
import { mapChildren } from './rewrite.ts';
import { MAX_TREE_DEPTH } from './tree-depth.ts';
import { unparse } from './unparse.ts';

const MANY = 30_000;
const outcome = (text: string): string => {
  const result = parseExpression(sourceText('hostile', text));
  return result.ok ? result.value.kind : result.errors[0].code;
};

describe('hostile texts', { timeout: 60_000 }, () => {
  it.each([
    ['parentheses', '('.repeat(MANY)],
    ['sets', '{'.repeat(MANY)],
    ['tuples', '<<'.repeat(MANY)],
    ['square brackets', '['.repeat(MANY)],
    ['arguments', 'f('.repeat(MANY)],
    ['IF', 'IF a THEN b ELSE '.repeat(MANY)],
    ['CASE', 'CASE a -> '.repeat(MANY)],
    ['LET', 'LET a == '.repeat(MANY)],
    ['EXCEPT', '[f EXCEPT ![a] = '.repeat(MANY)],
    ['quantifiers', '\\A x \\in S : '.repeat(MANY)],
    ['filters', '{x \\in '.repeat(MANY)],
    ['bullets', '/\\ '.repeat(MANY)],
    ['lambdas', 'F(LAMBDA x : '.repeat(MANY)],
    ['labels', 'a :: '.repeat(MANY)],
    ['fairness', 'WF_f('.repeat(MANY)],
    ['prefix operators', `${'~'.repeat(MANY)}a`],
    ['postfix operators', `a${"'".repeat(MANY)}`],
    ['fields', `a${'.a'.repeat(MANY)}`],
    ['applications', `a${'[1]'.repeat(MANY)}`],
    ['a chain of one operator', `a${' + a'.repeat(MANY)}`],
  ])('nested past any use are refused with a place: %s', (_, text) => {
    expect(outcome(text)).toBe('tla/nested-too-deep');
  });

  it.each([
    ['comments', '(*'.repeat(MANY), 'tla/unclosed-comment'],
    ['a string', `"${'a'.repeat(MANY)}`, 'tla/unclosed-string'],
    ['dashes', '-'.repeat(MANY), 'tla/unexpected-token'],
    ['underscores', '_'.repeat(MANY), 'tla/bad-name'],
    ['digits', '9'.repeat(MANY), 'tla/bad-number'],
    ['qualifiers', `${'a!'.repeat(MANY)}a`, 'reference'],
    ['a wide set', `{${'1,'.repeat(MANY)}1}`, 'setEnumeration'],
    ['a wide product', `S${' \\X S'.repeat(MANY)}`, 'product'],
    ['a wide CASE', `CASE a -> b${' [] a -> b'.repeat(MANY)}`, 'case'],
    ['a long list', '/\\ a\n'.repeat(MANY), 'junction'],
    ['bound variables', `\\A ${'x, '.repeat(MANY)}y : P`, 'unboundedQuantifier'],
    ['bounds', `\\A ${'x \\in S, '.repeat(MANY)}y \\in S : P`, 'quantifier'],
  ])('that are only long get their answer: %s', (_, text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it('of a million tokens are read', { timeout: 60_000 }, () => {
    const text = `---- MODULE M ----\n${Array.from({ length: 250_000 }, (_, i) => `D${i} == ${i} \\* comment`).join('\n')}\n====`;
    const result = parseModule(sourceText('M.tla', text));
    expect(result.ok && result.value.units.length).toBe(250_000);
  });

  it('with proofs that look far ahead are skipped', () => {
    const proof = `${'<1>1. x\n BY <1>1, f(a), '.repeat(20_000)}g\n<1> QED BY ${'f('.repeat(50_000)}`;
    const result = parseModule(sourceText('M.tla', `---- MODULE M ----\nTHEOREM TRUE\n${proof}\n====`));
    expect(result.ok).toBe(true);
  });

  it('at the limits are still walked by what recurses over the tree', () => {
    const nested = `${'('.repeat(MAX_NESTING - 1)}1${')'.repeat(MAX_NESTING - 1)}`;
    const chain = `a${' + a'.repeat(MAX_TREE_DEPTH - 1)}`;
    for (const text of [nested, chain]) {
      const result = parseExpression(sourceText('limit', text));
      if (!result.ok) throw new Error(result.errors[0].message);
      const visit = (e: Expr): Expr => mapChildren(e, visit);
      expect(visit(result.value)).toBe(result.value);
      expect(unparse(result.value).length).toBeGreaterThan(0);
    }
    expect(outcome(`(${nested})`)).toBe('tla/nested-too-deep');
    expect(outcome(`${chain} + a`)).toBe('tla/nested-too-deep');
  });
});
