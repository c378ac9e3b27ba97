import type { Expr } from '../syntax/ast.ts';
import { isLazy } from '../values/store.ts';
import type { Analysis } from './analysis.ts';
import { parts } from './parts.ts';
import { resolveReference } from './resolve.ts';
import type { Env } from './scope.ts';

const ENDLESS_FUNCTIONS = new Set(['naturals', 'integers', 'strings', 'sequences', 'anything']);

const MAX_DEPTH = 20;

/** Whether an expression for a set speaks of a set without end, such as Nat, by name or through definitions. */
export function mayBeEndless(analysis: Analysis, expr: Expr, env: Env, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (expr.kind === 'reference') {
    const meaning = resolveReference(env, expr, analysis.uses, null);
    if (meaning === undefined) return expr.name.text === 'STRING';
    switch (meaning.kind) {
      case 'builtin':
        if (ENDLESS_FUNCTIONS.has(meaning.builtin.fn)) return true;
        break;
      case 'constant':
        return isLazy(meaning.value);
      case 'macro':
        return mayBeEndless(analysis, meaning.expr, meaning.env, depth + 1);
      case 'definition':
      case 'let': {
        const definition = meaning.kind === 'let' ? meaning.local.definition : meaning.definition;
        if (definition.parameters.length > 0 || definition.bounds !== null) return false;
        return mayBeEndless(analysis, definition.body, definition.env, depth + 1);
      }
      default:
        return false;
    }
  }
  switch (expr.kind) {
    case 'setFilter':
      return mayBeEndless(analysis, expr.set, env, depth + 1);
    case 'parenthesized':
    case 'product':
    case 'functionSet':
    case 'recordSet':
    case 'operator':
    case 'if':
    case 'reference':
      return parts(expr).some(([part, inside]) => !inside && mayBeEndless(analysis, part, env, depth + 1));
    default:
      return false;
  }
}
