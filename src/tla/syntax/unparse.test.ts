import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { Bound, Expr, Name, Pattern, SourceRange } from './ast.ts';
import { childExpressions } from './children.ts';
import { INFIX_OPERATORS, POSTFIX_OPERATORS, PREFIX_OPERATORS } from './operators.ts';
import { replaceNode } from './rewrite.ts';
import { normalForm } from './testing/normal-form.ts';
import { expressionOf } from './testing/parse.ts';
import { unparse } from './unparse.ts';

const at: SourceRange = { source: sourceText('none', ''), start: 0, end: 0 };
// Counterexamples are read by their text; the source would drown it.
Object.defineProperty(at, 'source', { enumerable: false });
const name = (text: string): Name => ({ text, at });

const names = fc.constantFrom('a', 'b', '_c', 'D1', '2e', 'Op').map(name);
const pattern = fc.oneof(
  names.map((one) => ({ kind: 'name' as const, name: one })),
  fc.array(names, { minLength: 1, maxLength: 2 }).map((all) => ({ kind: 'tuple' as const, names: all })),
);
const list = <T>(of: fc.Arbitrary<T>, minLength = 1): fc.Arbitrary<T[]> => fc.array(of, { minLength, maxLength: 3 });
// A tuple is bound alone: `x, y \in S` or `<<x, y>> \in S`.
const patterns: fc.Arbitrary<Pattern[]> = fc.oneof(
  list(names.map((name) => ({ kind: 'name' as const, name }))),
  fc.tuple(pattern),
);

/** Random trees over every construct that has a text; `@` only where EXCEPT gives it one. */
const { tree } = fc.letrec<{ tree: Expr }>((tie) => {
  const e = tie('tree');
  const bound: fc.Arbitrary<Bound> = fc.record({ at: fc.constant(at), patterns, set: e });
  const field = fc.record({ name: names, value: e });
  const node = <K extends Expr['kind'], T extends object>(kind: K, parts: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
    fc.record({ kind: fc.constant(kind), at: fc.constant(at), ...parts }) as unknown as fc.Arbitrary<Expr>;
  const operators = (fixity: string, symbols: Iterable<string>, arity: number): fc.Arbitrary<Expr> =>
    node('operator', {
      op: fc.constantFrom(...symbols),
      fixity: fc.constant(fixity),
      args: fc.array(e, { minLength: arity, maxLength: arity }),
    });
  const infix = [...INFIX_OPERATORS.keys()].filter((symbol) => symbol !== '\\X');
  const reference = node('reference', { path: fc.constant([]), name: names, args: fc.constant([]) });
  return {
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      reference,
      node('number', { value: fc.bigInt({ min: 0n, max: 10n ** 20n }) }),
      node('string', { value: fc.string().map((text) => text.replace(/[^ -~\n\t\r\f]/g, '')) }),
      node('boolean', { value: fc.boolean() }),
      node('reference', {
        path: fc.array(fc.record({ at: fc.constant(at), name: names, args: fc.array(e, { maxLength: 1 }) }), {
          maxLength: 2,
        }),
        name: names,
        args: list(
          fc.oneof(
            e,
            node('lambda', { parameters: list(names), body: e }),
            node('reference', {
              path: fc.constant([]),
              name: fc.constantFrom('+', '~', '-', '^+').map(name),
              args: fc.constant([]),
            }),
          ),
          0,
        ),
      }),
      operators('infix', infix, 2),
      operators('infix', ['/\\', '\\/', '=', '=>'], 2),
      operators('prefix', PREFIX_OPERATORS.keys(), 1),
      operators('postfix', POSTFIX_OPERATORS.keys(), 1),
      node('junction', { op: fc.constantFrom('/\\', '\\/'), items: list(e) }),
      node('product', { sets: fc.array(e, { minLength: 2, maxLength: 3 }) }),
      node('quantifier', { quantifier: fc.constantFrom('A', 'E'), bounds: list(bound), body: e }),
      node('unboundedQuantifier', { quantifier: fc.constantFrom('A', 'E', 'AA', 'EE'), names: list(names), body: e }),
      node('choose', { pattern, set: fc.option(e), body: e }),
      node('setEnumeration', { items: list(e, 0) }),
      node('setFilter', { pattern, set: e, body: e }),
      node('setMap', { body: e, bounds: list(bound) }),
      node('function', { bounds: list(bound), body: e }),
      node('functionSet', { domain: e, range: e }),
      node('record', { fields: list(field) }),
      node('recordSet', { fields: list(field) }),
      node('except', {
        base: e,
        updates: list(
          fc.record({
            at: fc.constant(at),
            path: list(
              fc.oneof(
                fc.record({ kind: fc.constant('index'), args: list(e) }),
                fc.record({ kind: fc.constant('field'), name: names }),
              ),
            ),
            value: fc.oneof(e, node('at', {})),
          }),
        ),
      }),
      node('functionApplication', { function: e, args: list(e) }),
      node('field', { record: e, name: names }),
      node('tuple', { items: list(e, 0) }),
      fc
        .tuple(e, e, e)
        .map(([condition, then, otherwise]): Expr => ({ kind: 'if', at, condition, then, else: otherwise })),
      node('case', { arms: list(fc.record({ guard: e, value: e })), other: fc.option(e) }),
      node('let', {
        definitions: list(
          fc.oneof(
            fc.record({
              kind: fc.constant('operatorDefinition'),
              at: fc.constant(at),
              name: names,
              parameters: fc.array(fc.record({ name: names, arity: fc.nat({ max: 2 }) }), { maxLength: 2 }),
              body: e,
              local: fc.constant(false),
            }),
            fc.record({
              kind: fc.constant('functionDefinition'),
              at: fc.constant(at),
              name: names,
              bounds: list(bound),
              body: e,
              local: fc.constant(false),
            }),
            fc.record({
              kind: fc.constant('instance'),
              at: fc.constant(at),
              name: names,
              parameters: fc.constant([]),
              module: names,
              substitutions: fc.array(fc.record({ name: names, value: e }), { maxLength: 2 }),
              local: fc.constant(false),
            }),
          ),
        ),
        body: e,
      }),
      node('boxAction', { action: e, subscript: e }),
      node('angleAction', { action: e, subscript: e }),
      node('fairness', { strength: fc.constantFrom('WF', 'SF'), subscript: e, action: e }),
      node('labelled', { label: names, parameters: list(names, 0), body: e }),
      node('parenthesized', { body: e }),
      node('subexpression', {
        of: reference as fc.Arbitrary<never>,
        selectors: list(
          fc.oneof(
            fc.constantFrom({ kind: 'whole' }, { kind: 'left' }, { kind: 'right' }, { kind: 'operator' }),
            fc.record({ kind: fc.constant('position'), position: fc.integer({ min: 1, max: 9 }) }),
            fc.record({ kind: fc.constant('instantiate'), args: list(e) }),
          ),
        ),
      }),
    ),
  };
});

