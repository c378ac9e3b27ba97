import type { Expr } from '../syntax/ast.ts';
import { ACTION, type Analysis, TEMPORAL } from './analysis.ts';
import { PARAMETER, parts } from './parts.ts';
import { resolveReference } from './resolve.ts';
import { type Definition, type Env, extend } from './scope.ts';

/**
 * Whether a definition's body primes something that its parameters stand in, so that an argument must be passed as an expression
 * and not as a value.
 */
export function primesParameters(analysis: Analysis, definition: Definition): boolean {
  if (definition.parameters.length === 0) return false;
  const known = analysis.primes.get(definition);
  if (known !== undefined) return known;
  analysis.primes.set(definition, false);
  const names = definition.parameters.map((parameter) => parameter.name.text);
  const scope = extend(
    definition.env,
    names.map((name) => [name, PARAMETER] as const),
  );
  const result = primes(analysis, definition.body, scope, new Set(names));
  analysis.primes.set(definition, result);
  return result;
}

/** Whether one of the names stands anywhere in an expression. */
const mentions = (expr: Expr, names: ReadonlySet<string>): boolean =>
  (expr.kind === 'reference' && expr.path.length === 0 && names.has(expr.name.text)) ||
  parts(expr).some(([part]) => mentions(part, names)) ||
  (expr.kind === 'let' &&
    expr.definitions.some(
      (unit) =>
        (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') && mentions(unit.body, names),
    ));

/** Whether one of the names stands where an expression asks about another state. */
function primes(analysis: Analysis, expr: Expr, env: Env, names: ReadonlySet<string>): boolean {
  if (primesItself(analysis, expr, env, names)) return true;
  if (
    expr.kind === 'let' &&
    expr.definitions.some((unit) => unit.kind === 'operatorDefinition' && primes(analysis, unit.body, env, names))
  ) {
    return true;
  }
  return parts(expr).some(([part]) => primes(analysis, part, env, names));
}

function primesItself(analysis: Analysis, expr: Expr, env: Env, names: ReadonlySet<string>): boolean {
  switch (expr.kind) {
    case 'operator':
      return (ACTION.has(expr.op) || expr.op === 'ENABLED' || TEMPORAL.has(expr.op)) && mentions(expr, names);
    case 'boxAction':
    case 'angleAction':
    case 'fairness':
      return mentions(expr, names);
    case 'reference': {
      if (!expr.args.some((arg) => mentions(arg, names))) return false;
      const meaning = resolveReference(env, expr, analysis.uses, null);
      return meaning?.kind === 'definition' && primesParameters(analysis, meaning.definition);
    }
    default:
      return false;
  }
}
