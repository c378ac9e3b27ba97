import type { Expr, SourceRange } from '../syntax/ast.ts';
import { asValue, type Context, type Generator, type Passed } from './generator.ts';
import { type Env, extend, lookup, type Meaning, plainName } from './scope.ts';

/** Code of the sets that are words of the language. */
export const CORE_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['BOOLEAN', 'booleans(S)'],
  ['STRING', 'strings(S)'],
]);

/** Code of the value of an argument. */
export const passedValue = (g: Generator, arg: Passed, context: Context): string =>
  'js' in arg ? arg.js : asValue(g.expression(arg.expr, { ...context, env: arg.env }));

/** An expression that is a name alone. */
export const nameNode = (name: string, at: SourceRange): Expr => ({
  kind: 'reference',
  path: [],
  name: { text: name, at },
  args: [],
  at,
});

/** What a parameter means where this is passed for it. */
export const passedMeaning = (arg: Passed): Meaning =>
  'js' in arg ? { kind: 'value', js: arg.js } : { kind: 'macro', expr: arg.expr, env: arg.env };

/** Binds parameters to arguments by name: each use stands for the argument's expression in its own scope. */
export function bindPassed(env: Env, names: readonly string[], args: readonly Passed[]): Env {
  return extend(
    env,
    names.map((name, i) => [name, passedMeaning(args[i]!)] as const),
  );
}

const isAtomic = (expr: Expr): boolean => expr.kind === 'number' || expr.kind === 'string' || expr.kind === 'boolean';

/** Whether evaluating the argument early costs nothing and cannot fail. */
export function isSafe(g: Generator, arg: Passed, context: Context): boolean {
  if ('js' in arg) return true;
  if (isAtomic(arg.expr)) return true;
  const name = plainName(arg.expr);
  if (name === undefined) return false;
  const meaning = lookup(arg.env, name);
  if (meaning === undefined) return CORE_CONSTANTS.has(name);
  switch (meaning.kind) {
    case 'variable':
      return context.mode === 'state';
    case 'constant':
    case 'value':
      return true;
    case 'macro':
      return isSafe(g, { expr: meaning.expr, env: meaning.env }, context);
    default:
      return false;
  }
}
