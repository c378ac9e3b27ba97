import type { Expr } from '../syntax/ast.ts';
import { bare } from '../syntax/unparse.ts';
import { definitionFacts, factsOf } from './analysis.ts';
import { loops } from './binders.ts';
import { mayBranch } from './branching.ts';
import { meaningOf } from './calls.ts';
import { bindArgument } from './function-definitions.ts';
import {
  type Context,
  fresh,
  functionIn,
  type Generator,
  named,
  placed,
  settled,
  site,
  truth,
  value,
} from './generator.ts';
import { letEnv } from './let-scope.ts';
import { unchanged } from './operator-expressions.ts';
import { type Block, child, emit } from './output.ts';
import { partValues } from './part-values.ts';
import { bindPassed } from './passing.ts';
import { type Definition, definedBy, type Env, type Meaning } from './scope.ts';
import { reject } from './semantic-error.ts';
import { terms } from './terms.ts';

/** The action that a path through the next-state relation belongs to, named as TLC names it, with what it was given. */
export interface Label {
  readonly name: string;
  readonly definition: Definition | null;
  readonly args: readonly { readonly name: string; readonly js: string }[];
}

/** Where generation stands on one way through an action. */
interface Path {
  readonly assigned: ReadonlySet<number>;
  readonly label: Label;
  /** Whether the action is known: below the first part that is not a choice. */
  readonly frozen: boolean;
}

/** What comes after a part of an action. */
interface Rest {
  readonly last: boolean;
  emit(path: Path, block: Block): void;
}

export interface ActionOptions {
  readonly target: 'initial' | 'next';
  /** What to do with a complete assignment. */
  readonly leaf: (label: Label, assigned: ReadonlySet<number>, block: Block) => void;
  /** Code stops at the first assignment: generated functions give true to say so. */
  readonly stops: boolean;
  readonly label: Label;
  /** Code that tells whether a labelled action is asked for; null if all are. */
  readonly wanted: ((label: Label) => string) | null;
  /** Report each part that comes out false. */
  readonly explain: boolean;
  /** For ENABLED: gets the variables of instances that it is free to choose. */
  readonly free?: Map<Meaning, number>;
}

interface Walk extends ActionOptions {
  readonly g: Generator;
  readonly variables: number;
  readonly inlined: Definition[];
  /** Functions for function definitions that branch, by the variables assigned before them. */
  readonly lambdas: Map<Definition, Map<string, string>>;
  /** See `Context.free`. */
  readonly free: Map<Meaning, number>;
  /** Where the action is written. */
  readonly home: Env;
  /** Whether it is ENABLED inside of an instance with substituted variables. */
  readonly instanced: boolean;
  /** Where `I!` stands and the scope of the definition that was entered through it, outermost first. */
  readonly entered: { readonly from: Env; readonly to: Env }[];
}

/**
 * Code that visits every state an action (or initial predicate) allows, exactly as TLC does: from left to right, `x' = e` and `x' \in S`
 * assign where `x'` has no value yet and test where it has, disjunctions and existential quantifiers branch, and once every variable
 * is assigned what remains is only tested.
 */
