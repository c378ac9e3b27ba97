import { nearestHint } from '../../../diagnostics/nearest.ts';
import { BUILTIN_MODULES, type Builtin } from '../../standard-modules/builtins.ts';
import type { Expr, Name, Parameter, SourceRange, Unit } from '../../syntax/ast.ts';
import { reject } from '../semantic-error.ts';
import { LEVELS, type Level, type Leveled, type Placeholder, placeholder } from './levels.ts';

/** What is known of a name without evaluating anything. */
export interface Declaration {
  readonly kind: 'constant' | 'variable' | 'definition' | 'bound' | 'instance' | 'module' | 'statement' | 'sequent';
  /** Number of arguments. */
  readonly arity: number;
  /** Arities of operator arguments, by position; 0 for values. */
  readonly arguments: readonly number[];
  /** The level of what it gives, its own parameters among the placeholders. */
  readonly leveled: Leveled;
  /** Of a definition: what its arguments stand for. */
  readonly parameters: readonly Placeholder[];
  /** Of what is declared rather than defined: what it stands for when the definition or module around it is used. */
  readonly placeholder: Placeholder | null;
  /** Names of a module that it instantiates, or of the module that it is. */
  readonly names: Names | null;
  /** Declared RECURSIVE and not defined yet. */
  readonly recursive: boolean;
  /** The formula that it is defined by, whose parts have names too. */
  readonly body: Body | null;
}

/** The formula of a definition, in the scope where it stands. */
export interface Body {
  readonly expr: Expr;
  readonly scope: Scope;
  /** What the instances that it comes through put in the place of placeholders, from the inside out. */
  readonly through: readonly ReadonlyMap<Placeholder, Leveled>[];
  /** The levels of the parts that were asked for: one that is made of parts of another would be checked twice as often as that. */
  readonly parts: Map<Expr, Leveled>;
}

export const bodyOf = (expr: Expr, scope: Scope): Body => ({ expr, scope, through: [], parts: new Map() });

export type Names = ReadonlyMap<string, Declaration>;

/** What the checks of one specification share: the knots between expressions, definitions and modules. */
export interface Checks {
  readonly expression: (expr: Expr, scope: Scope) => Leveled;
  readonly definitions: (units: readonly Unit[], scope: Scope) => void;
  /**
   * The level of what RECURSIVE announces, by its name there, as far as it is known: what stands inside another recursive definition is
   * checked as often as that, and begins where it ended the time before.
   */
  readonly recursive: Map<Name, Level>;
  /** The names of a module of the specification or a standard module. */
  readonly module: (name: string) => Names;
  /** Whether what theorems say is known in full: a stub stands for a module whose names are not. */
  readonly theorems: boolean;
}

/** The names in reach of a formula, from the inside out. */
export interface Scope {
  readonly checks: Checks;
  readonly parent: Scope | null;
  readonly names: Map<string, Declaration>;
  readonly places: Map<string, SourceRange>;
  /** The labels of the definition or labelled formula around it; null where no label can stand. */
  readonly labels: Set<string> | null;
  /** What "@" stands for, inside of EXCEPT. */
  readonly at: Leveled;
}

export const inner = (parent: Scope): Scope => ({ ...parent, parent, names: new Map(), places: new Map() });

/** The scope of the body of a definition, or of what stands under a label: labels and what they name begin anew. */
export const labelling = (parent: Scope): Scope => ({ ...inner(parent), labels: new Set<string>() });

export function find(scope: Scope, name: string): Declaration | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function* visible(scope: Scope): Generator<string> {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    for (const [name, { kind }] of at.names) if (kind !== 'module') yield name;
  }
}

/** Nested modules have names of their own: a definition may be called as one of them. */
export const moduleKey = (name: string): string => `MODULE ${name}`;

const BASE: Declaration = {
  kind: 'bound',
  arity: 0,
  arguments: [],
  leveled: LEVELS[0],
  parameters: [],
  placeholder: null,
  names: null,
  recursive: false,
  body: null,
};

/** A name for a formula. */
export const named = (kind: Declaration['kind'], leveled: Leveled): Declaration => ({ ...BASE, kind, leveled });

export const moduleNamed = (names: Names): Declaration => ({ ...BASE, kind: 'module', names });

export const instanceNamed = (
  parameters: readonly Parameter[],
  standFor: readonly Placeholder[],
  names: Names,
): Declaration => ({ ...operatorNamed(parameters, standFor, LEVELS[0]), kind: 'instance', names });

/** A constant, variable or parameter: something will stand for it. */
export function declared(kind: 'constant' | 'variable' | 'bound', arity: number): Declaration {
  const one = placeholder(arity);
  const level = kind === 'variable' ? 1 : 0;
  return {
    ...BASE,
    kind,
    arity,
    arguments: Array<number>(arity).fill(0),
    leveled: { level, of: new Set([one]) },
    placeholder: one,
  };
}

export const operatorNamed = (
  parameters: readonly { readonly arity: number }[],
  standFor: readonly Placeholder[],
  leveled: Leveled,
): Declaration => ({
  ...BASE,
  kind: 'definition',
  arity: parameters.length,
  arguments: parameters.map((parameter) => parameter.arity),
  leveled,
  parameters: standFor,
});

/**
 * An operator that is declared RECURSIVE, with the arities of what it takes: that is at most of a step, and what it gives is as high as
 * that.
 */
export function recursiveNamed(takes: readonly number[], level: Level): Declaration {
  const parameters = takes.map((arity) => placeholder(arity, 2));
  return {
    ...operatorNamed(
      takes.map((arity) => ({ arity })),
      parameters,
      { level, of: new Set(parameters) },
    ),
    recursive: true,
  };
}

