import { counted } from '../../../diagnostics/counted.ts';
import { nearestHint } from '../../../diagnostics/nearest.ts';
import type { InstanceUnit, Substitution } from '../../syntax/ast.ts';
import { reject } from '../semantic-error.ts';
import { type Declaration, find, type Names, type Scope } from './declarations.ts';
import {
  inOtherStates,
  LEVEL_WORDS,
  type Level,
  type Leveled,
  type Placeholder,
  replaced,
  restrict,
  without,
} from './levels.ts';
import { type Given, givenArgument, namesOfModule } from './references.ts';

/** The names of a module with something in the place of its constants and variables. `inside` holds the instance's parameters. */
export function instantiated(unit: InstanceUnit, inside: Scope): Names {
  const names = namesOfModule(unit.module, inside);
  const constant = isConstant(names);
  const by = new Map<Placeholder, Leveled>();
  const given = substitutions(unit, names, inside);
  for (const [name, declaration] of names) {
    if (!isDeclared(declaration)) continue;
    const substitution = given.get(name);
    const value = substitution === undefined ? implicit(unit, name, declaration, inside) : substitution;
    checkLevel(unit, name, declaration, value, constant);
    by.set(declaration.placeholder!, value.leveled);
  }
  const passedOn = new Map<string, Declaration>();
  for (const [name, declaration] of names) {
    if (isDeclared(declaration) || declaration.kind === 'module') continue;
    const { leveled, body } = declaration;
    passedOn.set(name, {
      ...declaration,
      leveled: replaced(leveled, by),
      body: body && { ...body, through: [...body.through, by] },
    });
  }
  return passedOn;
}

const isDeclared = ({ kind }: Declaration): boolean => kind === 'constant' || kind === 'variable';

/** Whether a module speaks of no state: what stands for its constants may then be of any level that they are used at. */
const isConstant = (names: Names): boolean =>
  [...names.values()].every(({ kind, leveled }) => kind !== 'variable' && leveled.level === 0);

function substitutions(unit: InstanceUnit, names: Names, inside: Scope): Map<string, Given> {
  const given = new Map<string, Given>();
  const seen = new Map<string, Substitution>();
  for (const one of unit.substitutions) {
    const { text, at } = one.name;
    const declaration = names.get(text);
    if (declaration === undefined || !isDeclared(declaration)) {
      const known = [...names].flatMap(([name, found]) => (isDeclared(found) ? [name] : []));
      reject('tla/unknown-name', at, `module ${unit.module.text} has no constant or variable "${text}"`, {
        hint: known.length === 0 ? undefined : nearestHint(text, known),
      });
    }
    const earlier = seen.get(text);
    if (earlier !== undefined) {
      const { source, start, end } = earlier.name.at;
      reject('tla/redefined', at, `"${text}" is substituted twice`, {
        expected: 'one "<-" for each constant and variable',
        related: [{ message: 'it is substituted here', at: source.span(start, end) }],
      });
    }
    seen.set(text, one);
    given.set(text, givenArgument(one.value, declaration!.arity, inside));
  }
  return given;
}

/** What has the same name where the module is instantiated stands for what is not substituted. */
function implicit(unit: InstanceUnit, name: string, { arity }: Declaration, inside: Scope): Given {
  const found = find(inside, name);
  if (found === undefined || found.names !== null) {
    reject('tla/unknown-name', unit.at, `INSTANCE ${unit.module.text} gives no value to "${name}"`, {
      expected: `"WITH ${name} <- …", or a declaration of ${name} in this module`,
    });
  }
  if (found.arity !== arity) {
    reject(
      'tla/arity',
      unit.at,
      `INSTANCE ${unit.module.text} takes "${name}" with ${counted(arity, 'argument')}, not ${found.arity}`,
    );
  }
  return { leveled: without(found.leveled, found.parameters), operator: arity === 0 ? null : found, at: unit.at };
}

function checkLevel(
  unit: InstanceUnit,
  name: string,
  declaration: Declaration,
  { leveled, operator, at }: Given,
  constant: boolean,
): void {
  const itself = declaration.placeholder!;
  const own: Level = constant ? 3 : declaration.kind === 'variable' ? 1 : 0;
  const highest = itself.highest < own ? itself.highest : own;
  if (leveled.level > highest) {
    reject(
      'tla/level',
      at,
      `what stands for "${name}" of module ${unit.module.text} is ${LEVEL_WORDS[leveled.level]}`,
      {
        expected: `at most ${LEVEL_WORDS[highest]}`,
      },
    );
  }
  restrict(leveled, highest);
  if (itself.inOtherStates) inOtherStates(leveled);
  if (operator?.parameters.some((parameter) => parameter.inOtherStates)) {
    reject(
      'tla/level',
      at,
      `what stands for "${name}" of module ${unit.module.text} speaks of other states than its arguments`,
      {
        expected: 'an operator that primes none of its arguments and puts none under ENABLED or a temporal operator',
      },
    );
  }
  for (const [k, { level }] of itself.applied.entries()) {
    const taken = operator?.parameters[k]?.highest ?? 3;
    if (level > taken) {
      reject('tla/level', at, `module ${unit.module.text} applies "${name}" to ${LEVEL_WORDS[level]}`, {
        expected: `an operator that takes one, where this takes at most ${LEVEL_WORDS[taken]}`,
      });
    }
  }
}
