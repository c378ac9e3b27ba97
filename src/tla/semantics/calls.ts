import { counted } from '../../diagnostics/counted.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { Builtin } from '../standard-modules/builtins.ts';
import type { Argument, Bound, Expr, SourceRange } from '../syntax/ast.ts';
import { isOperatorSymbol } from '../syntax/operators.ts';
import { definitionFacts, type Facts, factsOf, primesParameters, strictParameters } from './analysis.ts';

import {
  asBoolean,
  asValue,
  type Code,
  type Context,
  fresh,
  functionIn,
  type Generator,
  literal,
  type Mode,
  named,
  type Passed,
  type Variant,
} from './generator.ts';
import { labelledPart } from './labelled-part.ts';
import { type Block, child, emit } from './output.ts';
import { resolveReference } from './resolve.ts';
import { type Definition, type Env, extend, lookup, type Meaning, plainName, visibleNames } from './scope.ts';
import { reject } from './semantic-error.ts';

type Reference = Extract<Expr, { kind: 'reference' }>;

const CORE_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['BOOLEAN', 'booleans(S)'],
  ['STRING', 'strings(S)'],
]);

/** Refuses a name of a part of a formula. */
export const refusePart = (expr: Expr): never =>
  reject('tla/unsupported', expr.at, 'this name of a subexpression is not supported', {
    expected: 'a place outside bound variables: "Op!1", "Op!<<", "Op!:", or a label',
  });

/** Code of `Op`, `Op(a, b)`, `I!Op(a)`. */
export function reference(g: Generator, expr: Reference, context: Context): Code {
  const meaning = meaningOf(g, expr, context);
  if (meaning === undefined) {
    const core = CORE_CONSTANTS.get(expr.name.text);
    if (core !== undefined && expr.path.length === 0) return { js: core, boolean: false };
    if (expr.path.length === 0 && expr.args.length > 0 && expr.args.length < 3 && isOperatorSymbol(expr.name.text)) {
      // `\\in(x, S)` is `x \\in S`.
      const fixity = expr.args.length === 2 ? 'infix' : 'prefix';
      return g.expression(
        { kind: 'operator', op: expr.name.text, fixity, args: expr.args as Expr[], at: expr.at },
        context,
      );
    }
    const part = labelledPart(context.env, expr);
    if (part !== undefined) return g.expression(part.expr, { ...context, env: part.env });
    if (expr.path.length > 0) refusePart(expr);
    return reject('tla/unknown-name', expr.at, `unknown operator "${expr.name.text}"`, {
      hint: nearestHint(expr.name.text, visibleNames(context.env)),
    });
  }
  return callMeaning(
    g,
    meaning,
    expr.args.map((arg) => ({ expr: arg, env: context.env })),
    context,
    expr.at,
    expr.name.text,
  );
}

export const meaningOf = (g: Generator, expr: Reference, context: Context): Meaning | undefined =>
  resolveReference(
    context.env,
    expr,
    g.uses,
    expr.path.some((qualifier) => qualifier.args.length > 0) ? child(context.block) : null,
  );

