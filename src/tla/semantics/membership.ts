import type { Expr } from '../syntax/ast.ts';
import { hasKind, itemsOf, Kind, type Value } from '../values/store.ts';
import { bindPattern } from './binders.ts';
import {
  branch,
  type Code,
  type Context,
  choice,
  type Generator,
  knownValue,
  named,
  simple,
  truth,
  value,
} from './generator.ts';
import { extend, lookup } from './scope.ts';

/** `e \in S`; a set that is given by a condition is not listed. */
export function membership(g: Generator, element: Expr, set: Expr, context: Context): Code {
  const inner = set.kind === 'parenthesized' ? set.body : set;
  if (inner.kind === 'setFilter') {
    const js = named(g, value(g, element, context), context);
    const within = membershipJs(g, js, inner.set, context);
    const rest = branch(context, (piece) => {
      const entries = bindPattern(g, inner.pattern, js, piece);
      return { js: truth(g, inner.body, { ...piece, env: extend(piece.env, entries) }), boolean: true };
    });
    return choice(g, context, within, rest, simple({ js: 'false', boolean: true }));
  }
  if (inner.kind === 'reference' && inner.args.length === 0 && inner.path.length === 0) {
    const meaning = lookup(context.env, inner.name.text);
    if (
      meaning?.kind === 'definition' &&
      meaning.definition.parameters.length === 0 &&
      meaning.definition.slot === null
    ) {
      const body = meaning.definition.body;
      if (body.kind === 'setFilter' && meaning.definition.bounds === null) {
        const js = named(g, value(g, element, context), context);
        const name = `#${js}`;
        const env = extend(meaning.definition.env, [[name, { kind: 'value', js }]]);
        const at = element.at;
        const node: Expr = { kind: 'reference', path: [], name: { text: name, at }, args: [], at };
        return membership(g, node, body, { ...context, env });
      }
    }
  }
  return { js: membershipJs(g, value(g, element, context), set, context), boolean: true };
}

function membershipJs(g: Generator, element: string, set: Expr, context: Context): string {
  const js = value(g, set, context);
  const known = knownValue(js);
  if (known !== undefined && isKnownMember(g, element, known)) return 'true';
  return `member(S, ${element}, ${js})`;
}

/** Whether a set that is known has the element for certain: it was drawn from there, or both are known. */
function isKnownMember(g: Generator, element: string, set: Value): boolean {
  if (g.drawn.get(element) === set) return true;
  const known = knownValue(element);
  return known !== undefined && hasKind(g.store, set, Kind.Set) && itemsOf(g.store, set).includes(known);
}
