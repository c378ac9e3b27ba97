import { nearestHint } from '../../../diagnostics/nearest.ts';
import type { Bound, Expr, Name, Pattern } from '../../syntax/ast.ts';
import { reject } from '../semantic-error.ts';
import { CORE, coreDeclaration, define, find, inner, labelling, named, type Scope, visible } from './declarations.ts';
import { join, joinAll, LEVELS, type Leveled, restrict } from './levels.ts';
import { applied, partLevel, referenceLevel, valueLevel, wrongArity } from './references.ts';

/** Checks every name of an expression and gives its level. */
export function expressionLevel(expr: Expr, scope: Scope): Leveled {
  const level = (part: Expr, at = scope): Leveled => expressionLevel(part, at);
  const values = (parts: readonly Expr[]): Leveled => joinAll(parts.map((part) => valueLevel(part, scope)));
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return LEVELS[0];
    case 'at':
      return scope.at;
    case 'parenthesized':
      return level(expr.body);
    case 'labelled':
      checkLabel(expr, scope);
      return level(expr.body, labelling(scope));
    case 'reference':
      return referenceLevel(expr, scope);
    case 'subexpression':
      return partLevel(expr, scope);
    case 'operator':
      return operatorLevel(expr, scope);
    case 'junction':
      return unmixed(
        expr,
        expr.items.map((item) => level(item)),
      );
    case 'quantifier': {
      const { inside, sets } = bind(expr.bounds, scope);
      const body = level(expr.body, inside);
      if (body.level === 3) for (const [i, set] of sets.entries()) stateBound(expr.bounds[i]!, set);
      return join(body, joinAll(sets));
    }
    case 'setMap': {
      const { inside, sets } = bind(expr.bounds, scope);
      return join(valueLevel(expr.body, inside), joinAll(sets));
    }
    case 'function': {
      const { inside, sets } = bind(expr.bounds, scope);
      return join(level(expr.body, inside), joinAll(sets));
    }
    case 'unboundedQuantifier': {
      const inside = inner(scope);
      const temporal = expr.quantifier.length === 2;
      for (const name of expr.names) bindName(inside, name, LEVELS[temporal ? 1 : 0]);
      const body = level(expr.body, inside);
      return temporal ? LEVELS[3] : body;
    }
    case 'choose':
    case 'setFilter': {
      const set = expr.set === null ? LEVELS[0] : valueLevel(expr.set, scope);
      const inside = inner(scope);
      bindPattern(inside, expr.pattern);
      return join(valueLevel(expr.body, inside), set);
    }
    case 'setEnumeration':
    case 'tuple':
      return values(expr.items);
    case 'functionSet':
      return values([expr.domain, expr.range]);
    case 'record':
      uniqueFields(expr.fields);
      return joinAll(expr.fields.map((field) => level(field.value)));
    case 'recordSet':
      uniqueFields(expr.fields);
      return values(expr.fields.map((field) => field.value));
    case 'except':
      return exceptLevel(expr, scope);
    case 'functionApplication':
      return values([expr.function, ...expr.args]);
    case 'field':
      return valueLevel(expr.record, scope);
    case 'product':
      return values(expr.sets);
    case 'if':
      return joinAll([expr.condition, expr.then, expr.else].map((part) => level(part)));
    case 'case': {
      const parts = expr.arms.flatMap((arm) => [arm.guard, arm.value]);
      return joinAll((expr.other === null ? parts : [...parts, expr.other]).map((part) => level(part)));
    }
    case 'let': {
      const inside = inner(scope);
      scope.checks.definitions(expr.definitions, inside);
      return level(expr.body, inside);
    }
    case 'lambda':
      return reject('tla/arity', expr.at, 'LAMBDA is an operator, not a value', {
        expected: 'LAMBDA only as the argument of an operator',
      });
    case 'boxAction':
    case 'angleAction':
      actionLevel(expr.action, expr.subscript, scope);
      return LEVELS[2];
    case 'fairness':
      actionLevel(expr.action, expr.subscript, scope);
      return LEVELS[3];
  }
}

function bindName(inside: Scope, name: Name, leveled: Leveled): void {
  define(inside, name, 'bound');
  inside.names.set(name.text, named('bound', leveled));
}

function bindPattern(inside: Scope, pattern: Pattern): void {
  for (const name of pattern.kind === 'name' ? [pattern.name] : pattern.names) bindName(inside, name, LEVELS[0]);
}

/** The scope of what stands under bounds, and the levels of their sets, which stand outside of it. */
export function bind(
  bounds: readonly Bound[],
  scope: Scope,
): { readonly inside: Scope; readonly sets: readonly Leveled[] } {
  const inside = inner(scope);
  const sets = bounds.map((bound) => valueLevel(bound.set, scope));
  for (const bound of bounds) for (const pattern of bound.patterns) bindPattern(inside, pattern);
  return { inside, sets };
}

function stateBound(bound: Bound, set: Leveled): void {
  if (set.level < 2) return;
  reject('tla/level', bound.set.at, 'a temporal formula is quantified over a set that speaks of the next state', {
    expected: 'a set of one state',
  });
}