/** Code that applies what a name means. */
export function callMeaning(
  g: Generator,
  meaning: Meaning,
  args: readonly Passed[],
  context: Context,
  at: SourceRange,
  name: string,
): Code {
  switch (meaning.kind) {
    case 'variable':
      return { js: readVariable(meaning.index, context), boolean: false };
    case 'constant':
      return { js: literal(meaning.value), boolean: false };
    case 'undefinedConstant':
      return reject('tla/missing-constant', at, `the constant "${meaning.name}" has no value`, {
        expected: `"${meaning.name} = …" or "${meaning.name} <- …" in the configuration`,
      });
    case 'value':
      return { js: meaning.js, boolean: false };
    case 'lazy':
      return { js: `(${meaning.js} !== U ? ${meaning.js} : ${meaning.thunk}())`, boolean: false };
    case 'closure':
      checkArity(meaning.arity, args, at, name);
      return { js: `${meaning.js}(${args.map((arg) => passedValue(g, arg, context)).join(', ')})`, boolean: false };
    case 'builtin':
      checkArity(meaning.builtin.arity, args, at, name);
      return callBuiltin(g, meaning.builtin, args, context);
    case 'definition':
      checkArity(meaning.definition.parameters.length, args, at, name);
      return callDefinition(g, meaning.definition, args, context);
    case 'let':
      checkArity(meaning.local.definition.parameters.length, args, at, name);
      return args.length === 0
        ? letCell(g, meaning.local, context)
        : callDefinition(g, meaning.local.definition, args, context);
    case 'macro':
      if (context.mode === 'next' && context.free?.has(meaning) === true) {
        return { js: readVariable(context.free.get(meaning)!, context), boolean: false };
      }
      return args.length === 0
        ? g.expression(meaning.expr, { ...context, env: meaning.env })
        : applyOperator(g, { expr: meaning.expr, env: meaning.env }, args, context, at);
    case 'instance':
      return reject('tla/arity', at, `"${name}" is an instance of a module, not a value`, {
        expected: `"${name}!" and the name of an operator`,
      });
    case 'alias':
    case 'parameter':
      return reject('tla/unsupported', at, `"${name}" cannot be evaluated here`);
  }
}

function checkArity(arity: number, args: readonly Passed[], at: SourceRange, name: string): void {
  if (arity === args.length) return;
  reject('tla/arity', at, `"${name}" takes ${counted(arity, 'argument')}, but is given ${args.length}`);
}

/** The variable's value in the state that the mode says, checked where it may be unassigned. */
export function readVariable(index: number, context: Context): string {
  switch (context.mode) {
    case 'state':
      return `s${index}`;
    case 'initial':
      return context.assigned.has(index) ? `s${index}` : `(s${index} !== U ? s${index} : unassigned(${index}, false))`;
    case 'next':
      return context.assigned.has(index) ? `n${index}` : `(n${index} !== U ? n${index} : unassigned(${index}, true))`;
  }
}

export const passedValue = (g: Generator, arg: Passed, context: Context): string =>
  'js' in arg ? arg.js : asValue(g.expression(arg.expr, { ...context, env: arg.env }));

/** A JavaScript function for an operator that is passed to another; it gives values. */
export function operatorClosure(g: Generator, arg: Passed, arity: number, boolean: boolean, context: Context): string {
  if ('js' in arg) {
    if (!boolean) return arg.js;
    const names = Array.from({ length: arity }, () => fresh(g, 'a'));
    return `((${names.join(', ')}) => truth(S, ${arg.js}(${names.join(', ')})))`;
  }
  const name = functionIn(
    g,
    child(context.block),
    'o',
    Array.from({ length: arity }, (_, i) => `p${i}`),
    (body) => {
      // Parameters get names of their own, so that nested operators do not hide them.
      const names = Array.from({ length: arity }, () => fresh(g, 'a'));
      names.forEach((own, i) => {
        emit(body, `const ${own} = p${i};`);
      });
      const inner: Context = { ...context, block: body };
      const code = applyOperator(
        g,
        arg,
        names.map((js) => ({ js })),
        inner,
        arg.expr.at,
      );
      return boolean ? asBoolean(code) : asValue(code);
    },
  );
  return name;
}

/** Applies an operator argument: a lambda, or a name. */
export function applyOperator(
  g: Generator,
  operator: { readonly expr: Argument; readonly env: Env },
  args: readonly Passed[],
  context: Context,
  at: SourceRange,
): Code {
  const { expr, env } = operator;
  switch (expr.kind) {
    case 'parenthesized':
    case 'labelled':
      return applyOperator(g, { expr: expr.body, env }, args, context, at);
    case 'lambda': {
      checkArity(expr.parameters.length, args, at, 'LAMBDA');
      const scope = bindPassed(
        env,
        expr.parameters.map((parameter) => parameter.text),
        args,
      );
      return g.expression(expr.body, { ...context, env: scope });
    }
    case 'reference': {
      const inner = { ...context, env };
      const meaning = meaningOf(g, expr, inner);
      if (meaning !== undefined) {
        const all = [...expr.args.map((arg) => ({ expr: arg, env })), ...args];
        return callMeaning(g, meaning, all, context, at, expr.name.text);
      }
      const scope = extend(
        env,
        args.map((arg, i) => [`#${i}`, passedMeaning(arg)] as const),
      );
      const operands = args.map((_, i) => nameNode(`#${i}`, at));
      if (args.length > 2 || args.length === 0) break;
      return g.expression(
        { kind: 'operator', op: expr.name.text, fixity: args.length === 2 ? 'infix' : 'prefix', args: operands, at },
        { ...context, env: scope },
      );
    }
    default:
  }
  return reject('tla/arity', at, 'an operator is expected here');
}

