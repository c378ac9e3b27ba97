import type { Expr } from '../syntax/ast.ts';
import { childExpressions } from '../syntax/children.ts';
import { type Env, extend, lookup, type Meaning, type Scoped } from './scope.ts';

type Reference = Extract<Expr, { kind: 'reference' }>;
type Labelled = Extract<Expr, { kind: 'labelled' }>;

/**
 * What `Op(a)!label(b)` names: the part of a definition that has the label, its parameters standing for `a` and the variables that are
 * bound around it, which a label lists, for `b`. Undefined where it names something else, or a part inside of LET or another label.
 */
export function labelledPart(env: Env, { path, name, args }: Reference): Scoped | undefined {
  const [qualifier] = path;
  if (qualifier === undefined || path.length > 1) return undefined;
  const meaning = lookup(env, qualifier.name.text);
  if (meaning?.kind !== 'definition' || meaning.definition.bounds !== null) return undefined;
  const { definition } = meaning;
  const part = withLabel(definition.body, name.text);
  if (part?.parameters.length !== args.length || definition.parameters.length !== qualifier.args.length)
    return undefined;
  const standing = (text: string, expr: (typeof args)[number]): readonly [string, Meaning] => [
    text,
    { kind: 'macro', expr, env },
  ];
  const given = [
    ...definition.parameters.map((parameter, i) => standing(parameter.name.text, qualifier.args[i]!)),
    ...part.parameters.map((parameter, i) => standing(parameter.text, args[i]!)),
  ];
  return { expr: part.body, env: extend(definition.env, given) };
}

function withLabel(expr: Expr, label: string): Labelled | undefined {
  if (expr.kind === 'labelled') return expr.label.text === label ? expr : undefined;
  if (expr.kind === 'let') return undefined;
  for (const child of childExpressions(expr)) {
    const found = withLabel(child, label);
    if (found !== undefined) return found;
  }
  return undefined;
}
