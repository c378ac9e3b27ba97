import { counted } from '../../../diagnostics/counted.ts';
import type { Argument, Expr, Name } from '../../syntax/ast.ts';
import { childExpressions } from '../../syntax/children.ts';
import { selectSubexpression } from '../../syntax/subexpression.ts';
import { bare } from '../../syntax/unparse.ts';
import { reject } from '../semantic-error.ts';
import {
  type Body,
  coreDeclaration,
  type Declaration,
  declared,
  define,
  find,
  inner,
  labelling,
  moduleKey,
  type Names,
  operatorNamed,
  type Scope,
  unknown,
  visible,
} from './declarations.ts';
import {
  higher,
  inOtherStates,
  join,
  LEVEL_WORDS,
  type Level,
  type Leveled,
  type Placeholder,
  placeholder,
  replaced,
  restrict,
  without,
} from './levels.ts';

type Reference = Extract<Expr, { readonly kind: 'reference' }>;

/** An argument: a formula, and the operator that it names if one is taken there. */
export interface Given {
  readonly leveled: Leveled;
  readonly operator: Declaration | null;
  readonly at: Expr['at'];
}

/** What a name stands for, and what its qualifiers' arguments put in the place of the placeholders of the instances. */
interface Found {
  readonly declaration: Declaration;
  readonly by: ReadonlyMap<Placeholder, Leveled> | null;
}

/** `x`, `Op(a, b)`, `I(x)!Op(a)`. */
export function referenceLevel(expr: Reference, scope: Scope): Leveled {
  const { declaration, by } = lookUp(expr, scope);
  if (declaration.names !== null || declaration.kind === 'sequent') notAValue(expr, declaration);
  if (declaration.arity !== expr.args.length) wrongArity(expr, expr.name.text, declaration.arity, expr.args.length);
  const leveled =
    expr.args.length === 0
      ? declaration.leveled
      : applied(expr.name.text, declaration, givenArguments(declaration, expr.args, scope), expr);
  return by === null ? leveled : replaced(leveled, by);
}

function notAValue(expr: Reference, declaration: Declaration): never {
  if (declaration.kind === 'sequent') {
    return reject('tla/arity', expr.at, `"${expr.name.text}" is an ASSUME … PROVE, not a value`, {
      expected: 'a formula; what is assumed and proved is for provers alone',
    });
  }
  return reject('tla/arity', expr.at, `"${expr.name.text}" is an instance of a module, not a value`, {
    expected: `"${expr.name.text}!" and the name of an operator`,
  });
}

/** `Inv!2`, `Op(a)!<<`: a part of a definition. Parts under bound variables are taken to be as high as the whole. */
export function partLevel(expr: Extract<Expr, { readonly kind: 'subexpression' }>, scope: Scope): Leveled {
  const { of, selectors } = expr;
  const { declaration, by } = lookUp(of, scope);
  const { kind, arity, body, parameters, leveled } = declaration;
  if (kind !== 'definition' && kind !== 'statement') {
    reject('tla/unknown-name', of.at, `"${of.name.text}" has no parts: it is no definition`, {
      expected: 'the name of a definition before "!"',
    });
  }
  if (arity !== of.args.length) wrongArity(of, of.name.text, arity, of.args.length);
  const given = new Map(by ?? []);
  for (const [i, one] of givenArguments(declaration, of.args, scope).entries()) given.set(parameters[i]!, one.leveled);
  const part = body === null ? undefined : selectSubexpression(body.expr, selectors);
  return replaced(body === null || part === undefined ? leveled : levelInside(body, part), given);
}

/** The level of a part of a definition, under no bound variables of it. */
function levelInside({ scope, through, parts }: Body, part: Expr): Leveled {
  let level = parts.get(part);
  if (level === undefined) {
    level = through.reduce(replaced, scope.checks.expression(part, labelling(scope)));
    parts.set(part, level);
  }
  return level;
}

