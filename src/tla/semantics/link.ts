import { nearestHint } from '../../diagnostics/nearest.ts';
import { BUILTIN_MODULES } from '../standard-modules/builtins.ts';
import { writtenModule } from '../standard-modules/written.ts';
import type { Expr, InstanceUnit, Module, Name, Parameter, SourceRange, Unit } from '../syntax/ast.ts';
import type { Value } from '../values/store.ts';
import { type OperatorRow, tableDefinition } from './operator-table.ts';
import type { Block } from './output.ts';
import {
  childEnv,
  type Definition,
  definitionOf,
  type Env,
  type FoundModule,
  isDeclared,
  type Meaning,
  type ModuleFinder,
  type NamedInstance,
  plainName,
} from './scope.ts';
import { reject } from './semantic-error.ts';

/** What the configuration says about names, with its values read. */
export interface Assignments {
  /** `NAME = value` */
  readonly values: ReadonlyMap<string, Value>;
  /** `NAME <- Other` */
  readonly replacements: ReadonlyMap<string, string>;
  /** `NAME <- [Module] Other`, by module */
  readonly moduleReplacements: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** `NAME(argument, …) = value`, all of a name. */
  readonly tables: ReadonlyMap<string, readonly [OperatorRow, ...OperatorRow[]]>;
  /** `NAME = [Module] value`, by module */
  readonly moduleValues: ReadonlyMap<string, ReadonlyMap<string, Value>>;
}

export interface Assumption {
  readonly name: string | null;
  readonly body: Expr;
  readonly env: Env;
  readonly at: SourceRange;
}

/** A module with everything it extends and instantiates, names resolved lazily. */
export interface LinkedSpec {
  readonly name: string;
  readonly env: Env;
  readonly variables: readonly { readonly name: string; readonly at: SourceRange }[];
  /** Constants that are declared, in order. */
  readonly constants: readonly { readonly name: string; readonly arity: number; readonly at: SourceRange }[];
  readonly assumptions: readonly Assumption[];
  readonly find: ModuleFinder;
  readonly instanceReplacements: Replacements;
}

/** One instantiation: modules that EXTEND one another and share constants and variables. */
interface Group {
  readonly exports: Map<string, Map<string, Meaning>>;
  readonly building: string[];
  declareConstant(parameter: Parameter): Meaning;
  declareVariable(name: Name): Meaning;
  readonly slot: Block | null;
  readonly assumptions: Assumption[] | null;
  readonly replacements: Replacements;
  /** What holds in instances that the modules make: settings for their module alone. */
  readonly instanceReplacements: Replacements;
}

/** What the configuration puts in the place of a definition. */
export type Replacements = (module: string, name: string) => Meaning | undefined;

const MAX_NESTING = 200;

/** Links the root module for model checking. Throws a SemanticFailure on names that cannot be resolved. */
export function linkSpec(root: Module, find: ModuleFinder, assignments: Assignments): LinkedSpec {
  const variables: { name: string; at: SourceRange }[] = [];
  const constants: { name: string; arity: number; at: SourceRange }[] = [];
  const assumptions: Assumption[] = [];
  const env = childEnv(null);
  const replacedInModule = (module: string, name: string): Meaning | undefined => {
    const own = assignments.moduleReplacements.get(module)?.get(name);
    if (own !== undefined && own !== name) return { kind: 'alias', name: own, env };
    const value = assignments.moduleValues.get(module)?.get(name);
    return value === undefined ? undefined : { kind: 'constant', name, value };
  };
  const replaced = (module: string, name: string): Meaning | undefined => {
    const inModule = replacedInModule(module, name);
    if (inModule !== undefined) return inModule;
    const own = assignments.replacements.get(name);
    if (own !== undefined && own !== name) return { kind: 'alias', name: own, env };
    const value = assignments.values.get(name);
    if (value !== undefined) return { kind: 'constant', name, value };
    const rows = assignments.tables.get(name);
    return rows === undefined ? undefined : { kind: 'definition', definition: tableDefinition(name, rows) };
  };
  // A definition that the root sees through EXTENDS is one and the same where an instance sees it.
  const instanceReplacements: Replacements = (module, name) =>
    replacedInModule(module, name) ??
    (group.exports.has(module) || BUILTIN_MODULES.has(module) ? replaced(module, name) : undefined);
  const group: Group = {
    exports: new Map(),
    building: [],
    slot: null,
    assumptions,
    replacements: replaced,
    instanceReplacements,
    declareConstant: ({ name, arity }) => {
      if (!constants.some((known) => known.name === name.text)) constants.push({ name: name.text, arity, at: name.at });
      return replaced(root.name.text, name.text) ?? { kind: 'undefinedConstant', name: name.text };
    },
    declareVariable: (name) => {
      let index = variables.findIndex((known) => known.name === name.text);
      if (index < 0) {
        index = variables.length;
        variables.push({ name: name.text, at: name.at });
      }
      return { kind: 'variable', index };
    },
  };
  fillModule(root, env, group, find);
  return { name: root.name.text, env, variables, constants, assumptions, find, instanceReplacements };
}