export function action(g: Generator, expr: Expr, env: Env, block: Block, options: ActionOptions): void {
  const walk: Walk = {
    ...options,
    g,
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

const context = (walk: Walk, env: Env, path: Path, block: Block): Context => ({
  env,
  block,
  mode: walk.target === 'initial' ? 'initial' : 'state',
  at: null,
  assigned: path.assigned,
  ...(walk.stops ? { free: walk.free } : {}),
  hoisted: false,
});

/** Whether every variable of the spec has its value. What ENABLED is free to choose does not count: there may be more of it. */
function isComplete(walk: Walk, path: Path): boolean {
  let known = 0;
  for (const index of path.assigned) if (index < FIRST_FREE) known++;
  return known === walk.variables;
}

const prefix = (walk: Walk): string => (walk.target === 'initial' ? 's' : 'n');

/** Fixes the label, and asks whether it is wanted. */
function frozen(walk: Walk, path: Path, block: Block, inner: (path: Path, block: Block) => void): void {
  if (path.frozen) {
    inner(path, block);
    return;
  }
  const known = { ...path, frozen: true };
  if (walk.wanted === null) {
    inner(known, block);
    return;
  }
  const whole = child(block);
  emit(whole, `if (${walk.wanted(path.label)}) {`);
  inner(known, child(whole));
  emit(whole, '}');
}

/** A rest that is generated once for each set of assigned variables, as a function; for parts that lead to it in several ways. */
function joined(walk: Walk, rest: Rest, block: Block): Rest {
  if (rest.last) return rest;
  const slot = child(block);
  const known = new Map<string, string>();
  return {
    last: false,
    emit: (path, inner) => {
      const key = [...path.assigned].sort((a, b) => a - b).join();
      let name = known.get(key);
      if (name === undefined) {
        name = functionIn(walk.g, slot, 'j', [], (body) => {
          rest.emit(path, body);
          return walk.stops ? 'false' : '';
        });
        known.set(key, name);
      }
      emit(inner, walk.stops ? `if (${name}()) return true;` : `${name}();`);
    },
  };
}

/** A test: what comes next stands inside. */
function test(condition: string, path: Path, block: Block, rest: Rest, refused?: () => string): void {
  const whole = child(block);
  if (condition === 'true') {
    rest.emit(path, whole);
    return;
  }
  emit(whole, `if (${condition}) {`);
  rest.emit(path, child(whole));
  emit(whole, refused === undefined ? '}' : `} else { ${refused()} }`);
}

function testFormula(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
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
function possible(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, make: (block: Block) => string): string {
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
function otherRefusal(...args: Parameters<typeof refusal>): (() => string) | undefined {
  const refused = refusal(...args);
  return refused === undefined ? undefined : () => `begin(); ${refused()}`;
}

function act(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
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
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled': {
      act(walk, expr.body, env, path, block, rest);
      return;
    }
    case 'junction': {
      expr.op === '/\\'
        ? conjunction(walk, expr.items, 0, env, path, block, rest)
        : disjunction(walk, expr.items, env, path, block, rest);
      return;
    }
    case 'operator':
      if (expr.op === '/\\') {
        conjunction(walk, expr.args, 0, env, path, block, rest);
        return;
      }
      if (expr.op === '\\/') {
        disjunction(walk, expr.args, env, path, block, rest);
        return;
      }
      break;
    case 'quantifier':
      if (expr.quantifier === 'E') {
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
        return;
      }
      break;
    case 'boxAction': {
      frozen(walk, path, block, (known, piece) => {
        const both = joined(walk, rest, piece);
        act(walk, expr.action, env, known, piece, both);
        keep(walk, expr.subscript, env, known, piece, both);
      });
      return;
    }
    case 'let': {
      const own = context(walk, env, path, block);
      const scope = letEnv(g, expr, own);
      act(walk, expr.body, scope, path, block, rest);
      return;
    }
    case 'reference': {
      const own = context(walk, env, path, block);
      const meaning = meaningOf(g, expr, own);
      if (meaning?.kind === 'macro' && expr.args.length === 0) {
        act(walk, meaning.expr, meaning.env, path, block, rest);
        return;
      }
      if (meaning?.kind === 'macro' && meaning.expr.kind === 'lambda') {
        const { body, parameters } = meaning.expr;
        const args = expr.args.map((arg) => ({ expr: arg, env }));
        const scope = bindPassed(
          meaning.env,
          parameters.map(({ text }) => text),
          args,
        );
        if (args.length === parameters.length) {
          act(walk, body, scope, path, block, rest);
          return;
        }
      }
      const definition = definedBy(meaning);
      if (
        definition !== undefined &&
        definition.bounds === null &&
        definition.parameters.length === expr.args.length &&
        !walk.inlined.includes(definition)
      ) {
        const facts = factsOf(g.analysis, definition.body, definition.env);
        const constant =
          facts.level === 0 &&
          !facts.local &&
          !facts.impure &&
          definition.parameters.length === 0 &&
          g.hooks.size === 0;
        if (!constant && !(path.frozen && cannotAct(walk, expr, env))) {
          inline(walk, definition, expr, env, path, block, rest);
          return;
        }
      }
      break;
    }
    default:
  }
  frozen(walk, path, block, (known, piece) => single(walk, expr, env, known, piece, rest));
  return;
}

const isChoice = (expr: Expr): boolean =>
  expr.kind === 'reference' ||
  expr.kind === 'quantifier' ||
  ((expr.kind === 'junction' || expr.kind === 'operator') && expr.op === '\\/');

const withArgs = (label: Label, args: Label['args']): Label => ({
  ...label,
  args: [...label.args.filter((old) => !args.some((arg) => arg.name === old.name)), ...args],
});

/** A formula that neither primes nor branches is a test and nothing else. */
function cannotAct(walk: Walk, expr: Expr, env: Env): boolean {
  const facts = factsOf(walk.g.analysis, expr, env);
  return facts.level < (walk.target === 'next' ? 2 : 1) && !mayBranch(walk.g.analysis, expr, env);
}

function inline(
  walk: Walk,
  definition: Definition,
  expr: Extract<Expr, { kind: 'reference' }>,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): void {
  const own = context(walk, env, path, block);
  const names = definition.parameters.map((parameter) => parameter.name.text);
  const scope = bindPassed(
    definition.env,
    names,
    expr.args.map((arg) => ({ expr: arg, env })),
  );
  let { label } = path;
  if (!path.frozen) {
    const args =
      walk.wanted === null
        ? []
        : definition.parameters.flatMap((parameter, i) => {
            const arg = expr.args[i]!;
            if (parameter.arity > 0 || arg.kind === 'lambda' || factsOf(walk.g.analysis, arg, env).level > 1) return [];
            return [{ name: parameter.name.text, js: named(walk.g, value(walk.g, arg, own), own, 'x') }];
          });
    const through = expr.path.map((qualifier) => `${qualifier.name.text}!`).join('');
    label = { name: `${through}${definition.name}`, definition, args };
  }
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

/** Each item in turn, then what comes next. */
function inTurn(
  items: readonly Expr[],
  path: Path,
  block: Block,
  rest: Rest,
  each: (item: Expr, path: Path, block: Block, rest: Rest) => void,
): void {
  const [item, ...others] = items;
  if (item === undefined) {
    rest.emit(path, block);
    return;
  }
  each(item, path, block, { last: false, emit: (later, inner) => inTurn(others, later, inner, rest, each) });
}

function disjunction(walk: Walk, items: readonly Expr[], env: Env, path: Path, block: Block, rest: Rest): void {
  const after = joined(walk, rest, block);
  for (const item of items) act(walk, item, env, path, child(block), after);
}

/** Whether a name of the scope, or of one around it, was given a meaning that is asked for. */
function somewhere(env: Env, asked: (meaning: Meaning) => boolean): boolean {
  for (let scope: Env | null = env; scope !== null; scope = scope.parent) {
    for (const meaning of scope.names.values()) if (asked(meaning)) return true;
  }
  return false;
}

/** Whether a scope is inside of an instance of which some variable stands for an expression. */
const seesSubstituted = (env: Env): boolean =>
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

/** Past the numbers of all variables of a spec. */
const FIRST_FREE = 1_000_000;

/** The variable that an expression assigns: `x'`, or `x` in an initial predicate. */
function assignable(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, primed: boolean): number | undefined {
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

function single(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
  const { g } = walk;
  const own = context(walk, env, path, block);
  switch (expr.kind) {
    case 'boolean':
      if (expr.value) rest.emit(path, block);
      else emit(block, otherRefusal(walk, expr, [], own)?.() ?? '');
      return;
    case 'if': {
      if (walk.explain && isFalse(expr.else)) {
        // `c /\ A`, so that it is the condition that is told.
        testFormula(walk, expr.condition, env, path, block, {
          last: false,
          emit: (later, inner) => act(walk, expr.then, env, later, inner, rest),
        });
        return;
      }
      if (walk.explain && isFalse(expr.then)) {
        const { condition } = expr;
        const not: Expr = { kind: 'operator', op: '~', fixity: 'prefix', args: [condition], at: condition.at };
        testFormula(walk, not, env, path, block, {
          last: false,
          emit: (later, inner) => act(walk, expr.else, env, later, inner, rest),
        });
        return;
      }
      if (!cannotAct(walk, expr, env)) g.effect?.({ expr, env });
      const after = joined(walk, rest, block);
      const condition = truth(g, expr.condition, own);
      const whole = child(block);
      emit(whole, `if (${condition}) {`);
      act(walk, expr.then, env, path, child(whole), after);
      emit(whole, '} else {');
      act(walk, expr.else, env, path, child(whole), after);
      emit(whole, '}');
      return;
    }
    case 'case': {
      if (!cannotAct(walk, expr, env)) g.effect?.({ expr, env });
      const after = joined(walk, rest, block);
      let target = block;
      let closing = '';
      for (const arm of expr.arms) {
        const condition = truth(g, arm.guard, { ...own, block: target });
        emit(target, `if (${condition}) {`);
        act(walk, arm.value, env, path, child(target), after);
        emit(target, '} else {');
        closing += '}';
        target = child(target);
      }
      if (expr.other === null) emit(target, 'noCase();');
      else act(walk, expr.other, env, path, target, after);
      emit(block, closing);
      return;
    }
    case 'angleAction': {
      const changed: Rest = {
        last: false,
        emit: (later, inner) => {
          const condition = possible(
            walk,
            { ...expr, kind: 'boxAction' },
            env,
            later,
            inner,
            (piece) => `!${unchanged(g, expr.subscript, context(walk, env, later, piece))}`,
          );
          test(condition, later, inner, rest);
        },
      };
      act(walk, expr.action, env, path, block, changed);
      return;
    }
    case 'quantifier':
      if (!cannotAct(walk, expr, env)) {
        forAll(walk, expr, env, path, block, rest);
        return;
      }
      break;
    case 'functionApplication':
      if (!cannotAct(walk, expr, env)) {
        applied(walk, expr, env, path, block, rest);
        return;
      }
      break;
    case 'operator':
      switch (expr.op) {
        case '=':
        case '\\in':
        case '\\subseteq': {
          const index = assignable(walk, expr.args[0]!, env, path, block, false);
          if (index === undefined || path.assigned.has(index)) break;
          assign(walk, index, expr.op, expr.args[1]!, own, path, rest);
          return;
        }
        case 'UNCHANGED':
          if (walk.target === 'next') {
            keep(walk, expr.args[0]!, env, path, block, rest);
            return;
          }
          break;
        case '=>': {
          if (cannotAct(walk, expr, env)) break;
          const after = joined(walk, rest, block);
          const condition = truth(g, expr.args[0]!, own);
          const whole = child(block);
          emit(whole, `if (${condition}) {`);
          act(walk, expr.args[1]!, env, path, child(whole), after);
          emit(whole, '} else {');
          after.emit(path, child(whole));
          emit(whole, '}');
          return;
        }
        default:
      }
      break;
    default:
  }
  testFormula(walk, expr, env, path, block, rest);
}

function isFalse(expr: Expr): boolean {
  const e = bare(expr);
  return e.kind === 'boolean' && !e.value;
}

function assign(
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
function keep(walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest): void {
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
    case 'reference': {
      if (expr.args.length > 0) break;
      const meaning = meaningOf(walk.g, expr, own);
      if (meaning?.kind === 'variable') {
        const { index } = meaning;
        if (path.assigned.has(index)) {
          test(`equal(S, n${index}, s${index})`, path, block, rest, kept(walk, expr, own));
          return;
        }
        emit(block, `n${index} = s${index};`);
        rest.emit({ ...path, assigned: new Set([...path.assigned, index]) }, child(block));
        emit(block, `n${index} = U;`);
        return;
      }
      if (meaning?.kind === 'macro' && isFree(walk, meaning)) {
        const index = freeVariable(walk, meaning);
        const js = value(walk.g, meaning.expr, { ...own, env: meaning.env });
        if (path.assigned.has(index)) {
          test(`equal(S, n${index}, ${js})`, path, block, rest);
          return;
        }
        emit(block, `n${index} = ${settled(js)};`);
        rest.emit({ ...path, assigned: new Set([...path.assigned, index]) }, child(block));
        emit(block, `n${index} = U;`);
        return;
      }
      if (meaning?.kind === 'macro') {
        keep(walk, meaning.expr, meaning.env, path, block, rest);
        return;
      }
      if (
        meaning?.kind === 'definition' &&
        meaning.definition.parameters.length === 0 &&
        meaning.definition.bounds === null
      ) {
        keep(walk, meaning.definition.body, meaning.definition.env, path, block, rest);
        return;
      }
      if (meaning?.kind === 'let' && meaning.local.definition.bounds === null) {
        keep(walk, meaning.local.definition.body, meaning.local.definition.env, path, block, rest);
        return;
      }
      break;
    }
    default:
  }
  const prime: Expr = { kind: 'operator', op: 'UNCHANGED', fixity: 'prefix', args: [expr], at: expr.at };
  const condition = possible(walk, prime, env, path, block, (inner) =>
    unchanged(walk.g, expr, { ...own, block: inner }),
  );
  test(condition, path, block, rest, kept(walk, expr, own));
}

/** What refuses where something does not stay as it was. */
function kept(walk: Walk, expr: Expr, own: Context): (() => string) | undefined {
  const of = (op: string): Expr => ({ kind: 'operator', op, fixity: 'prefix', args: [expr], at: expr.at });
  return otherRefusal(walk, of('UNCHANGED'), [expr, { ...of("'"), fixity: 'postfix' } as Expr], own);
}

/** A universal quantifier whose body acts: TLC takes it as a conjunction of its instances. */
function forAll(
  walk: Walk,
  expr: Extract<Expr, { kind: 'quantifier' }>,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): void {
  const { g } = walk;
  const own = context(walk, env, path, block);
  if (expr.bounds.length !== 1 || expr.bounds[0]!.patterns.length !== 1) {
    // `\A x \in S, y \in T : P` is `\A x \in S : \A y \in T : P`, as neither set can depend on the other variable.
    const [first, ...others] = expr.bounds.flatMap((bound) =>
      bound.patterns.map((pattern) => ({ ...bound, patterns: [pattern] })),
    );
    const inner: Expr = { ...expr, bounds: others };
    forAll(walk, { ...expr, bounds: [first!], body: inner }, env, path, block, rest);
    return;
  }
  const [bound] = expr.bounds;
  const pattern = bound!.patterns[0]!;
  if (pattern.kind === 'tuple') {
    reject('tla/unsupported', expr.at, 'a tuple pattern in a universal quantifier that primes is not supported');
  }
  const list = placed(g, bound!.set.at, `elements(S, ${value(g, bound!.set, own)})`, own);
  const slot = child(block);
  const known = new Map<string, string>();
  const from = (later: Path, inner: Block, index: string): void => {
    const key = [...later.assigned].sort((a, b) => a - b).join();
    let name = known.get(key);
    if (name === undefined) {
      name = fresh(g, 'h');
      known.set(key, name);
      const whole = child(slot);
      emit(whole, `function ${name}(i) {`);
      emit(whole, `if (i === ${list}.length) {`);
      rest.emit(later, child(whole));
      emit(whole, walk.stops ? 'return false; }' : 'return; }');
      const js = fresh(g, 'x');
      emit(whole, `const ${js} = ${list}[i];`);
      const scope: Env = { parent: env, names: new Map([[pattern.name.text, { kind: 'value', js }]]) };
      const next: Rest = { last: false, emit: (path2, piece) => from(path2, piece, 'i + 1') };
      act(walk, expr.body, scope, later, child(whole), next);
      emit(whole, walk.stops ? 'return false; }' : '}');
    }
    emit(inner, walk.stops ? `if (${name}(${index})) return true;` : `${name}(${index});`);
  };
  from(path, child(block), '0');
}

/** A function whose body branches, applied as a part of an action: a function of the argument and of what comes next. */
function applied(
  walk: Walk,
  expr: Extract<Expr, { kind: 'functionApplication' }>,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): void {
  const { g } = walk;
  const own = context(walk, env, path, block);
  const meaning = expr.function.kind === 'reference' ? meaningOf(g, expr.function, own) : undefined;
  const definition = definedBy(meaning);
  if (definition?.bounds == null) {
    testFormula(walk, expr, env, path, block, rest);
    return;
  }
  const argument =
    expr.args.length === 1
      ? value(g, expr.args[0]!, own)
      : `tuple(S, [${expr.args.map((arg) => value(g, arg, own)).join(', ')}])`;
  if (definitionFacts(g.analysis, definition).level === 2 && !walk.inlined.includes(definition)) {
    // What it assigns decides what comes next.
    walk.inlined.push(definition);
    const scope = bindArgument(g, definition, named(g, argument, own), block);
    const after: Rest = {
      last: rest.last,
      emit: (later, inner) => {
        walk.inlined.pop();
        rest.emit(later, inner);
        walk.inlined.push(definition);
      },
    };
    act(walk, definition.body, scope, path, child(block), after);
    walk.inlined.pop();
    return;
  }
  const key = [...path.assigned].sort((a, b) => a - b).join();
  let known = walk.lambdas.get(definition);
  if (known === undefined) {
    known = new Map();
    walk.lambdas.set(definition, known);
  }
  let name = known.get(key);
  if (name === undefined) {
    name = fresh(g, 'g');
    known.set(key, name);
    const whole = child(definition.slot ?? g.top);
    emit(whole, `function ${name}(a, k) {`);
    const body = child(whole);
    const scope = bindArgument(g, definition, 'a', body);
    const after: Rest = {
      last: false,
      emit: (_, inner) => emit(inner, walk.stops ? 'if (k()) return true;' : 'k();'),
    };
    act(walk, definition.body, scope, path, body, after);
    emit(whole, walk.stops ? 'return false; }' : '}');
  }
  const next = functionIn(g, child(block), 'j', [], (body) => {
    rest.emit(path, body);
    return walk.stops ? 'false' : '';
  });
  emit(block, walk.stops ? `if (${name}(${argument}, ${next})) return true;` : `${name}(${argument}, ${next});`);
}

/** Code of `ENABLED A`: whether some next state satisfies it. The primed variables of the caller are put aside meanwhile. */
export function enabled(g: Generator, expr: Expr, own: Context): { js: string; boolean: true } {
  if (own.mode === 'next')
    return reject('tla/unsupported', expr.at, 'ENABLED inside a primed expression is not supported');
  const n = g.spec.variables.length;
  const free = new Map<Meaning, number>();
  const search = functionIn(g, child(own.block), 'en', [], (body) => {
    action(g, expr, own.env, body, {
      target: 'next',
      stops: true,
      label: { name: '', definition: null, args: [] },
      wanted: null,
      explain: false,
      free,
      leaf: (_, __, block) => emit(block, 'return true;'),
    });
    return 'false';
  });
  const name = functionIn(g, child(own.block), 'en', [], (body) => {
    for (let i = 0; i < n; i++) emit(body, `const o${i} = n${i}; n${i} = U;`);
    const own = Array.from({ length: n }, (_, i) => `n${i} = o${i};`);
    const restore = [...own, ...[...free.values()].map((i) => `n${i} = U;`)].join(' ');
    emit(body, 'const depth = mark();');
    emit(body, `try { return ${search}(); } finally { ${restore} reset(depth); }`);
    return '';
  });
  return { js: `${name}()`, boolean: true };
}
