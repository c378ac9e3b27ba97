import type { Argument, Expr, Unit } from '../syntax/ast.ts';
import { selectSubexpression } from '../syntax/subexpression.ts';
import { labelledPart } from './labelled-part.ts';
import { type InstanceUses, resolveReference } from './resolve.ts';
import {
  boundNames,
  type Definition,
  definedBy,
  definitionOf,
  type Env,
  extend,
  lookup,
  type Meaning,
} from './scope.ts';

/** 0 constant, 1 of a state, 2 of a step, 3 temporal. */
export type Level = 0 | 1 | 2 | 3;

export interface Facts {
  readonly level: Level;
  /** Whether it depends on a parameter, a bound variable or a definition of LET around it. */
  readonly local: boolean;
  /** Whether it does more than compute: prints, asserts, asks the checker. */
  readonly impure: boolean;
  /** Whether it depends on a parameter of the definition that it stands in, which may stand for a variable. */
  readonly open: boolean;
}

const CONSTANT: Facts = { level: 0, local: false, impure: false, open: false };

const PARAMETER_FACTS: Facts = { ...CONSTANT, open: true };

const join = (a: Facts, b: Facts): Facts =>
  a === CONSTANT
    ? b
    : b === CONSTANT
      ? a
      : {
          level: Math.max(a.level, b.level) as Level,
          local: a.local || b.local,
          impure: a.impure || b.impure,
          open: a.open || b.open,
        };

const raise = (facts: Facts, level: Level): Facts => (facts.level >= level ? facts : { ...facts, level });

const TEMPORAL = new Set(['[]', '<>', '~>', '-+->']);
const ACTION = new Set(["'", 'UNCHANGED', '\\cdot']);

/** What the analysis of one spec remembers. */
export interface Analysis {
  readonly facts: WeakMap<Env, Map<Expr, Facts>>;
  readonly definitions: Map<Definition, Facts>;
  readonly running: Definition[];
  /** Lowest place on `running` that an unfinished computation refers back to: what it found is not final. */
  low: number;
  readonly uses: InstanceUses;
  readonly branching: Map<Definition, boolean>;
  readonly strict: Map<Definition, ReadonlySet<string>>;
  readonly primes: Map<Definition, boolean>;
  /** The expression that was looked at or compiled last: what is told where the stack ends there. */
  latest: Expr | null;
}

export const createAnalysis = (): Analysis => ({
  facts: new WeakMap(),
  definitions: new Map(),
  running: [],
  low: Number.POSITIVE_INFINITY,
  uses: new Map(),
  branching: new Map(),
  strict: new Map(),
  primes: new Map(),
  latest: null,
});

const PARAMETER: Meaning = { kind: 'parameter' };
/** Bound inside the analysed expression itself, so not local to it. */
const INNER: Meaning = { kind: 'builtin', name: '', builtin: { arity: 0, fn: '', boolean: false } };
/** A parameter of the definition that is analysed. */
const OPEN: Meaning = { kind: 'builtin', name: '', builtin: { arity: 0, fn: '', boolean: false } };

export function factsOf(analysis: Analysis, expr: Expr, env: Env): Facts {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return CONSTANT;
    case 'at':
      return { level: 0, local: true, impure: false, open: false };
    case 'parenthesized':
    case 'labelled':
      return factsOf(analysis, expr.body, env);
    case 'reference':
      // Most of what is asked for: to look it up takes no longer than to remember it.
      if (expr.path.length > 0 || expr.args.length > 0) break;
      return referenceFacts(analysis, lookup(env, expr.name.text));
    default:
  }
  let known = analysis.facts.get(env);
  if (known === undefined) {
    known = new Map();
    analysis.facts.set(env, known);
  }
  const found = known.get(expr);
  if (found !== undefined) return found;
  const facts = compute(analysis, expr, env);
  // A recursive definition that is still being looked at has no final facts yet.
  if (analysis.low === Number.POSITIVE_INFINITY) known.set(expr, facts);
  return facts;
}