export const nameNode = (name: string, at: SourceRange): Expr => ({
  kind: 'reference',
  path: [],
  name: { text: name, at },
  args: [],
  at,
});

const passedMeaning = (arg: Passed): Meaning =>
  'js' in arg ? { kind: 'value', js: arg.js } : { kind: 'macro', expr: arg.expr, env: arg.env };

/** Binds parameters to arguments by name: each use stands for the argument's expression in its own scope. */
export function bindPassed(env: Env, names: readonly string[], args: readonly Passed[]): Env {
  return extend(
    env,
    names.map((name, i) => [name, passedMeaning(args[i]!)] as const),
  );
}

const isAtomic = (expr: Expr): boolean => expr.kind === 'number' || expr.kind === 'string' || expr.kind === 'boolean';

/** Whether evaluating the argument early costs nothing and cannot fail. */
function isSafe(g: Generator, arg: Passed, context: Context): boolean {
  if ('js' in arg) return true;
  if (isAtomic(arg.expr)) return true;
  const name = plainName(arg.expr);
  if (name === undefined) return false;
  const meaning = lookup(arg.env, name);
  if (meaning === undefined) return CORE_CONSTANTS.has(name);
  switch (meaning.kind) {
    case 'variable':
      return context.mode === 'state';
    case 'constant':
    case 'value':
      return true;
    case 'macro':
      return isSafe(g, { expr: meaning.expr, env: meaning.env }, context);
    default:
      return false;
  }
}

/** Code that applies an operator of the run-time table. */
export function callBuiltin(g: Generator, builtin: Builtin, args: readonly Passed[], context: Context): Code {
  const list = args.map((arg, i) => {
    const arity = builtin.operators?.[i];
    return arity === undefined
      ? passedValue(g, arg, context)
      : operatorClosure(g, arg, Math.abs(arity), arity < 0, context);
  });
  return { js: `${builtin.fn}(${['S', ...list].join(', ')})`, boolean: builtin.boolean };
}

/** Code that applies a definition: a call of its generated function, or its body in place where it primes its parameters. */
export function callDefinition(g: Generator, definition: Definition, args: readonly Passed[], context: Context): Code {
  if (definition.bounds !== null) return functionValue(g, definition, context);
  if (
    primesParameters(g.analysis, definition) ||
    definition.parameters.some((p) => p.arity > 0 && !isPlainOperator(p.arity))
  ) {
    return inPlace(g, definition, args, context);
  }
  const strict = strictParameters(g.analysis, definition);
  let shape = '';
  const list = args.map((arg, i) => {
    const parameter = definition.parameters[i]!;
    if (parameter.arity > 0) {
      shape += 'o';
      return operatorClosure(g, arg, parameter.arity, false, context);
    }
    if (strict.has(parameter.name.text) || isSafe(g, arg, context)) {
      shape += 'v';
      return passedValue(g, arg, context);
    }
    shape += 'l';
    return functionIn(g, child(context.block), 'z', [], (body) => passedValue(g, arg, { ...context, block: body }));
  });
  const variant = variantOf(g, definition, shape, context.mode);
  return { js: `${variant.js}(${list.join(', ')})`, boolean: variant.boolean };
}

const isPlainOperator = (arity: number): boolean => arity < 8;

const MAX_INLINE = 60;

function inPlace(g: Generator, definition: Definition, args: readonly Passed[], context: Context): Code {
  if (g.depth > MAX_INLINE) {
    return reject(
      'tla/unsupported',
      definition.at,
      `"${definition.name}" is recursive and primes its parameters, which is not supported`,
    );
  }
  g.depth++;
  const names = definition.parameters.map((parameter) => parameter.name.text);
  const scope = bindPassed(definition.env, names, args);
  const code = g.expression(definition.body, { ...context, env: scope });
  g.depth--;
  return code;
}

