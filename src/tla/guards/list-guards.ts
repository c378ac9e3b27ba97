import type { LoadedSpec } from '../modules/load-spec.ts';
import type { Expr, Unit } from '../syntax/ast.ts';
import { childExpressions } from '../syntax/children.ts';
import { bare, unparse } from '../syntax/unparse.ts';
import { actionTest, definitionsInScope } from './definitions-in-scope.ts';
import type { Guard, GuardKind, LocatedGuard } from './guard.ts';
import { comparesBounds } from './replacement.ts';

/**
 * Every guard part that the named actions depend on, in the order in which they are reached: an action's own parts first, then those of
 * the operators it uses. The name of the next-state relation alone will do: its disjuncts that are actions are followed.
 * Names that are not definitions of the specification are passed over, and so is what is reached through a named instance (`I!Op`).
 */
export function listGuards(spec: LoadedSpec, actions: readonly string[]): readonly Guard[] {
  return locateGuards(spec, actions).map((located) => located.guard);
}

type Polarity = 'positive' | 'negative';
const flip = (polarity: Polarity): Polarity => (polarity === 'positive' ? 'negative' : 'positive');

/** A place in a definition: `owner` is its name, `locals` the LET definitions in reach, by name. */
interface Place {
  readonly owner: string;
  readonly module: string;
  readonly path: string;
  readonly locals: ReadonlyMap<string, Local>;
}

/** LET definitions that lead to one another are followed this deep at once; the rest waits in the queue. */
const MAX_LOCAL_DEPTH = 50;

/** A LET definition; `place` is that of its body. */
interface Local {
  readonly body: Expr;
  readonly place: Place;
}

const below = (place: Place, segment: string | number): Place => ({ ...place, path: `${place.path}/${segment}` });

