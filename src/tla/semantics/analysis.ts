import type { Argument, Expr } from '../syntax/ast.ts';
import { selectSubexpression } from '../syntax/subexpression.ts';
import { INNER, innerScope, OPEN, parts } from './parts.ts';
import { type InstanceUses, resolveReference } from './resolve.ts';
import { boundNames, type Definition, type Env, extend, lookup, type Meaning } from './scope.ts';

/** 0 constant, 1 of a state, 2 of a step, 3 temporal. */
export type Level = 0 | 1 | 2 | 3;

/** What is known of an expression or definition without evaluating it. */
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

/** Operators that make temporal formulas. */
export const TEMPORAL = new Set(['[]', '<>', '~>', '-+->']);
/** Operators that speak of the next state. */
export const ACTION = new Set(["'", 'UNCHANGED', '\\cdot']);

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
      if (resolved === undefined) return facts;
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
      if (named?.kind === 'definition' && named.definition.parameters.length === expr.of.args.length) {
        const { definition } = named;
        const part = selectSubexpression(definition.body, expr.selectors);
        const scope = expr.of.args.length === 0 ? definition.env : withArguments(definition, expr.of.args, env);
        if (part !== undefined) return { ...factsOf(analysis, part, scope), local: true };
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
