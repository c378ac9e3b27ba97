import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import type { Configuration, ConfigurationValue } from '../config/configuration.ts';
import type { LoadedSpec } from '../modules/load-spec.ts';
import type { Module, Name, SourceRange } from '../syntax/ast.ts';
import { fromItf } from '../values/itf.ts';
import { setOf } from '../values/sets.ts';
import { boolean, createStore, integer, modelValue, type Store, string, type Value } from '../values/store.ts';
import { type Analysis, createAnalysis, definitionFacts, factsOf } from './analysis.ts';
import { checkNames } from './check-names.ts';
import { type Assignments, type LinkedSpec, linkSpec } from './link.ts';
import type { OperatorRow } from './operator-table.ts';
import { lookup, type Scoped, visibleNames } from './scope.ts';
import { reject, SemanticFailure, semanticError, textOfRange } from './semantic-error.ts';
import { type Behaviour, decompose } from './specification.ts';

export interface NamedFormula extends Scoped {
  readonly name: string;
  /** 0 constant, 1 of a state, 2 of a step, 3 temporal. */
  readonly level: 0 | 1 | 2 | 3;
}

/** A specification under a configuration: everything resolved, nothing evaluated yet. Immutable but for its value store. */
export interface TlaModel {
  readonly loaded: LoadedSpec;
  readonly configuration: Configuration;
  /** Constants given beside the configuration, which win over it. */
  readonly constants: JsonObject;
  readonly spec: LinkedSpec;
  readonly store: Store;
  readonly analysis: Analysis;
  /** Names of the configuration's model values. */
  readonly modelValues: ReadonlySet<string>;
  readonly behaviour: Behaviour;
  readonly invariants: readonly NamedFormula[];
  readonly properties: readonly NamedFormula[];
  readonly constraints: readonly NamedFormula[];
  readonly actionConstraints: readonly NamedFormula[];
  readonly symmetry: NamedFormula | null;
  readonly view: NamedFormula | null;
  readonly alias: NamedFormula | null;
  readonly postconditions: readonly NamedFormula[];
  /** Formulas of a state or a step, each of which some state or step of the search has to satisfy. */
  readonly possible: readonly NamedFormula[];
  readonly checkDeadlock: boolean;
  /** What is odd about the configuration, and no error to TLC. */
  readonly warnings: readonly Diagnostic[];
}

export interface ModelOptions {
  /**
   * Constants by name, which win over the configuration's. Values as in ITF, but a plain list is a set, as a configuration would write it
   * (`{"#tup": […]}` is a tuple), and a string that names a model value of the configuration is that model value.
   */
  readonly constants?: JsonObject;
  /** The value store of another variant of the same model, so that their states can be exchanged. */
  readonly store?: Store;
}

/** Puts a specification and its configuration together. Errors say which name is unknown, which constant has no value, and so on. */
export function createModel(
  loaded: LoadedSpec,
  configuration: Configuration,
  options: ModelOptions = {},
): Result<TlaModel> {
  const analysis = createAnalysis();
  try {
    return ok(build(loaded, configuration, options, analysis));
  } catch (error) {
    if (error instanceof SemanticFailure) return fail(error.diagnostic);
    if (error instanceof RangeError) return fail(tooDeep(analysis.latest?.at ?? null));
    throw error;
  }
}

/** Evaluation or compilation ran out of call depth at this place. */
export const tooDeep = (at: SourceRange | null, related?: Diagnostic['related']): Diagnostic => {
  const message =
    'the evaluation nests too deeply: a recursion without end, or one that is longer than can be followed';
  return semanticError('tla/too-deep', at, at === null ? message : `${message}: ${textOfRange(at, 80)}`, { related });
};

