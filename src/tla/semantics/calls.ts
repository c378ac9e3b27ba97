import { counted } from '../../diagnostics/counted.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { Builtin } from '../standard-modules/builtins.ts';
import type { Argument, Expr, SourceRange } from '../syntax/ast.ts';
import { isOperatorSymbol } from '../syntax/operators.ts';
import { factsOf } from './analysis.ts';
import { functionValue } from './function-definitions.ts';
import {
  asBoolean,
  asValue,
  type Code,
  type Context,
  fresh,
  functionIn,
  type Generator,
  literal,
  type Passed,
} from './generator.ts';
import { child, emit } from './output.ts';
import { bindPassed, CORE_CONSTANTS, isSafe, nameNode, passedMeaning, passedValue } from './passing.ts';
import { primesParameters } from './primed-parameters.ts';
import { resolveReference } from './resolve.ts';
import { type Definition, type Env, extend, lookup, type Meaning, visibleNames } from './scope.ts';
import { reject } from './semantic-error.ts';
import { strictParameters } from './strictness.ts';
import { variantOf } from './variants.ts';

type Reference = Extract<Expr, { kind: 'reference' }>;

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
    const [qualifier] = expr.path;
    if (qualifier !== undefined && lookup(context.env, qualifier.name.text)?.kind === 'definition') {
      return reject('tla/unsupported', expr.at, `the value of what is labelled "${expr.name.text}" is not supported`, {
        expected: 'a definition of its own for the labelled formula',
      });
    }
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
