import type { Expr } from '../syntax/ast.ts';

/** A value of the naive evaluator: sets are lists in any order, without repetition by text. */
export type Naive =
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'set'; readonly items: readonly Naive[] }
  | { readonly kind: 'tuple'; readonly items: readonly Naive[] };

/** A value as text; equal texts, equal values. */
export function naiveText(value: Naive): string {
  switch (value.kind) {
    case 'int':
    case 'bool':
      return String(value.value);
    case 'tuple':
      return `<<${value.items.map(naiveText).join(', ')}>>`;
    case 'set':
      return `{${[...new Set(value.items.map(naiveText))].sort().join(', ')}}`;
  }
}

type Scope = ReadonlyMap<string, Naive>;

const int = (value: number): Naive => ({ kind: 'int', value });
const bool = (value: boolean): Naive => ({ kind: 'bool', value });
const setOf = (items: readonly Naive[]): Naive => ({
  kind: 'set',
  items: [...new Map(items.map((item) => [naiveText(item), item])).values()],
});

/**
 * Evaluates constant expressions over integers, booleans, tuples and sets by walking the tree: the reference that the compiler is held against.
 * Throws on everything else.
 */
export function evaluateNaively(expr: Expr, scope: Scope = new Map()): Naive {
  const value = (part: Expr, inner: Scope = scope): Naive => evaluateNaively(part, inner);
  const number = (part: Expr): number => {
    const found = value(part);
    if (found.kind !== 'int') throw new Error('an integer');
    return found.value;
  };
  const truth = (part: Expr, inner: Scope = scope): boolean => {
    const found = value(part, inner);
    if (found.kind !== 'bool') throw new Error('a boolean');
    return found.value;
  };
  const items = (part: Expr): readonly Naive[] => {
    const found = value(part);
    if (found.kind !== 'set') throw new Error('a set');
    return found.items;
  };
  const has = (all: readonly Naive[], one: Naive): boolean => all.some((item) => naiveText(item) === naiveText(one));
  switch (expr.kind) {
    case 'number':
      return int(Number(expr.value));
    case 'boolean':
      return bool(expr.value);
    case 'parenthesized':
      return value(expr.body);
    case 'reference': {
      const found = scope.get(expr.name.text);
      if (found === undefined) throw new Error(`unknown ${expr.name.text}`);
      return found;
    }
    case 'junction':
      return bool(expr.op === '/\\' ? expr.items.every((item) => truth(item)) : expr.items.some((item) => truth(item)));
    case 'if':
      return truth(expr.condition) ? value(expr.then) : value(expr.else);
    case 'setEnumeration':
      return setOf(expr.items.map((item) => value(item)));
    case 'tuple':
      return { kind: 'tuple', items: expr.items.map((item) => value(item)) };
    case 'setFilter': {
      const { pattern } = expr;
      if (pattern.kind !== 'name') throw new Error('a name');
      return setOf(items(expr.set).filter((item) => truth(expr.body, new Map([...scope, [pattern.name.text, item]]))));
    }
    case 'setMap':
    case 'quantifier': {
      const pattern = expr.bounds[0]!.patterns[0]!;
      if (pattern.kind !== 'name') throw new Error('a name');
      const inner = items(expr.bounds[0]!.set).map((item) => new Map([...scope, [pattern.name.text, item]]));
      if (expr.kind === 'setMap') return setOf(inner.map((one) => value(expr.body, one)));
      return bool(
        expr.quantifier === 'A'
          ? inner.every((one) => truth(expr.body, one))
          : inner.some((one) => truth(expr.body, one)),
      );
    }
    case 'operator': {
      const [a, b] = expr.args as [Expr, Expr];
      switch (expr.op) {
        case '+':
          return int(number(a) + number(b));
        case '-':
          return int(number(a) - number(b));
        case '*':
          return int(number(a) * number(b));
        case '<':
          return bool(number(a) < number(b));
        case '<=':
          return bool(number(a) <= number(b));
        case '..': {
          const [from, to] = [number(a), number(b)];
          return setOf(Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => int(from + i)));
        }
        case '~':
          return bool(!truth(a));
        case '/\\':
          return bool(truth(a) && truth(b));
        case '\\/':
          return bool(truth(a) || truth(b));
        case '=>':
          return bool(!truth(a) || truth(b));
        case '=':
          return bool(naiveText(value(a)) === naiveText(value(b)));
        case '/=':
          return bool(naiveText(value(a)) !== naiveText(value(b)));
        case '\\in':
          return bool(has(items(b), value(a)));
        case '\\notin':
          return bool(!has(items(b), value(a)));
        case '\\cup':
          return setOf([...items(a), ...items(b)]);
        case '\\cap':
          return setOf(items(a).filter((item) => has(items(b), item)));
        case '\\':
          return setOf(items(a).filter((item) => !has(items(b), item)));
        case '\\subseteq':
          return bool(items(a).every((item) => has(items(b), item)));
        case 'SUBSET': {
          const all = items(a);
          return setOf(
            Array.from({ length: 2 ** all.length }, (_, chosen) =>
              setOf(all.filter((__, i) => (chosen >> i) % 2 === 1)),
            ),
          );
        }
        case 'UNION':
          return setOf(items(a).flatMap((one) => (one.kind === 'set' ? one.items : [])));
        default:
      }
      throw new Error(`operator ${expr.op}`);
    }
    default:
      throw new Error(expr.kind);
  }
}
