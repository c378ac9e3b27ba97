import type { Argument, Expr, SourceRange } from '../syntax/ast.ts';
import { FALSE, isLazy, type Store, TRUE, type Value } from '../values/store.ts';
import type { Analysis } from './analysis.ts';
import type { PartPlace } from './formula-parts.ts';
import type { LinkedSpec } from './link.ts';
import { type Block, child, emit, isEmpty } from './output.ts';
import type { InstanceUses } from './resolve.ts';
import type { Definition, Env, Meaning, Scoped } from './scope.ts';

/** Generated code of an expression: pure JavaScript after the statements that were emitted for it. */
export interface Code {
  readonly js: string;
  /** Whether it gives a JavaScript boolean; otherwise a value. */
  readonly boolean: boolean;
}

/**
 * Which state the variables are read from: `state` the current one, `next` the primed one, `initial` a state that is being built, whose
 * variables may be unassigned.
 */
export type Mode = 'state' | 'next' | 'initial';

export interface Context {
  readonly env: Env;
  /** Where statements go. */
  readonly block: Block;
  readonly mode: Mode;
  /** Local that holds the value of `@`. */
  readonly at: string | null;
  /** Variables known to be assigned on this path, in the state that is being built. */
  readonly assigned: ReadonlySet<number>;
  /** Variables of instances whose next values ENABLED is free to choose, by the number of their local. */
  readonly free?: ReadonlyMap<Meaning, number>;
  /** Set inside an expression that is computed once per model. */
  readonly hoisted: boolean;
}

/** A place in the spec that generated code refers to by number. */
export interface Site {
  readonly at: SourceRange;
  /** Name of the operator that is applied there, if one is. */
  readonly operator: string | null;
  readonly node: Expr | null;
}

/**
 * `mark`: note that evaluation got here. `assume`: take this value, and report the node's own to `runtime.assumed`. `explain`: tell the value and
 * what it came from to `runtime.explanation`. `choice`: explain a condition, and tell `runtime.choices` of it. `switch`: evaluate as
 * `runtime.switches` says at this moment, and note the node's own value in `runtime.seen`; `looser` and `tighter` are the formulas that those
 * settings put in its place.
 */
export type Hook =
  | { readonly kind: 'mark' }
  | { readonly kind: 'assume'; readonly index: number; readonly value: boolean }
  | { readonly kind: 'explain'; readonly place: PartPlace; readonly atom: boolean }
  | { readonly kind: 'choice'; readonly atom: boolean }
  | { readonly kind: 'switch'; readonly index: number; readonly looser: Expr | null; readonly tighter: Expr | null };

export interface Variant {
  readonly js: string;
  readonly boolean: boolean;
}

/** What generation of one program carries along. */
export interface Generator {
  readonly spec: LinkedSpec;
  readonly store: Store;
  readonly analysis: Analysis;
  readonly uses: InstanceUses;
  readonly top: Block;
  readonly variants: Map<Definition, Map<string, Variant>>;
  readonly sites: Site[];
  /** Names that generated code refers to by number. */
  readonly names: string[];
  /** Locals that hold an element of a known set, with that set. */
  readonly drawn: Map<string, Value>;
  /** Code that tells where it is: slower, for errors and explanations. */
  readonly traced: boolean;
  /** Code that reports each comparison with an integer constant that comes out false. */
  readonly watchBounds: boolean;
  /** Set in code that tells what refuses; told each formula that an action tests. */
  readonly tested: ((formula: Scoped) => void) | null;
  /** Told each expression that says what a step does. */
  readonly effect: ((effect: Scoped) => void) | null;
  /** Whether some node tells `runtime.choices`, so that actions have to say which way they are on. */
  readonly followed: boolean;
  /** What to do at certain nodes of the tree, besides evaluating them. */
  readonly hooks: ReadonlyMap<Expr, Hook>;
  counter: number;
  depth: number;
  /** The mutually recursive parts. */
  readonly expression: (expr: Expr, context: Context) => Code;
  readonly enabled: (action: Expr, context: Context) => Code;
}

export const fresh = (g: Generator, prefix: string): string => `${prefix}${g.counter++}`;

/** An argument in the scope where it was written, or a local that holds its value. */
export type Passed = { readonly expr: Argument; readonly env: Env } | { readonly js: string };

export function value(g: Generator, expr: Expr, context: Context): string {
  return asValue(g.expression(expr, context));
}

export function truth(g: Generator, expr: Expr, context: Context): string {
  const code = g.expression(expr, context);
  if (!g.traced || code.boolean) return asBoolean(code);
  // That a value is no boolean shows outside of the expression that gave it.
  const result = fresh(g, 'r');
  emit(context.block, `enter(${site(g, expr.at)}); const ${result} = ${asBoolean(code)}; leave();`);
  return result;
}

