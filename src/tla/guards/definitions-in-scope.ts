import type { LoadedSpec } from '../modules/load-spec.ts';
import type { Expr, FunctionDefinition, Module, OperatorDefinition } from '../syntax/ast.ts';
import { childExpressions } from '../syntax/children.ts';

export interface ScopedDefinition {
  readonly definition: OperatorDefinition | FunctionDefinition;
  readonly module: string;
}

/**
 * The operators and functions that are visible in the root module by a bare name: those it extends or instantiates without a name,
 * then its own, in source order.
 */
export function definitionsInScope(spec: LoadedSpec): ReadonlyMap<string, ScopedDefinition> {
  const found = new Map<string, ScopedDefinition>();
  const seen = new Set<string>();
  const add = (module: Module): void => {
    if (seen.has(module.name.text)) return;
    seen.add(module.name.text);
    for (const name of module.extends) {
      const extended = spec.modules.get(name.text);
      if (extended?.kind === 'user') add(extended.module);
    }
    for (const unit of module.units) {
      if (unit.kind === 'instance' && unit.name === null) {
        const instantiated = spec.modules.get(unit.module.text);
        if (instantiated?.kind === 'user') add(instantiated.module);
      }
      if (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') {
        found.set(unit.name.text, { definition: unit, module: module.name.text });
      }
    }
  };
  add(spec.root);
  return found;
}

/** Tells actions from state functions: whether an expression primes a variable, itself or through the definitions it uses. */
export function actionTest(scope: ReadonlyMap<string, ScopedDefinition>): (e: Expr) => boolean {
  // From the definitions that prime something themselves back to all that use them, without recursion: chains can be long.
  const usedBy = new Map<string, string[]>();
  const actions = new Set<string>();
  const fresh: string[] = [];
  const mark = (name: string): void => {
    if (actions.has(name)) return;
    actions.add(name);
    fresh.push(name);
  };
  for (const [name, { definition }] of scope) {
    walk(definition.body, (e) => {
      if (primesHere(e)) mark(name);
      if (e.kind === 'reference' && scope.has(e.name.text)) {
        const users = usedBy.get(e.name.text);
        if (users === undefined) usedBy.set(e.name.text, [name]);
        else users.push(name);
      }
      return false;
    });
  }
  for (let name = fresh.pop(); name !== undefined; name = fresh.pop())
    for (const user of usedBy.get(name) ?? []) mark(user);
  return (root) => walk(root, (e) => primesHere(e) || (e.kind === 'reference' && actions.has(e.name.text)));
}

const primesHere = (e: Expr): boolean =>
  e.kind === 'boxAction' ||
  e.kind === 'angleAction' ||
  (e.kind === 'operator' && (e.op === "'" || e.op === 'UNCHANGED'));

/** Whether the test holds for some node; what stands under ENABLED is no action and is not visited. */
function walk(root: Expr, test: (e: Expr) => boolean): boolean {
  const stack = [root];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    if (test(e)) return true;
    if (e.kind === 'operator' && e.op === 'ENABLED') continue;
    for (const child of childExpressions(e)) stack.push(child);
  }
  return false;
}
