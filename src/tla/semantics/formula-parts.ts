import type { Expr } from '../syntax/ast.ts';
import { type Analysis, factsOf } from './analysis.ts';
import { innerScope } from './parts.ts';
import { resolveReference } from './resolve.ts';
import { definedBy, type Env } from './scope.ts';

/**
 * How a part bears on the formula that it is a part of: `same` where it has to be what the formula has to be, `negated` where it has to be the
 * opposite, `premise` and `conclusion` of an implication, `condition` of IF and CASE, `quantified` below a quantifier, `side` of an equivalence.
 */
export type PartPlace = 'same' | 'negated' | 'premise' | 'conclusion' | 'condition' | 'quantified' | 'side';

export interface FormulaPart {
  readonly expr: Expr;
  readonly env: Env;
  readonly place: PartPlace;
}

/**
 * The formulas that a formula is directly made of, through the definition that it names if `opens` says so; null for an atom, which is decided
 * by values and not by other formulas.
 */
export function formulaParts(
  analysis: Analysis,
  expr: Expr,
  env: Env,
  opens: (body: Expr) => boolean,
): readonly FormulaPart[] | null {
  const at = (place: PartPlace, ...exprs: readonly Expr[]): readonly FormulaPart[] =>
    exprs.map((part) => ({ expr: part, env, place }));
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return at('same', expr.body);
    case 'boolean':
      return [];
    case 'junction':
      return at('same', ...expr.items);
    case 'let':
      return [{ expr: expr.body, env: innerScope(expr, env), place: 'same' }];
    case 'if':
      return [...at('condition', expr.condition), ...at('same', expr.then, expr.else)];
    case 'case':
      return [
        ...expr.arms.flatMap((arm) => [...at('condition', arm.guard), ...at('same', arm.value)]),
        ...(expr.other === null ? [] : at('same', expr.other)),
      ];
    case 'quantifier':
      return at('quantified', expr.body);
    case 'operator':
      switch (expr.op) {
        case '/\\':
        case '\\/':
          return at('same', ...expr.args);
        case '<=>':
          return at('side', ...expr.args);
        case '~':
          return at('negated', ...expr.args);
        case '=>':
          return [...at('premise', expr.args[0]!), ...at('conclusion', expr.args[1]!)];
        default:
          return null;
      }
    case 'reference': {
      const meaning = resolveReference(env, expr, analysis.uses, null);
      if (meaning?.kind === 'macro' && expr.args.length === 0) {
        return opens(meaning.expr) ? [{ expr: meaning.expr, env: meaning.env, place: 'same' }] : null;
      }
      const definition = definedBy(meaning);
      if (definition === undefined || definition.bounds !== null || !opens(definition.body)) return null;
      if (expr.args.length === 0 && factsOf(analysis, expr, env).level === 0) return null;
      return [{ expr: definition.body, env: definition.env, place: 'same' }];
    }
    default:
      return null;
  }
}
