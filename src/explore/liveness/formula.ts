import { factsOf } from '../../tla/semantics/analysis.ts';
import { evaluate } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import type { Scoped } from '../../tla/semantics/scope.ts';
import { type Env, extend, type Meaning } from '../../tla/semantics/scope.ts';
import { reject } from '../../tla/semantics/semantic-error.ts';
import { formulaScope, unfold } from '../../tla/semantics/unfold.ts';
import type { Bound, Expr, Pattern } from '../../tla/syntax/ast.ts';
import { elements } from '../../tla/values/sets.ts';
import { hasKind, itemsOf, Kind, type Store, type Value } from '../../tla/values/store.ts';
import { valueText } from '../../tla/values/text.ts';

/** A formula of linear temporal logic in negation normal form; atoms are formulas of a state or a step, by number. */
export type Ltl =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'atom'; readonly atom: number; readonly holds: boolean }
  | { readonly kind: 'and' | 'or' | 'until' | 'release'; readonly left: Ltl; readonly right: Ltl };

/** A fairness condition: `<<action>>_subscript` is taken again and again if it is enabled continually (weak) or again and again (strong). */
export interface Fairness {
  readonly strength: 'WF' | 'SF';
  /** Atom: the step is one of the action that changes the subscript. */
  readonly taken: number;
  /** Atom: such a step is possible. */
  readonly enabled: number;
}

/** Atoms met so far, and how to read formulas of one model. */
export interface Reader {
  readonly model: TlaModel;
  readonly atoms: Scoped[];
  readonly atomKeys: Map<Expr, Map<Env, number>>;
}

export const createReader = (model: TlaModel): Reader => ({ model, atoms: [], atomKeys: new Map() });

const TRUE_FORMULA: Ltl = { kind: 'true' };
const FALSE_FORMULA: Ltl = { kind: 'false' };

export const and = (left: Ltl, right: Ltl): Ltl =>
  left.kind === 'true'
    ? right
    : right.kind === 'true'
      ? left
      : left.kind === 'false'
        ? left
        : right.kind === 'false'
          ? right
          : { kind: 'and', left, right };
export const or = (left: Ltl, right: Ltl): Ltl =>
  left.kind === 'false'
    ? right
    : right.kind === 'false'
      ? left
      : left.kind === 'true'
        ? left
        : right.kind === 'true'
          ? right
          : { kind: 'or', left, right };
export const eventually = (right: Ltl): Ltl => ({ kind: 'until', left: TRUE_FORMULA, right });
export const always = (right: Ltl): Ltl => ({ kind: 'release', left: FALSE_FORMULA, right });

export function atom(reader: Reader, expr: Expr, env: Env): number {
  let byEnv = reader.atomKeys.get(expr);
  if (byEnv === undefined) {
    byEnv = new Map();
    reader.atomKeys.set(expr, byEnv);
  }
  let known = byEnv.get(env);
  if (known === undefined) {
    known = reader.atoms.push({ expr, env }) - 1;
    byEnv.set(env, known);
  }
  return known;
}

/** The formula, or with `holds` false its negation. Throws a SemanticFailure on what has no meaning here. */
export function readFormula(reader: Reader, expr: Expr, env: Env, holds: boolean, depth = 0): Ltl {
  if (depth > 200) return reject('tla/too-deep', expr.at, 'the temporal formula refers to itself');
  const read = (part: Expr, value = holds): Ltl => readFormula(reader, part, env, value, depth + 1);
  const { analysis } = reader.model;
  const { level } = factsOf(analysis, expr, env);
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return read(expr.body);
    case 'boolean':
      return expr.value === holds ? TRUE_FORMULA : FALSE_FORMULA;
    default:
  }
  if (level < 3) return { kind: 'atom', atom: atom(reader, expr, env), holds };
  switch (expr.kind) {
    case 'junction':
      return expr.items.map((item) => read(item)).reduce((expr.op === '/\\') === holds ? and : or);
    case 'operator': {
      const [a, b] = expr.args as [Expr, Expr];
      switch (expr.op) {
        case '/\\':
          return (holds ? and : or)(read(a), read(b));
        case '\\/':
          return (holds ? or : and)(read(a), read(b));
        case '~':
          return read(a, !holds);
        case '=>':
          return holds ? or(read(a, false), read(b, true)) : and(read(a, true), read(b, false));
        case '<=>': {
          const both = and(read(a, true), read(b, holds));
          return or(both, and(read(a, false), read(b, !holds)));
        }
        case '[]':
          return holds ? always(read(a)) : eventually(read(a));
        case '<>':
          return holds ? eventually(read(a)) : always(read(a));
        case '~>': {
          const leads = (value: boolean): Ltl =>
            value ? or(read(a, false), eventually(read(b, true))) : and(read(a, true), always(read(b, false)));
          return holds ? always(leads(true)) : eventually(leads(false));
        }
        default:
      }
      break;
    }
    case 'fairness': {
      const { taken, enabled } = fairness(reader, expr, env);
      const is = (index: number, value: boolean): Ltl => ({ kind: 'atom', atom: index, holds: value });
      if (expr.strength === 'WF') {
        return holds
          ? always(eventually(or(is(enabled, false), is(taken, true))))
          : eventually(always(and(is(enabled, true), is(taken, false))));
      }
      return holds
        ? or(eventually(always(is(enabled, false))), always(eventually(is(taken, true))))
        : and(always(eventually(is(enabled, true))), eventually(always(is(taken, false))));
    }
    case 'quantifier': {
      const parts = instances(reader, expr.bounds, env).map((inner) =>
        readFormula(reader, expr.body, inner, holds, depth + 1),
      );
      const all = (expr.quantifier === 'A') === holds;
      return parts.reduce(all ? and : or, all ? TRUE_FORMULA : FALSE_FORMULA);
    }
    case 'if': {
      const yes = and(read(expr.condition, true), read(expr.then));
      return or(yes, and(read(expr.condition, false), read(expr.else)));
    }
    case 'let':
      return readFormula(reader, expr.body, formulaScope(reader.model.spec, expr, env), holds, depth + 1);
    case 'reference': {
      const unfolded = unfold(reader.model.analysis, expr, env);
      if (unfolded !== undefined) return readFormula(reader, unfolded.expr, unfolded.env, holds, depth + 1);
      break;
    }
    default:
  }
  return reject('tla/unsupported', expr.at, 'this temporal formula is not supported', {
    expected: '[], <>, ~>, WF, SF, and boolean combinations of them',
  });
}