/**
 * The generated function of a definition, one for each way in which its arguments are passed (`v` a value, `l` a function that gives the
 * value when asked, `o` an operator) and each mode.
 */
function variantOf(g: Generator, definition: Definition, shape: string, mode: Mode): Variant {
  const facts = definitionFacts(g.analysis, definition);
  const ownMode = facts.level === 0 ? 'state' : mode;
  const key = `${shape}:${ownMode}`;
  let variants = g.variants.get(definition);
  if (variants === undefined) {
    variants = new Map();
    g.variants.set(definition, variants);
  }
  const known = variants.get(key);
  if (known !== undefined) return known;
  const boolean = isBoolean(g, definition.body, definition.env, new Set([definition]));
  const slot = definition.slot ?? g.top;
  const constant =
    definition.parameters.length === 0 && facts.level === 0 && !facts.local && !facts.impure && g.hooks.size === 0;
  const perState =
    definition.parameters.length === 0 && ownMode === 'state' && standsStillInState(g, definition, facts);
  const name = fresh(g, 'd');
  const variant: Variant = { js: name, boolean: boolean && !constant };
  variants.set(key, variant);
  const whole = child(slot);
  const parameters = definition.parameters.map(() => fresh(g, 'a'));
  if (constant) emit(whole, `let ${name}k = U;`);
  if (perState) emit(whole, `let ${name}k = U, ${name}e = 0;`);
  emit(whole, `function ${name}(${parameters.join(', ')}) {`);
  if (constant) emit(whole, `if (${name}k !== U) return ${name}k;`);
  if (perState) emit(whole, `if (${name}e === E) return ${name}k;`);
  const body = child(whole);
  const scope = extend(
    definition.env,
    definition.parameters.map((parameter, i) => {
      const js = parameters[i]!;
      switch (shape[i]) {
        case 'v':
          return [parameter.name.text, { kind: 'value', js } as const];
        case 'l': {
          emit(body, `let ${js}v = U; const ${js}f = () => (${js}v = ${js}());`);
          return [parameter.name.text, { kind: 'lazy', js: `${js}v`, thunk: `${js}f` } as const];
        }
        default:
          return [parameter.name.text, { kind: 'closure', js, arity: parameter.arity } as const];
      }
    }),
  );
  const code = g.expression(definition.body, {
    env: scope,
    block: body,
    mode: ownMode,
    at: null,
    assigned: new Set(),
    hoisted: constant,
  });
  if (constant) emit(whole, `return ${name}k = ${asValue(code)};`);
  else if (perState)
    emit(whole, `${name}k = ${variant.boolean ? asBoolean(code) : asValue(code)}; ${name}e = E; return ${name}k;`);
  else emit(whole, `return ${variant.boolean ? asBoolean(code) : asValue(code)};`);
  emit(whole, '}');
  return variant;
}

/** Whether a definition of the module gives the same throughout a state, so that it is worked out once for each state that is loaded. */
const standsStillInState = (g: Generator, definition: Definition, facts: Facts): boolean =>
  facts.level === 1 &&
  !facts.local &&
  !facts.impure &&
  definition.slot === null &&
  g.hooks.size === 0 &&
  !g.traced &&
  !g.watchBounds;

