import { factsOf } from '../../tla/semantics/analysis.ts';
import { evaluate } from '../../tla/semantics/evaluation-error.ts';
import type { TlaModel } from '../../tla/semantics/model.ts';
import { type Env, extend, type Meaning, type Scoped } from '../../tla/semantics/scope.ts';
import { reject } from '../../tla/semantics/semantic-error.ts';
import { formulaScope, unfold } from '../../tla/semantics/unfold.ts';
import type { Bound, Expr, Pattern, SourceRange } from '../../tla/syntax/ast.ts';
import { elements } from '../../tla/values/sets.ts';
import { hasKind, itemsOf, Kind, type Store, type Value } from '../../tla/values/store.ts';
import { kindText, valueText } from '../../tla/values/text.ts';
import { always, and, eventually, FALSE_FORMULA, type Ltl, or, TRUE_FORMULA } from './ltl.ts';

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
  /** How many parts of formulas were read: definitions that use one another twice double them each time. */
  parts: number;
}

const MAX_PARTS = 1 << 18;
const MAX_DEPTH = 200;

export const createReader = (model: TlaModel): Reader => ({ model, atoms: [], atomKeys: new Map(), parts: 0 });

/** The number of the atom for a formula of a state or step in its scope. */
function atomOf(reader: Reader, expr: Expr, env: Env): number {
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

/** Bounds what is read of a formula that is taken apart, `depth` below where it begins. */
export function enter(reader: Reader, { at }: Expr, depth: number): void {
  if (depth > MAX_DEPTH) reject('tla/too-deep', at, 'the temporal formula refers to itself');
  reader.parts++;
  if (reader.parts > MAX_PARTS) {
    reject('tla/too-large', at, 'the temporal formulas are too large to be checked', {
      expected: `at most ${MAX_PARTS} parts, each definition counted as often as it is used`,
    });
  }
}

/** The formula, or with `holds` false its negation. Throws a SemanticFailure on what has no meaning here. */
export function readFormula(reader: Reader, { expr, env }: Scoped, holds: boolean, depth = 0): Ltl {
  enter(reader, expr, depth);
  const read = (part: Expr, value = holds, scope = env): Ltl =>
    readFormula(reader, { expr: part, env: scope }, value, depth + 1);
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return read(expr.body);
    case 'boolean':
      return expr.value === holds ? TRUE_FORMULA : FALSE_FORMULA;
    default:
  }
  const { analysis, spec } = reader.model;
  if (factsOf(analysis, expr, env).level < 3) return { kind: 'atom', atom: atomOf(reader, expr, env), holds };
  switch (expr.kind) {
    case 'junction':
      return expr.items.map((item) => read(item)).reduce((expr.op === '/\\') === holds ? and : or);
    case 'operator':
      return readOperator(expr, holds, read) ?? unsupported(expr);
    case 'fairness':
      return fairnessFormula(fairness(reader, expr, env), holds);
    case 'quantifier': {
      const all = (expr.quantifier === 'A') === holds;
      return instances(reader, expr.bounds, env)
        .map((inner) => read(expr.body, holds, inner))
        .reduce(all ? and : or, all ? TRUE_FORMULA : FALSE_FORMULA);
    }
    case 'if': {
      const yes = and(read(expr.condition, true), read(expr.then));
      return or(yes, and(read(expr.condition, false), read(expr.else)));
    }
    case 'let':
      return read(expr.body, holds, formulaScope(spec, expr, env));
    case 'reference': {
      const unfolded = unfold(analysis, expr, env);
      return unfolded === undefined ? unsupported(expr) : read(unfolded.expr, holds, unfolded.env);
    }
    default:
      return unsupported(expr);
  }
}

const unsupported = ({ at }: Expr): never =>
  reject('tla/unsupported', at, 'this temporal formula is not supported', {
    expected: '[], <>, ~>, WF, SF, and boolean combinations of them',
  });

/** Undefined for an operator that makes no temporal formula. */
function readOperator(
  { op, args }: Extract<Expr, { readonly kind: 'operator' }>,
  holds: boolean,
  read: (part: Expr, value?: boolean) => Ltl,
): Ltl | undefined {
  const [a, b] = args as readonly [Expr, Expr];
  switch (op) {
    case '/\\':
      return (holds ? and : or)(read(a), read(b));
    case '\\/':
      return (holds ? or : and)(read(a), read(b));
    case '~':
      return read(a, !holds);
    case '=>':
      return holds ? or(read(a, false), read(b, true)) : and(read(a, true), read(b, false));
    case '<=>':
      return or(and(read(a, true), read(b, holds)), and(read(a, false), read(b, !holds)));
    case '[]':
      return (holds ? always : eventually)(read(a));
    case '<>':
      return (holds ? eventually : always)(read(a));
    case '~>':
      return holds
        ? always(or(read(a, false), eventually(read(b, true))))
        : eventually(and(read(a, true), always(read(b, false))));
    default:
      return undefined;
  }
}

/** `WF_v(A)` and `SF_v(A)` where they are part of a formula, or the negation. */
function fairnessFormula({ strength, taken, enabled }: Fairness, holds: boolean): Ltl {
  const is = (atom: number, value: boolean): Ltl => ({ kind: 'atom', atom, holds: value });
  if (strength === 'WF') {
    return holds
      ? always(eventually(or(is(enabled, false), is(taken, true))))
      : eventually(always(and(is(enabled, true), is(taken, false))));
  }
  return holds
    ? or(eventually(always(is(enabled, false))), always(eventually(is(taken, true))))
    : and(always(eventually(is(enabled, true))), eventually(always(is(taken, false))));
}

/** The scopes in which the bound variables take each of their values; the sets must be constant. */
export function instances({ model }: Reader, bounds: readonly Bound[], env: Env): readonly Env[] {
  const { analysis, store } = model;
  let scopes: readonly (readonly (readonly [string, Meaning])[])[] = [[]];
  for (const { set, patterns } of bounds) {
    if (factsOf(analysis, set, env).level > 0) {
      reject('tla/unsupported', set.at, 'a quantifier around a temporal formula needs a constant set');
    }
    const values = evaluate(model, { expr: set, env }, (listed) => elements(store, listed));
    for (const pattern of patterns) {
      const bound = values.map((value) => boundTo(store, pattern, value, set.at));
      scopes = scopes.flatMap((scope) => bound.map((names) => [...scope, ...names]));
    }
  }
  return scopes.map((scope) => extend(env, scope));
}

/** What the names of a pattern mean for one element of the set at `at`. */
function boundTo(
  store: Store,
  pattern: Pattern,
  value: Value,
  at: SourceRange,
): readonly (readonly [string, Meaning])[] {
  const constant = (name: string, of: Value): readonly [string, Meaning] => [
    name,
    { kind: 'constant', name, value: of },
  ];
  if (pattern.kind === 'name') return [constant(pattern.name.text, value)];
  const { names } = pattern;
  const parts = hasKind(store, value, Kind.Tuple) ? itemsOf(store, value) : [];
  if (parts.length !== names.length) {
    const found = `the ${kindText(store, value)} ${valueText(store, value)}`;
    reject('tla/type-error', at, `expected a tuple of ${names.length} values, but got ${found}`);
  }
  return names.map(({ text }, i) => constant(text, parts[i]!));
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
  return {
    strength: expr.strength,
    taken: atomOf(reader, made.taken, env),
    enabled: atomOf(reader, made.enabled, env),
  };
}
