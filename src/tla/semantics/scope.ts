import type { LoadedModule } from '../modules/load-spec.ts';
import type { Builtin } from '../standard-modules/builtins.ts';
import type { Bound, Expr, InstanceUnit, Module, Name, Parameter, SourceRange, Unit } from '../syntax/ast.ts';
import { bare } from '../syntax/unparse.ts';
import type { Value } from '../values/store.ts';
import type { Block } from './output.ts';

/** A chain of scopes; inner names hide outer ones (TLA+ forbids hiding, so the order never matters in a legal module). */
export interface Env {
  readonly parent: Env | null;
  readonly names: Map<string, Meaning>;
}

/** A formula or expression in its scope. */
export interface Scoped {
  readonly expr: Expr;
  readonly env: Env;
}

/** What a name stands for where it is used. */
export type Meaning =
  | { readonly kind: 'variable'; readonly index: number }
  /** A constant that has a value: of the configuration, or of a definition that the configuration replaces by a value. */
  | { readonly kind: 'constant'; readonly name: string; readonly value: Value }
  /** A declared constant without a value. */
  | { readonly kind: 'undefinedConstant'; readonly name: string }
  | { readonly kind: 'definition'; readonly definition: Definition }
  | { readonly kind: 'builtin'; readonly name: string; readonly builtin: Builtin }
  | { readonly kind: 'instance'; readonly instance: NamedInstance }
  /** Another name, looked up when it is used: `<-` of the configuration. */
  | { readonly kind: 'alias'; readonly name: string; readonly env: Env }
  /** An expression of another place, in that place's scope: an argument passed by name, a substitution of INSTANCE. */
  | {
      readonly kind: 'macro';
      readonly expr: Expr;
      readonly env: Env;
      /** Set for a variable of an instance that stands for an expression: ENABLED takes its next value as free. */
      readonly variable?: true;
      /** Set where another variable of the instance stands for the same: their next values are still two. */
      readonly shared?: true;
    }
  /** A definition of LET. */
  | { readonly kind: 'let'; readonly local: LetDefinition }
  /** A value in a local of the generated code. */
  | { readonly kind: 'value'; readonly js: string }
  /** A value in a local of the generated code, computed on first use by a function. */
  | { readonly kind: 'lazy'; readonly js: string; readonly thunk: string }
  /** An operator in a local of the generated code. */
  | { readonly kind: 'closure'; readonly js: string; readonly arity: number }
  /** A parameter or bound variable, where only its being local matters. */
  | { readonly kind: 'parameter' };

/** An operator or function definition in the scope where it stands. */
export interface Definition {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: Expr;
  /** Set for `f[x \in S] == e`. */
  readonly bounds: readonly Bound[] | null;
  readonly at: SourceRange;
  /** Scope of the body, without the parameters; for a function, with the function itself. */
  readonly env: Env;
  /** Where its generated functions go; null for the top of the program. */
  readonly slot: Block | null;
  readonly module: string;
}

/** A definition of LET: like any other, but its generated code sees the locals around it. */
export interface LetDefinition {
  readonly definition: Definition;
  readonly cells: Map<string, string>;
}

/** `I == INSTANCE M WITH …`, or `I(x) == INSTANCE M …`, which is built anew for each use. */
export interface NamedInstance {
  readonly unit: InstanceUnit;
  readonly env: Env;
  /** Null for a standard module, whose names are known from the start. */
  readonly module: Module | null;
  readonly enclosing: Env | null;
  readonly lookupModule: ModuleFinder;
  readonly replacements: (module: string, name: string) => Meaning | undefined;
  /** Where its generated functions go, for one in LET; null for the top of the program. */
  readonly slot: Block | null;
  /** Names of the module, built on first use; only without parameters. */
  exports: Map<string, Meaning> | null;
}

/** The module that a name stands for; undefined if there is none. */
export type ModuleFinder = (name: string) => FoundModule | undefined;

/** A module, and for a nested one the scope of the module around it. */
export type FoundModule = LoadedModule & { readonly enclosing?: Env };

/** The definition that a name stands for, of the module or of a LET; undefined for every other meaning. */
export function definedBy(meaning: Meaning | undefined): Definition | undefined {
  if (meaning?.kind === 'definition') return meaning.definition;
  return meaning?.kind === 'let' ? meaning.local.definition : undefined;
}

/** What a definition defines; generated functions go to `slot`. */
export function definitionOf(
  unit: Extract<Unit, { kind: 'operatorDefinition' | 'functionDefinition' }>,
  env: Env,
  slot: Block | null,
  module: string,
): Definition {
  // `f == [x \in S |-> e]` is a function like `f[x \in S] == e`: TLC computes its values as they are asked for.
  const body = unit.kind === 'operatorDefinition' && unit.parameters.length === 0 ? bare(unit.body) : unit.body;
  const literal =
    unit.kind === 'operatorDefinition' && unit.parameters.length === 0 && body.kind === 'function' ? body : null;
  return {
    name: unit.name.text,
    parameters: unit.kind === 'operatorDefinition' ? unit.parameters : [],
    body: literal?.body ?? unit.body,
    bounds: unit.kind === 'functionDefinition' ? unit.bounds : (literal?.bounds ?? null),
    at: unit.at,
    env,
    slot,
    module,
  };
}

export const childEnv = (parent: Env | null): Env => ({ parent, names: new Map() });

/** What the name means here, through aliases; undefined if nothing. */
export function lookup(env: Env, name: string): Meaning | undefined {
  let from: Env = env;
  let wanted = name;
  for (let hops = 0; hops < 100; hops++) {
    let found: Meaning | undefined;
    for (let scope: Env | null = from; scope !== null && found === undefined; scope = scope.parent) {
      found = scope.names.get(wanted);
    }
    if (found === undefined) return undefined;
    if (found.kind === 'alias') {
      from = found.env;
      wanted = found.name;
      continue;
    }
    if (found.kind === 'macro') {
      const simple = found.shared === true ? undefined : plainName(found.expr);
      const target = simple === undefined ? undefined : lookup(found.env, simple);
      if (simple !== undefined && target !== undefined && (found.variable !== true || isVariable(target))) {
        from = found.env;
        wanted = simple;
        continue;
      }
    }
    return found;
  }
  return undefined;
}

/** Whether the name stands in one of the scopes, whatever it means there. */
export function isDeclared(env: Env, name: string): boolean {
  for (let scope: Env | null = env; scope !== null; scope = scope.parent) if (scope.names.has(name)) return true;
  return false;
}

const isVariable = (meaning: Meaning): boolean =>
  meaning.kind === 'variable' || (meaning.kind === 'macro' && meaning.variable === true);

/** The name that an expression is, if it is nothing else. */
export function plainName(expr: Expr): string | undefined {
  if (expr.kind === 'parenthesized' || expr.kind === 'labelled') return plainName(expr.body);
  return expr.kind === 'reference' && expr.path.length === 0 && expr.args.length === 0 ? expr.name.text : undefined;
}

/** All names visible in a scope, for hints. */
export function* visibleNames(env: Env): Generator<string> {
  for (let scope: Env | null = env; scope !== null; scope = scope.parent) yield* scope.names.keys();
}

/** The scope with some more names. */
export function extend(env: Env, entries: Iterable<readonly [string, Meaning]>): Env {
  return { parent: env, names: new Map(entries) };
}

/** Names that a list of bounds binds. */
export function boundNames(bounds: readonly Bound[]): Name[] {
  return bounds.flatMap((bound) =>
    bound.patterns.flatMap((pattern) => (pattern.kind === 'name' ? [pattern.name] : pattern.names)),
  );
}
