import type { Expr } from '../syntax/ast.ts';
import { type Context, functionIn, type Generator, site, value } from './generator.ts';
import { child } from './output.ts';

/** Code of `[site, value]` for each part of a formula, the value computed when it is asked for. */
export function partValues(g: Generator, parts: readonly Expr[], context: Context): string {
  return parts
    .map((part) => {
      const name = functionIn(g, child(context.block), 'y', [], (body) => value(g, part, { ...context, block: body }));
      return `[${site(g, part.at)}, ${name}]`;
    })
    .join(', ');
}