/** Puts a module's names into its scope; gives the names that EXTENDS and INSTANCE pass on. */
function fillModule(module: Module, env: Env, group: Group, outerFind: ModuleFinder): Map<string, Meaning> {
  const exports = new Map<string, Meaning>();
  if (group.building.includes(module.name.text) || group.building.length > MAX_NESTING) {
    reject('tla/cyclic-extends', module.name.at, `module ${module.name.text} extends itself`);
  }
  group.building.push(module.name.text);
  const nested = new Map<string, Module>();
  const find: ModuleFinder = (name) => {
    const inner = nested.get(name);
    return inner === undefined ? outerFind(name) : { kind: 'user', name, module: inner, enclosing: env };
  };
  // Nested modules may be extended by those that enclose their definition, so they are known first.
  for (const unit of module.units) if (unit.kind === 'module') nested.set(unit.module.name.text, unit.module);

  const put = (name: string, meaning: Meaning, local: boolean): void => {
    env.names.set(name, meaning);
    if (!local) exports.set(name, meaning);
  };
  for (const extended of module.extends) {
    for (const [name, meaning] of extendedNames(extended, group, find)) put(name, meaning, false);
  }
  for (const unit of module.units) fillUnit(unit, module, env, group, find, put);
  group.building.pop();
  return exports;
}

function extendedNames(name: Name, group: Group, find: ModuleFinder): ReadonlyMap<string, Meaning> {
  const known = group.exports.get(name.text);
  if (known !== undefined) return known;
  const exports = loadedNames(name, find(name.text), group, find);
  group.exports.set(name.text, exports);
  return exports;
}

function loadedNames(
  name: Name,
  loaded: FoundModule | undefined,
  group: Group,
  find: ModuleFinder,
): Map<string, Meaning> {
  if (loaded === undefined || loaded.kind === 'standard') {
    const written = writtenModule(name.text);
    return written === undefined ? builtinNames(name, group) : fillModule(written, childEnv(null), group, find);
  }
  if (loaded.kind === 'user') return fillModule(loaded.module, childEnv(loaded.enclosing ?? null), group, find);
  const names = new Map<string, Meaning>();
  for (const extended of loaded.extends) {
    for (const [key, meaning] of extendedNames({ text: extended, at: name.at }, group, find)) names.set(key, meaning);
  }
  return names;
}

function builtinNames(module: Name, group: Group): Map<string, Meaning> {
  const table = BUILTIN_MODULES.get(module.text);
  if (table === undefined) {
    return reject('tla/unknown-module', module.at, `there is no module "${module.text}"`, {
      hint: nearestHint(module.text, BUILTIN_MODULES.keys()),
    });
  }
  const names = new Map<string, Meaning>();
  for (const [name, builtin] of Object.entries(table)) {
    names.set(name, group.replacements(module.text, name) ?? { kind: 'builtin', name, builtin });
  }
  return names;
}

function fillUnit(
  unit: Unit,
  module: Module,
  env: Env,
  group: Group,
  find: ModuleFinder,
  put: (name: string, meaning: Meaning, local: boolean) => void,
): void {
  switch (unit.kind) {
    case 'constants':
      for (const parameter of unit.parameters) put(parameter.name.text, group.declareConstant(parameter), false);
      return;
    case 'variables':
      for (const name of unit.names) put(name.text, group.declareVariable(name), false);
      return;
    case 'operatorDefinition':
    case 'functionDefinition':
    case 'instance':
      for (const [name, meaning, local] of unitMeanings(
        unit,
        env,
        group.slot,
        module.name.text,
        find,
        group.instanceReplacements,
      )) {
        put(name, group.replacements(module.name.text, name) ?? ownBuiltin(module, name) ?? meaning, local);
      }
      return;
    case 'assume':
      // TLC checks assumptions, and believes axioms.
      if (!unit.at.source.text.startsWith('AXIOM', unit.at.start)) {
        group.assumptions?.push({ name: unit.name?.text ?? null, body: unit.body, env, at: unit.at });
      }
      nameFormula(unit.name, unit.body, unit.at, env, group, module, put);
      return;
    case 'theorem':
      if (unit.body !== null) nameFormula(unit.name, unit.body, unit.at, env, group, module, put);
      return;
    case 'recursive':
    case 'module':
      return;
    default:
      unit satisfies never;
  }
}

