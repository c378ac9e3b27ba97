import type { Bound, Expr, Sequent, Unit } from './ast.ts';

const ofBounds = (bounds: readonly Bound[]): Expr[] => bounds.map((bound) => bound.set);

/** The expressions directly inside an expression, in source order; those of LET definitions included. */
export function childExpressions(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'at':
      return [];
    case 'reference':
      return [...e.path.flatMap((qualifier) => qualifier.args), ...e.args];
    case 'subexpression':
      return [
        e.of,
        ...e.selectors.flatMap((selector) =>
          selector.kind === 'instantiate' || selector.kind === 'label' ? selector.args : [],
        ),
      ];
    case 'operator':
      return e.args;
    case 'junction':
    case 'setEnumeration':
    case 'tuple':
      return e.items;
    case 'quantifier':
    case 'function':
      return [...ofBounds(e.bounds), e.body];
    case 'unboundedQuantifier':
    case 'lambda':
    case 'parenthesized':
    case 'labelled':
      return [e.body];
    case 'choose':
      return e.set === null ? [e.body] : [e.set, e.body];
    case 'setFilter':
      return [e.set, e.body];
    case 'setMap':
      return [e.body, ...ofBounds(e.bounds)];
    case 'functionSet':
      return [e.domain, e.range];
    case 'record':
    case 'recordSet':
      return e.fields.map((field) => field.value);
    case 'except':
      return [
        e.base,
        ...e.updates.flatMap((update) => [
          ...update.path.flatMap((selector) => (selector.kind === 'index' ? selector.args : [])),
          update.value,
        ]),
      ];
    case 'functionApplication':
      return [e.function, ...e.args];
    case 'field':
      return [e.record];
    case 'product':
      return e.sets;
    case 'if':
      return [e.condition, e.then, e.else];
    case 'case':
      return [...e.arms.flatMap((arm) => [arm.guard, arm.value]), ...(e.other === null ? [] : [e.other])];
    case 'let':
      return [...e.definitions.flatMap(unitExpressions), e.body];
    case 'boxAction':
    case 'angleAction':
      return [e.action, e.subscript];
    case 'fairness':
      return [e.subscript, e.action];
  }
}

const ofSequent = ({ assumptions, goal }: Sequent): Expr[] => [
  ...assumptions.flatMap((one) => {
    if (one.kind === 'sequent') return ofSequent(one.sequent);
    if (one.kind === 'formula') return [one.body];
    return one.set === null ? [] : [one.set];
  }),
  goal,
];

/** The expressions directly inside a unit; those of a nested module are its own. */
export function unitExpressions(unit: Unit): readonly Expr[] {
  switch (unit.kind) {
    case 'constants':
    case 'variables':
    case 'recursive':
    case 'module':
      return [];
    case 'operatorDefinition':
    case 'assume':
      return [unit.body];
    case 'functionDefinition':
      return [...ofBounds(unit.bounds), unit.body];
    case 'instance':
      return unit.substitutions.map((substitution) => substitution.value);
    case 'theorem':
      return [...(unit.body === null ? [] : [unit.body]), ...(unit.sequent === null ? [] : ofSequent(unit.sequent))];
  }
}