/** {@link listGuards}, with the nodes. */
export function locateGuards(spec: LoadedSpec, actions: readonly string[]): readonly LocatedGuard[] {
  const scope = definitionsInScope(spec);
  const primes = actionTest(scope);
  const found: LocatedGuard[] = [];
  const listed = new Set<string>();
  const visited = new Set<string>();
  const localPaths = new Map<Unit, string>();
  let depth = 0;

  const list = (kind: GuardKind, node: Expr, place: Place, polarity: Polarity): void => {
    if (listed.has(place.path) || bare(node).kind === 'boolean') return;
    listed.add(place.path);
    const guard: Guard = {
      path: place.path,
      kind,
      text: unparse(node),
      at: node.at,
      module: place.module,
      removal: polarity === 'positive' ? 'true' : 'false',
      comparesBounds: comparesBounds(node),
    };
    found.push({ guard, node, owner: place.owner });
  };

  /** The place inside a LET: its definitions in reach. */
  const withLocals = (definitions: readonly Unit[], place: Place): Place => {
    const locals = new Map(place.locals);
    const inside = { ...place, locals };
    for (const unit of definitions) {
      if (unit.kind !== 'operatorDefinition' && unit.kind !== 'functionDefinition') continue;
      const path = localPaths.get(unit) ?? `${place.owner}/${unit.name.text}`;
      locals.set(unit.name.text, { body: unit.body, place: { ...inside, path } });
    }
    return inside;
  };
  /** What is still to be visited, in order; the names first asked for, then what they use. */
  const queue: (() => void)[] = [];
  const enqueue = (name: string, use: 'action' | 'formula' | 'value'): void => {
    const known = scope.get(name);
    if (known === undefined) return;
    const { body } = known.definition;
    const as = use === 'action' && !primes(body) ? 'formula' : use;
    const key = `${name} ${as}`;
    if (visited.has(key)) return;
    visited.add(key);
    nameLocals(name, body, localPaths);
    const place: Place = { owner: name, module: known.module, path: name, locals: new Map() };
    queue.push(() => {
      if (as === 'action') action(body, place);
      else if (as === 'value') value(body, place);
      else {
        list('operator', body, place, 'positive');
        formula(body, place, 'positive');
      }
    });
  };

  const isAction = (e: Expr, place: Place): boolean =>
    primes(e) || [...place.locals].some(([name, local]) => primes(local.body) && mentions(e, name));

  const action = (whole: Expr, place: Place): void => {
    const items = flatten(whole, '/\\');
    const [only] = items;
    if (items.length === 1 && isStructure(only!) && isAction(only!, place)) {
      structure(only!, place);
      return;
    }
    items.forEach((item, index) => {
      const at = below(place, index + 1);
      if (isAction(item, place)) structure(item, at);
      else {
        list('conjunct', item, at, 'positive');
        formula(item, at, 'positive');
      }
    });
  };

  /** A part of an action that is no plain conjunct: a choice, a LET, a call of an action, or an assignment. */
  const structure = (part: Expr, place: Place): void => {
    const e = bare(part);
    if (e.kind === 'labelled') structure(e.body, place);
    else if (e.kind === 'let') action(e.body, withLocals(e.definitions, place));
    else if (e.kind === 'quantifier' && e.quantifier === 'E') action(e.body, place);
    else if (isJunction(e, '/\\')) action(e, place);
    else if (isJunction(e, '\\/')) {
      for (const [index, item] of flatten(e, '\\/').entries()) action(item, below(place, index + 1));
    } else if (e.kind === 'if') {
      condition(e.condition, below(place, 'if'));
      action(e.then, below(place, 'then'));
      action(e.else, below(place, 'else'));
    } else if (e.kind === 'case') {
      e.arms.forEach((arm, index) => {
        condition(arm.guard, below(place, `case${index + 1}`));
        action(arm.value, below(place, `value${index + 1}`));
      });
      if (e.other !== null) action(e.other, below(place, 'other'));
    } else if (e.kind === 'reference' && e.path.length === 0) {
      const local = place.locals.get(e.name.text);
      if (local === undefined) enqueue(e.name.text, 'action');
      else visitLocal(local, action);
      for (const arg of e.args) value(arg, place);
    } else value(e, place);
  };

  const visitLocal = (local: Local, visit: (e: Expr, place: Place) => void): void => {
    const key = `${local.place.module} ${local.place.path}`;
    if (visited.has(key)) return;
    visited.add(key);
    if (depth >= MAX_LOCAL_DEPTH) {
      queue.push(() => visit(local.body, local.place));
      return;
    }
    depth += 1;
    visit(local.body, local.place);
    depth -= 1;
  };

  const condition = (e: Expr, place: Place): void => {
    list('condition', e, place, 'positive');
    formula(e, place, 'positive');
  };

  /** One part of a formula: listed if it is an atom, opened if it is not. */
  const part = (e: Expr, place: Place, polarity: Polarity): void => {
    if (!isComposite(e)) list('atom', e, place, polarity);
    formula(e, place, polarity);
  };

  /** What a boolean expression, listed already or not worth listing, is made of. */
  const formula = (whole: Expr, place: Place, polarity: Polarity): void => {
    const e = bare(whole);
    if (e.kind === 'labelled') formula(e.body, place, polarity);
    else if (isJunction(e, '/\\') || isJunction(e, '\\/')) {
      for (const [index, item] of flatten(e, e.op).entries()) part(item, below(place, index + 1), polarity);
    } else if (e.kind === 'operator' && (e.op === '=>' || e.op === '<=>')) {
      part(e.args[0]!, below(place, 1), e.op === '=>' ? flip(polarity) : polarity);
      part(e.args[1]!, below(place, 2), polarity);
    } else if (e.kind === 'operator' && e.op === '~') {
      // A negated atom is one literal; what a negated formula is made of stands under "not".
      if (isComposite(e.args[0]!)) formula(e.args[0]!, below(place, 'not'), flip(polarity));
      else formula(e.args[0]!, place, flip(polarity));
    } else if (e.kind === 'quantifier') {
      part(e.body, below(place, e.quantifier === 'A' ? 'all' : 'some'), polarity);
      for (const bound of e.bounds) value(bound.set, place);
    } else if (e.kind === 'let') formula(e.body, withLocals(e.definitions, place), polarity);
    else if (e.kind === 'if') {
      part(e.condition, below(place, 'if'), 'positive');
      part(e.then, below(place, 'then'), polarity);
      part(e.else, below(place, 'else'), polarity);
    } else if (e.kind === 'case') {
      e.arms.forEach((arm, index) => {
        part(arm.guard, below(place, `case${index + 1}`), 'positive');
        part(arm.value, below(place, `value${index + 1}`), polarity);
      });
      if (e.other !== null) part(e.other, below(place, 'other'), polarity);
    } else if (e.kind === 'reference' && e.path.length === 0) {
      const local = place.locals.get(e.name.text);
      if (local === undefined) enqueue(e.name.text, 'formula');
      else {
        visitLocal(local, (body, at) => {
          list('definition', body, at, 'positive');
          formula(body, at, 'positive');
        });
      }
      for (const arg of e.args) value(arg, place);
    } else value(e, place);
  };

  /** The conditions inside a value, numbered in source order within their place, and those of the operators it uses. */
  const value = (root: Expr, place: Place): void => {
    const counts = new Map<string, number>();
    const numbered = (segment: string): Place => {
      const count = (counts.get(segment) ?? 0) + 1;
      counts.set(segment, count);
      return below(place, count === 1 ? segment : `${segment}${count}`);
    };
    const visit = (e: Expr, here: Place): void => {
      const at = (segment: string): Place => ({ ...numbered(segment), locals: here.locals });
      if (e.kind === 'if') {
        condition(e.condition, at('if'));
        visit(e.then, here);
        visit(e.else, here);
      } else if (e.kind === 'case') {
        for (const arm of e.arms) {
          condition(arm.guard, at('case'));
          visit(arm.value, here);
        }
        if (e.other !== null) visit(e.other, here);
      } else if (e.kind === 'setFilter') {
        visit(e.set, here);
        condition(e.body, at('where'));
      } else if (e.kind === 'let') visit(e.body, withLocals(e.definitions, here));
      else {
        if (e.kind === 'reference' && e.path.length === 0) {
          const local = here.locals.get(e.name.text);
          if (local === undefined) enqueue(e.name.text, 'value');
          else visitLocal(local, value);
        }
        for (const child of childExpressions(e)) visit(child, here);
      }
    };
    visit(root, place);
  };

  for (const name of actions) enqueue(name, 'action');
  for (let at = 0; at < queue.length; at++) queue[at]!();
  return found;
}

