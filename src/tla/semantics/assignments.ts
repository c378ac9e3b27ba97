import type { Expr, ExprOf } from '../syntax/ast.ts';
import { otherRefusal, possible, test } from './action-tests.ts';
import { context, FIRST_FREE, inTurn, type Path, type Rest, type Walk } from './action-walk.ts';
import { meaningOf } from './calls.ts';
import { type Context, fresh, placed, settled, site, value } from './generator.ts';
import { unchanged } from './operator-expressions.ts';
import { type Block, child, emit } from './output.ts';
import { definedBy, type Env, type Meaning } from './scope.ts';

const prefix = (walk: Walk): string => (walk.target === 'initial' ? 's' : 'n');

/** Whether a name of the scope, or of one around it, was given a meaning that is asked for. */
function somewhere(env: Env, asked: (meaning: Meaning) => boolean): boolean {
  for (let scope: Env | null = env; scope !== null; scope = scope.parent) {
    for (const meaning of scope.names.values()) if (asked(meaning)) return true;
  }
  return false;
}

/** Whether a scope is inside of an instance of which some variable stands for an expression. */
export const seesSubstituted = (env: Env): boolean =>
  somewhere(env, (meaning) => meaning.kind === 'macro' && meaning.variable === true);

/** Whether a scope is inside of the instance to which a variable belongs. */
const isInside = (env: Env, variable: Meaning): boolean => somewhere(env, (meaning) => meaning === variable);

/**
 * Whether ENABLED chooses the next value of an instance's variable by itself: only inside of the instance. In `ENABLED I!A` the expressions
 * that the variables of `I` stand for are already in their place. An instance in the instance may share the variable,
 * under a name of its own.
 */
function isFree(walk: Walk, meaning: Extract<Meaning, { kind: 'macro' }>): boolean {
  if (meaning.variable !== true || !walk.stops) return false;
  const within = (env: Env): boolean => isInside(env, meaning);
  return within(walk.home) && !walk.entered.some(({ from, to }) => within(to) && !within(from));
}

/** The local for the next value of an instance's variable. */
function freeVariable(walk: Walk, meaning: Meaning): number {
  let index = walk.free.get(meaning);
  if (index === undefined) {
    index = FIRST_FREE + walk.g.counter++;
    walk.free.set(meaning, index);
    emit(walk.g.top, `let n${index} = U;`);
  }
  return index;
}