function build(loaded: LoadedSpec, configuration: Configuration, options: ModelOptions, analysis: Analysis): TlaModel {
  // A variant of a model that was built before differs in no name.
  if (options.store === undefined) checkNames(loaded);
  const store = options.store ?? createStore();
  const given = options.constants ?? {};
  const modelValues = new Set<string>();
  const assignments = readAssignments(store, configuration, given, modelValues);
  if (options.store === undefined) orderStrings(store, loaded);
  const spec = linkSpec(loaded.root, (name) => loaded.modules.get(name), assignments);
  for (const name of Object.keys(given)) {
    if (spec.constants.some((constant) => constant.name === name) || lookup(spec.env, name) !== undefined) continue;
    throw new SemanticFailure({
      code: 'tla/unknown-name',
      message: `module ${spec.name} has no constant "${name}"`,
      ...hint(
        name,
        spec.constants.map((constant) => constant.name),
      ),
    });
  }
  const unknown = unknownConstants(configuration, spec);
  for (const constant of spec.constants) {
    const meaning = lookup(spec.env, constant.name);
    if (meaning?.kind === 'undefinedConstant') {
      // A constant under another name is the likelier mistake than one too few.
      if (unknown[0] !== undefined) throw new SemanticFailure(unknown[0]);
      throw new SemanticFailure(
        semanticError('tla/missing-constant', constant.at, `the constant "${constant.name}" has no value`, {
          expected: `"${constant.name} = …" or "${constant.name} <- …" in the configuration`,
        }),
      );
    }
  }
  for (const { name, arity, at } of spec.constants) {
    const meaning = lookup(spec.env, name);
    if (arity > 0 || meaning?.kind !== 'definition') continue;
    const by = configuration.constants.find((setting) => setting.name.text === name)?.name.at ?? at;
    if (definitionFacts(analysis, meaning.definition).level > 0) {
      reject('tla/level', by, `the constant "${name}" is given a definition that reads the state`);
    }
  }
  const formula = (name: Name): NamedFormula => {
    if (lookup(spec.env, name.text) === undefined) {
      reject('tla/unknown-name', name.at, `module ${spec.name} has no definition "${name.text}"`, {
        hint: nearestHint(name.text, visibleNames(spec.env)),
      });
    }
    const expr = { kind: 'reference', path: [], name, args: [], at: name.at } as const;
    return { name: name.text, expr, env: spec.env, level: factsOf(analysis, expr, spec.env).level };
  };
  return {
    loaded,
    configuration,
    constants: given,
    spec,
    store,
    analysis,
    modelValues,
    behaviour: behaviourOf(spec, analysis, configuration, formula),
    invariants: configuration.invariants.map((name) => ofOneState('invariant', formula(name), name)),
    properties: configuration.properties.map(formula),
    constraints: configuration.constraints.map((name) => ofOneState('constraint', formula(name), name)),
    actionConstraints: configuration.actionConstraints.map(formula),
    symmetry: configuration.symmetry === null ? null : formula(configuration.symmetry),
    view: configuration.view === null ? null : formula(configuration.view),
    alias: configuration.alias === null ? null : formula(configuration.alias),
    postconditions: configuration.postconditions.map(formula),
    possible: configuration.possible.map((name) => ofOneStep(formula(name), name)),
    checkDeadlock: configuration.checkDeadlock?.value ?? true,
    warnings: unknown,
  };
}

/** Settings of the configuration that are for no constant and no definition of the module; TLC passes them over. */
function unknownConstants(configuration: Configuration, spec: LinkedSpec): readonly Diagnostic[] {
  return configuration.constants.flatMap((setting) => {
    // `r1 = r1` introduces a model value, whether or not a constant has its name.
    const introduces =
      setting.kind === 'value' && setting.value.kind === 'modelValue' && setting.value.name === setting.name.text;
    if (setting.module !== null || introduces || lookup(spec.env, setting.name.text) !== undefined) return [];
    const names = spec.constants.map((constant) => constant.name);
    return semanticError(
      'tla/unknown-name',
      setting.name.at,
      `module ${spec.name} has no constant "${setting.name.text}"`,
      hint(setting.name.text, names),
    );
  });
}

