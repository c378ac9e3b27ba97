import type { Bound, Expr, Unit } from './ast.ts';

type Rewrite = (e: Expr) => Expr;

/** The list itself if no item changed, so that unchanged parts of a tree stay shared. */
function mapList<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let changed = false;
  const mapped = items.map((item) => {
    const after = change(item);
    if (after !== item) changed = true;
    return after;
  });
  return changed ? mapped : items;
}

/** The node with some properties replaced; the node itself if none differs. */
function withParts<T extends object, K extends keyof T>(node: T, parts: Pick<T, K>): T {
  for (const key of Object.keys(parts) as K[]) if (parts[key] !== node[key]) return { ...node, ...parts };
  return node;
}

const mapBounds = (bounds: readonly Bound[], change: Rewrite): readonly Bound[] =>
  mapList(bounds, (bound) => withParts(bound, { set: change(bound.set) }));

/** The expression with `change` applied to each expression directly inside it; the same object if nothing changed. */
export function mapChildren(e: Expr, change: Rewrite): Expr {
  switch (e.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'at':
      return e;
    case 'reference':
      return withParts(e, {
        path: mapList(e.path, (qualifier) => withParts(qualifier, { args: mapList(qualifier.args, change) })),
        args: mapList(e.args, change),
      });
    case 'subexpression': {
      const of = change(e.of);
      return withParts(e, {
        of: of.kind === 'reference' ? of : e.of,
        selectors: mapList(e.selectors, (selector) =>
          selector.kind === 'instantiate' || selector.kind === 'label'
            ? withParts(selector, { args: mapList(selector.args, change) })
            : selector,
        ),
      });
    }
    case 'operator':
      return withParts(e, { args: mapList(e.args, change) });
    case 'junction':
      return withParts(e, { items: mapList(e.items, change) });
    case 'setEnumeration':
      return withParts(e, { items: mapList(e.items, change) });
    case 'tuple':
      return withParts(e, { items: mapList(e.items, change) });
    case 'quantifier':
      return withParts(e, { bounds: mapBounds(e.bounds, change), body: change(e.body) });
    case 'function':
      return withParts(e, { bounds: mapBounds(e.bounds, change), body: change(e.body) });
    case 'setMap':
      return withParts(e, { bounds: mapBounds(e.bounds, change), body: change(e.body) });
    case 'unboundedQuantifier':
      return withParts(e, { body: change(e.body) });
    case 'lambda':
      return withParts(e, { body: change(e.body) });
    case 'parenthesized':
      return withParts(e, { body: change(e.body) });
    case 'labelled':
      return withParts(e, { body: change(e.body) });
    case 'choose':
      return withParts(e, { set: e.set === null ? null : change(e.set), body: change(e.body) });
    case 'setFilter':
      return withParts(e, { set: change(e.set), body: change(e.body) });
    case 'functionSet':
      return withParts(e, { domain: change(e.domain), range: change(e.range) });
    case 'record':
      return withParts(e, { fields: mapList(e.fields, (field) => withParts(field, { value: change(field.value) })) });
    case 'recordSet':
      return withParts(e, { fields: mapList(e.fields, (field) => withParts(field, { value: change(field.value) })) });
    case 'except':
      return withParts(e, {
        base: change(e.base),
        updates: mapList(e.updates, (update) =>
          withParts(update, {
            path: mapList(update.path, (selector) =>
              selector.kind === 'index' ? withParts(selector, { args: mapList(selector.args, change) }) : selector,
            ),
            value: change(update.value),
          }),
        ),
      });
    case 'functionApplication':
      return withParts(e, { function: change(e.function), args: mapList(e.args, change) });
    case 'field':
      return withParts(e, { record: change(e.record) });
    case 'product':
      return withParts(e, { sets: mapList(e.sets, change) });
    case 'if': {
      const condition = change(e.condition);
      const then = change(e.then);
      return withParts(e, { condition, then, else: change(e.else) });
    }
    case 'case':
      return withParts(e, {
        arms: mapList(e.arms, (arm) => withParts(arm, { guard: change(arm.guard), value: change(arm.value) })),
        other: e.other === null ? null : change(e.other),
      });
    case 'let':
      return withParts(e, {
        definitions: mapList(e.definitions, (unit) => mapUnit(unit, change)),
        body: change(e.body),
      });
    case 'boxAction':
      return withParts(e, { action: change(e.action), subscript: change(e.subscript) });
    case 'angleAction':
      return withParts(e, { action: change(e.action), subscript: change(e.subscript) });
    case 'fairness':
      return withParts(e, { subscript: change(e.subscript), action: change(e.action) });
  }
}

/** The unit with `change` applied to each expression directly inside it; nested modules are left alone. */
export function mapUnit(unit: Unit, change: Rewrite): Unit {
  switch (unit.kind) {
    case 'constants':
    case 'variables':
    case 'recursive':
    case 'module':
      return unit;
    case 'operatorDefinition':
      return withParts(unit, { body: change(unit.body) });
    case 'functionDefinition':
      return withParts(unit, { bounds: mapBounds(unit.bounds, change), body: change(unit.body) });
    case 'instance':
      return withParts(unit, {
        substitutions: mapList(unit.substitutions, (substitution) =>
          withParts(substitution, { value: change(substitution.value) }),
        ),
      });
    case 'assume':
      return withParts(unit, { body: change(unit.body) });
    case 'theorem':
      return withParts(unit, { body: unit.body === null ? null : change(unit.body) });
  }
}

/** The expression with the node `target`, found by identity, replaced; the same object if it is not inside. */
export function replaceNode(root: Expr, target: Expr, replacement: Expr): Expr {
  const change: Rewrite = (e) => (e === target ? replacement : mapChildren(e, change));
  return change(root);
}
