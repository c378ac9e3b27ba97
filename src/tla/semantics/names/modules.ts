import type { Expr, Module, Name, Sequent, Unit } from '../../syntax/ast.ts';
import { reject } from '../semantic-error.ts';
import {
  bodyOf,
  type Checks,
  type Declaration,
  declared,
  define,
  inner,
  labelling,
  moduleKey,
  moduleNamed,
  type Names,
  named,
  type Scope,
  take,
} from './declarations.ts';
import { type Definitions, definitionsIn } from './definitions.ts';
import { LEVEL_WORDS, LEVELS, type Leveled } from './levels.ts';
import { namesOfModule } from './references.ts';

/** Checks a module; gives the names that EXTENDS and INSTANCE pass on. `around` is the scope of a nested module. */
export function moduleNames(module: Module, around: Scope | null, checks: Checks): Names {
  const scope: Scope = {
    checks,
    parent: around,
    names: new Map(),
    places: new Map(),
    labels: null,
    at: LEVELS[0],
  };
  for (const extended of module.extends) take(scope, namesOfModule(extended, scope), extended);
  const local = new Set<string>();
  const definitions = definitionsIn(scope);
  for (const unit of module.units) {
    const names = checkUnit(unit, scope, definitions);
    if (isLocal(unit)) for (const name of names) local.add(name);
  }
  definitions.end();
  if (local.size === 0) return scope.names;
  return new Map([...scope.names].filter(([name]) => !local.has(name)));
}

function statementLevel(unit: Extract<Unit, { kind: 'theorem' }>, scope: Scope): Leveled {
  const inside = unit.name === null ? scope : labelling(scope);
  if (unit.body !== null) return scope.checks.expression(unit.body, inside);
  return unit.sequent === null ? LEVELS[0] : sequentLevel(unit.sequent, inside);
}

const NEW_LEVELS: ReadonlyMap<string | null, Leveled> = new Map([
  ['VARIABLE', LEVELS[1]],
  ['STATE', LEVELS[1]],
  ['ACTION', LEVELS[2]],
  ['TEMPORAL', LEVELS[3]],
]);

/** Each assumption is in reach of what follows it. */
function sequentLevel({ assumptions, goal }: Sequent, around: Scope): Leveled {
  const scope = inner(around);
  for (const one of assumptions) {
    switch (one.kind) {
      case 'formula':
        scope.checks.expression(one.body, scope);
        break;
      case 'sequent':
        sequentLevel(one.sequent, scope);
        break;
      case 'new': {
        const { name, arity } = one.parameter;
        if (one.set !== null) scope.checks.expression(one.set, scope);
        define(scope, name, 'bound');
        const { level } = NEW_LEVELS.get(one.word) ?? LEVELS[0];
        const declaration = declared('bound', arity);
        scope.names.set(name.text, { ...declaration, kind: 'definition', leveled: { ...declaration.leveled, level } });
      }
    }
  }
  return scope.checks.expression(goal, scope);
}

const isLocal = (unit: Unit): boolean => 'local' in unit && unit.local;

/** Gives the names that a definition brings, which may be LOCAL. */
function checkUnit(unit: Unit, scope: Scope, definitions: Definitions): readonly string[] {
  const putStatement = (name: Name, expr: Expr | null, body: Leveled): void => {
    if (expr === null) put(name.text, named('sequent', body));
    else put(name.text, { ...named('statement', body), body: bodyOf(expr, scope) });
  };
  const put = (name: string, declaration: Declaration): void => {
    scope.names.set(name, declaration);
  };
  switch (unit.kind) {
    case 'constants':
      definitions.outsideOfRecursion(unit, 'a declaration');
      for (const { name, arity } of unit.parameters) {
        define(scope, name, 'constant');
        put(name.text, declared('constant', arity));
      }
      return [];
    case 'variables':
      definitions.outsideOfRecursion(unit, 'a declaration');
      for (const name of unit.names) {
        define(scope, name, 'variable');
        put(name.text, declared('variable', 0));
      }
      return [];
    case 'recursive':
      definitions.announce(unit);
      return [];
    case 'operatorDefinition':
    case 'functionDefinition':
    case 'instance':
      return definitions.define(unit);
    case 'assume': {
      definitions.outsideOfRecursion(unit, 'an assumption');
      if (unit.name !== null) define(scope, unit.name, 'statement');
      const body = scope.checks.expression(unit.body, unit.name === null ? scope : labelling(scope));
      if (body.level > 0) {
        reject('tla/level', unit.body.at, `an assumption is ${LEVEL_WORDS[body.level]}`, {
          expected: 'a formula of constants alone',
        });
      }
      if (unit.name !== null) putStatement(unit.name, unit.body, body);
      return [];
    }
    case 'theorem': {
      definitions.outsideOfRecursion(unit, 'a theorem');
      if (unit.name !== null) define(scope, unit.name, 'statement');
      const body = scope.checks.theorems ? statementLevel(unit, scope) : LEVELS[0];
      if (unit.name !== null) putStatement(unit.name, unit.body, body);
      return [];
    }
    case 'module':
      definitions.outsideOfRecursion(unit, 'a module');
      put(moduleKey(unit.module.name.text), moduleNamed(moduleNames(unit.module, scope, scope.checks)));
      return [];
    default:
      return unit satisfies never;
  }
}
