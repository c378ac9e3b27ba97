import type { Expr, ExprOf } from '../syntax/ast.ts';
import { bare } from '../syntax/unparse.ts';
import { otherRefusal, possible, test, testFormula } from './action-tests.ts';
import {
  type ActionOptions,
  cannotAct,
  context,
  frozen,
  inTurn,
  isComplete,
  joined,
  type Label,
  type Path,
  type Rest,
  type Walk,
} from './action-walk.ts';
import { factsOf } from './analysis.ts';
import { assign, assignable, keep, seesSubstituted } from './assignments.ts';
import { loops } from './binders.ts';
import { meaningOf } from './calls.ts';
import { type Context, fresh, type Generator, named, truth, value } from './generator.ts';
import { letEnv } from './let-scope.ts';
import { unchanged } from './operator-expressions.ts';
import { type Block, child, emit } from './output.ts';
import { bindPassed } from './passing.ts';
import { applied, forAll } from './repeated-parts.ts';
import { type Definition, definedBy, type Env } from './scope.ts';

/**
 * Code that visits every state an action (or initial predicate) allows, exactly as TLC does: from left to right, `x' = e` and `x' \in S`
 * assign where `x'` has no value yet and test where it has, disjunctions and existential quantifiers branch, and once every variable
 * is assigned what remains is only tested.
 */
export function action(g: Generator, expr: Expr, env: Env, block: Block, options: ActionOptions): void {
  const walk: Walk = {
    ...options,
    g,
    act,
    variables: g.spec.variables.length,
    inlined: [],
    lambdas: new Map(),
    free: options.free ?? new Map(),
    home: env,
    instanced: options.stops && seesSubstituted(env),
    entered: [],
  };
  const leaf: Rest = {
    last: true,
    emit: (path, inner) =>
      frozen(walk, path, inner, (known, piece) => options.leaf(known.label, known.assigned, piece)),
  };
  act(walk, expr, env, { assigned: new Set(), label: options.label, frozen: false }, block, leaf);
}

export function act(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
  if (!walk.g.followed || walk.stops) {
    actOn(walk, expr, env, path, block, rest);
    return;
  }
  const way = fresh(walk.g, 'w');
  emit(block, `const ${way} = R.choices.way();`);
  actOn(walk, expr, env, path, block, rest);
  emit(block, `R.choices.back(${way});`);
}

function actOn(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
  const { g } = walk;
  g.analysis.latest = expr;
  const hook = g.hooks.get(expr)?.kind;
  if (hook === 'assume' || hook === 'switch') {
    frozen(walk, path, block, (known, piece) => testFormula(walk, expr, env, known, piece, rest));
    return;
  }
  // Of a choice between formulas it is the whole that refuses, not each way through it.
  if (walk.explain && path.frozen && isChoice(expr) && factsOf(g.analysis, expr, env).level < 2) {
    testFormula(walk, expr, env, path, block, rest);
    return;
  }
  if (!throughChoice(walk, expr, env, path, block, rest)) {
    frozen(walk, path, block, (known, piece) => single(walk, expr, env, known, piece, rest));
  }
}

/** Goes into a part that only leads to others; false for one that is an assignment, a test or a branch itself. */
function throughChoice(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): boolean {
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      act(walk, expr.body, env, path, block, rest);
      return true;
    case 'junction':
    case 'operator': {
      const items = expr.kind === 'junction' ? expr.items : expr.args;
      if (expr.op === '/\\') conjunction(walk, items, 0, env, path, block, rest);
      else if (expr.op === '\\/') disjunction(walk, items, env, path, block, rest);
      else return false;
      return true;
    }
    case 'quantifier':
      if (expr.quantifier !== 'E') return false;
      witnesses(walk, expr, env, path, block, rest);
      return true;
    case 'boxAction':
      frozen(walk, path, block, (known, piece) => {
        const both = joined(walk, rest, piece);
        act(walk, expr.action, env, known, piece, both);
        keep(walk, expr.subscript, env, known, piece, both);
      });
      return true;
    case 'let':
      act(walk, expr.body, letEnv(walk.g, expr, context(walk, env, path, block)), path, block, rest);
      return true;
    case 'reference':
      return throughName(walk, expr, env, path, block, rest);
    default:
      return false;
  }
}

/** An existential quantifier: a way for each value of its variables, which are the arguments of an action that is not known yet. */
function witnesses(walk: Walk, expr: ExprOf<'quantifier'>, env: Env, path: Path, block: Block, rest: Rest): void {
  const { g } = walk;
  const own = context(walk, env, path, block);
  const sets = expr.bounds.map((bound) => bound.set);
  const refused = path.frozen ? otherRefusal(walk, expr, sets, own) : undefined;
  const none = fresh(g, 'e');
  if (refused !== undefined) emit(block, `let ${none} = true;`);
  loops(g, expr.bounds, own, fresh(g, 'L'), (inner, locals) => {
    if (refused !== undefined) emit(inner.block, `${none} = false;`);
    const names = expr.bounds.flatMap((bound) =>
      bound.patterns.map((pattern) => (pattern.kind === 'name' ? pattern.name.text : null)),
    );
    const args = names.flatMap((name, i) => (name === null ? [] : [{ name, js: locals[i]! }]));
    const label: Label = path.frozen ? path.label : withArgs(path.label, args);
    act(walk, expr.body, inner.env, { ...path, label }, inner.block, rest);
  });
  // There was nothing to choose from.
  if (refused !== undefined) emit(block, `if (${none}) { ${refused()} }`);
}