/** Invariants and constraints are judged state by state. */
function ofOneState(what: 'invariant' | 'constraint', formula: NamedFormula, name: Name): NamedFormula {
  if (formula.level < 2) return formula;
  const step = what === 'invariant' ? `PROPERTY, with a definition such as [][${name.text}]_vars` : 'ACTION_CONSTRAINT';
  return reject(
    'tla/level',
    name.at,
    formula.level === 3
      ? `the ${what} "${name.text}" is a temporal formula`
      : `the ${what} "${name.text}" speaks of a step: it primes a variable`,
    { expected: 'a formula about one state', hint: `what is about steps belongs to ${step}` },
  );
}

/** What `_POSSIBLE` names is true of a state or a step. */
function ofOneStep(formula: NamedFormula, name: Name): NamedFormula {
  if (formula.level === 1 || formula.level === 2) return formula;
  const what = formula.level === 0 ? 'does not depend on the state' : 'is a temporal formula';
  return reject('tla/level', name.at, `"${name.text}" under _POSSIBLE ${what}`, {
    expected: 'a formula about one state or one step',
  });
}

function hint(name: string, known: readonly string[]): { hint?: string } {
  const found = nearestHint(name, known);
  return found === undefined ? {} : { hint: found };
}

function behaviourOf(
  spec: LinkedSpec,
  analysis: Analysis,
  configuration: Configuration,
  formula: (name: Name) => NamedFormula,
): Behaviour {
  if (configuration.specification !== null) {
    const other = configuration.init ?? configuration.next;
    if (other !== null) {
      reject('tla/no-specification', other.at, 'the configuration gives both SPECIFICATION and INIT or NEXT', {
        expected: 'INIT and NEXT, or SPECIFICATION',
      });
    }
    const { expr, env } = formula(configuration.specification);
    return decompose(spec, analysis, expr, env);
  }
  const { init, next } = configuration;
  if (init !== null && next !== null) {
    return { init: [formula(init)], next: formula(next), temporal: [] };
  }
  if (init !== null || next !== null) {
    const known = (init ?? next)!;
    return reject(
      'tla/no-specification',
      known.at,
      `the configuration names ${init === null ? 'NEXT' : 'INIT'} alone`,
      {
        expected: 'INIT and NEXT, or SPECIFICATION',
      },
    );
  }
  // A module of constants has one behaviour, without variables; its assumptions are all there is to check.
  if (spec.variables.length === 0) return { init: [], next: null, temporal: [] };
  const { source } = configuration;
  return reject(
    'tla/no-specification',
    { source, start: 0, end: 0 },
    `the configuration does not say what module ${spec.name} specifies`,
    { expected: '"SPECIFICATION Spec", or "INIT Init" and "NEXT Next"' },
  );
}