/** The scopes in which the bound variables take each of their values; the sets must be constant. */
export function instances(reader: Reader, bounds: readonly Bound[], env: Env): Env[] {
  const { model } = reader;
  let scopes: (readonly (readonly [string, Meaning])[])[] = [[]];
  for (const bound of bounds) {
    if (factsOf(model.analysis, bound.set, env).level > 0) {
      reject('tla/unsupported', bound.set.at, 'a quantifier around a temporal formula needs a constant set');
    }
    const values = evaluate(model, { expr: bound.set, env }, (set) => elements(model.store, set));
    for (const pattern of bound.patterns) {
      const given = values.map((value) =>
        boundTo(model.store, pattern, value, bound).map(
          ([name, of]) => [name, { kind: 'constant', name, value: of }] as const,
        ),
      );
      scopes = scopes.flatMap((scope) => given.map((names) => [...scope, ...names]));
    }
  }
  return scopes.map((scope) => extend(env, scope));
}

/** The names of a pattern with what an element of the bound's set gives them. */
function boundTo(store: Store, pattern: Pattern, value: Value, { set }: Bound): (readonly [string, Value])[] {
  if (pattern.kind === 'name') return [[pattern.name.text, value]];
  const items = hasKind(store, value, Kind.Tuple) ? itemsOf(store, value) : [];
  const { length } = pattern.names;
  if (items.length !== length) {
    reject('tla/type-error', set.at, `expected tuples of ${length} values, but got ${valueText(store, value)}`);
  }
  return pattern.names.map((name, i) => [name.text, items[i]!] as const);
}

type FairnessExpr = Extract<Expr, { kind: 'fairness' }>;

const nodes = new WeakMap<FairnessExpr, { readonly taken: Expr; readonly enabled: Expr }>();

/** The atoms of a fairness condition. */
export function fairness(reader: Reader, expr: FairnessExpr, env: Env): Fairness {
  let made = nodes.get(expr);
  if (made === undefined) {
    const taken: Expr = { kind: 'angleAction', action: expr.action, subscript: expr.subscript, at: expr.at };
    made = { taken, enabled: { kind: 'operator', op: 'ENABLED', fixity: 'prefix', args: [taken], at: expr.at } };
    nodes.set(expr, made);
  }
  return { strength: expr.strength, taken: atom(reader, made.taken, env), enabled: atom(reader, made.enabled, env) };
}

/** Takes what a specification assumes apart: fairness conditions, and the rest as one formula. */
export function readAssumptions(reader: Reader): { readonly fair: readonly Fairness[]; readonly rest: Ltl } {
  const fair: Fairness[] = [];
  let rest: Ltl = TRUE_FORMULA;
  const visit = (expr: Expr, env: Env, depth: number): void => {
    if (depth > 200) reject('tla/too-deep', expr.at, 'the temporal formula refers to itself');
    switch (expr.kind) {
      case 'parenthesized':
      case 'labelled': {
        visit(expr.body, env, depth);
        return;
      }
      case 'junction':
        if (expr.op === '/\\') {
          for (const item of expr.items) visit(item, env, depth);
          return;
        }
        break;
      case 'operator':
        if (expr.op === '/\\') {
          for (const arg of expr.args) visit(arg, env, depth);
          return;
        }
        break;
      case 'fairness':
        fair.push(fairness(reader, expr, env));
        return;
      case 'quantifier':
        if (expr.quantifier === 'A') {
          for (const inner of instances(reader, expr.bounds, env)) visit(expr.body, inner, depth + 1);
          return;
        }
        break;
      case 'let': {
        visit(expr.body, formulaScope(reader.model.spec, expr, env), depth + 1);
        return;
      }
      case 'reference': {
        const unfolded = unfold(reader.model.analysis, expr, env);
        if (unfolded !== undefined && factsOf(reader.model.analysis, expr, env).level === 3) {
          visit(unfolded.expr, unfolded.env, depth + 1);
          return;
        }
        break;
      }
      default:
    }
    rest = and(rest, readFormula(reader, expr, env, true));
  };
  for (const { expr, env } of reader.model.behaviour.temporal) visit(expr, env, 0);
  return { fair, rest };
}
