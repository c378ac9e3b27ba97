import type { ExprOf } from '../syntax/ast.ts';
import type { Context, Generator } from './generator.ts';
import { unitMeanings } from './link.ts';
import { child } from './output.ts';
import { childEnv, type Env, type Meaning } from './scope.ts';

/** The scope inside LET; its generated functions stand at this place of the code. */
export function letEnv(g: Generator, expr: ExprOf<'let'>, context: Context): Env {
  const env = childEnv(context.env);
  const slot = child(context.block);
  for (const unit of expr.definitions) {
    if (unit.kind !== 'operatorDefinition' && unit.kind !== 'functionDefinition' && unit.kind !== 'instance') continue;
    for (const [name, meaning] of unitMeanings(
      unit,
      env,
      slot,
      g.spec.name,
      g.spec.find,
      g.spec.instanceReplacements,
    )) {
      const local: Meaning =
        meaning.kind === 'definition' && unit.kind !== 'instance'
          ? { kind: 'let', local: { definition: meaning.definition, cells: new Map() } }
          : meaning;
      env.names.set(name, local);
    }
  }
  return env;
}