/** A copy of a standard module beside the specification: TLC evaluates its operators by its own code all the same. */
function ownBuiltin(module: Module, name: string): Meaning | undefined {
  const table = BUILTIN_MODULES.get(module.name.text);
  if (table === undefined || !Object.hasOwn(table, name)) return undefined;
  return { kind: 'builtin', name, builtin: table[name]! };
}

function nameFormula(
  name: Name | null,
  body: Expr,
  at: SourceRange,
  env: Env,
  group: Group,
  module: Module,
  put: (name: string, meaning: Meaning, local: boolean) => void,
): void {
  if (name === null) return;
  const definition: Definition = {
    name: name.text,
    parameters: [],
    body,
    bounds: null,
    at,
    env,
    slot: group.slot,
    module: module.name.text,
  };
  put(name.text, { kind: 'definition', definition }, false);
}

/** The names that a definition or instance brings into `env`, which is the scope of its body. */
export function unitMeanings(
  unit: Extract<Unit, { kind: 'operatorDefinition' | 'functionDefinition' | 'instance' }>,
  env: Env,
  slot: Block | null,
  module: string,
  find: ModuleFinder,
  replacements: Replacements,
): (readonly [string, Meaning, boolean])[] {
  if (unit.kind === 'instance') return instanceMeanings(unit, env, slot, find, replacements);
  const definition = definitionOf(unit, env, slot, module);
  return [[unit.name.text, { kind: 'definition', definition }, unit.local]];
}

function instanceMeanings(
  unit: InstanceUnit,
  env: Env,
  slot: Block | null,
  find: ModuleFinder,
  replacements: Replacements,
): (readonly [string, Meaning, boolean])[] {
  const loaded = find(unit.module.text);
  const module = loaded?.kind === 'user' ? loaded.module : null;
  const enclosing = loaded?.kind === 'user' ? (loaded.enclosing ?? null) : null;
  const exports = module === null ? loadedNames(unit.module, loaded, plainGroup(replacements), find) : null;
  if (unit.name === null) {
    const names = module === null ? exports! : instantiate(unit, module, enclosing, env, slot, find, replacements);
    return [...names].map(([name, meaning]) => [name, meaning, unit.local] as const);
  }
  const instance: NamedInstance = { unit, env, module, enclosing, lookupModule: find, replacements, slot, exports };
  return [[unit.name.text, { kind: 'instance', instance }, unit.local]];
}

/** Modules without constants and variables need no substitutions. */
const plainGroup = (replacements: Replacements): Group => ({
  exports: new Map(),
  building: [],
  slot: null,
  assumptions: null,
  replacements,
  instanceReplacements: replacements,
  declareConstant: () => ({ kind: 'parameter' }),
  declareVariable: () => ({ kind: 'parameter' }),
});

/**
 * The names of an instance of a module. Its constants and variables stand for the substitutions, or for what has the same name in `env`
 * (the scope of the INSTANCE with its parameters bound). A nested module sees the module around it, `enclosing`. Generated code goes to
 * `slot`.
 */
export function instantiate(
  unit: InstanceUnit,
  module: Module,
  enclosing: Env | null,
  env: Env,
  slot: Block | null,
  find: ModuleFinder,
  replacements: Replacements,
): Map<string, Meaning> {
  const declared = new Set<string>();
  const substitutions = new Map(unit.substitutions.map((one) => [one.name.text, one.value]));
  const targets = unit.substitutions.map(({ value }) => plainName(value));
  const declare = (name: Name): Meaning => {
    declared.add(name.text);
    const value = substitutions.get(name.text);
    if (value !== undefined) return { kind: 'macro', expr: value, env };
    // What it stands for may be defined further down, where the configuration replaces it.
    if (!isDeclared(env, name.text)) {
      return reject('tla/unknown-name', unit.at, `INSTANCE ${module.name.text} gives no value to "${name.text}"`, {
        expected: `"WITH ${name.text} <- …", or a declaration of ${name.text} in this module`,
      });
    }
    return { kind: 'alias', name: name.text, env };
  };
  const group: Group = {
    exports: new Map(),
    building: [],
    slot,
    assumptions: null,
    replacements,
    instanceReplacements: replacements,
    declareConstant: (parameter) => declare(parameter.name),
    declareVariable: (name) => {
      const meaning = declare(name);
      if (meaning.kind === 'macro') {
        const target = plainName(meaning.expr);
        const shared = target !== undefined && targets.indexOf(target) !== targets.lastIndexOf(target);
        return { ...meaning, variable: true, ...(shared ? { shared: true } : {}) };
      }
      const expr = { kind: 'reference', path: [], name, args: [], at: name.at } as const;
      return { kind: 'macro', expr, env, variable: true };
    },
  };
  const exports = fillModule(module, childEnv(enclosing), group, find);
  // An instance passes on definitions, not declarations.
  for (const name of declared) exports.delete(name);
  return exports;
}