/** Code that can fail apart from what it is made of, in a local: traced code says that it stands at this expression. */
export function placed(g: Generator, at: Expr['at'], js: string, context: Context, prefix = 't'): string {
  if (!g.traced) return named(g, js, context, prefix);
  emit(context.block, `enter(${site(g, at)});`);
  const result = named(g, js, context, prefix);
  emit(context.block, 'leave();');
  return result;
}

export function asValue({ js, boolean }: Code): string {
  if (!boolean) return js;
  return js === 'true' ? literal(TRUE) : js === 'false' ? literal(FALSE) : `(${js} ? TRUE : FALSE)`;
}

export function asBoolean({ js, boolean }: Code): string {
  if (boolean) return js;
  return js === literal(TRUE) ? 'true' : js === literal(FALSE) ? 'false' : `truth(S, ${js})`;
}

export const not = (js: string): string => (js === 'true' ? 'false' : js === 'false' ? 'true' : `!${js}`);

/** The value that code stands for, where it is known before it runs. */
export const knownValue = (js: string): Value | undefined => (/^-?\d+$/.test(js) ? Number(js) : undefined);

/** Code of a value as it may stand in a state or a set: listed, where it is a lazy set that can be. */
export function settled(js: string): string {
  const known = knownValue(js);
  return known !== undefined && !isLazy(known) ? js : `settle(S, ${js})`;
}

/** A name or literal for the code, so that it can be used more than once. */
export function named(g: Generator, js: string, context: Context, prefix = 't'): string {
  if (/^-?\w+$/.test(js)) return js;
  const name = fresh(g, prefix);
  emit(context.block, `const ${name} = ${js};`);
  return name;
}

/** Code for one branch of a choice, in a block of its own. */
export interface Branch {
  readonly block: Block;
  readonly code: Code;
}

export function branch(context: Context, make: (inner: Context) => Code): Branch {
  const piece: Block = { parts: [] };
  return { block: piece, code: make({ ...context, block: piece }) };
}

/** `condition ? then : otherwise`, as an expression where neither branch needs statements. */
export function choice(g: Generator, context: Context, condition: string, then: Branch, otherwise: Branch): Code {
  if (condition === 'true' || condition === 'false') {
    const taken = condition === 'true' ? then : otherwise;
    context.block.parts.push(taken.block);
    return taken.code;
  }
  const boolean = then.code.boolean && otherwise.code.boolean;
  const a = boolean ? then.code.js : asValue(then.code);
  const b = boolean ? otherwise.code.js : asValue(otherwise.code);
  if (isEmpty(then.block) && isEmpty(otherwise.block)) {
    if (boolean && b === 'false')
      return a === 'true' ? { js: condition, boolean } : { js: `(${condition} && ${a})`, boolean };
    if (boolean && a === 'true')
      return b === 'false' ? { js: condition, boolean } : { js: `(${condition} || ${b})`, boolean };
    return { js: `(${condition} ? ${a} : ${b})`, boolean };
  }
  const result = fresh(g, 'r');
  emit(context.block, `let ${result};`);
  emit(context.block, `if (${condition}) {`);
  context.block.parts.push(then.block);
  emit(context.block, `${result} = ${a};`);
  emit(context.block, '} else {');
  context.block.parts.push(otherwise.block);
  emit(context.block, `${result} = ${b};`);
  emit(context.block, '}');
  return { js: result, boolean };
}

/** A branch of code that needs no statements. */
export const simple = (code: Code): Branch => ({ block: { parts: [] }, code });

/** A branch whose value is a boolean of JavaScript. */
export const booleanBranch = ({ block, code }: Branch): Branch => ({
  block,
  code: { js: asBoolean(code), boolean: true },
});

/** Number of a place, for generated code. */
export function site(g: Generator, at: SourceRange, operator: string | null = null, node: Expr | null = null): number {
  g.sites.push({ at, operator, node });
  return g.sites.length - 1;
}

/** A number or string as it stands in generated code: only integers and generated names ever do. */
export const literal = (value: Value): string => String(value);

/** A function emitted into a block, its body made by `make`; gives its name. */
export function functionIn(
  g: Generator,
  slot: Block,
  prefix: string,
  parameters: readonly string[],
  make: (body: Block) => string,
): string {
  const name = fresh(g, prefix);
  // A piece of its own: what the body adds to the slot meanwhile must not land inside.
  const whole = child(slot);
  emit(whole, `function ${name}(${parameters.join(', ')}) {`);
  const body = child(whole);
  const result = make(body);
  if (result !== '') emit(whole, `return ${result};`);
  emit(whole, '}');
  return name;
}