function compute(analysis: Analysis, expr: Expr, env: Env): Facts {
  analysis.latest = expr;
  let facts = CONSTANT;
  const scope = innerScope(expr, env);
  for (const [part, inside] of parts(expr)) facts = join(facts, factsOf(analysis, part, inside ? scope : env));
  switch (expr.kind) {
    case 'at':
      return { level: 0, local: true, impure: false, open: false };
    case 'reference': {
      const resolved = resolveReference(env, expr, analysis.uses, null);
      if (resolved === undefined) {
        const part = labelledPart(env, expr);
        return part === undefined ? facts : { ...factsOf(analysis, part.expr, part.env), local: true };
      }
      const own = meaningFacts(analysis, resolved);
      // An action that is passed to an operator may end up under ENABLED.
      if (facts.level === 2 && own.level < 2 && resolved.kind === 'definition') {
        const { definition } = resolved;
        if (definition.bounds === null && definition.slot === null && !analysis.running.includes(definition)) {
          analysis.running.push(definition);
          const applied = factsOf(analysis, definition.body, withArguments(definition, expr.args, env));
          analysis.running.pop();
          return { ...join(facts, own), level: applied.level };
        }
      }
      return join(facts, own);
    }
    case 'subexpression': {
      const named = resolveReference(env, expr.of, analysis.uses, null);
      if (named?.kind === 'definition' && named.definition.parameters.length === 0) {
        const part = selectSubexpression(named.definition.body, expr.selectors);
        if (part !== undefined) return { ...factsOf(analysis, part, named.definition.env), local: true };
      }
      return { level: 2, local: true, impure: false, open: false };
    }
    case 'operator': {
      if (expr.op === 'ENABLED') return { ...facts, level: 1 };
      if (TEMPORAL.has(expr.op)) return raise(facts, 3);
      if (ACTION.has(expr.op)) return facts.level >= 1 || facts.local || facts.open ? raise(facts, 2) : facts;
      const meaning = lookup(env, expr.op);
      return meaning === undefined || meaning.kind === 'builtin' ? facts : join(facts, meaningFacts(analysis, meaning));
    }
    case 'boxAction':
    case 'angleAction':
      return raise(facts, 2);
    case 'fairness':
      return raise(facts, 3);
    case 'unboundedQuantifier':
      return expr.quantifier.length === 2 ? raise(facts, 3) : facts;
    default:
      return facts;
  }
}

/** The scope of a definition's body, its parameters standing for arguments. */
export const withArguments = (definition: Definition, args: readonly Argument[], env: Env): Env =>
  extend(
    definition.env,
    definition.parameters.map(
      (parameter, i) => [parameter.name.text, { kind: 'macro', expr: args[i]!, env } as const] as const,
    ),
  );

const referenceFacts = (analysis: Analysis, meaning: Meaning | undefined): Facts =>
  meaning === undefined ? CONSTANT : meaningFacts(analysis, meaning);

function meaningFacts(analysis: Analysis, meaning: Meaning): Facts {
  switch (meaning.kind) {
    case 'variable':
      return { level: 1, local: false, impure: false, open: false };
    case 'constant':
    case 'undefinedConstant':
      return CONSTANT;
    case 'builtin':
      if (meaning === OPEN) return PARAMETER_FACTS;
      return meaning.builtin.impure === true ? { level: 1, local: false, impure: true, open: false } : CONSTANT;
    case 'definition':
      return definitionFacts(analysis, meaning.definition);
    case 'let':
      return { ...definitionFacts(analysis, meaning.local.definition), local: true };
    case 'macro': {
      const facts = factsOf(analysis, meaning.expr, meaning.env);
      return facts;
    }
    case 'value':
    case 'lazy':
    case 'closure':
    case 'parameter':
      return { level: 0, local: true, impure: false, open: false };
    case 'instance':
    case 'alias':
      return CONSTANT;
  }
}

/** Facts of a definition's body; its own parameters do not make it local. */
export function definitionFacts(analysis: Analysis, definition: Definition): Facts {
  const known = analysis.definitions.get(definition);
  if (known !== undefined) return known;
  const place = analysis.running.indexOf(definition);
  if (place >= 0) {
    analysis.low = Math.min(analysis.low, place);
    return CONSTANT;
  }
  analysis.latest = definition.body;
  const own = analysis.running.push(definition) - 1;
  let env = extend(
    definition.env,
    definition.parameters.map((parameter) => [parameter.name.text, OPEN] as const),
  );
  let facts = CONSTANT;
  if (definition.bounds !== null) {
    for (const bound of definition.bounds) facts = join(facts, factsOf(analysis, bound.set, env));
    env = extend(
      env,
      boundNames(definition.bounds).map((name) => [name.text, INNER] as const),
    );
  }
  facts = join(facts, factsOf(analysis, definition.body, env));
  if (definition.slot !== null) facts = { ...facts, local: true };
  if (facts.open && definition.parameters.length > 0) facts = { ...facts, open: false };
  analysis.running.pop();
  if (analysis.low >= own) {
    analysis.low = Number.POSITIVE_INFINITY;
    analysis.definitions.set(definition, facts);
  }
  return facts;
}

/** The scope in which the inner parts of an expression stand, for analysis only. */
export function innerScope(expr: Expr, env: Env): Env {
  switch (expr.kind) {
    case 'quantifier':
    case 'setMap':
    case 'function':
      return extend(
        env,
        boundNames(expr.bounds).map((name) => [name.text, INNER] as const),
      );
    case 'choose':
    case 'setFilter':
      return extend(
        env,
        (expr.pattern.kind === 'name' ? [expr.pattern.name] : expr.pattern.names).map(
          (name) => [name.text, INNER] as const,
        ),
      );
    case 'unboundedQuantifier':
      return extend(
        env,
        expr.names.map((name) => [name.text, INNER] as const),
      );
    case 'lambda':
      return extend(
        env,
        expr.parameters.map((name) => [name.text, OPEN] as const),
      );
    case 'let':
      return letScope(expr.definitions, env);
    default:
      return env;
  }
}

