import { counted } from '../../../diagnostics/counted.ts';
import type { FunctionDefinition, InstanceUnit, Name, OperatorDefinition, Parameter, Unit } from '../../syntax/ast.ts';
import { reject } from '../semantic-error.ts';
import {
  bodyOf,
  type Declaration,
  declared,
  define,
  find,
  inner,
  instanceNamed,
  labelling,
  named,
  operatorNamed,
  recursiveNamed,
  redefined,
  type Scope,
  take,
} from './declarations.ts';
import { bind } from './expressions.ts';
import { instantiated } from './instances.ts';
import { higher, join, joinAll, LEVELS, type Level, type Placeholder } from './levels.ts';

type Definition = OperatorDefinition | FunctionDefinition | InstanceUnit;

/**
 * From a RECURSIVE to the last of the definitions that it announces. They may use one another before their levels are known, so they
 * are checked once more if these turn out to be higher than was taken for granted.
 */
interface RecursiveSection {
  /** Announced, and not defined yet. */
  readonly open: Map<string, Parameter>;
  /** With the arities of what they take. */
  readonly announced: Map<string, { readonly name: Name; readonly takes: readonly number[] }>;
  readonly definitions: Definition[];
}

/** Checks the definitions of a module or of LET one after the other. */
export interface Definitions {
  /** Gives the names that mean something from here on and did not before. */
  define(unit: Definition): readonly string[];
  announce(unit: Extract<Unit, { kind: 'recursive' }>): void;
  /** Refuses what may not stand between a RECURSIVE and its definition. */
  outsideOfRecursion(unit: Unit, what: string): void;
  /** Refuses what was announced and never defined. */
  end(): void;
}

export function definitionsIn(scope: Scope): Definitions {
  const { recursive } = scope.checks;
  let section: RecursiveSection = { open: new Map(), announced: new Map(), definitions: [] };

  const announce = (parameter: Parameter): void => {
    const { name, arity } = parameter;
    define(scope, name, 'definition');
    // Until its definition comes it takes no operators.
    const takes = Array<number>(arity).fill(0);
    scope.names.set(name.text, recursiveNamed(takes, recursive.get(name) ?? 0));
    section.open.set(name.text, parameter);
    section.announced.set(name.text, { name, takes });
  };

  const isNew = (name: Name, takes: readonly number[] | null): void => {
    const known = find(scope, name.text);
    if (known?.recursive !== true) {
      define(scope, name, takes === null ? 'instance' : 'definition');
      return;
    }
    const announced = section.open.get(name.text);
    if (announced === undefined) {
      reject('tla/redefined', name.at, `"${name.text}" is declared RECURSIVE outside of this LET`, {
        expected: 'its definition where it is declared',
      });
    }
    if (takes === null) redefined(scope, name);
    // RECURSIVE knows no operators as arguments; SANY looks at the last argument only, and folds are written so.
    const lastIsOperator = (takes.at(-1) ?? 0) > 0;
    if (announced.arity !== takes.length || lastIsOperator) {
      const { source, start, end } = announced.name.at;
      const told = lastIsOperator ? 'an operator as its last argument' : counted(takes.length, 'argument');
      reject('tla/arity', name.at, `"${name.text}" is defined with ${told}`, {
        expected: `${counted(announced.arity, lastIsOperator ? 'value' : 'argument')}, as its RECURSIVE says`,
        related: [{ message: 'it is declared here', at: source.span(start, end) }],
      });
    }
    section.open.delete(name.text);
    section.announced.set(name.text, { name: announced.name, takes });
    scope.names.set(name.text, recursiveNamed(takes, recursive.get(announced.name) ?? 0));
  };

  const check = (unit: Definition): readonly string[] => {
    if (unit.kind === 'instance' && unit.name === null) return take(scope, instantiated(unit, scope), unit.module);
    const { text } = unit.name!;
    // What a RECURSIVE announced is passed on, LOCAL or not, as TLC has it.
    const names = scope.names.has(text) ? [] : [text];
    scope.names.set(text, declarationOf(unit, unit.name!, scope));
    return names;
  };

  /** Once more with the levels that the first check found. */
  const close = (): void => {
    const { announced, definitions } = section;
    section = { open: new Map(), announced: new Map(), definitions: [] };
    let level: Level = 0;
    for (const text of announced.keys()) level = higher(level, scope.names.get(text)!.leveled.level);
    const again = [...announced.values()].some(({ name }) => level > (recursive.get(name) ?? 0));
    for (const [text, { name, takes }] of announced) {
      refusePrimed(text, scope.names.get(text)!, definitions);
      if (!again) continue;
      recursive.set(name, level);
      scope.names.set(text, recursiveNamed(takes, level));
    }
    if (again) for (const unit of definitions) check(unit);
  };

  return {
    announce(unit) {
      for (const parameter of unit.parameters) announce(parameter);
    },
    define(unit) {
      if (unit.name !== null) isNew(unit.name, takenBy(unit));
      if (section.announced.size > 0) section.definitions.push(unit);
      const names = check(unit);
      if (section.announced.size > 0 && section.open.size === 0) close();
      return names;
    },
    outsideOfRecursion(unit, what) {
      const [first] = section.open.values();
      if (first === undefined) return;
      const { source, start, end } = first.name.at;
      reject('tla/redefined', unit.at, `${what} stands between a RECURSIVE and its definition`, {
        expected: `the definition of "${first.name.text}" first`,
        related: [{ message: 'it is declared here', at: source.span(start, end) }],
      });
    },
    end() {
      const [first] = section.open.values();
      if (first === undefined) return;
      reject('tla/unknown-name', first.name.at, `"${first.name.text}" is declared RECURSIVE and never defined`, {
        expected: `"${first.name.text}${first.arity === 0 ? '' : '(…)'} == …" after it`,
      });
    },
  };
}