function lookUp(expr: Reference, scope: Scope): Found {
  let names: Names | null = null;
  let by: Map<Placeholder, Leveled> | null = null;
  for (const [step, qualifier] of expr.path.entries()) {
    const { name } = qualifier;
    const next = expr.path[step + 1]?.name ?? expr.name;
    const known: Declaration | undefined = names === null ? find(scope, name.text) : names.get(name.text);
    if (known === undefined) return unknown(name, names === null ? visible(scope) : names.keys());
    const label = known.kind === 'definition' && known.body !== null ? labelled(known.body.expr, next.text) : undefined;
    if (label !== undefined) {
      const given = qualifiedArguments(known, qualifier, expr, scope);
      by = new Map([...(by ?? []), ...given.map(({ leveled }, i) => [known.parameters[i]!, leveled] as const)]);
      const parameters = label.parameters.map(() => placeholder(0));
      return { declaration: operatorNamed(Array(parameters.length).fill({ arity: 0 }), parameters, known.leveled), by };
    }
    if (known.kind !== 'instance' || known.names === null) {
      return reject('tla/unknown-name', name.at, `"${name.text}" is no instance of a module`);
    }
    const given = qualifiedArguments(known, qualifier, expr, scope);
    applied(name.text, known, given, expr);
    if (given.length > 0) {
      by ??= new Map();
      for (const [i, { leveled }] of given.entries()) by.set(known.parameters[i]!, leveled);
    }
    names = known.names;
  }
  const declaration =
    names === null ? (find(scope, expr.name.text) ?? coreDeclaration(expr.name.text)) : names.get(expr.name.text);
  if (declaration !== undefined) return { declaration, by };
  return unknown(
    expr.name,
    names === null ? visible(scope) : names.keys(),
    expr.args.length === 0 ? 'name' : 'operator',
  );
}

/** The part of a formula that has this label. */
function labelled(root: Expr, label: string): Extract<Expr, { readonly kind: 'labelled' }> | undefined {
  const stack: Expr[] = [root];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    if (e.kind === 'labelled' && e.label.text === label) return e;
    for (const child of childExpressions(e)) stack.push(child);
  }
  return undefined;
}

function qualifiedArguments(
  known: Declaration,
  { name, args }: Reference['path'][number],
  expr: Reference,
  scope: Scope,
): readonly Given[] {
  if (known.arity !== args.length) wrongArity(expr, name.text, known.arity, args.length);
  return givenArguments(known, args, scope);
}

function givenArguments(to: Declaration, args: readonly Argument[], scope: Scope): Given[] {
  return args.map((arg, i) => givenArgument(arg, to.arguments[i] ?? 0, scope));
}

/** An argument where an operator of this arity is taken, or a value for 0. */
export function givenArgument(arg: Argument, arity: number, scope: Scope): Given {
  if (arity === 0) return { leveled: scope.checks.expression(arg, scope), operator: null, at: arg.at };
  const expr = bare(arg);
  if (expr.kind === 'lambda') {
    if (expr.parameters.length !== arity) wrongArity(expr, 'LAMBDA', expr.parameters.length, arity);
    const operator = lambda(expr, scope);
    return { leveled: without(operator.leveled, operator.parameters), operator, at: arg.at };
  }
  if (expr.kind === 'reference' && expr.args.length === 0) {
    const { declaration, by } = lookUp(expr, scope);
    if (declaration.names !== null) notAValue(expr, declaration);
    if (declaration.arity !== arity) wrongArity(expr, expr.name.text, declaration.arity, arity);
    if (declaration.arguments.some((one) => one > 0)) {
      reject('tla/arity', expr.at, `"${expr.name.text}" takes operators, and cannot be an argument itself`, {
        expected: `an operator of ${counted(arity, 'value')}`,
      });
    }
    const own = without(declaration.leveled, declaration.parameters);
    return { leveled: by === null ? own : replaced(own, by), operator: declaration, at: arg.at };
  }
  return reject('tla/arity', arg.at, `an operator of ${counted(arity, 'argument')} is expected here`);
}

function lambda(expr: Extract<Expr, { readonly kind: 'lambda' }>, scope: Scope): Declaration {
  const inside = inner(scope);
  const parameters = expr.parameters.map((name) => {
    define(inside, name, 'bound');
    const parameter = declared('bound', 0);
    inside.names.set(name.text, parameter);
    return parameter.placeholder!;
  });
  const body = scope.checks.expression(expr.body, inside);
  return operatorNamed(Array(parameters.length).fill({ arity: 0 }), parameters, body);
}