/** Gives every LET definition inside a body its path, numbered in source order whatever is visited first. */
function nameLocals(owner: string, body: Expr, paths: Map<Unit, string>): void {
  const counts = new Map<string, number>();
  const stack = [body];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    for (const unit of e.kind === 'let' ? e.definitions : []) {
      if (unit.kind !== 'operatorDefinition' && unit.kind !== 'functionDefinition') continue;
      const name = unit.name.text;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      paths.set(unit, count === 1 ? `${owner}/${name}` : `${owner}/${name}#${count}`);
    }
    const children = childExpressions(e);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
  }
}

type Junction = Extract<Expr, { readonly kind: 'junction' | 'operator' }>;

const isJunction = (e: Expr, op: '/\\' | '\\/'): e is Junction & { readonly op: '/\\' | '\\/' } =>
  (e.kind === 'junction' || (e.kind === 'operator' && e.fixity === 'infix')) && e.op === op;

/** The items of nested lists and chains of one operator, in source order; the expression itself if it is none. */
function flatten(root: Expr, op: '/\\' | '\\/'): readonly Expr[] {
  const items: Expr[] = [];
  const stack = [root];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    const inner = bare(e);
    if (!isJunction(inner, op)) items.push(e);
    else {
      const parts = inner.kind === 'junction' ? inner.items : inner.args;
      for (let i = parts.length - 1; i >= 0; i--) stack.push(parts[i]!);
    }
  }
  return items;
}

/** Whether an action has this as its only part without a number of its own. */
function isStructure(part: Expr): boolean {
  const e = bare(part);
  return ['let', 'quantifier', 'if', 'case', 'labelled', 'reference'].includes(e.kind) || isJunction(e, '\\/');
}

/** Whether a formula has boolean parts of its own, so that it is no atom. */
function isComposite(formula: Expr): boolean {
  const e = bare(formula);
  if (isJunction(e, '/\\') || isJunction(e, '\\/')) return true;
  if (e.kind === 'operator') return e.op === '=>' || e.op === '<=>' || (e.op === '~' && isComposite(e.args[0]!));
  return e.kind === 'quantifier' || e.kind === 'let' || e.kind === 'if' || e.kind === 'case' || e.kind === 'labelled';
}

function mentions(root: Expr, name: string): boolean {
  const stack = [root];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    if (e.kind === 'reference' && e.name.text === name) return true;
    for (const child of childExpressions(e)) stack.push(child);
  }
  return false;
}