/** A label is named once, with all the bound variables that stand between it and the definition or label around it. */
function checkLabel({ label, parameters }: Extract<Expr, { readonly kind: 'labelled' }>, scope: Scope): void {
  const labels =
    scope.labels ??
    reject('tla/redefined', label.at, `the label "${label.text}" stands in no definition, or in EXCEPT`, {
      expected: 'labels only in the body of a definition',
    });
  if (labels.has(label.text)) {
    reject('tla/redefined', label.at, `the label "${label.text}" stands twice in this definition`, {
      expected: 'a name of its own for each label',
    });
  }
  labels.add(label.text);
  const bound = new Set<string>();
  for (let at: Scope | null = scope; at !== null && at.labels === labels; at = at.parent) {
    for (const [name, { kind }] of at.names) if (kind === 'bound') bound.add(name);
  }
  const named = parameters.map(({ text }) => text);
  const wrong = parameters.find(({ text }, i) => !bound.has(text) || named.indexOf(text) !== i);
  const missing = [...bound].find((name) => !named.includes(name));
  if (wrong === undefined && missing === undefined) return;
  const message =
    wrong === undefined
      ? `the label "${label.text}" does not name the bound variable "${missing}"`
      : `the label "${label.text}" names "${wrong.text}", which is no bound variable here or stands twice`;
  reject('tla/arity', wrong?.at ?? label.at, message, {
    expected: bound.size === 0 ? `"${label.text}::"` : `"${label.text}(${[...bound].join(', ')})::"`,
  });
}

function uniqueFields(fields: readonly { readonly name: Name }[]): void {
  const names = new Set<string>();
  for (const { name } of fields) {
    if (names.has(name.text)) {
      reject('tla/arity', name.at, `the field "${name.text}" stands twice in this record`);
    }
    names.add(name.text);
  }
}

function exceptLevel(expr: Extract<Expr, { readonly kind: 'except' }>, scope: Scope): Leveled {
  const base = valueLevel(expr.base, scope);
  const inside = { ...scope, at: base, labels: null };
  const parts = expr.updates.flatMap(({ path, value }) => [
    ...path.flatMap((step) => (step.kind === 'index' ? step.args : [])),
    value,
  ]);
  return join(base, joinAll(parts.map((part) => valueLevel(part, inside))));
}

function actionLevel(action: Expr, subscript: Expr, scope: Scope): void {
  valueLevel(action, scope);
  const leveled = expressionLevel(subscript, scope);
  if (leveled.level > 1) {
    reject('tla/level', subscript.at, 'a subscript speaks of the next state', {
      expected: 'a variable, a tuple of variables or another expression of one state',
    });
  }
  restrict(leveled, 1);
}

/** The level of a formula that joins others: what speaks of one step cannot stand beside what speaks of a behaviour. */
function unmixed(expr: Expr, parts: readonly Leveled[]): Leveled {
  if (parts.some(({ level }) => level === 3) && parts.some(({ level }) => level === 2)) {
    return reject('tla/level', expr.at, 'a formula of one step is joined with a temporal formula', {
      expected: '[][A]_v for every step',
    });
  }
  return joinAll(parts);
}

const JOINING: ReadonlySet<string> = new Set(['/\\', '\\/', '=>', '<=>']);

/** What the operators of other languages are in this one. */
const OTHER_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['&&', '"and" is written "/\\"'],
  ['||', '"or" is written "\\/"'],
]);

function operatorLevel(expr: Extract<Expr, { readonly kind: 'operator' }>, scope: Scope): Leveled {
  const operator = coreDeclaration(expr.op) ?? find(scope, expr.op);
  if (operator === undefined) {
    const written = expr.op === '-.' ? '-' : expr.op;
    return reject('tla/unknown-name', expr.at, `the operator "${written}" is not defined here`, {
      hint: homeOf(expr.op) ?? OTHER_LANGUAGES.get(expr.op) ?? nearestHint(expr.op, visible(scope)),
    });
  }
  if (operator.arity !== expr.args.length) wrongArity(expr, expr.op, operator.arity, expr.args.length);
  const parts = expr.args.map((arg) => ({ leveled: expressionLevel(arg, scope), operator: null, at: arg.at }));
  if (JOINING.has(expr.op)) {
    return unmixed(
      expr,
      parts.map(({ leveled }) => leveled),
    );
  }
  const result = applied(expr.op, operator, parts, expr);
  if (CORE.has(expr.op) && result.level === 3) {
    for (const [i, { leveled }] of parts.entries()) if (leveled.level === 2) wholeStep(expr.op, expr.args[i]!);
  }
  return result;
}

/** A formula of a step under a temporal operator must allow stuttering. */
function wholeStep(op: string, arg: Expr): void {
  let action = arg;
  while (action.kind === 'parenthesized') action = action.body;
  if ((op === '[]' && action.kind === 'boxAction') || (op === '<>' && action.kind === 'angleAction')) return;
  reject('tla/level', arg.at, `"${op}" is applied to a formula of a step`, {
    expected: op === '<>' ? '<><<A>>_v' : '[][A]_v',
  });
}

const HOMES: readonly (readonly [module: string, operators: string])[] = [
  ['Naturals', '+ - * ^ % \\div .. < > <= >='],
  ['Integers', '-.'],
  ['Reals', '/'],
  ['Sequences', '\\o'],
  ['TLC', ':> @@'],
  ['Bags', '\\oplus \\ominus \\sqsubseteq'],
];

/** Which standard module defines an operator, as a hint. */
export function homeOf(op: string): string | undefined {
  const home = HOMES.find(([, operators]) => operators.split(' ').includes(op));
  return home === undefined ? undefined : `"EXTENDS ${home[0]}" defines it`;
}
