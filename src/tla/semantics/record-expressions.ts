import type { ExceptUpdate, ExprOf } from '../syntax/ast.ts';
import { setOf } from '../values/sets.ts';
import { string, type Value } from '../values/store.ts';
import { type Code, type Context, fresh, type Generator, literal, named, value } from './generator.ts';
import { child, emit } from './output.ts';
import { reject } from './semantic-error.ts';

/** `[a |-> e]` and `[a : S]`; the fields in the order of the values that their names are. */
export function record(g: Generator, expr: ExprOf<'record'> | ExprOf<'recordSet'>, context: Context): Code {
  const byName = new Map<Value, string>();
  for (const { name, value: of } of expr.fields) {
    const id = string(g.store, name.text);
    if (byName.has(id)) reject('tla/arity', name.at, `the field "${name.text}" stands twice in this record`);
    byName.set(id, value(g, of, context));
  }
  const ids = [...byName.keys()].sort((a, b) => a - b);
  const names = literal(setOf(g.store, ids));
  const list = `[${ids.map((id) => byName.get(id)!).join(', ')}]`;
  return { js: `${expr.kind === 'record' ? 'functionOn' : 'recordSet'}(S, ${names}, ${list})`, boolean: false };
}

/** `[f EXCEPT ![a].b = e]`: a place that the function does not have is left out, as TLC does. */
export function except(g: Generator, expr: ExprOf<'except'>, context: Context): Code {
  const result = fresh(g, 'e');
  emit(context.block, `let ${result} = ${value(g, expr.base, context)};`);
  for (const update of expr.updates) updateAt(g, update, 0, result, context);
  return { js: result, boolean: false };
}

/** Replaces what stands at the rest of an update's path inside `target`, a local that can be assigned. */
function updateAt(g: Generator, update: ExceptUpdate, step: number, target: string, context: Context): void {
  const selector = update.path[step]!;
  const key =
    selector.kind === 'field'
      ? literal(string(g.store, selector.name.text))
      : selector.args.length === 1
        ? value(g, selector.args[0]!, { ...context, at: context.at })
        : `tuple(S, [${selector.args.map((arg) => value(g, arg, context)).join(', ')}])`;
  const position = named(g, `exceptPosition(S, ${target}, ${key})`, context, 'i');
  const whole = child(context.block);
  emit(whole, `if (${position} >= 0) {`);
  const piece = child(whole);
  const inner: Context = { ...context, block: piece };
  if (step === update.path.length - 1) {
    const old = named(g, `valueAt(S, ${target}, ${position})`, inner, 'v');
    const js = value(g, update.value, { ...inner, at: old });
    emit(piece, `${target} = withValueAt(S, ${target}, ${position}, ${js});`);
  } else {
    const part = fresh(g, 'e');
    emit(piece, `let ${part} = valueAt(S, ${target}, ${position});`);
    updateAt(g, update, step + 1, part, inner);
    emit(piece, `${target} = withValueAt(S, ${target}, ${position}, ${part});`);
  }
  emit(whole, '}');
}
