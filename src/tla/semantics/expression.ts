import type { Expr, ExprOf } from '../syntax/ast.ts';
import { selectSubexpression } from '../syntax/subexpression.ts';
import { EMPTY_SET, EMPTY_TUPLE, integer, string } from '../values/store.ts';
import { factsOf } from './analysis.ts';
import { meaningOf, reference } from './calls.ts';
import { choose, functionLiteral, quantifier, setFilter, setMap } from './comprehensions.ts';
import { applyFunctionDefinition } from './function-definitions.ts';
import {
  asValue,
  booleanBranch,
  branch,
  type Code,
  type Context,
  choice,
  fresh,
  type Generator,
  knownValue,
  literal,
  simple,
  site,
  truth,
  value,
} from './generator.ts';
import { hooked } from './hooks.ts';
import { letEnv } from './let-scope.ts';
import { junction, operator, unchanged } from './operator-expressions.ts';
import { block, child, emit, isEmpty } from './output.ts';
import { bindPassed } from './passing.ts';
import { except, record } from './record-expressions.ts';
import { definedBy } from './scope.ts';
import { reject } from './semantic-error.ts';

const MAX_DEPTH = 400;

/** Code of any expression that is not temporal. */
export function expression(g: Generator, expr: Expr, context: Context): Code {
  if (g.depth > MAX_DEPTH) reject('tla/too-deep', expr.at, `the expression nests deeper than ${MAX_DEPTH} levels`);
  g.depth++;
  g.analysis.latest = expr;
  const hook = g.hooks.size > 0 ? g.hooks.get(expr) : undefined;
  const code =
    hook !== undefined
      ? hooked(g, expr, hook, context, traced)
      : hoistable(expr) && !context.hoisted
        ? hoisted(g, expr, context)
        : traced(g, expr, context);
  g.depth--;
  return code;
}

function hoistable(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'at':
    case 'parenthesized':
    case 'labelled':
    case 'let':
    case 'lambda':
      return false;
    case 'reference':
      return expr.path.length === 0;
    case 'setEnumeration':
    case 'tuple':
      return expr.items.length > 0;
    default:
      return true;
  }
}

/** An expression of constants alone is computed when it is first needed, and once. */
function hoisted(g: Generator, expr: Expr, context: Context): Code {
  if (expr.kind === 'reference' && expr.args.length === 0) return traced(g, expr, context);
  const facts = factsOf(g.analysis, expr, context.env);
  if (facts.level > 0 || facts.local || facts.impure || g.traced || g.hooks.size > 0) return traced(g, expr, context);
  const body = block();
  const code = traced(g, expr, {
    env: context.env,
    block: body,
    mode: 'state',
    at: null,
    assigned: new Set(),
    hoisted: true,
  });
  if (isEmpty(body) && knownValue(asValue(code)) !== undefined) return code;
  const name = fresh(g, 'k');
  const whole = child(g.top);
  emit(whole, `let ${name} = U;`);
  emit(whole, `function ${name}f() {`);
  whole.parts.push(body);
  emit(whole, `return ${name} = ${asValue(code)};`);
  emit(whole, '}');
  const js = `(${name} !== U ? ${name} : ${name}f())`;
  return code.boolean ? { js: `(${js} === TRUE)`, boolean: true } : { js, boolean: false };
}

/** In traced code every step of the evaluation that can fail says where it is. */
function traced(g: Generator, expr: Expr, context: Context): Code {
  if (!g.traced) return plain(g, expr, context);
  switch (expr.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'at':
    case 'parenthesized':
    case 'labelled':
      return plain(g, expr, context);
    default:
  }
  const operator = expr.kind === 'reference' && expr.args.length + expr.path.length >= 0 ? expr.name.text : null;
  const number = site(g, expr.at, operator);
  const piece: Context = { ...context, block: { parts: [] } };
  const code = plain(g, expr, piece);
  if (isEmpty(piece.block) && /^[-\w]+$/.test(code.js)) return code;
  const result = fresh(g, 'r');
  emit(context.block, `enter(${number});`);
  context.block.parts.push(piece.block);
  emit(context.block, `const ${result} = ${code.js};`);
  emit(context.block, 'leave();');
  return { js: result, boolean: code.boolean };
}