/** An operator that takes arguments of at most these levels, and gives what is as high as they are or, with `own`, of that level alone. */
function operatorOf(highest: readonly Level[], own?: Level): Declaration {
  const parameters = highest.map((level) => placeholder(0, level));
  if (own !== undefined) for (const one of parameters) one.inOtherStates = true;
  const leveled = own === undefined ? { level: 0 as const, of: new Set(parameters) } : LEVELS[own];
  return operatorNamed(Array(highest.length).fill({ arity: 0 }), parameters, leveled);
}

const row = (symbols: string, declaration: () => Declaration): [string, Declaration][] =>
  symbols.split(' ').map((symbol) => [symbol, declaration()]);

/** The operators that need no module, as in "Specifying Systems", section 17.2. */
export const CORE: ReadonlyMap<string, Declaration> = new Map([
  ...row('/\\ \\/ => <=>', () => operatorOf([3, 3])),
  ...row('~', () => operatorOf([3])),
  ...row('= /= \\in \\notin \\cup \\cap \\ \\subseteq \\X', () => operatorOf([2, 2])),
  ...row('SUBSET UNION DOMAIN', () => operatorOf([2])),
  ...row("' UNCHANGED", () => operatorOf([1], 2)),
  ...row('ENABLED', () => operatorOf([2], 1)),
  ...row('\\cdot', () => operatorOf([2, 2], 2)),
  ...row('[] <>', () => operatorOf([3], 3)),
  ...row('~> -+->', () => operatorOf([3, 3], 3)),
]);

const CORE_VALUES: ReadonlySet<string> = new Set(['TRUE', 'FALSE', 'BOOLEAN', 'STRING']);

/** What a name of the language itself stands for. */
export const coreDeclaration = (name: string): Declaration | undefined =>
  CORE.get(name) ?? (CORE_VALUES.has(name) ? named('definition', LEVELS[0]) : undefined);

/** Arguments that the operators of TLC print or store, whose level is not theirs. */
const ASIDE: ReadonlyMap<string, readonly number[]> = new Map([
  ['Print', [0]],
  ['PrintT', [0]],
  ['TLCSet', [0, 1]],
  ['TLCGet', [0]],
  ['ToString', [0]],
]);

/** The names of a standard module that the run-time table has. */
export function builtinNames(module: string): Names {
  return new Map(
    Object.entries(BUILTIN_MODULES.get(module) ?? {}).map(([name, builtin]) => [name, builtinNamed(name, builtin)]),
  );
}

function builtinNamed(name: string, builtin: Builtin): Declaration {
  const arities = Array.from({ length: builtin.arity }, (_, i) => Math.abs(builtin.operators?.[i] ?? 0));
  const aside = ASIDE.get(name) ?? [];
  const parameters = arities.map((arity, i) => placeholder(arity, arity > 0 || aside.includes(i) ? 3 : 2));
  const values = parameters.filter((_, i) => arities[i] === 0);
  // An operator that is passed to one of these is applied to parts of the other arguments.
  for (const one of parameters) for (const { to } of one.applied) for (const value of values) to.add(value);
  const of = new Set(parameters.filter((_, i) => !aside.includes(i)));
  return operatorNamed(
    arities.map((arity) => ({ arity })),
    parameters,
    { level: 0, of },
  );
}

/** Notes a new name; nothing else in reach may have it. */
export function define(scope: Scope, name: Name, kind: Declaration['kind']): void {
  if (coreDeclaration(name.text) !== undefined) {
    reject('tla/redefined', name.at, `"${name.text}" is a word of TLA+ and cannot be defined again`, {
      expected: 'another name',
    });
  }
  const known = find(scope, name.text);
  // A constant or variable that is declared twice is one to TLC.
  const again = known !== undefined && kind === known.kind && (kind === 'constant' || kind === 'variable');
  if (known === undefined || again) {
    scope.places.set(name.text, name.at);
    return;
  }
  redefined(scope, name);
}

export function redefined(scope: Scope, name: Name): never {
  const other = placeOf(scope, name.text);
  return reject('tla/redefined', name.at, `"${name.text}" is defined already`, {
    expected: 'a name that nothing else in reach has',
    related: other && [{ message: 'it is defined here', at: other.source.span(other.start, other.end) }],
  });
}

function placeOf(scope: Scope | null, name: string): SourceRange | undefined {
  return scope === null ? undefined : (scope.places.get(name) ?? placeOf(scope.parent, name));
}

/** Names that come from a module: they may be known already if they are of one kind, as TLC has it. Gives those that were not. */
export function take(scope: Scope, names: Iterable<readonly [string, Declaration]>, from: Name): readonly string[] {
  const added: string[] = [];
  for (const [name, declaration] of names) {
    const known = find(scope, name);
    if (known !== undefined && (known.kind !== declaration.kind || known.arity !== declaration.arity)) {
      const other = placeOf(scope, name);
      reject('tla/redefined', from.at, `"${name}" of module ${from.text} is defined already, and not in the same way`, {
        expected: 'names that are not in reach yet',
        related: other && [{ message: 'it is defined here', at: other.source.span(other.start, other.end) }],
      });
    }
    if (!scope.names.has(name)) added.push(name);
    scope.names.set(name, declaration);
  }
  return added;
}

export function unknown(name: Name, known: Iterable<string>, what: 'name' | 'operator' = 'operator'): never {
  return reject('tla/unknown-name', name.at, `unknown ${what} "${name.text}"`, {
    expected: 'a name that is declared or defined before it is used',
    hint: nearestHint(name.text, known),
  });
}