/** The variable that an expression assigns: `x'`, or `x` in an initial predicate. */
export function assignable(
  walk: Walk,
  expr: Expr,
  env: Env,
  path: Path,
  block: Block,
  primed: boolean,
): number | undefined {
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return assignable(walk, expr.body, env, path, block, primed);
    case 'operator':
      return expr.op === "'" && walk.target === 'next' && !primed
        ? assignable(walk, expr.args[0]!, env, path, block, true)
        : undefined;
    case 'reference': {
      if (expr.args.length > 0) return undefined;
      const meaning = meaningOf(walk.g, expr, context(walk, env, path, block));
      if (meaning?.kind === 'variable') return primed || walk.target === 'initial' ? meaning.index : undefined;
      if (primed && meaning?.kind === 'macro' && isFree(walk, meaning)) return freeVariable(walk, meaning);
      if (meaning?.kind === 'macro') return assignable(walk, meaning.expr, meaning.env, path, block, primed);
      if (
        meaning?.kind === 'definition' &&
        meaning.definition.parameters.length === 0 &&
        meaning.definition.bounds === null
      ) {
        return assignable(walk, meaning.definition.body, meaning.definition.env, path, block, primed);
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

export function assign(
  walk: Walk,
  index: number,
  op: '=' | '\\in' | '\\subseteq',
  source: Expr,
  own: Context,
  path: Path,
  rest: Rest,
): void {
  const { g } = walk;
  const target = `${prefix(walk)}${index}`;
  g.effect?.({ expr: source, env: own.env });
  const js = value(g, source, own);
  const later: Path = { ...path, assigned: new Set([...path.assigned, index]) };
  if (op === '=') {
    // Traced code says where the value comes from.
    if (g.traced) emit(own.block, `R.assigned[${index}] = ${site(g, source.at)};`);
    emit(own.block, `${target} = ${g.traced ? placed(g, source.at, settled(js), own) : settled(js)};`);
    rest.emit(later, child(own.block));
    emit(own.block, `${target} = U;`);
    return;
  }
  const list = placed(g, source.at, op === '\\in' ? `elements(S, ${js})` : `elements(S, powerset(S, ${js}))`, own);
  if (g.traced) emit(own.block, `R.assigned[${index}] = ${site(g, source.at)};`);
  const i = fresh(g, 'i');
  const whole = child(own.block);
  emit(whole, `for (let ${i} = 0; ${i} < ${list}.length; ${i}++) { ${target} = ${list}[${i}];`);
  rest.emit(later, child(whole));
  emit(whole, `} ${target} = U;`);
}

/** UNCHANGED: assigns each variable of a tuple, as TLC does; anything else must have the same value. */
export function keep(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
  const own = context(walk, env, path, block);
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled': {
      keep(walk, expr.body, env, path, block, rest);
      return;
    }
    case 'tuple': {
      inTurn(expr.items, path, block, rest, (item, at, piece, after) => keep(walk, item, env, at, piece, after));
      return;
    }
    case 'reference':
      if (keepNamed(walk, expr, path, block, rest, own)) return;
      break;
    default:
  }
  const prime: Expr = { kind: 'operator', op: 'UNCHANGED', fixity: 'prefix', args: [expr], at: expr.at };
  const condition = possible(walk, prime, env, path, block, (inner) =>
    unchanged(walk.g, expr, { ...own, block: inner }),
  );
  test(condition, path, block, rest, kept(walk, expr, own));
}

/** UNCHANGED of a name that stands for a variable, or for what has variables; false for another. */
function keepNamed(walk: Walk, expr: ExprOf<'reference'>, path: Path, block: Block, rest: Rest, own: Context): boolean {
  const meaning = expr.args.length > 0 ? undefined : meaningOf(walk.g, expr, own);
  switch (meaning?.kind) {
    case 'variable':
      keepVariable(
        meaning.index,
        { js: `s${meaning.index}`, isSettled: true },
        path,
        block,
        rest,
        kept(walk, expr, own),
      );
      return true;
    case 'macro':
      if (isFree(walk, meaning)) {
        const index = freeVariable(walk, meaning);
        const js = value(walk.g, meaning.expr, { ...own, env: meaning.env });
        keepVariable(index, { js, isSettled: false }, path, block, rest);
      } else keep(walk, meaning.expr, meaning.env, path, block, rest);
      return true;
    case 'definition':
    case 'let': {
      const definition = definedBy(meaning);
      if (definition === undefined || definition.parameters.length > 0 || definition.bounds !== null) return false;
      keep(walk, definition.body, definition.env, path, block, rest);
      return true;
    }
    default:
      return false;
  }
}

/** A variable gets the value that it has now, or is compared with it where it has one already. */
function keepVariable(
  index: number,
  now: { readonly js: string; readonly isSettled: boolean },
  path: Path,
  block: Block,
  rest: Rest,
  refused?: () => string,
): void {
  if (path.assigned.has(index)) {
    test(`equal(S, n${index}, ${now.js})`, path, block, rest, refused);
    return;
  }
  emit(block, `n${index} = ${now.isSettled ? now.js : settled(now.js)};`);
  rest.emit({ ...path, assigned: new Set([...path.assigned, index]) }, child(block));
  emit(block, `n${index} = U;`);
}

/** What refuses where something does not stay as it was. */
function kept(walk: Walk, expr: Expr, own: Context): (() => string) | undefined {
  const of = (op: string): Expr => ({ kind: 'operator', op, fixity: 'prefix', args: [expr], at: expr.at });
  return otherRefusal(walk, of('UNCHANGED'), [expr, { ...of("'"), fixity: 'postfix' } as Expr], own);
}
