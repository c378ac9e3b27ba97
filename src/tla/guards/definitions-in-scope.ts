import type { LoadedSpec } from '../modules/load-spec.ts';
import type { Expr, FunctionDefinition, Module, OperatorDefinition } from '../syntax/ast.ts';
import { childExpressions } from '../syntax/children.ts';

export interface ScopedDefinition {
  readonly definition: OperatorDefinition | FunctionDefinition;
  readonly module: string;
}

/** The operators and functions that the root module defines or extends, by name, in source order, the extended ones first. */
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
  const known = new Map<string, boolean>();
  const named = (name: string): boolean => {
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    const found = scope.get(name);
    if (found === undefined) return false;
    // False while it is being decided: a recursive definition primes something only if another part of it does.
    known.set(name, false);
    const result = test(found.definition.body);
    known.set(name, result);
    return result;
  };
  const test = (root: Expr): boolean => {
    const stack = [root];
    for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
      if (e.kind === 'boxAction' || e.kind === 'angleAction') return true;
      if (e.kind === 'operator' && (e.op === "'" || e.op === 'UNCHANGED')) return true;
      if (e.kind === 'operator' && e.op === 'ENABLED') continue;
      if (e.kind === 'reference' && named(e.name.text)) return true;
      for (const child of childExpressions(e)) stack.push(child);
    }
    return false;
  };
  return test;
}
