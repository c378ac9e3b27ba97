import { counted } from '../../diagnostics/counted.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { LoadedModule, LoadedSpec } from '../modules/load-spec.ts';
import { BUILTIN_MODULES } from '../standard-modules/builtins.ts';
import { writtenModule } from '../standard-modules/written.ts';
import type { Argument, Bound, Expr, Module, Name, Parameter, Pattern, SourceRange, Unit } from '../syntax/ast.ts';
import { bare } from '../syntax/unparse.ts';
import { reject } from './semantic-error.ts';

/** What is known of a name without evaluating anything. */
interface Declaration {
  /** Number of arguments. */
  readonly arity: number;
  /** Arities of operator arguments, by position; 0 for values. */
  readonly arguments: readonly number[];
  /** 0 constant, 1 of a state, 2 of a step, 3 temporal. */
  readonly level: number;
  /** Names of a module that it instantiates. */
  readonly instance: Names | null;
  /** Declared RECURSIVE and not defined yet. */
  readonly recursive: boolean;
}

type Names = ReadonlyMap<string, Declaration>;

interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Declaration>;
}

type FindModule = (name: string) => { readonly loaded: LoadedModule; readonly around: Scope | null } | undefined;

const CORE = new Set(
  "/\\ \\/ ~ => <=> = /= \\in \\notin \\cup \\cap \\ \\subseteq SUBSET UNION DOMAIN ENABLED UNCHANGED ' [] <> ~> -+-> \\cdot".split(
    ' ',
  ),
);
const LOGICAL = new Set('/\\ \\/ ~ => <=> [] <> ~> -+->'.split(' '));
/** What the operators of other languages are in this one. */
const OTHER_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['&&', '"and" is written "/\\"'],
  ['||', '"or" is written "\\/"'],
]);
const CORE_NAMES = new Set(['BOOLEAN', 'STRING']);

const plain = (level: number): Declaration => ({ arity: 0, arguments: [], level, instance: null, recursive: false });
const operatorOf = (parameters: readonly Parameter[], level: number, recursive = false): Declaration => ({
  arity: parameters.length,
  arguments: parameters.map((parameter) => parameter.arity),
  level,
  instance: null,
  recursive,
});

const inner = (parent: Scope): Scope => ({ parent, names: new Map() });

function find(scope: Scope, name: string): Declaration | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function* visible(scope: Scope): Generator<string> {
  for (let at: Scope | null = scope; at !== null; at = at.parent) yield* at.names.keys();
}

/**
 * Checks every name of a specification as TLC's parser does, used or not: declared before it is used, given the right number of arguments,
 * declared once, and primed or put under temporal operators only where that has a meaning. Throws a SemanticFailure at the first error.
 */
