import type { Expr, Unit } from '../syntax/ast.ts';
import { boundNames, definitionOf, type Env, extend, type Meaning } from './scope.ts';

/** A name whose value is not known; only that it is local matters. */
export const PARAMETER: Meaning = { kind: 'parameter' };
/** Bound inside the analysed expression itself, so not local to it. */
export const INNER: Meaning = { kind: 'builtin', name: '', builtin: { arity: 0, fn: '', boolean: false } };
/** A parameter of the definition that is analysed. */
export const OPEN: Meaning = { kind: 'builtin', name: '', builtin: { arity: 0, fn: '', boolean: false } };

/** The scope in which the inner parts of an expression stand, for analysis only. */
export function innerScope(expr: Expr, env: Env): Env {
  switch (expr.kind) {
    case 'quantifier':
    case 'setMap':
    case 'function':
      return extend(
        env,
        boundNames(expr.bounds).map((name) => [name.text, INNER] as const),
      );
    case 'choose':
    case 'setFilter':
      return extend(
        env,
        (expr.pattern.kind === 'name' ? [expr.pattern.name] : expr.pattern.names).map(
          (name) => [name.text, INNER] as const,
        ),
      );
    case 'unboundedQuantifier':
      return extend(
        env,
        expr.names.map((name) => [name.text, INNER] as const),
      );
    case 'lambda':
      return extend(
        env,
        expr.parameters.map((name) => [name.text, OPEN] as const),
      );
    case 'let':
      return letScope(expr.definitions, env);
    default:
      return env;
  }
}

/** LET for analysis: each definition as a macro, so that only what is used counts. */
function letScope(units: readonly Unit[], env: Env): Env {
  const scope = extend(env, []);
  for (const unit of units) {
    if (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') {
      const definition = definitionOf(unit, scope, null, '');
      scope.names.set(unit.name.text, { kind: 'definition', definition });
    } else if (unit.kind === 'instance') {
      const name = unit.name?.text;
      // What an instance inside LET holds is not looked into: taken for the most that it may be.
      if (name !== undefined) scope.names.set(name, PARAMETER);
    }
  }
  return scope;
}

/** The direct parts of an expression; `inside` where they see the names that it binds. */
export function parts(expr: Expr): readonly (readonly [part: Expr, inside: boolean])[] {
  const outside = (exprs: readonly Expr[]) => exprs.map((part) => [part, false] as const);
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'at':
      return [];
    case 'reference':
      return outside([...expr.path.flatMap((qualifier) => qualifier.args), ...expr.args]);
    case 'subexpression':
      return parts(expr.of);
    case 'operator':
      return outside(expr.args);
    case 'junction':
    case 'setEnumeration':
    case 'tuple':
      return outside(expr.items);
    case 'quantifier':
    case 'setMap':
    case 'function':
      return [...outside(expr.bounds.map((bound) => bound.set)), [expr.body, true]];
    case 'unboundedQuantifier':
    case 'lambda':
    case 'let':
      return [[expr.body, true]];
    case 'choose':
      return expr.set === null
        ? [[expr.body, true]]
        : [
            [expr.set, false],
            [expr.body, true],
          ];
    case 'setFilter':
      return [
        [expr.set, false],
        [expr.body, true],
      ];
    case 'functionSet':
      return outside([expr.domain, expr.range]);
    case 'record':
    case 'recordSet':
      return outside(expr.fields.map((field) => field.value));
    case 'except':
      return outside([
        expr.base,
        ...expr.updates.flatMap((update) => [
          ...update.path.flatMap((step): readonly Expr[] => (step.kind === 'index' ? step.args : [])),
          update.value,
        ]),
      ]);
    case 'functionApplication':
      return outside([expr.function, ...expr.args]);
    case 'field':
      return outside([expr.record]);
    case 'product':
      return outside(expr.sets);
    case 'if':
      return outside([expr.condition, expr.then, expr.else]);
    case 'case':
      return outside([
        ...expr.arms.flatMap((arm) => [arm.guard, arm.value]),
        ...(expr.other === null ? [] : [expr.other]),
      ]);
    case 'boxAction':
    case 'angleAction':
    case 'fairness':
      return outside([expr.action, expr.subscript]);
    case 'parenthesized':
    case 'labelled':
      return outside([expr.body]);
  }
}