/** LET for analysis: each definition as a macro, so that only what is used counts. */
function letScope(units: readonly Unit[], env: Env): Env {
  const scope = extend(env, []);
  for (const unit of units) {
    if (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') {
      const definition = definitionOf(unit, scope, null, '');
      scope.names.set(unit.name.text, { kind: 'definition', definition });
    } else if (unit.kind === 'instance') {
      const name = unit.name?.text;
      // What an instance inside LET holds is not looked into: taken for the most that it may be.
      if (name !== undefined) scope.names.set(name, PARAMETER);
    }
  }
  return scope;
}

/** The direct parts of an expression; `inside` where they see the names that it binds. */
export function parts(expr: Expr): readonly (readonly [part: Expr, inside: boolean])[] {
  const outside = (exprs: readonly Expr[]) => exprs.map((part) => [part, false] as const);
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'at':
      return [];
    case 'reference':
      return outside([...expr.path.flatMap((qualifier) => qualifier.args), ...expr.args]);
    case 'subexpression':
      return parts(expr.of);
    case 'operator':
      return outside(expr.args);
    case 'junction':
    case 'setEnumeration':
    case 'tuple':
      return outside(expr.items);
    case 'quantifier':
    case 'setMap':
    case 'function':
      return [...outside(expr.bounds.map((bound) => bound.set)), [expr.body, true]];
    case 'unboundedQuantifier':
    case 'lambda':
    case 'let':
      return [[expr.body, true]];
    case 'choose':
      return expr.set === null
        ? [[expr.body, true]]
        : [
            [expr.set, false],
            [expr.body, true],
          ];
    case 'setFilter':
      return [
        [expr.set, false],
        [expr.body, true],
      ];
    case 'functionSet':
      return outside([expr.domain, expr.range]);
    case 'record':
    case 'recordSet':
      return outside(expr.fields.map((field) => field.value));
    case 'except':
      return outside([
        expr.base,
        ...expr.updates.flatMap((update) => [
          ...update.path.flatMap((step): readonly Expr[] => (step.kind === 'index' ? step.args : [])),
          update.value,
        ]),
      ]);
    case 'functionApplication':
      return outside([expr.function, ...expr.args]);
    case 'field':
      return outside([expr.record]);
    case 'product':
      return outside(expr.sets);
    case 'if':
      return outside([expr.condition, expr.then, expr.else]);
    case 'case':
      return outside([
        ...expr.arms.flatMap((arm) => [arm.guard, arm.value]),
        ...(expr.other === null ? [] : [expr.other]),
      ]);
    case 'boxAction':
    case 'angleAction':
    case 'fairness':
      return outside([expr.action, expr.subscript]);
    case 'parenthesized':
    case 'labelled':
      return outside([expr.body]);
  }
}

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

const STRICT_OPERATORS = new Set([
  '~',
  '<=>',
  '=',
  '/=',
  '\\in',
  '\\notin',
  '\\cup',
  '\\cap',
  '\\',
  '\\subseteq',
  'SUBSET',
  'UNION',
  'DOMAIN',
]);

