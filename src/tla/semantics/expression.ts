import { nearestHint } from '../../diagnostics/nearest.ts';
import { PLACES } from '../standard-modules/explanation.ts';
import type { Bound, ExceptUpdate, Expr, Pattern } from '../syntax/ast.ts';
import { selectSubexpression } from '../syntax/subexpression.ts';
import { setOf } from '../values/sets.ts';
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  hasKind,
  integer,
  isInteger,
  itemsOf,
  Kind,
  string,
  type Value,
} from '../values/store.ts';
import { factsOf } from './analysis.ts';
import { bindPattern, loops } from './binders.ts';
import {
  applyFunctionDefinition,
  bindParts,
  bindPassed,
  callBuiltin,
  callMeaning,
  meaningOf,
  reference,
  refusePart,
} from './calls.ts';
import { mayBeEndless } from './endless.ts';
import type { PartPlace } from './formula-parts.ts';
import {
  asBoolean,
  asValue,
  branch,
  type Code,
  type Context,
  choice,
  fresh,
  functionIn,
  type Generator,
  type Hook,
  knownValue,
  literal,
  named,
  not,
  simple,
  site,
  truth,
  value,
} from './generator.ts';
import { unitMeanings } from './link.ts';
import { homeOf } from './names/expressions.ts';
import { type Block, block, child, emit, isEmpty } from './output.ts';
import { childEnv, definedBy, type Env, extend, lookup, type Meaning, plainName, visibleNames } from './scope.ts';
import { reject } from './semantic-error.ts';
import { terms } from './terms.ts';

type Node<K extends Expr['kind']> = Extract<Expr, { kind: K }>;

const MAX_DEPTH = 400;

/** Code of any expression that is not temporal. */
export function expression(g: Generator, expr: Expr, context: Context): Code {
  if (g.depth > MAX_DEPTH) reject('tla/too-deep', expr.at, `the expression nests deeper than ${MAX_DEPTH} levels`);
  g.depth++;
  g.analysis.latest = expr;
  const hook = g.hooks.size > 0 ? g.hooks.get(expr) : undefined;
  const code =
    hook !== undefined
      ? hooked(g, expr, hook, context)
      : hoistable(expr) && !context.hoisted
        ? hoisted(g, expr, context)
        : traced(g, expr, context);
  g.depth--;
  return code;
}

function hooked(g: Generator, expr: Expr, hook: Hook, context: Context): Code {
  switch (hook.kind) {
    case 'mark':
      emit(context.block, 'R.marked = true;');
      return traced(g, expr, context);
    case 'assume': {
      const own = functionIn(g, child(context.block), 'y', [], (body) =>
        asBoolean(traced(g, expr, { ...context, block: body })),
      );
      const js = `assumed(${hook.index}, ${own}, ${hook.value})`;
      if (g.tested === null) return { js, boolean: true };
      const opened = fresh(g, 'r');
      emit(context.block, `const ${opened} = opened(${PLACES.same}, true); const ${opened}v = ${js};`);
      emit(context.block, `closed(${opened}, ${site(g, expr.at, null, expr)}, ${opened}v, [], []);`);
      return { js: `${opened}v`, boolean: true };
    }
    case 'switch':
      return switched(g, expr, hook, context);
    case 'explain':
      return explained(g, expr, hook, context);
    case 'choice':
      emit(context.block, 'R.choices.begin();');
      return explained(g, expr, { kind: 'explain', place: 'same', atom: hook.atom }, context, 'R.choices.end');
  }
}