/** Whether an expression gives a boolean whenever it gives anything, as far as its form tells. */
export function isBoolean(g: Generator, expr: Expr, env: Env, seen: Set<Definition>): boolean {
  switch (expr.kind) {
    case 'boolean':
    case 'junction':
    case 'quantifier':
      return true;
    case 'operator':
      return BOOLEAN_OPERATORS.has(expr.op);
    case 'parenthesized':
    case 'labelled':
      return isBoolean(g, expr.body, env, seen);
    case 'let':
      return isBoolean(
        g,
        expr.body,
        extend(
          env,
          expr.definitions.flatMap((unit) =>
            'name' in unit && unit.name !== null ? [[unit.name.text, { kind: 'parameter' }] as const] : [],
          ),
        ),
        seen,
      );
    case 'if':
      return isBoolean(g, expr.then, env, seen) && isBoolean(g, expr.else, env, seen);
    case 'case':
      return (
        expr.arms.every((arm) => isBoolean(g, arm.value, env, seen)) &&
        (expr.other === null || isBoolean(g, expr.other, env, seen))
      );
    case 'reference': {
      if (expr.path.length > 0) return false;
      const meaning = lookup(env, expr.name.text);
      if (meaning?.kind === 'builtin') return meaning.builtin.boolean;
      if (meaning?.kind !== 'definition' || meaning.definition.bounds !== null) return false;
      if (seen.has(meaning.definition)) return false;
      seen.add(meaning.definition);
      const result = isBoolean(g, meaning.definition.body, meaning.definition.env, seen);
      seen.delete(meaning.definition);
      return result;
    }
    default:
      return false;
  }
}

const BOOLEAN_OPERATORS = new Set([
  '/\\',
  '\\/',
  '~',
  '=>',
  '<=>',
  '=',
  '/=',
  '\\in',
  '\\notin',
  '\\subseteq',
  'ENABLED',
  'UNCHANGED',
]);

/** Code of a LET definition without parameters: computed once where the values it reads stand still, and anew otherwise. */
function letCell(g: Generator, local: { definition: Definition; cells: Map<string, string> }, context: Context): Code {
  const { definition, cells } = local;
  if (definition.bounds !== null) return functionValue(g, definition, context);
  const facts = factsOf(g.analysis, definition.body, definition.env);
  const mode = facts.level === 0 ? 'state' : context.mode;
  const memo = mode === 'state' && facts.level < 2;
  const known = cells.get(mode);
  const slot = definition.slot ?? g.top;
  if (known !== undefined)
    return { js: memo ? `(${known} !== U ? ${known} : ${known}f())` : `${known}()`, boolean: false };
  const name = fresh(g, 'l');
  cells.set(mode, name);
  const whole = child(slot);
  if (memo) emit(whole, `let ${name} = U;`);
  emit(whole, `function ${memo ? `${name}f` : name}() {`);
  const body = child(whole);
  const js = asValue(
    g.expression(definition.body, {
      env: definition.env,
      block: body,
      mode,
      at: null,
      assigned: memo ? new Set() : context.assigned,
      hoisted: false,
    }),
  );
  emit(whole, memo ? `return ${name} = ${js};` : `return ${js};`);
  emit(whole, '}');
  return { js: memo ? `(${name} !== U ? ${name} : ${name}f())` : `${name}()`, boolean: false };
}

/**
 * `f[x \in S] == e` applied to an argument: a call of a function that checks the domain and, where the result can only depend on the argument,
 * remembers it.
 */
export function applyFunctionDefinition(
  g: Generator,
  definition: Definition,
  argument: string,
  context: Context,
): string {
  const name = functionVariant(g, definition, context.mode);
  return `${name}(${argument})`;
}

function functionVariant(g: Generator, definition: Definition, mode: Mode): string {
  const key = `f:${mode}`;
  let variants = g.variants.get(definition);
  if (variants === undefined) {
    variants = new Map();
    g.variants.set(definition, variants);
  }
  const known = variants.get(key);
  if (known !== undefined) return known.js;
  const facts = definitionFacts(g.analysis, definition);
  const name = fresh(g, 'f');
  variants.set(key, { js: name, boolean: false });
  const slot = definition.slot ?? g.top;
  const memo = facts.level === 0 || (definition.slot !== null && mode === 'state' && facts.level === 1);
  const whole = child(slot);
  const base: Context = {
    env: definition.env,
    block: whole,
    mode,
    at: null,
    assigned: new Set(),
    hoisted: false,
  };
  const perState = mode === 'state' && standsStillInState(g, definition, facts);
  if (memo || perState) emit(whole, `const ${name}m = new Map();`);
  emit(whole, `let ${name}s = U;${perState ? ` let ${name}e = 0;` : ''}`);
  emit(whole, `function ${name}(a) {`);
  if (perState) emit(whole, `if (${name}e !== E) { ${name}e = E; ${name}s = U; ${name}m.clear(); }`);
  if (memo || perState) emit(whole, `const k = ${name}m.get(a); if (k !== undefined) return k;`);
  const body = child(whole);
  const domain = functionIn(g, slot, 'e', [], (inner) => functionDomain(g, definition, { ...base, block: inner }));
  emit(
    body,
    `inDomain(S, a, ${memo || perState ? `(${name}s !== U ? ${name}s : (${name}s = ${domain}()))` : `${domain}()`});`,
  );
  const env = bindArgument(g, definition, 'a', body);
  const js = asValue(g.expression(definition.body, { ...base, block: body, env }));
  emit(whole, memo || perState ? `const r = ${js}; ${name}m.set(a, r); return r;` : `return ${js};`);
  emit(whole, '}');
  return name;
}

