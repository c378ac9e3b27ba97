import { factsOf } from '../tla/semantics/analysis.ts';
import type { TlaModel } from '../tla/semantics/model.ts';
import type { Scoped } from '../tla/semantics/scope.ts';
import { reject } from '../tla/semantics/semantic-error.ts';
import { bare } from '../tla/semantics/specification.ts';
import { formulaScope, unfold } from '../tla/semantics/unfold.ts';

/** A property, or a conjunct of one, that a search decides state by state and step by step. */
export interface SafetyProperty {
  /** `initial`: of initial states; `invariant`: `[]P`; `action`: `[][A]_v`. */
  readonly kind: 'initial' | 'invariant' | 'action';
  /** Name of the property in the configuration. */
  readonly name: string;
  readonly formula: Scoped;
}

/** A property, or a conjunct of one, that is about whole behaviours. */
export interface TemporalProperty {
  readonly name: string;
  readonly formula: Scoped;
}

interface Split {
  readonly safety: SafetyProperty[];
  readonly temporal: TemporalProperty[];
}

/** Takes the properties of the configuration apart, as TLC does: what is not about whole behaviours is decided while searching. */
export function splitProperties(model: TlaModel): Split {
  const split: Split = { safety: [], temporal: [] };
  for (const property of model.properties) visit(model, property.name, property, split, 0);
  return split;
}

export const safetyParts = (model: TlaModel): SafetyProperty[] => splitProperties(model).safety;

function visit(model: TlaModel, name: string, scoped: Scoped, split: Split, depth: number): void {
  const { env } = scoped;
  const expr = bare(scoped.expr);
  const { level } = factsOf(model.analysis, expr, env);
  if (level <= 1) {
    split.safety.push({ kind: 'initial', name, formula: { expr, env } });
    return;
  }
  if (level === 2) {
    reject('tla/level', expr.at, `the property "${name}" speaks of one step, not of a behaviour`, {
      expected: '[][A]_v for every step, or []<><<A>>_v for steps again and again',
    });
  }
  if (depth < 100 && (expr.kind === 'reference' || expr.kind === 'let')) {
    const inner =
      expr.kind === 'reference'
        ? unfold(model.analysis, expr, env)
        : { expr: expr.body, env: formulaScope(model.spec, expr, env) };
    if (inner !== undefined) {
      visit(model, name, inner, split, depth + 1);
      return;
    }
  }
  const items =
    expr.kind === 'junction' && expr.op === '/\\'
      ? expr.items
      : expr.kind === 'operator' && expr.op === '/\\'
        ? expr.args
        : null;
  if (items !== null) {
    for (const item of items) visit(model, name, { expr: item, env }, split, depth + 1);
    return;
  }
  if (expr.kind === 'operator' && expr.op === '[]') {
    const inner = bare(expr.args[0]!);
    const innerLevel = factsOf(model.analysis, inner, env).level;
    if (innerLevel <= 1) {
      split.safety.push({ kind: 'invariant', name, formula: { expr: inner, env } });
      return;
    }
    if (inner.kind === 'boxAction') {
      split.safety.push({ kind: 'action', name, formula: { expr: inner, env } });
      return;
    }
  }
  split.temporal.push({ name, formula: { expr, env } });
}