export function checkNames(spec: LoadedSpec): void {
  const exports = new Map<string, Names>();
  const findModule: FindModule = (name) => {
    const loaded = spec.modules.get(name);
    return loaded === undefined ? undefined : { loaded, around: null };
  };
  const exported = (name: string, findIn: FindModule): Names => {
    const found = findIn(name);
    const top = found === undefined || found.around === null;
    const known = top ? exports.get(name) : undefined;
    if (known !== undefined) return known;
    const names = namesOf(name, found?.loaded, found?.around ?? null, findIn);
    if (top) exports.set(name, names);
    return names;
  };
  const namesOf = (name: string, loaded: LoadedModule | undefined, around: Scope | null, findIn: FindModule): Names => {
    if (loaded?.kind === 'user') return moduleNames(loaded.module, around, findIn);
    if (loaded?.kind === 'stub') return new Map(loaded.extends.flatMap((one) => [...exported(one, findIn)]));
    const written = writtenModule(name);
    if (written !== undefined) return moduleNames(written, null, findIn);
    return new Map(
      Object.entries(BUILTIN_MODULES.get(name) ?? {}).map(([operator, builtin]) => [
        operator,
        {
          arity: builtin.arity,
          arguments: Array.from({ length: builtin.arity }, (_, i) => Math.abs(builtin.operators?.[i] ?? 0)),
          level: 0,
          instance: null,
          recursive: false,
        },
      ]),
    );
  };
  const moduleNames = (module: Module, around: Scope | null, findIn: FindModule): Names => {
    const scope: Scope = { parent: around, names: new Map() };
    const own = new Map<string, Declaration>();
    const nested = new Map<string, Module>();
    const findHere: FindModule = (name) => {
      const found = nested.get(name);
      return found === undefined ? findIn(name) : { loaded: { kind: 'user', name, module: found }, around: scope };
    };
    for (const unit of module.units) if (unit.kind === 'module') nested.set(unit.module.name.text, unit.module);
    const put = (name: string, declaration: Declaration, local: boolean): void => {
      scope.names.set(name, declaration);
      if (!local) own.set(name, declaration);
    };
    for (const extended of module.extends) {
      for (const [name, declaration] of exported(extended.text, findHere)) put(name, declaration, false);
    }
    for (const unit of module.units) {
      if (unit.kind === 'module') moduleNames(unit.module, scope, findHere);
      else checkUnit(unit, scope, findHere, put);
    }
    return own;
  };

  const places = new WeakMap<Scope, Map<string, SourceRange>>();
  const placeOf = (scope: Scope | null, name: string): SourceRange | undefined =>
    scope === null ? undefined : (places.get(scope)?.get(name) ?? placeOf(scope.parent, name));

  const define = (scope: Scope, name: Name): void => {
    const known = find(scope, name.text);
    if (known === undefined || known.recursive) {
      const own = places.get(scope) ?? new Map<string, SourceRange>();
      places.set(scope, own.set(name.text, name.at));
      return;
    }
    const other = placeOf(scope, name.text);
    reject('tla/redefined', name.at, `"${name.text}" is defined already`, {
      expected: 'a name that nothing else in reach has',
      related: other && [{ message: 'it is defined here', at: other.source.span(other.start, other.end) }],
    });
  };

  const checkUnit = (
    unit: Exclude<Unit, { kind: 'module' }>,
    scope: Scope,
    findIn: FindModule,
    put: (name: string, declaration: Declaration, local: boolean) => void,
  ): void => {
    switch (unit.kind) {
      case 'constants':
        for (const parameter of unit.parameters) {
          define(scope, parameter.name);
          put(parameter.name.text, { ...operatorOf(Array(parameter.arity).fill({ arity: 0 }), 0) }, false);
        }
        return;
      case 'variables':
        for (const name of unit.names) {
          // A variable that is declared twice is one variable to TLC.
          if (!scope.names.has(name.text) || scope.names.get(name.text)?.level !== 1) define(scope, name);
          put(name.text, plain(1), false);
        }
        return;
      case 'recursive':
        for (const { name, arity } of unit.parameters) {
          define(scope, name);
          put(name.text, { ...operatorOf(Array(arity).fill({ arity: 0 }), 0, true) }, false);
        }
        return;
      case 'operatorDefinition': {
        define(scope, unit.name);
        const inside = withParameters(scope, unit.parameters);
        const level = levelOf(unit.body, inside, findIn);
        put(unit.name.text, operatorOf(unit.parameters, level), unit.local);
        return;
      }
      case 'functionDefinition': {
        define(scope, unit.name);
        const itself = inner(scope);
        itself.names.set(unit.name.text, plain(0));
        const { scope: inside, level } = bind(unit.bounds, itself, findIn);
        put(unit.name.text, plain(Math.max(level, levelOf(unit.body, inside, findIn))), unit.local);
        return;
      }
      case 'instance': {
        const inside = withParameters(scope, unit.parameters);
        const names = exported(unit.module.text, findIn);
        let level = 0;
        for (const { name, value } of unit.substitutions) {
          if (!names.has(name.text) && find(inside, name.text) === undefined) {
            reject(
              'tla/unknown-name',
              name.at,
              `module ${unit.module.text} has no constant or variable "${name.text}"`,
              {
                hint: nearestHint(name.text, names.keys()),
              },
            );
          }
          level = Math.max(level, argumentLevel(value, names.get(name.text)?.arity ?? 0, inside, findIn));
        }
        const raised = new Map([...names].map(([name, one]) => [name, { ...one, level: Math.max(one.level, level) }]));
        if (unit.name === null) {
          const declared = declaredNames(unit.module.text, findIn);
          for (const [name, one] of raised) if (!declared.has(name)) put(name, one, unit.local);
          return;
        }
        define(scope, unit.name);
        put(unit.name.text, { ...operatorOf(unit.parameters, 0), instance: raised }, unit.local);
        return;
      }
      case 'assume':
        levelOf(unit.body, scope, findIn);
        if (unit.name !== null) put(unit.name.text, plain(0), false);
        return;
      case 'theorem':
        // What a theorem says is for provers; TLC never evaluates it.
        if (unit.name !== null) put(unit.name.text, plain(0), false);
        return;
      default:
        unit satisfies never;
    }
  };

  /** Constants and variables that a module declares or extends: INSTANCE does not pass them on. */
  const declaredNames = (name: string, findIn: FindModule): Set<string> => {
    const loaded = findIn(name)?.loaded;
    const names = new Set<string>();
    if (loaded?.kind !== 'user') return names;
    for (const extended of loaded.module.extends)
      for (const one of declaredNames(extended.text, findIn)) names.add(one);
    for (const unit of loaded.module.units) {
      if (unit.kind === 'constants') for (const parameter of unit.parameters) names.add(parameter.name.text);
      if (unit.kind === 'variables') for (const variable of unit.names) names.add(variable.text);
    }
    return names;
  };

  const withParameters = (scope: Scope, parameters: readonly Parameter[]): Scope => {
    const inside = inner(scope);
    for (const { name, arity } of parameters) {
      define(inside, name);
      inside.names.set(name.text, { ...operatorOf(Array(arity).fill({ arity: 0 }), 0) });
    }
    return inside;
  };

  const bindNames = (inside: Scope, pattern: Pattern): void => {
    for (const name of pattern.kind === 'name' ? [pattern.name] : pattern.names) {
      define(inside, name);
      inside.names.set(name.text, plain(0));
    }
  };

  const bind = (bounds: readonly Bound[], scope: Scope, findIn: FindModule): { scope: Scope; level: number } => {
    const inside = inner(scope);
    let level = 0;
    for (const bound of bounds) level = Math.max(level, valueLevel(bound.set, scope, findIn));
    for (const bound of bounds) for (const pattern of bound.patterns) bindNames(inside, pattern);
    return { scope: inside, level };
  };

  /** The level of an expression that must not be temporal. */
  const valueLevel = (expr: Expr, scope: Scope, findIn: FindModule): number => {
    const level = levelOf(expr, scope, findIn);
    if (level < 3) return level;
    return reject('tla/level', expr.at, 'a temporal formula stands where a value is needed');
  };

  const argumentLevel = (arg: Argument, arity: number, scope: Scope, findIn: FindModule): number => {
    if (arity === 0) return levelOf(arg, scope, findIn);
    const operator = bare(arg);
    if (operator.kind === 'lambda') {
      if (operator.parameters.length !== arity) wrongArity(operator, 'LAMBDA', operator.parameters.length, arity);
      const inside = inner(scope);
      for (const name of operator.parameters) bindNames(inside, { kind: 'name', name });
      return levelOf(operator.body, inside, findIn);
    }
    if (operator.kind === 'reference' && operator.args.length === 0) {
      if (CORE.has(operator.name.text)) return 0;
      const declaration = declarationOf(operator, scope, findIn);
      if (declaration.arity !== arity) wrongArity(operator, operator.name.text, declaration.arity, arity);
      return declaration.level;
    }
    return reject('tla/arity', arg.at, `an operator of ${counted(arity, 'argument')} is expected here`);
  };

  const wrongArity = (expr: Expr, name: string, takes: number, given: number): never =>
    reject('tla/arity', expr.at, `"${name}" takes ${counted(takes, 'argument')}, but is given ${given}`);

  const declarationOf = (expr: Extract<Expr, { kind: 'reference' }>, scope: Scope, findIn: FindModule): Declaration => {
    let names: Names | null = null;
    for (const qualifier of expr.path) {
      const known: Declaration | undefined =
        names === null ? find(scope, qualifier.name.text) : names.get(qualifier.name.text);
      if (known === undefined) return unknown(qualifier.name, names === null ? visible(scope) : names.keys());
      if (known.instance === null) {
        return reject('tla/unknown-name', qualifier.name.at, `"${qualifier.name.text}" is no instance of a module`);
      }
      if (known.arity !== qualifier.args.length)
        wrongArity(expr, qualifier.name.text, known.arity, qualifier.args.length);
      qualifier.args.forEach((arg, i) => {
        argumentLevel(arg, known.arguments[i] ?? 0, scope, findIn);
      });
      names = known.instance;
    }
    const found = names === null ? find(scope, expr.name.text) : names.get(expr.name.text);
    if (found !== undefined) return found;
    return unknown(
      expr.name,
      names === null ? visible(scope) : names.keys(),
      expr.args.length === 0 ? 'name' : 'operator',
    );
  };

  const unknown = (name: Name, known: Iterable<string>, what: 'name' | 'operator' = 'operator'): never =>
    reject('tla/unknown-name', name.at, `unknown ${what} "${name.text}"`, {
      expected: 'a name that is declared or defined before it is used',
      hint: nearestHint(name.text, known),
    });

  const levelOf = (expr: Expr, scope: Scope, findIn: FindModule): number => {
    const level = (part: Expr, at = scope): number => levelOf(part, at, findIn);
    const of = (parts: readonly Expr[], at = scope): number =>
      parts.reduce((most, part) => Math.max(most, valueLevel(part, at, findIn)), 0);
    const most = (parts: readonly Expr[], at = scope): number =>
      parts.reduce((highest, part) => Math.max(highest, level(part, at)), 0);
    switch (expr.kind) {
      case 'number':
      case 'string':
      case 'boolean':
      case 'at':
        return 0;
      case 'parenthesized':
      case 'labelled':
        return level(expr.body);
      case 'reference': {
        if (expr.path.length === 0 && CORE_NAMES.has(expr.name.text) && find(scope, expr.name.text) === undefined)
          return 0;
        if (CORE.has(expr.name.text)) return most(expr.args);
        const declaration = declarationOf(expr, scope, findIn);
        if (declaration.instance !== null) {
          return reject('tla/arity', expr.at, `"${expr.name.text}" is an instance of a module, not a value`, {
            expected: `"${expr.name.text}!" and the name of an operator`,
          });
        }
        if (declaration.arity !== expr.args.length)
          wrongArity(expr, expr.name.text, declaration.arity, expr.args.length);
        return expr.args.reduce(
          (highest, arg, i) => Math.max(highest, argumentLevel(arg, declaration.arguments[i] ?? 0, scope, findIn)),
          declaration.level,
        );
      }
      case 'subexpression':
        return declarationOf(expr.of, scope, findIn).level;
      case 'operator':
        return operatorLevel(expr, scope, findIn);
      case 'junction':
        return unmixed(
          expr,
          expr.items.map((item) => level(item)),
        );
      case 'quantifier': {
        const { scope: inside, level: sets } = bind(expr.bounds, scope, findIn);
        return Math.max(sets, level(expr.body, inside));
      }
      case 'setMap':
      case 'function': {
        const { scope: inside, level: sets } = bind(expr.bounds, scope, findIn);
        return Math.max(sets, valueLevel(expr.body, inside, findIn));
      }
      case 'unboundedQuantifier': {
        const inside = inner(scope);
        const temporal = expr.quantifier.length === 2;
        for (const name of expr.names) {
          define(inside, name);
          inside.names.set(name.text, plain(temporal ? 1 : 0));
        }
        return Math.max(temporal ? 3 : 0, level(expr.body, inside));
      }
      case 'choose':
      case 'setFilter': {
        const set = expr.set === null ? 0 : valueLevel(expr.set, scope, findIn);
        const inside = inner(scope);
        bindNames(inside, expr.pattern);
        return Math.max(set, valueLevel(expr.body, inside, findIn));
      }
      case 'setEnumeration':
      case 'tuple':
        return of(expr.items);
      case 'functionSet':
        return of([expr.domain, expr.range]);
      case 'record':
      case 'recordSet': {
        const names = new Set<string>();
        for (const { name } of expr.fields) {
          if (names.has(name.text)) {
            reject('tla/arity', name.at, `the field "${name.text}" stands twice in this record`);
          }
          names.add(name.text);
        }
        return of(expr.fields.map((field) => field.value));
      }
      case 'except':
        return of([
          expr.base,
          ...expr.updates.flatMap((update) => [
            ...update.path.flatMap((step) => (step.kind === 'index' ? step.args : [])),
            update.value,
          ]),
        ]);
      case 'functionApplication':
        return of([expr.function, ...expr.args]);
      case 'field':
        return of([expr.record]);
      case 'product':
        return of(expr.sets);
      case 'if':
        return Math.max(valueLevel(expr.condition, scope, findIn), most([expr.then, expr.else]));
      case 'case':
        return Math.max(
          of(expr.arms.map((arm) => arm.guard)),
          most([...expr.arms.map((arm) => arm.value), ...(expr.other === null ? [] : [expr.other])]),
        );
      case 'let': {
        const inside = inner(scope);
        for (const unit of expr.definitions) {
          if (unit.kind === 'module') continue;
          checkUnit(unit, inside, findIn, (name, declaration) => inside.names.set(name, declaration));
        }
        return level(expr.body, inside);
      }
      case 'lambda':
        return reject('tla/arity', expr.at, 'LAMBDA is an operator, not a value', {
          expected: 'LAMBDA only as the argument of an operator',
        });
      case 'boxAction':
      case 'angleAction':
        return Math.max(2, of([expr.action, expr.subscript]));
      case 'fairness':
        of([expr.action, expr.subscript]);
        return 3;
    }
  };

  /** The level of a formula that joins others: what speaks of one step cannot stand beside what speaks of a behaviour. */
  const unmixed = (expr: Expr, levels: readonly number[]): number => {
    if (levels.includes(3) && levels.includes(2)) {
      return reject('tla/level', expr.at, 'a formula of one step is joined with a temporal formula', {
        expected: '[][A]_v for every step',
      });
    }
    return Math.max(0, ...levels);
  };

  const operatorLevel = (expr: Extract<Expr, { kind: 'operator' }>, scope: Scope, findIn: FindModule): number => {
    const own = find(scope, expr.op);
    if (own === undefined && !CORE.has(expr.op)) {
      const written = expr.op === '-.' ? '-' : expr.op;
      return reject('tla/unknown-name', expr.at, `the operator "${written}" is not defined here`, {
        hint: homeOf(expr.op) ?? OTHER_LANGUAGES.get(expr.op) ?? nearestHint(expr.op, visible(scope)),
      });
    }
    if (own !== undefined && own.arity !== expr.args.length) wrongArity(expr, expr.op, own.arity, expr.args.length);
    const levels = expr.args.map((arg) =>
      LOGICAL.has(expr.op) ? levelOf(arg, scope, findIn) : valueLevel(arg, scope, findIn),
    );
    const highest = LOGICAL.has(expr.op) ? unmixed(expr, levels) : Math.max(own?.level ?? 0, ...levels);
    switch (expr.op) {
      case "'":
        if (highest >= 2) return reject('tla/level', expr.at, 'an expression that speaks of the next state is primed');
        return highest === 0 ? 0 : 2;
      case 'UNCHANGED':
        if (highest >= 2) return reject('tla/level', expr.at, 'UNCHANGED takes an expression of one state');
        return highest === 0 ? 0 : 2;
      case 'ENABLED':
        return Math.min(highest, 1);
      case '[]':
      case '<>':
      case '~>':
      case '-+->':
        expr.args.forEach((arg, i) => {
          const action = bare(arg);
          const allowed =
            (expr.op === '[]' && action.kind === 'boxAction') || (expr.op === '<>' && action.kind === 'angleAction');
          if (levels[i] === 2 && !allowed) {
            reject('tla/level', arg.at, `"${expr.op}" is applied to a formula of a step`, {
              expected: expr.op === '<>' ? '<><<A>>_v' : '[][A]_v',
            });
          }
        });
        return 3;
      default:
        return highest;
    }
  };

  exported(spec.root.name.text, findModule);
}

const HOMES: readonly (readonly [module: string, operators: string])[] = [
  ['Naturals', '+ - * ^ % \\div .. < > <= >='],
  ['Integers', '-.'],
  ['Sequences', '\\o'],
  ['TLC', ':> @@'],
  ['Bags', '\\oplus \\ominus \\sqsubseteq'],
];

/** Which standard module defines an operator, as a hint. */
export function homeOf(op: string): string | undefined {
  const home = HOMES.find(([, operators]) => operators.split(' ').includes(op));
  return home === undefined ? undefined : `"EXTENDS ${home[0]}" defines it`;
}
