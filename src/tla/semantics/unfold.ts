import type { Expr } from '../syntax/ast.ts';
import { type Analysis, withArguments } from './analysis.ts';
import { type LinkedSpec, unitMeanings } from './link.ts';
import { resolveReference } from './resolve.ts';
import { childEnv, type Env, type Scoped } from './scope.ts';

/** What an operator stands for, its parameters standing for its arguments; undefined if it is no definition. */
export function unfold(analysis: Analysis, expr: Extract<Expr, { kind: 'reference' }>, env: Env): Scoped | undefined {
  const meaning = resolveReference(env, expr, analysis.uses, null);
  if (meaning?.kind === 'macro' && expr.args.length === 0) return meaning;
  if (meaning?.kind !== 'definition' || meaning.definition.bounds !== null) return undefined;
  const { definition } = meaning;
  if (definition.parameters.length !== expr.args.length) return undefined;
  const inner = definition.parameters.length === 0 ? definition.env : withArguments(definition, expr.args, env);
  return { expr: definition.body, env: inner };
}

/** The scope inside LET of a formula that is taken apart. */
export function formulaScope(spec: LinkedSpec, expr: Extract<Expr, { kind: 'let' }>, env: Env): Env {
  const inner = childEnv(env);
  for (const unit of expr.definitions) {
    if (unit.kind !== 'operatorDefinition' && unit.kind !== 'functionDefinition' && unit.kind !== 'instance') continue;
    // No local of generated code stands around such a formula, so its definitions are as good as the module's own.
    for (const [name, meaning] of unitMeanings(unit, inner, null, spec.name, spec.find, spec.instanceReplacements)) {
      inner.names.set(name, meaning);
    }
  }
  return inner;
}