/** The level of an operator applied to arguments; refused where an argument has a higher level than the operator can take. */
export function applied(name: string, operator: Declaration, given: readonly Given[], at: Expr): Leveled {
  if (operator.placeholder !== null) return appliedPlaceholder(operator.placeholder, operator, given);
  for (const [i, { leveled, at: place }] of given.entries()) {
    const parameter = operator.parameters[i]!;
    if (leveled.level > parameter.highest) tooHigh(name, i, given.length, leveled.level, parameter.highest, place);
    restrict(leveled, parameter.highest);
    if (parameter.inOtherStates) inOtherStates(leveled);
  }
  for (const [i, one] of given.entries()) {
    if (one.operator !== null) passed(name, operator, i, one.operator, given, at);
  }
  const by = new Map(operator.parameters.map((parameter, i) => [parameter, given[i]!.leveled]));
  return operator.leveled.of.size === 0 ? operator.leveled : replaced(operator.leveled, by);
}

/** A parameter or constant that is an operator: what stands for it must take these arguments. */
function appliedPlaceholder(itself: Placeholder, operator: Declaration, given: readonly Given[]): Leveled {
  let result = operator.leveled;
  for (const [i, { leveled }] of given.entries()) {
    const argument = itself.applied[i]!;
    argument.level = higher(argument.level, leveled.level);
    for (const one of leveled.of) argument.to.add(one);
    result = join(result, leveled);
  }
  return result;
}

/** An operator is passed as argument `index`: it must take what it is applied to. */
function passed(
  name: string,
  operator: Declaration,
  index: number,
  argument: Declaration,
  given: readonly Given[],
  at: Expr,
): void {
  for (const [k, { level, to }] of operator.parameters[index]!.applied.entries()) {
    let highest = level;
    const outside = new Set<Placeholder>();
    for (const one of to) {
      const i = operator.parameters.indexOf(one);
      if (i < 0) outside.add(one);
      else {
        const { leveled } = given[i]!;
        highest = higher(highest, leveled.level);
        for (const more of leveled.of) outside.add(more);
      }
    }
    const itself = argument.placeholder;
    if (itself !== null) {
      const into = itself.applied[k]!;
      into.level = higher(into.level, highest);
      for (const one of outside) into.to.add(one);
      continue;
    }
    const parameter = argument.parameters[k]!;
    if (highest > parameter.highest) {
      reject('tla/level', at.at, `"${name}" applies argument ${index + 1} to ${LEVEL_WORDS[highest]}`, {
        expected: `an operator that takes one, where this takes at most ${LEVEL_WORDS[parameter.highest]}`,
      });
    }
    restrict({ level: 0, of: outside }, parameter.highest);
  }
}

function tooHigh(name: string, index: number, count: number, level: Level, highest: Level, at: Expr['at']): never {
  switch (name) {
    case "'":
      return reject('tla/level', at, 'an expression that speaks of the next state is primed');
    case 'UNCHANGED':
      return reject('tla/level', at, 'UNCHANGED takes an expression of one state');
    default:
  }
  if (level === 3 && coreDeclaration(name) !== undefined) return notTemporal(at);
  const which = count === 1 ? 'the argument' : `argument ${index + 1}`;
  return reject('tla/level', at, `${which} of "${name}" is ${LEVEL_WORDS[level]}`, {
    expected: `at most ${LEVEL_WORDS[highest]}, from how "${name}" uses it`,
  });
}

const notTemporal = (at: Expr['at']): never =>
  reject('tla/level', at, 'a temporal formula stands where a value is needed');

/** The level of a formula that must not be temporal, nor what stands for its placeholders. */
export function valueLevel(expr: Expr, scope: Scope): Leveled {
  const leveled = scope.checks.expression(expr, scope);
  if (leveled.level > 2) notTemporal(expr.at);
  restrict(leveled, 2);
  return leveled;
}

export function wrongArity(expr: Expr, name: string, takes: number, given: number): never {
  return reject('tla/arity', expr.at, `"${name}" takes ${counted(takes, 'argument')}, but is given ${given}`);
}

/** The names of a module that is extended or instantiated: one nested in reach, or one of the specification. */
export function namesOfModule(name: Name, scope: Scope): Names {
  return find(scope, moduleKey(name.text))?.names ?? scope.checks.module(name.text);
}