/** Names that are evaluated whenever the expression is, so that computing them first changes nothing but the order. */
export function strictNames(analysis: Analysis, expr: Expr, env: Env): ReadonlySet<string> {
  const all = (exprs: readonly Expr[]): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const one of exprs) for (const name of strictNames(analysis, one, env)) names.add(name);
    return names;
  };
  const without = (names: ReadonlySet<string>, bound: readonly { readonly text: string }[]): ReadonlySet<string> => {
    const hidden = new Set(bound.map((name) => name.text));
    return new Set([...names].filter((name) => !hidden.has(name)));
  };
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return strictNames(analysis, expr.body, env);
    case 'reference': {
      if (expr.path.length > 0) return new Set();
      if (expr.args.length === 0) {
        const names = new Set([expr.name.text]);
        return names;
      }
      const meaning = lookup(env, expr.name.text);
      if (meaning === undefined) return new Set();
      if (meaning.kind === 'builtin') {
        return meaning.builtin.operators === undefined ? all(expr.args) : new Set();
      }
      if (meaning.kind !== 'definition') return new Set();
      const strict = strictParameters(analysis, meaning.definition);
      return all(expr.args.filter((_, i) => strict.has(meaning.definition.parameters[i]?.name.text ?? '')));
    }
    case 'operator': {
      if (STRICT_OPERATORS.has(expr.op)) return all(expr.args);
      if (expr.op === '/\\' || expr.op === '\\/' || expr.op === '=>') return strictNames(analysis, expr.args[0]!, env);
      const meaning = lookup(env, expr.op);
      return meaning?.kind === 'builtin' ? all(expr.args) : new Set();
    }
    case 'junction':
      return strictNames(analysis, expr.items[0]!, env);
    case 'setEnumeration':
    case 'tuple':
      return all(expr.items);
    case 'record':
    case 'recordSet':
      return all(expr.fields.map((field) => field.value));
    case 'functionApplication':
      return all([expr.function, ...expr.args]);
    case 'field':
      return strictNames(analysis, expr.record, env);
    case 'except':
      return strictNames(analysis, expr.base, env);
    case 'product':
      return all(expr.sets);
    case 'functionSet':
      return all([expr.domain, expr.range]);
    case 'quantifier':
    case 'setMap':
    case 'function':
      return strictNames(analysis, expr.bounds[0]!.set, env);
    case 'setFilter':
      return strictNames(analysis, expr.set, env);
    case 'choose':
      return expr.set === null ? new Set() : strictNames(analysis, expr.set, env);
    case 'if': {
      const condition = strictNames(analysis, expr.condition, env);
      const then = strictNames(analysis, expr.then, env);
      const otherwise = strictNames(analysis, expr.else, env);
      return new Set([...condition, ...[...then].filter((name) => otherwise.has(name))]);
    }
    case 'case':
      return strictNames(analysis, expr.arms[0]!.guard, env);
    case 'let': {
      const names = new Set(strictNames(analysis, expr.body, env));
      // A definition sees those before it only.
      for (const unit of expr.definitions.toReversed()) {
        if (unit.kind !== 'operatorDefinition' || unit.parameters.length > 0 || !names.has(unit.name.text)) continue;
        for (const name of strictNames(analysis, unit.body, env)) names.add(name);
      }
      return without(
        names,
        expr.definitions.flatMap((unit) => ('name' in unit && unit.name !== null ? [unit.name] : [])),
      );
    }
    default:
      return new Set();
  }
}

/** The parameters without arguments that an operator evaluates whenever it is evaluated. */
export function strictParameters(analysis: Analysis, definition: Definition): ReadonlySet<string> {
  const known = analysis.strict.get(definition);
  if (known !== undefined) return known;
  analysis.strict.set(definition, new Set());
  const scope = extend(
    definition.env,
    definition.parameters.map((parameter) => [parameter.name.text, PARAMETER] as const),
  );
  const names = strictNames(analysis, definition.body, scope);
  const own = new Set(definition.parameters.filter((p) => p.arity === 0).map((p) => p.name.text));
  const strict = new Set([...names].filter((name) => own.has(name)));
  analysis.strict.set(definition, strict);
  return strict;
}

/**
 * Whether a definition's body primes something that its parameters stand in, so that an argument must be passed as an expression
 * and not as a value.
 */
export function primesParameters(analysis: Analysis, definition: Definition): boolean {
  if (definition.parameters.length === 0) return false;
  const known = analysis.primes.get(definition);
  if (known !== undefined) return known;
  analysis.primes.set(definition, false);
  const names = new Set(definition.parameters.map((parameter) => parameter.name.text));
  const scope = extend(
    definition.env,
    definition.parameters.map((parameter) => [parameter.name.text, PARAMETER] as const),
  );
  const mentions = (expr: Expr): boolean =>
    (expr.kind === 'reference' && expr.path.length === 0 && names.has(expr.name.text)) ||
    parts(expr).some(([part]) => mentions(part)) ||
    (expr.kind === 'let' &&
      expr.definitions.some(
        (unit) => (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') && mentions(unit.body),
      ));
  const primes = (expr: Expr, env: Env): boolean => {
    if (
      expr.kind === 'operator' &&
      (ACTION.has(expr.op) || expr.op === 'ENABLED' || TEMPORAL.has(expr.op)) &&
      mentions(expr)
    )
      return true;
    if ((expr.kind === 'boxAction' || expr.kind === 'angleAction' || expr.kind === 'fairness') && mentions(expr))
      return true;
    if (expr.kind === 'reference' && expr.args.length > 0) {
      const meaning = resolveReference(env, expr, analysis.uses, null);
      if (
        meaning?.kind === 'definition' &&
        expr.args.some((arg: Argument) => mentions(arg)) &&
        primesParameters(analysis, meaning.definition)
      )
        return true;
    }
    if (expr.kind === 'let') {
      for (const unit of expr.definitions) {
        if (unit.kind === 'operatorDefinition' && primes(unit.body, env)) return true;
      }
    }
    return parts(expr).some(([part]) => primes(part, env));
  };
  const result = primes(definition.body, scope);
  analysis.primes.set(definition, result);
  return result;
}