describe('unparse', { timeout: 60_000 }, () => {
  it('gives a text that parses to the same tree but for parentheses and list form', () => {
    fc.assert(
      fc.property(tree, (e) => {
        const text = unparse(e);
        expect(normalForm(expressionOf(text)), text).toEqual(normalForm(e));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same for the tree that its own text gives', () => {
    fc.assert(
      fc.property(tree, (e) => {
        const text = unparse(e);
        expect(unparse(expressionOf(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['/\\ a\n/\\ \\/ b\n   \\/ c', 'a /\\ (b \\/ c)'],
    ['((a + b)) * (c)', '(a + b) * c'],
    ['a ∈ {1, 2} ⇒ ¬b', 'a \\in {1, 2} => ~b'],
    ["[ r EXCEPT !.x[1] = @+1 ]'", "[r EXCEPT !.x[1] = @ + 1]'"],
    ['LET  x == 1 \\* one\n IN x', 'LET x == 1 IN x'],
    ['\\A x\\in S:P(x)', '\\A x \\in S : P(x)'],
    ['Fold(+,0,S) # F( + )', 'Fold(+, 0, S) /= F( + )'],
    ['"a\\tb"', '"a\\tb"'],
  ])('writes %j readably', (source, text) => {
    expect(unparse(expressionOf(source))).toBe(text);
  });
});

describe('replaceNode', { timeout: 60_000 }, () => {
  it('changes one node and shares everything that does not contain it', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (e, pick) => {
        const all: Expr[] = [];
        const stack = [e];
        for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
          all.push(node);
          stack.push(...childExpressions(node));
        }
        const target = all[pick % all.length]!;
        expect(replaceNode(e, target, target)).toBe(e);
        const marker: Expr = { kind: 'string', value: 'marker', at };
        const after = replaceNode(e, target, marker);
        // The `of` of a subexpression stays a reference whatever is asked.
        if (after !== e) expect(unparse(after)).toContain('"marker"');
        for (const child of childExpressions(after)) {
          if (!unparse(child).includes('"marker"')) expect(childExpressions(e)).toContain(child);
        }
      }),
      { numRuns: 500 },
    );
  });
});