/** Goes into what a name stands for; false where that is no action or cannot be seen through. */
function throughName(walk: Walk, expr: ExprOf<'reference'>, env: Env, path: Path, block: Block, rest: Rest): boolean {
  const { g } = walk;
  const meaning = meaningOf(g, expr, context(walk, env, path, block));
  if (meaning?.kind === 'macro' && expr.args.length === 0) {
    act(walk, meaning.expr, meaning.env, path, block, rest);
    return true;
  }
  if (meaning?.kind === 'macro' && meaning.expr.kind === 'lambda') {
    const { body, parameters } = meaning.expr;
    if (expr.args.length !== parameters.length) return false;
    const names = parameters.map(({ text }) => text);
    const args = expr.args.map((arg) => ({ expr: arg, env }));
    act(walk, body, bindPassed(meaning.env, names, args), path, block, rest);
    return true;
  }
  const definition = definedBy(meaning);
  if (
    definition === undefined ||
    definition.bounds !== null ||
    definition.parameters.length !== expr.args.length ||
    walk.inlined.includes(definition) ||
    isConstant(g, definition) ||
    (path.frozen && cannotAct(walk, expr, env))
  ) {
    return false;
  }
  inline(walk, definition, expr, env, path, block, rest);
  return true;
}

function isConstant(g: Generator, definition: Definition): boolean {
  const facts = factsOf(g.analysis, definition.body, definition.env);
  return facts.level === 0 && !facts.local && !facts.impure && definition.parameters.length === 0 && g.hooks.size === 0;
}

const isChoice = (expr: Expr): boolean =>
  expr.kind === 'reference' ||
  expr.kind === 'quantifier' ||
  ((expr.kind === 'junction' || expr.kind === 'operator') && expr.op === '\\/');

const withArgs = (label: Label, args: Label['args']): Label => ({
  ...label,
  args: [...label.args.filter((old) => !args.some((arg) => arg.name === old.name)), ...args],
});

function inline(
  walk: Walk,
  definition: Definition,
  expr: ExprOf<'reference'>,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): void {
  const names = definition.parameters.map((parameter) => parameter.name.text);
  const args = expr.args.map((arg) => ({ expr: arg, env }));
  const scope = bindPassed(definition.env, names, args);
  const label = path.frozen ? path.label : labelOf(walk, definition, expr, context(walk, env, path, block));
  const { entered } = walk;
  const enter = (): void => {
    walk.inlined.push(definition);
    if (expr.path.length > 0) entered.push({ from: env, to: definition.env });
  };
  const leave = (): void => {
    walk.inlined.pop();
    if (expr.path.length > 0) entered.pop();
  };
  enter();
  // What follows stands outside the definition, where it may be inlined again.
  const after: Rest = {
    last: rest.last,
    emit: (later, inner) => {
      leave();
      rest.emit(later, inner);
      enter();
    },
  };
  act(walk, definition.body, scope, { ...path, label }, block, after);
  leave();
}

/** A definition as the action of a path; its arguments are computed where they are asked for. */
function labelOf(walk: Walk, definition: Definition, expr: ExprOf<'reference'>, own: Context): Label {
  const { g } = walk;
  const args =
    walk.wanted === null
      ? []
      : definition.parameters.flatMap((parameter, i) => {
          const arg = expr.args[i]!;
          if (parameter.arity > 0 || arg.kind === 'lambda' || factsOf(g.analysis, arg, own.env).level > 1) return [];
          return [{ name: parameter.name.text, js: named(g, value(g, arg, own), own, 'x') }];
        });
  const through = expr.path.map((qualifier) => `${qualifier.name.text}!`).join('');
  return { name: `${through}${definition.name}`, definition, args };
}

function conjunction(
  walk: Walk,
  items: readonly Expr[],
  from: number,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): void {
  frozen(walk, path, block, (known, piece) => {
    const next: Rest =
      from === items.length - 1
        ? rest
        : {
            last: false,
            emit: (later, inner) => {
              // Once the state is complete TLC only tests what is left; inside of an instance ENABLED may still choose.
              if (isComplete(walk, later) && !walk.instanced) {
                inTurn(items.slice(from + 1), later, inner, rest, (item, at, piece, after) =>
                  testFormula(walk, item, env, at, piece, after),
                );
              } else conjunction(walk, items, from + 1, env, later, inner, rest);
            },
          };
    act(walk, items[from]!, env, known, piece, next);
  });
}

function disjunction(walk: Walk, items: readonly Expr[], env: Env, path: Path, block: Block, rest: Rest): void {
  const after = joined(walk, rest, block);
  for (const item of items) act(walk, item, env, path, child(block), after);
}

