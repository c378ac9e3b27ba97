import { PLACES } from '../standard-modules/explanation.ts';
import type { Expr } from '../syntax/ast.ts';
import type { PartPlace } from './formula-parts.ts';
import {
  asBoolean,
  type Code,
  type Context,
  fresh,
  functionIn,
  type Generator,
  type Hook,
  named,
  site,
} from './generator.ts';
import { type Block, child, emit } from './output.ts';
import { partValues } from './part-values.ts';
import type { Env } from './scope.ts';
import { terms } from './terms.ts';

type Make = (g: Generator, expr: Expr, context: Context) => Code;

/** Code of an expression with a hook, around what `make` gives for the expression itself. */
export function hooked(g: Generator, expr: Expr, hook: Hook, context: Context, make: Make): Code {
  switch (hook.kind) {
    case 'mark':
      emit(context.block, 'R.marked = true;');
      return make(g, expr, context);
    case 'assume': {
      const own = functionIn(g, child(context.block), 'y', [], (body) =>
        asBoolean(make(g, expr, { ...context, block: body })),
      );
      const js = `assumed(${hook.index}, ${own}, ${hook.value})`;
      if (g.tested === null) return { js, boolean: true };
      const opened = fresh(g, 'r');
      emit(context.block, `const ${opened} = opened(${PLACES.same}, true); const ${opened}v = ${js};`);
      emit(context.block, `closed(${opened}, ${site(g, expr.at, null, expr)}, ${opened}v, [], []);`);
      return { js: `${opened}v`, boolean: true };
    }
    case 'switch':
      return switched(g, expr, hook, context, make);
    case 'explain':
      return explained(g, expr, hook, context, make);
    case 'choice':
      emit(context.block, 'R.choices.begin();');
      return explained(g, expr, { kind: 'explain', place: 'same', atom: hook.atom }, context, make, 'R.choices.end');
  }
}

/** Tells the value of a part of a formula, what it came from, and the bound variables around it. */
function explained(
  g: Generator,
  expr: Expr,
  hook: Extract<Hook, { kind: 'explain' }>,
  context: Context,
  make: Make,
  listener?: string,
): Code {
  const opened = fresh(g, 'r');
  emit(context.block, `const ${opened} = opened(${PLACES[placeOf(hook.place)]}, ${hook.atom});`);
  const result = named(g, asBoolean(make(g, expr, context)), context, 'r');
  // A part that is a term itself, such as `done[i]`, is its own value.
  const inner = terms(expr).filter((term) => !g.hooks.has(term));
  const bindings: string[] = [];
  for (let scope: Env | null = context.env; scope !== null; scope = scope.parent) {
    for (const [name, meaning] of scope.names) {
      if (meaning.kind === 'value' && meaning.js.startsWith('x') && !name.startsWith('#')) {
        bindings.push(`[${nameIndex(g, name)}, ${meaning.js}]`);
      }
    }
  }
  const values = partValues(g, inner, context);
  const told = `${site(g, expr.at, null, expr)}, ${result}, [${values}], [${bindings.join(', ')}]`;
  emit(context.block, `closed(${opened}, ${told});`);
  if (listener !== undefined) emit(context.block, `${listener}(${told});`);
  return { js: result, boolean: true };
}

function placeOf(place: PartPlace): keyof typeof PLACES {
  switch (place) {
    case 'conclusion':
    case 'quantified':
      return 'same';
    case 'side':
      return 'either';
    case 'same':
    case 'negated':
    case 'premise':
    case 'condition':
      return place;
  }
}

/** Names reach generated code as numbers only. */
function nameIndex(g: Generator, name: string): number {
  const known = g.names.indexOf(name);
  return known >= 0 ? known : g.names.push(name) - 1;
}

/** The settings are those of `SwitchSetting` in the runtime. */
function switched(
  g: Generator,
  expr: Expr,
  hook: Extract<Hook, { kind: 'switch' }>,
  context: Context,
  make: Make,
): Code {
  const result = fresh(g, 'r');
  const index = hook.index;
  emit(context.block, `let ${result};`);
  emit(context.block, `switch (R.switches[${index}]) {`);
  emit(context.block, `case 1: ${result} = true; break;`);
  emit(context.block, `case 2: ${result} = false; break;`);
  const arm = (label: string, fill: (block: Block) => void): void => {
    emit(context.block, `${label}: {`);
    fill(child(context.block));
    emit(context.block, 'break; }');
  };
  for (const [setting, formula] of [
    [4, hook.looser],
    [5, hook.tighter],
  ] as const) {
    if (formula === null) continue;
    arm(`case ${setting}`, (block) =>
      emit(block, `${result} = ${asBoolean(make(g, formula, { ...context, block }))};`),
    );
  }
  arm('default', (block) => {
    emit(block, `${result} = ${asBoolean(make(g, expr, { ...context, block }))};`);
    emit(block, `R.seen[${index}] |= ${result} ? 1 : 2;`);
    emit(block, `if (R.switches[${index}] === 3) ${result} = !${result};`);
  });
  emit(context.block, '}');
  return { js: result, boolean: true };
}