/** The scope of a function definition's body, its bound variables taken from the argument in a local. */
export const bindArgument = (g: Generator, definition: Definition, argument: string, body: Block): Env =>
  bindParts(g, definition.bounds!, argument, definition.env, body);

/** The scope with the bound variables of a function, taken from its argument in a local. */
export function bindParts(g: Generator, bounds: readonly Bound[], argument: string, env: Env, body: Block): Env {
  const patterns = bounds.flatMap((bound) => bound.patterns);
  const entries: (readonly [string, Meaning])[] = [];
  const single = patterns.length === 1;
  patterns.forEach((pattern, i) => {
    const whole = fresh(g, 'x');
    emit(body, `const ${whole} = ${single ? argument : `component(S, ${argument}, ${i}, ${patterns.length})`};`);
    if (pattern.kind === 'name') {
      entries.push([pattern.name.text, { kind: 'value', js: whole }]);
      return;
    }
    pattern.names.forEach((part, j) => {
      const js = fresh(g, 'x');
      emit(body, `const ${js} = component(S, ${whole}, ${j}, ${pattern.names.length});`);
      entries.push([part.text, { kind: 'value', js }]);
    });
  });
  return extend(env, entries);
}

function functionDomain(g: Generator, definition: Definition, context: Context): string {
  const bounds = definition.bounds!;
  const sets = bounds.flatMap((bound) => {
    const set = named(g, asValue(g.expression(bound.set, context)), context);
    return bound.patterns.map(() => set);
  });
  return sets.length === 1 ? sets[0]! : `product(S, [${sets.join(', ')}])`;
}

/** The function as a value: its domain listed, each argument applied. */
function functionValue(g: Generator, definition: Definition, context: Context): Code {
  const facts = definitionFacts(g.analysis, definition);
  const mode = facts.level === 0 ? 'state' : context.mode;
  const key = `w:${mode}`;
  const name = functionVariant(g, definition, mode);
  const variants = g.variants.get(definition)!;
  const known = variants.get(key);
  if (known !== undefined) return { js: `${known.js}()`, boolean: false };
  const slot = definition.slot ?? g.top;
  const memo = facts.level === 0 || (definition.slot !== null && mode === 'state' && facts.level === 1);
  const whole = child(slot);
  const js = fresh(g, 'w');
  variants.set(key, { js, boolean: false });
  const perState = mode === 'state' && standsStillInState(g, definition, facts);
  if (memo || perState) emit(whole, `let ${js}k = U${perState ? `, ${js}e = 0` : ''};`);
  emit(whole, `function ${js}() {`);
  if (perState) emit(whole, `if (${js}e === E) return ${js}k;`);
  else if (memo) emit(whole, `if (${js}k !== U) return ${js}k;`);
  const body = child(whole);
  const domain = functionDomain(g, definition, {
    env: definition.env,
    block: body,
    mode,
    at: null,
    assigned: new Set(),
    hoisted: false,
  });
  emit(whole, `const r = tabulate(S, ${domain}, ${name});`);
  if (perState) emit(whole, `${js}e = E;`);
  emit(whole, memo || perState ? `return ${js}k = r;` : 'return r;');
  emit(whole, '}');
  return { js: `${js}()`, boolean: false };
}