/** What is no choice between others: it assigns, tests, or branches on a condition. */
function single(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
  switch (expr.kind) {
    case 'boolean':
      if (expr.value) rest.emit(path, block);
      else emit(block, otherRefusal(walk, expr, [], context(walk, env, path, block))?.() ?? '');
      return;
    case 'if':
      conditional(walk, expr, env, path, block, rest);
      return;
    case 'case':
      cases(walk, expr, env, path, block, rest);
      return;
    case 'angleAction':
      act(walk, expr.action, env, path, block, changing(walk, expr, env, rest));
      return;
    case 'quantifier':
      if (cannotAct(walk, expr, env)) break;
      forAll(walk, expr, env, path, block, rest);
      return;
    case 'functionApplication':
      if (cannotAct(walk, expr, env)) break;
      applied(walk, expr, env, path, block, rest);
      return;
    case 'operator':
      if (throughOperator(walk, expr, env, path, block, rest)) return;
      break;
    default:
  }
  testFormula(walk, expr, env, path, block, rest);
}

/** An assignment, UNCHANGED, or an implication that acts; false for an operator that only tests. */
function throughOperator(
  walk: Walk,
  expr: ExprOf<'operator'>,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): boolean {
  const [a, b] = expr.args as [Expr, Expr];
  switch (expr.op) {
    case '=':
    case '\\in':
    case '\\subseteq': {
      const index = assignable(walk, a, env, path, block, false);
      if (index === undefined || path.assigned.has(index)) return false;
      assign(walk, index, expr.op, b, context(walk, env, path, block), path, rest);
      return true;
    }
    case 'UNCHANGED':
      if (walk.target !== 'next') return false;
      keep(walk, a, env, path, block, rest);
      return true;
    case '=>': {
      if (cannotAct(walk, expr, env)) return false;
      const after = joined(walk, rest, block);
      eitherWay(
        block,
        truth(walk.g, a, context(walk, env, path, block)),
        (piece) => act(walk, b, env, path, piece, after),
        (piece) => after.emit(path, piece),
      );
      return true;
    }
    default:
      return false;
  }
}

function eitherWay(
  block: Block,
  condition: string,
  then: (block: Block) => void,
  otherwise: (block: Block) => void,
): void {
  const whole = child(block);
  emit(whole, `if (${condition}) {`);
  then(child(whole));
  emit(whole, '} else {');
  otherwise(child(whole));
  emit(whole, '}');
}

function conditional(walk: Walk, expr: ExprOf<'if'>, env: Env, path: Path, block: Block, rest: Rest): void {
  const { condition } = expr;
  // `c /\ A`, so that it is the condition that is told.
  const guarded = (guard: Expr, body: Expr): void =>
    testFormula(walk, guard, env, path, block, {
      last: false,
      emit: (later, inner) => act(walk, body, env, later, inner, rest),
    });
  if (walk.explain && isFalse(expr.else)) {
    guarded(condition, expr.then);
    return;
  }
  if (walk.explain && isFalse(expr.then)) {
    guarded({ kind: 'operator', op: '~', fixity: 'prefix', args: [condition], at: condition.at }, expr.else);
    return;
  }
  if (!cannotAct(walk, expr, env)) walk.g.effect?.({ expr, env });
  const after = joined(walk, rest, block);
  eitherWay(
    block,
    truth(walk.g, condition, context(walk, env, path, block)),
    (piece) => act(walk, expr.then, env, path, piece, after),
    (piece) => act(walk, expr.else, env, path, piece, after),
  );
}

function cases(walk: Walk, expr: ExprOf<'case'>, env: Env, path: Path, block: Block, rest: Rest): void {
  if (!cannotAct(walk, expr, env)) walk.g.effect?.({ expr, env });
  const after = joined(walk, rest, block);
  const own = context(walk, env, path, block);
  let target = block;
  let closing = '';
  for (const arm of expr.arms) {
    const condition = truth(walk.g, arm.guard, { ...own, block: target });
    emit(target, `if (${condition}) {`);
    act(walk, arm.value, env, path, child(target), after);
    emit(target, '} else {');
    closing += '}';
    target = child(target);
  }
  if (expr.other === null) emit(target, 'noCase();');
  else act(walk, expr.other, env, path, target, after);
  emit(block, closing);
}

/** What comes after the action of `<<A>>_v`: only steps that change v. */
function changing(walk: Walk, expr: ExprOf<'angleAction'>, env: Env, rest: Rest): Rest {
  return {
    last: false,
    emit: (later, inner) => {
      const box: Expr = { ...expr, kind: 'boxAction' };
      const condition = possible(
        walk,
        box,
        env,
        later,
        inner,
        (piece) => `!${unchanged(walk.g, expr.subscript, context(walk, env, later, piece))}`,
      );
      test(condition, later, inner, rest);
    },
  };
}

function isFalse(expr: Expr): boolean {
  const e = bare(expr);
  return e.kind === 'boolean' && !e.value;
}