function readAssignments(
  store: Store,
  configuration: Configuration,
  given: JsonObject,
  modelValues: Set<string>,
): Assignments {
  const values = new Map<string, Value>();
  const replacements = new Map<string, string>();
  const tables = new Map<string, readonly [OperatorRow, ...OperatorRow[]]>();
  const moduleReplacements = new Map<string, Map<string, string>>();
  const moduleValues = new Map<string, Map<string, Value>>();
  const read = (value: ConfigurationValue): Value => {
    switch (value.kind) {
      case 'integer':
        if (value.value > 0x7fffffffn || value.value < -0x80000000n) {
          return reject('tla/overflow', value.at, 'the integer does not fit into 32 bits');
        }
        return integer(store, Number(value.value));
      case 'string':
        return string(store, value.value);
      case 'boolean':
        return boolean(value.value);
      case 'modelValue':
        modelValues.add(value.name);
        return modelValue(store, value.name);
      case 'set':
        return setOf(store, value.items.map(read));
    }
  };
  for (const setting of configuration.constants) {
    const name = setting.name.text;
    if (setting.kind === 'replacement') {
      if (setting.module === null) replacements.set(name, setting.by.text);
      else {
        const known = moduleReplacements.get(setting.module.text) ?? new Map<string, string>();
        known.set(name, setting.by.text);
        moduleReplacements.set(setting.module.text, known);
      }
    } else if (setting.args.length > 0) {
      const row = { args: setting.args.map(read), value: read(setting.value), at: setting.at };
      const [first, ...more] = tables.get(name) ?? [];
      if (setting.module !== null || (first !== undefined && first.args.length !== row.args.length)) {
        const inside = 'values of an operator, argument by argument, inside of one module are not supported';
        const message =
          setting.module === null ? `"${name}" is given values for different numbers of arguments` : inside;
        reject(setting.module === null ? 'tla/arity' : 'tla/unsupported', setting.at, message);
      }
      tables.set(name, first === undefined ? [row] : [first, ...more, row]);
    } else if (setting.module === null) values.set(name, read(setting.value));
    else {
      const known = moduleValues.get(setting.module.text) ?? new Map<string, Value>();
      known.set(name, read(setting.value));
      moduleValues.set(setting.module.text, known);
    }
  }
  for (const [name, json] of Object.entries(given)) {
    const value = fromItf(store, json as Json, 'sets', modelValues);
    if (!value.ok) {
      const [{ code, message }] = value.errors;
      throw new SemanticFailure({ code, message: `the constant "${name}": ${message}` });
    }
    values.set(name, value.value);
    replacements.delete(name);
  }
  return { values, replacements, tables, moduleReplacements, moduleValues };
}

/** Names that the standard modules use themselves, in the order in which TLC reads them. */
const STANDARD_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['Naturals', 'Nat a b n leq geq div'],
      ['Integers', 'Nat a b n leq geq div Int'],
      ['Sequences', 'Nat a b n leq geq div Seq S in Len s o t i Append e Head Tail SubSeq m SelectSeq Test F'],
      [
        'FiniteSets',
        'Nat a b n leq geq div Seq S in Len s o t i Append e Head Tail SubSeq m SelectSeq Test F IsFiniteSet E seq A Cardinality CS T x',
      ],
      [
        'TLC',
        'Nat a b n leq geq div Seq S in Len s o t i Append e Head Tail SubSeq m SelectSeq Test F IsFiniteSet E seq A Cardinality CS T x ' +
          'Print out val PrintT Assert v JavaTime TLCGet TLCSet d f g cup Permutations w SortSeq Op Perm p j RandomElement Any ToString TLCEval',
      ],
    ] as const
  ).map(([name, words]) => [name, words.split(' ')]),
);

/**
 * Interns strings in the order in which TLC first meets them, which is the order it puts them in: the configuration's first, then the
 * identifiers of the modules, then their string literals.
 */
function orderStrings(store: Store, loaded: LoadedSpec): void {
  const modules: Module[] = [loaded.root];
  for (const one of loaded.modules.values()) {
    if (one.kind === 'user' && one.module !== loaded.root) modules.push(one.module);
  }
  const texts = modules.map((module) => module.at.source.text.slice(module.at.start, module.at.end));
  const code = texts.map((text) => text.replace(/\(\*[\s\S]*?\*\)|\\\*[^\n]*/g, ' '));
  const standard = [...loaded.modules.keys()].flatMap((name) => STANDARD_WORDS.get(name) ?? []);
  for (const text of [...code, standard.join(' ')]) {
    for (const [word] of text.replace(/"(?:[^"\\\n]|\\.)*"/g, ' ').matchAll(/[A-Za-z_]\w*/g)) string(store, word);
  }
  for (const text of [...code.slice(1), code[0]!]) {
    for (const [, literal] of text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) {
      if (!literal!.includes('\\')) string(store, literal!);
    }
  }
}
