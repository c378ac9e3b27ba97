import type { Expr } from '../syntax/ast.ts';
import { context, isComplete, type Path, type Rest, type Walk } from './action-walk.ts';
import { factsOf } from './analysis.ts';
import { type Context, functionIn, site, truth } from './generator.ts';
import { type Block, child, emit } from './output.ts';
import { partValues } from './part-values.ts';
import type { Env } from './scope.ts';
import { terms } from './terms.ts';

/** A test: what comes next stands inside. */
export function test(condition: string, path: Path, block: Block, rest: Rest, refused?: () => string): void {
  const whole = child(block);
  if (condition === 'true') {
    rest.emit(path, whole);
    return;
  }
  emit(whole, `if (${condition}) {`);
  rest.emit(path, child(whole));
  emit(whole, refused === undefined ? '}' : `} else { ${refused()} }`);
}

export function testFormula(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
  const own = context(walk, env, path, block);
  walk.g.tested?.({ expr, env });
  if (walk.explain) emit(block, 'begin();');
  const condition = possible(walk, expr, env, path, block, (inner) => truth(walk.g, expr, { ...own, block: inner }));
  test(condition, path, block, rest, refusal(walk, expr, terms(expr), own));
}

/**
 * A condition on the next state. ENABLED asks whether some next state satisfies it: a condition on variables that have no value yet, as
 * instances with substituted variables bring them, is taken as satisfiable.
 */
export function possible(
  walk: Walk,
  expr: Expr,
  env: Env,
  path: Path,
  block: Block,
  make: (block: Block) => string,
): string {
  const open = walk.stops && !isComplete(walk, path) && factsOf(walk.g.analysis, expr, env).level === 2;
  return open ? `possible(${functionIn(walk.g, child(block), 'y', [], make)})` : make(block);
}

/** Code that tells of what refused, with the values of some parts; undefined where nobody asks. */
function refusal(walk: Walk, expr: Expr, parts: readonly Expr[], own: Context): (() => string) | undefined {
  if (!walk.explain) return undefined;
  const slot = child(own.block);
  return () => {
    const values = partValues(walk.g, parts, { ...own, block: slot });
    return `refuse(${site(walk.g, expr.at, null, expr)}, [${values}]);`;
  };
}

/** {@link refusal} of what is no formula that was tested: it has no parts to tell. */
export function otherRefusal(...args: Parameters<typeof refusal>): (() => string) | undefined {
  const refused = refusal(...args);
  return refused === undefined ? undefined : () => `begin(); ${refused()}`;
}