/** Tells the value of a part of a formula, what it came from, and the bound variables around it. */
function explained(
  g: Generator,
  expr: Expr,
  hook: Extract<Hook, { kind: 'explain' }>,
  context: Context,
  listener?: string,
): Code {
  const opened = fresh(g, 'r');
  emit(context.block, `const ${opened} = opened(${PLACES[placeOf(hook.place)]}, ${hook.atom});`);
  const result = named(g, asBoolean(traced(g, expr, context)), context, 'r');
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

/** Code of `[site, value]` for each part of a formula, the value computed when it is asked for. */
export function partValues(g: Generator, parts: readonly Expr[], context: Context): string {
  return parts
    .map((part) => {
      const name = functionIn(g, child(context.block), 'y', [], (body) => value(g, part, { ...context, block: body }));
      return `[${site(g, part.at)}, ${name}]`;
    })
    .join(', ');
}

/** Names reach generated code as numbers only. */
function nameIndex(g: Generator, name: string): number {
  const known = g.names.indexOf(name);
  return known >= 0 ? known : g.names.push(name) - 1;
}

/** The settings are those of `SwitchSetting` in the runtime. */
function switched(g: Generator, expr: Expr, hook: Extract<Hook, { kind: 'switch' }>, context: Context): Code {
  const result = fresh(g, 'r');
  const index = hook.index;
  emit(context.block, `let ${result};`);
  emit(context.block, `switch (R.switches[${index}]) {`);
  emit(context.block, `case 1: ${result} = true; break;`);
  emit(context.block, `case 2: ${result} = false; break;`);
  const arm = (label: string, make: (block: Block) => void): void => {
    emit(context.block, `${label}: {`);
    make(child(context.block));
    emit(context.block, 'break; }');
  };
  for (const [setting, formula] of [
    [4, hook.looser],
    [5, hook.tighter],
  ] as const) {
    if (formula === null) continue;
    arm(`case ${setting}`, (block) =>
      emit(block, `${result} = ${asBoolean(traced(g, formula, { ...context, block }))};`),
    );
  }
  arm('default', (block) => {
    emit(block, `${result} = ${asBoolean(traced(g, expr, { ...context, block }))};`);
    emit(block, `R.seen[${index}] |= ${result} ? 1 : 2;`);
    emit(block, `if (R.switches[${index}] === 3) ${result} = !${result};`);
  });
  emit(context.block, '}');
  return { js: result, boolean: true };
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

function subexpression(g: Generator, expr: Node<'subexpression'>, context: Context): Code {
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
  return refusePart(expr);
}

const booleanBranch = ({ block, code }: { block: Context['block']; code: Code }) => ({
  block,
  code: { js: asBoolean(code), boolean: true },
});

/** The scope inside LET; its generated functions stand at this place of the code. */
export function letEnv(g: Generator, expr: Node<'let'>, context: Context): Env {
  const env = childEnv(context.env);
  const slot = child(context.block);
  for (const unit of expr.definitions) {
    if (unit.kind !== 'operatorDefinition' && unit.kind !== 'functionDefinition' && unit.kind !== 'instance') continue;
    for (const [name, meaning] of unitMeanings(
      unit,
      env,
      slot,
      g.spec.name,
      g.spec.find,
      g.spec.instanceReplacements,
    )) {
      const local: Meaning =
        meaning.kind === 'definition' && unit.kind !== 'instance'
          ? { kind: 'let', local: { definition: meaning.definition, cells: new Map() } }
          : meaning;
      env.names.set(name, local);
    }
  }
  return env;
}

/** JavaScript condition that an expression has the same value in both states. */
export function unchanged(g: Generator, expr: Expr, context: Context): string {
  if (expr.kind === 'parenthesized') return unchanged(g, expr.body, context);
  if (expr.kind === 'tuple') {
    if (expr.items.length === 0) return 'true';
    return `(${expr.items.map((item) => unchanged(g, item, context)).join(' && ')})`;
  }
  if (expr.kind === 'reference' && expr.args.length === 0) {
    const meaning = meaningOf(g, expr, context);
    if (meaning?.kind === 'definition' && meaning.definition.bounds === null && meaning.definition.slot === null) {
      return unchanged(g, meaning.definition.body, { ...context, env: meaning.definition.env });
    }
    if (meaning?.kind === 'macro' && context.free?.has(meaning) !== true)
      return unchanged(g, meaning.expr, { ...context, env: meaning.env });
  }
  const before = value(g, expr, context);
  const after = value(g, expr, { ...context, mode: 'next' });
  return `equal(S, ${before}, ${after})`;
}

export function junction(g: Generator, items: readonly Expr[], op: '/\\' | '\\/', context: Context, from = 0): Code {
  const first = truth(g, items[from]!, context);
  if (from === items.length - 1) return { js: first, boolean: true };
  const rest = branch(context, (inner) => junction(g, items, op, inner, from + 1));
  return op === '/\\'
    ? choice(g, context, first, rest, simple({ js: 'false', boolean: true }))
    : choice(g, context, first, simple({ js: 'true', boolean: true }), rest);
}

function operator(g: Generator, expr: Node<'operator'>, context: Context): Code {
  const code = plainOperator(g, expr, context);
  const bound = g.watchBounds ? boundOf(expr, context) : undefined;
  if (bound === undefined || context.hoisted) return code;
  const parts = partValues(g, terms(expr), context);
  return { js: `atBound(${site(g, expr.at, bound)}, ${code.js}, [${parts}])`, boolean: true };
}

const COMPARISONS = new Set(['<', '<=', '>', '>=']);

/** The integer constant that a comparison limits something by, if it does (see `BoundHit`). */
function boundOf(expr: Node<'operator'>, context: Context): string | undefined {
  if (!COMPARISONS.has(expr.op)) return undefined;
  for (const arg of [expr.args[1]!, expr.args[0]!]) {
    const name = plainName(arg);
    const meaning = name === undefined ? undefined : lookup(context.env, name);
    if (meaning?.kind === 'constant' && isInteger(meaning.value)) return meaning.name;
  }
  return undefined;
}

function plainOperator(g: Generator, expr: Node<'operator'>, context: Context): Code {
  const [a, b] = expr.args as [Expr, Expr];
  const own = lookup(context.env, expr.op);
  if (own !== undefined && own.kind !== 'builtin') {
    return callMeaning(
      g,
      own,
      expr.args.map((arg) => ({ expr: arg, env: context.env })),
      context,
      expr.at,
      expr.op,
    );
  }
  const call = (fn: string, boolean: boolean, ...args: Expr[]): Code => ({
    js: `${fn}(${['S', ...args.map((arg) => value(g, arg, context))].join(', ')})`,
    boolean,
  });
  switch (expr.op) {
    case '/\\':
    case '\\/':
      return junction(g, [a, b], expr.op, context);
    case '~':
      return { js: not(truth(g, a, context)), boolean: true };
    case '=>': {
      const condition = truth(g, a, context);
      const then = branch(context, (inner) => g.expression(b, inner));
      return choice(g, context, condition, booleanBranch(then), simple({ js: 'true', boolean: true }));
    }
    case '<=>':
      return { js: `(${truth(g, a, context)} === ${truth(g, b, context)})`, boolean: true };
    case '=':
      return { js: equality(g, a, b, context), boolean: true };
    case '/=':
      return { js: not(equality(g, a, b, context)), boolean: true };
    case '\\in':
      return membership(g, a, b, context);
    case '\\notin':
      return { js: not(membership(g, a, b, context).js), boolean: true };
    case '\\cup':
      return call('union', false, a, b);
    case '\\cap':
      return call('intersection', false, a, b);
    case '\\':
      return call('difference', false, a, b);
    case '\\subseteq':
      return call('subset', true, a, b);
    case 'SUBSET':
      return call('powerset', false, a);
    case 'UNION':
      return call('bigUnion', false, a);
    case 'DOMAIN':
      return call('domain', false, a);
    case "'":
      if (context.mode === 'next') return reject('tla/unsupported', expr.at, 'an expression is primed twice');
      return g.expression(a, { ...context, mode: 'next' });
    case 'UNCHANGED':
      return { js: unchanged(g, a, context), boolean: true };
    case 'ENABLED':
      return g.enabled(a, context);
    case '[]':
    case '<>':
    case '~>':
    case '-+->':
      return reject('tla/unsupported', expr.at, `"${expr.op}" makes a temporal formula, which has no value in a state`);
    default:
  }
  if (own?.kind === 'builtin') {
    return callBuiltin(
      g,
      own.builtin,
      expr.args.map((arg) => ({ expr: arg, env: context.env })),
      context,
    );
  }
  return reject('tla/unknown-name', expr.at, `the operator "${expr.op === '-.' ? '-' : expr.op}" is not defined here`, {
    hint: homeOf(expr.op) ?? nearestHint(expr.op, visibleNames(context.env)),
  });
}

/** `e \in S`; a set that is given by a condition is not listed. */
function membership(g: Generator, element: Expr, set: Expr, context: Context): Code {
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

/** What is the same is equal; whether other values compare is for the run to tell. */
function equality(g: Generator, a: Expr, b: Expr, context: Context): string {
  const left = value(g, a, context);
  const right = value(g, b, context);
  return left === right && knownValue(left) !== undefined ? 'true' : `equal(S, ${left}, ${right})`;
}

function quantifier(g: Generator, bounds: readonly Bound[], body: Expr, all: boolean, context: Context): Code {
  const result = fresh(g, 'q');
  const label = `L${result}`;
  emit(context.block, `let ${result} = ${all};`);
  loops(g, bounds, context, label, (inner) => {
    const condition = truth(g, body, inner);
    emit(inner.block, `if (${all ? `!${condition}` : condition}) { ${result} = ${!all}; break ${label}; }`);
  });
  return { js: result, boolean: true };
}

function choose(g: Generator, expr: Node<'choose'>, context: Context): Code {
  if (expr.set === null) {
    return reject('tla/unsupported', expr.at, 'CHOOSE without a set cannot be evaluated', {
      expected: '"CHOOSE x \\in S : …", or a replacement of the definition in the configuration',
    });
  }
  const result = fresh(g, 'c');
  const label = `L${result}`;
  const set = named(g, value(g, expr.set, context), context);
  const list = named(g, `elements(S, ${set})`, context);
  emit(context.block, `let ${result} = U;`);
  const whole = child(context.block);
  const js = fresh(g, 'x');
  emit(whole, `${label}: for (let ${js}i = 0; ${js}i < ${list}.length; ${js}i++) { const ${js} = ${list}[${js}i];`);
  const piece = child(whole);
  const inner = { ...context, block: piece };
  const entries = bindPattern(g, expr.pattern, js, inner);
  const condition = truth(g, expr.body, { ...inner, env: extend(context.env, entries) });
  emit(piece, `if (${condition}) { ${result} = ${js}; break ${label}; }`);
  emit(whole, '}');
  emit(context.block, `if (${result} === U) noChoice(S, ${set});`);
  return { js: result, boolean: false };
}

function setFilter(g: Generator, expr: Node<'setFilter'>, context: Context): Code {
  if (mayBeEndless(g.analysis, expr.set, context.env)) {
    const condition = functionIn(g, child(context.block), 'z', ['a'], (body) => {
      const inner = { ...context, block: body };
      const own = named(g, '(a)', inner, 'x');
      const entries = bindPattern(g, expr.pattern, own, inner);
      return truth(g, expr.body, { ...inner, env: extend(context.env, entries) });
    });
    return { js: `filtered(S, ${value(g, expr.set, context)}, ${condition})`, boolean: false };
  }
  const list = named(g, `elements(S, ${value(g, expr.set, context)})`, context);
  const result = fresh(g, 'm');
  emit(context.block, `const ${result} = [];`);
  eachItem(g, expr.pattern, list, context, (inner, js) => {
    emit(inner.block, `if (${truth(g, expr.body, inner)}) ${result}.push(${js});`);
  });
  return { js: `setOfAscending(S, ${result})`, boolean: false };
}

function eachItem(
  g: Generator,
  pattern: Pattern,
  list: string,
  context: Context,
  body: (inner: Context, js: string) => void,
): void {
  const js = fresh(g, 'x');
  const whole = child(context.block);
  emit(whole, `for (let ${js}i = 0; ${js}i < ${list}.length; ${js}i++) { const ${js} = ${list}[${js}i];`);
  const piece = child(whole);
  const inner = { ...context, block: piece };
  const entries = bindPattern(g, pattern, js, inner);
  body({ ...inner, env: extend(context.env, entries) }, js);
  emit(whole, '}');
}

function setMap(g: Generator, expr: Node<'setMap'>, context: Context): Code {
  const result = fresh(g, 'm');
  emit(context.block, `const ${result} = [];`);
  loops(g, expr.bounds, context, `L${result}`, (inner) => {
    emit(inner.block, `${result}.push(${value(g, expr.body, inner)});`);
    emit(inner.block, `bounded(${result});`);
  });
  return { js: `setOf(S, ${result})`, boolean: false };
}

function functionLiteral(g: Generator, expr: Node<'function'>, context: Context): Code {
  if (expr.bounds.some(({ set }) => mayBeEndless(g.analysis, set, context.env)))
    return endlessFunction(g, expr, context);
  const sets = expr.bounds.flatMap((bound) => {
    const set = named(g, value(g, bound.set, context), context);
    return bound.patterns.map(() => set);
  });
  const domain = named(
    g,
    sets.length === 1 ? `enumerated(S, ${sets[0]})` : `enumerated(S, product(S, [${sets.join(', ')}]))`,
    context,
  );
  const list = named(g, `elements(S, ${domain})`, context);
  const result = fresh(g, 'm');
  emit(context.block, `const ${result} = [];`);
  const patterns = expr.bounds.flatMap((bound) => bound.patterns);
  const js = fresh(g, 'x');
  const whole = child(context.block);
  emit(whole, `for (let ${js}i = 0; ${js}i < ${list}.length; ${js}i++) { const ${js} = ${list}[${js}i];`);
  const piece = child(whole);
  const inner = { ...context, block: piece };
  const entries = patterns.flatMap((pattern, i) => {
    if (patterns.length === 1) return bindPattern(g, pattern, js, inner);
    const part = named(g, `component(S, ${js}, ${i}, ${patterns.length})`, inner, 'x');
    return bindPattern(g, pattern, part, inner);
  });
  emit(piece, `${result}.push(${value(g, expr.body, { ...inner, env: extend(context.env, entries) })});`);
  emit(whole, '}');
  return { js: `functionOn(S, ${domain}, ${result})`, boolean: false };
}

/** A function whose domain may be without end: a JavaScript function that gives its values. */
function endlessFunction(g: Generator, expr: Node<'function'>, context: Context): Code {
  const sets = expr.bounds.flatMap((bound) => {
    const set = named(g, value(g, bound.set, context), context);
    return bound.patterns.map(() => set);
  });
  const rule = functionIn(g, child(context.block), 'z', ['a'], (body) => {
    const own = named(g, '(a)', { ...context, block: body }, 'x');
    const env = bindParts(g, expr.bounds, own, context.env, body);
    return value(g, expr.body, { ...context, block: body, env });
  });
  const domain = sets.length === 1 ? sets[0] : `product(S, [${sets.join(', ')}])`;
  return { js: `tabulate(S, ${domain}, ${rule})`, boolean: false };
}

function record(g: Generator, expr: Node<'record'> | Node<'recordSet'>, context: Context): Code {
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

function except(g: Generator, expr: Node<'except'>, context: Context): Code {
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

function application(g: Generator, expr: Node<'functionApplication'>, context: Context): Code {
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

function caseOf(g: Generator, expr: Node<'case'>, from: number, context: Context): Code {
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