/** The arities of what a definition takes; null for an instance. */
const takenBy = (unit: Definition): readonly number[] | null => {
  switch (unit.kind) {
    case 'operatorDefinition':
      return unit.parameters.map(({ arity }) => arity);
    case 'functionDefinition':
      return [];
    case 'instance':
      return null;
  }
};

/** A recursive operator would prime its arguments again at each turn. */
function refusePrimed(name: string, { parameters }: Declaration, definitions: readonly Definition[]): void {
  const primed = parameters.findIndex((parameter) => parameter.highest < 2);
  if (primed < 0) return;
  const unit = definitions.find((one) => one.name?.text === name)!;
  reject('tla/level', unit.name!.at, `argument ${primed + 1} of the recursive "${name}" is primed`, {
    expected: 'a recursive operator that primes none of its arguments',
  });
}

/** What a definition says of its name, once everything in it is checked. */
function declarationOf(unit: Definition, name: Name, scope: Scope): Declaration {
  switch (unit.kind) {
    case 'operatorDefinition': {
      const { inside, standFor } = withParameters(scope, unit.parameters);
      const body = scope.checks.expression(unit.body, labelling(inside));
      const operator = operatorNamed(unit.parameters, standFor, body);
      return { ...operator, body: bodyOf(unit.body, inside) };
    }
    case 'functionDefinition': {
      const { inside, sets } = bind(unit.bounds, labelling(scope));
      if (inside.names.has(name.text)) redefined(inside, name);
      // A function that an operator's name stands for may refer to itself.
      inside.names.set(name.text, named('definition', LEVELS[0]));
      const body = scope.checks.expression(unit.body, inside);
      return named('definition', join(body, joinAll(sets)));
    }
    case 'instance': {
      const { inside, standFor } = withParameters(scope, unit.parameters);
      return instanceNamed(unit.parameters, standFor, instantiated(unit, inside));
    }
  }
}

function withParameters(
  scope: Scope,
  parameters: readonly Parameter[],
): { readonly inside: Scope; readonly standFor: readonly Placeholder[] } {
  const inside = inner(scope);
  const standFor = parameters.map(({ name, arity }) => {
    define(inside, name, 'bound');
    const parameter = declared('bound', arity);
    inside.names.set(name.text, parameter);
    return parameter.placeholder!;
  });
  return { inside, standFor };
}
