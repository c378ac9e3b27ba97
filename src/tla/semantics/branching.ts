import type { Expr } from '../syntax/ast.ts';
import { type Analysis, definitionFacts } from './analysis.ts';
import { INNER, innerScope } from './parts.ts';
import { resolveReference } from './resolve.ts';
import { boundNames, type Definition, definedBy, type Env, extend } from './scope.ts';

/**
 * Whether an action's evaluation may branch in this formula: TLC follows each disjunct and each witness on its own wherever it still
 * builds a step, even where nothing is primed, and counts each.
 */
export function mayBranch(analysis: Analysis, expr: Expr, env: Env): boolean {
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return mayBranch(analysis, expr.body, env);
    case 'junction':
      return expr.op === '\\/' || expr.items.some((item) => mayBranch(analysis, item, env));
    case 'operator':
      if (expr.op === '\\/') return true;
      if (expr.op === '/\\') return expr.args.some((arg) => mayBranch(analysis, arg, env));
      if (expr.op === '=>') return mayBranch(analysis, expr.args[1]!, env);
      return false;
    case 'quantifier':
      return expr.quantifier === 'E' || mayBranch(analysis, expr.body, innerScope(expr, env));
    case 'if':
      return mayBranch(analysis, expr.then, env) || mayBranch(analysis, expr.else, env);
    case 'case':
      return (
        expr.arms.some((arm) => mayBranch(analysis, arm.value, env)) ||
        (expr.other !== null && mayBranch(analysis, expr.other, env))
      );
    case 'let':
      return mayBranch(analysis, expr.body, innerScope(expr, env));
    case 'boxAction':
    case 'angleAction':
      return true;
    case 'functionApplication': {
      const definition = lambdaApplied(analysis, expr, env);
      if (definition === undefined) return false;
      const known = analysis.branching.get(definition);
      if (known !== undefined) return known;
      analysis.branching.set(definition, false);
      const result = mayBranch(
        analysis,
        definition.body,
        extend(
          definition.env,
          boundNames(definition.bounds!).map((name) => [name.text, INNER] as const),
        ),
      );
      analysis.branching.set(definition, result);
      return result;
    }
    case 'reference': {
      const meaning = resolveReference(env, expr, analysis.uses, null);
      if (meaning === undefined) return false;
      if (meaning.kind === 'macro') return mayBranch(analysis, meaning.expr, meaning.env);
      const definition = definedBy(meaning);
      if (definition === undefined || definition.bounds !== null) return false;
      if (expr.args.some((arg) => mayBranch(analysis, arg, env))) return true;
      const known = analysis.branching.get(definition);
      if (known !== undefined) return known;
      analysis.branching.set(definition, false);
      const scope = extend(
        definition.env,
        definition.parameters.map((parameter) => [parameter.name.text, INNER] as const),
      );
      const result = mayBranch(analysis, definition.body, scope);
      analysis.branching.set(definition, result);
      return result;
    }
    default:
      return false;
  }
}

/**
 * The function definition that is applied to an argument, if it is one that reads the state: TLC looks into its body while it builds a step,
 * as into that of an operator.
 */
export function lambdaApplied(
  analysis: Analysis,
  expr: Extract<Expr, { kind: 'functionApplication' }>,
  env: Env,
): Definition | undefined {
  if (expr.function.kind !== 'reference' || expr.function.args.length > 0) return undefined;
  const meaning = resolveReference(env, expr.function, analysis.uses, null);
  const definition = definedBy(meaning);
  if (definition === undefined || definition.bounds === null) return undefined;
  return definitionFacts(analysis, definition).level === 1 ? definition : undefined;
}