function plain(g: Generator, expr: Expr, context: Context): Code {
  switch (expr.kind) {
    case 'number':
      return expr.value <= 0x7fffffffn
        ? { js: literal(integer(g.store, Number(expr.value))), boolean: false }
        : { js: `overflow('${expr.value}')`, boolean: false };
    case 'string':
      return { js: literal(string(g.store, expr.value)), boolean: false };
    case 'boolean':
      return { js: String(expr.value), boolean: true };
    case 'at':
      return { js: context.at ?? reject('tla/unsupported', expr.at, '"@" stands outside EXCEPT'), boolean: false };
    case 'parenthesized':
    case 'labelled':
      return g.expression(expr.body, context);
    case 'reference':
      return reference(g, expr, context);
    case 'subexpression':
      return subexpression(g, expr, context);
    case 'operator':
      return operator(g, expr, context);
    case 'junction':
      return junction(g, expr.items, expr.op, context);
    case 'quantifier':
      return quantifier(g, expr.bounds, expr.body, expr.quantifier === 'A', context);
    case 'unboundedQuantifier':
      return reject('tla/unsupported', expr.at, 'a quantifier without a set cannot be evaluated', {
        expected: 'a set for each bound variable: "\\E x \\in S : …"',
      });
    case 'choose':
      return choose(g, expr, context);
    case 'setEnumeration': {
      const items = expr.items.map((item) => value(g, item, context));
      return { js: items.length === 0 ? literal(EMPTY_SET) : `setOf(S, [${items.join(', ')}])`, boolean: false };
    }
    case 'setFilter':
      return setFilter(g, expr, context);
    case 'setMap':
      return setMap(g, expr, context);
    case 'function':
      return functionLiteral(g, expr, context);
    case 'functionSet':
      return {
        js: `functionSet(S, ${value(g, expr.domain, context)}, ${value(g, expr.range, context)})`,
        boolean: false,
      };
    case 'record':
    case 'recordSet':
      return record(g, expr, context);
    case 'except':
      return except(g, expr, context);
    case 'functionApplication':
      return application(g, expr, context);
    case 'field':
      return {
        js: `field(S, ${value(g, expr.record, context)}, ${literal(string(g.store, expr.name.text))})`,
        boolean: false,
      };
    case 'tuple': {
      const items = expr.items.map((item) => value(g, item, context));
      return { js: items.length === 0 ? literal(EMPTY_TUPLE) : `tuple(S, [${items.join(', ')}])`, boolean: false };
    }
    case 'product':
      return { js: `product(S, [${expr.sets.map((set) => value(g, set, context)).join(', ')}])`, boolean: false };
    case 'if':
      return choice(
        g,
        context,
        truth(g, expr.condition, context),
        branch(context, (inner) => g.expression(expr.then, inner)),
        branch(context, (inner) => g.expression(expr.else, inner)),
      );
    case 'case':
      return caseOf(g, expr, 0, context);
    case 'let':
      return g.expression(expr.body, { ...context, env: letEnv(g, expr, context) });
    case 'lambda':
      return reject('tla/arity', expr.at, 'LAMBDA is an operator, not a value');
    case 'boxAction':
    case 'angleAction': {
      const same = unchanged(g, expr.subscript, context);
      const action = branch(context, (inner) => g.expression(expr.action, inner));
      return expr.kind === 'boxAction'
        ? choice(g, context, same, simple({ js: 'true', boolean: true }), booleanBranch(action))
        : choice(g, context, same, simple({ js: 'false', boolean: true }), booleanBranch(action));
    }
    case 'fairness':
      return reject('tla/unsupported', expr.at, 'a fairness condition is a temporal formula, not a value');
  }
}

function subexpression(g: Generator, expr: ExprOf<'subexpression'>, context: Context): Code {
  const meaning = meaningOf(g, expr.of, context);
  if (meaning?.kind === 'definition') {
    const { definition } = meaning;
    const part = selectSubexpression(definition.body, expr.selectors);
    if (part !== undefined && definition.bounds === null && definition.parameters.length === expr.of.args.length) {
      const names = definition.parameters.map((parameter) => parameter.name.text);
      const args = expr.of.args.map((arg) => ({ expr: arg, env: context.env }));
      return g.expression(part, { ...context, env: bindPassed(definition.env, names, args) });
    }
  }
  return reject('tla/unsupported', expr.at, 'this name of a subexpression is not supported', {
    expected: 'a place outside bound variables: "Op!1", "Op!<<", "Op!:"',
  });
}

function application(g: Generator, expr: ExprOf<'functionApplication'>, context: Context): Code {
  const argument = (): string =>
    expr.args.length === 1
      ? value(g, expr.args[0]!, context)
      : `tuple(S, [${expr.args.map((arg) => value(g, arg, context)).join(', ')}])`;
  if (expr.function.kind === 'reference' && expr.function.args.length === 0) {
    const meaning = meaningOf(g, expr.function, context);
    const definition = definedBy(meaning);
    if (definition !== undefined && definition.bounds !== null) {
      return { js: applyFunctionDefinition(g, definition, argument(), context), boolean: false };
    }
  }
  return { js: `apply(S, ${value(g, expr.function, context)}, ${argument()})`, boolean: false };
}

function caseOf(g: Generator, expr: ExprOf<'case'>, from: number, context: Context): Code {
  const arm = expr.arms[from];
  if (arm === undefined) {
    return expr.other === null ? { js: 'noCase()', boolean: false } : g.expression(expr.other, context);
  }
  const guard = truth(g, arm.guard, context);
  const then = branch(context, (inner) => g.expression(arm.value, inner));
  if (from === expr.arms.length - 1 && expr.other === null && then.code.boolean) {
    return choice(g, context, guard, then, simple({ js: '(noCase() === TRUE)', boolean: true }));
  }
  return choice(
    g,
    context,
    guard,
    then,
    branch(context, (inner) => caseOf(g, expr, from + 1, inner)),
  );
}
