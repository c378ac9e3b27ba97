import type {
  Argument,
  Bound,
  ExceptUpdate,
  Expr,
  Name,
  Parameter,
  Pattern,
  SubexpressionSelector,
  Unit,
} from './ast.ts';
import { INFIX_OPERATORS, type OperatorInfo, POSTFIX_OPERATORS, PREFIX_OPERATORS, SYMBOLS } from './operators.ts';

/**
 * An expression as one line of TLA+ in ASCII. Junction lists become infix chains, and parentheses stand where the text needs them,
 * not where the source had them: parsed again, the text gives the same tree but for positions, parentheses and list form.
 */
export function unparse(e: Expr): string {
  switch (e.kind) {
    case 'number':
      return e.value.toString();
    case 'string':
      return quote(e.value);
    case 'boolean':
      return e.value ? 'TRUE' : 'FALSE';
    case 'at':
      return '@';
    case 'reference':
      return `${e.path.map((qualifier) => `${call(qualifier.name, qualifier.args)}!`).join('')}${call(e.name, e.args)}`;
    case 'subexpression':
      return `${unparse(e.of)}${e.selectors.map((selector) => `!${unparseSelector(selector)}`).join('')}`;
    case 'operator':
      return unparseOperator(e.op, e.fixity, e.args);
    case 'junction':
      return unparseChain(e.op, e.items);
    case 'product':
      return unparseChain('\\X', e.sets);
    case 'quantifier':
      return `\\${e.quantifier} ${unparseBounds(e.bounds)} : ${unparse(e.body)}`;
    case 'unboundedQuantifier':
      return `\\${e.quantifier} ${names(e.names)} : ${unparse(e.body)}`;
    case 'choose': {
      const set = e.set === null ? '' : ` \\in ${operand(e.set, IN, 'right')}`;
      return `CHOOSE ${unparsePattern(e.pattern)}${set} : ${unparse(e.body)}`;
    }
    case 'setEnumeration':
      return `{${list(e.items)}}`;
    case 'setFilter':
      return `{${unparsePattern(e.pattern)} \\in ${operand(e.set, IN, 'right')} : ${unparse(e.body)}}`;
    case 'setMap':
      return `{${unlessBound(e.body)} : ${unparseBounds(e.bounds)}}`;
    case 'function':
      return `[${unparseBounds(e.bounds)} |-> ${unparse(e.body)}]`;
    case 'functionSet':
      return `[${unlessBound(e.domain)} -> ${unparse(e.range)}]`;
    case 'record':
      return `[${e.fields.map((field) => `${field.name.text} |-> ${unparse(field.value)}`).join(', ')}]`;
    case 'recordSet':
      return `[${e.fields.map((field) => `${field.name.text} : ${unparse(field.value)}`).join(', ')}]`;
    case 'except':
      return `[${unlessBound(e.base)} EXCEPT ${e.updates.map(unparseUpdate).join(', ')}]`;
    case 'functionApplication':
      return `${target(e.function)}[${list(e.args)}]`;
    case 'field':
      return `${target(e.record)}.${e.name.text}`;
    case 'tuple':
      return `<<${beforeAngle(list(e.items))}>>`;
    case 'if':
      return `IF ${unparse(e.condition)} THEN ${unparse(e.then)} ELSE ${unparse(e.else)}`;
    case 'case': {
      const arms = e.arms.map((arm) => `${closed(arm.guard)} -> ${closed(arm.value)}`);
      if (e.other !== null) arms.push(`OTHER -> ${unparse(e.other)}`);
      return `CASE ${arms.join(' [] ')}`;
    }
    case 'let':
      return `LET ${e.definitions.map(unparseDefinition).join(' ')} IN ${unparse(e.body)}`;
    case 'lambda':
      return `LAMBDA ${names(e.parameters)} : ${unparse(e.body)}`;
    case 'boxAction':
      return `[${unlessBound(e.action)}]_${subscript(e.subscript)}`;
    case 'angleAction':
      return `<<${beforeAngle(unparse(e.action))}>>_${subscript(e.subscript)}`;
    case 'fairness': {
      // `WF_M!f(x)(A)` would take `(x)` for the action.
      const inner = bare(e.subscript);
      const takesArguments =
        inner.kind === 'reference' &&
        inner.path.length > 0 &&
        [...inner.path, inner].some(({ args }) => args.length > 0);
      const of = takesArguments ? `(${unparse(inner)})` : subscript(inner);
      return `${e.strength}_${of}(${unparse(e.action)})`;
    }
    case 'parenthesized':
      return unparse(e.body);
    case 'labelled':
      return `${e.label.text}${e.parameters.length === 0 ? '' : `(${names(e.parameters)})`}:: ${unparse(e.body)}`;
  }
}

const IN = INFIX_OPERATORS.get('\\in')!;

const names = (all: readonly Name[]): string => all.map((name) => name.text).join(', ');
const list = (all: readonly Expr[]): string => all.map(unparse).join(', ');

function call(name: Name, args: readonly Argument[]): string {
  // `F(+)` would be read with the symbol `(+)` in it, and `M!!!` with `!!` first.
  const text = name.text.startsWith('!') ? ` ${name.text}` : name.text;
  if (args.length === 0) return text;
  const all = list(args);
  return SYMBOLS.has(`(${all})`) ? `${text}( ${all} )` : `${text}(${all})`;
}

/** `a!:` before `>>` would be read as `a!` and `:>`. */
const beforeAngle = (text: string): string => (text.endsWith(':') ? `${text} ` : text);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\f', '\\f'],
]);

const quote = (value: string): string => `"${value.replace(/["\\\n\t\r\f]/g, (character) => ESCAPES.get(character)!)}"`;

/** The expression inside parentheses and one-item junctions, which the text does not show. */
export function bare(e: Expr): Expr {
  let found = e;
  for (;;) {
    if (found.kind === 'parenthesized') found = found.body;
    else if (found.kind === 'junction' && found.items.length === 1) found = found.items[0]!;
    else return found;
  }
}

/** The operator that an expression's text has at its top; undefined for what brackets or a name enclose. */
function topOperator(e: Expr): OperatorInfo | undefined {
  switch (e.kind) {
    case 'operator':
      return { prefix: PREFIX_OPERATORS, infix: INFIX_OPERATORS, postfix: POSTFIX_OPERATORS }[e.fixity].get(e.op);
    case 'junction':
      return INFIX_OPERATORS.get(e.op);
    case 'product':
      return INFIX_OPERATORS.get('\\X');
    default:
      return undefined;
  }
}

/** Whether the expression takes in all that follows it, so that it needs parentheses before anything else. */
function isOpen(e: Expr): boolean {
  switch (e.kind) {
    case 'quantifier':
    case 'unboundedQuantifier':
    case 'choose':
    case 'if':
    case 'case':
    case 'let':
    case 'lambda':
    case 'labelled':
      return true;
    default:
      return false;
  }
}

const closed = (e: Expr): string => (isOpen(bare(e)) ? `(${unparse(e)})` : unparse(e));

function operand(child: Expr, parent: OperatorInfo, side: 'left' | 'right'): string {
  const e = bare(child);
  const top = topOperator(e);
  const safe =
    top === undefined
      ? !isOpen(e)
      : top.low > parent.high ||
        (side === 'left' &&
          top.symbol === parent.symbol &&
          top.fixity === 'infix' &&
          parent.leftAssociative &&
          e.kind !== 'product');
  return safe ? unparse(e) : `(${unparse(e)})`;
}

/** What `[…]` and `.f` are applied to, through all of them: its postfix operator meets a prefix one before it. */
function applied(e: Expr): Expr {
  let found = e;
  while (found.kind === 'functionApplication' || found.kind === 'field') {
    found = found.kind === 'field' ? found.record : found.function;
    if (topOperator(found)?.fixity === 'postfix') return found;
  }
  return e;
}

function unparseOperator(op: string, fixity: OperatorInfo['fixity'], args: readonly Expr[]): string {
  const [first, second] = args;
  if (fixity === 'infix') {
    const info = INFIX_OPERATORS.get(op)!;
    return `${operand(first!, info, 'left')} ${op} ${operand(second!, info, 'right')}`;
  }
  const e = bare(first!);
  const inner = topOperator(fixity === 'prefix' ? applied(e) : e);
  if (fixity === 'postfix') {
    const safe = inner === undefined ? !isOpen(e) : inner.fixity === 'postfix';
    return `${safe ? unparse(e) : `(${unparse(e)})`}${op}`;
  }
  const info = PREFIX_OPERATORS.get(op)!;
  // A prefix operator could stand bare before an infix one that binds tighter; a reader would take it otherwise.
  const safe =
    inner === undefined
      ? !isOpen(e)
      : inner.fixity === 'postfix'
        ? inner.low > info.high
        : inner.fixity === 'prefix' && inner.symbol !== '-.' && inner.low >= info.low;
  const text = safe ? unparse(e) : `(${unparse(e)})`;
  if (op === '-.') return `-${text}`;
  return /^[A-Z]/.test(op) ? `${op} ${text}` : `${op}${text}`;
}

function unparseChain(op: string, items: readonly Expr[]): string {
  const info = INFIX_OPERATORS.get(op)!;
  return items.length === 1
    ? unparse(items[0]!)
    : items.map((item, index) => operand(item, info, index === 0 ? 'left' : 'right')).join(` ${op} `);
}

/** What can be followed by `[` or `.`: not a number, whose point would be a decimal one. */
function target(child: Expr): string {
  const e = bare(child);
  const top = topOperator(e);
  const endsInNumber = e.kind === 'number' || e.kind === 'subexpression';
  const safe = top === undefined ? !isOpen(e) && !endsInNumber : top.fixity === 'postfix';
  return safe ? unparse(e) : `(${unparse(e)})`;
}

/** In parentheses if it would be read as the bound of a set or function: `x \in S`. */
function unlessBound(child: Expr): string {
  const e = bare(child);
  const isBound = e.kind === 'operator' && e.op === '\\in';
  return isBound || isOpen(e) ? `(${unparse(e)})` : unparse(e);
}

function subscript(child: Expr): string {
  const e = bare(child);
  return e.kind === 'reference' || e.kind === 'tuple' ? unparse(e) : `(${unparse(e)})`;
}

const unparsePattern = (pattern: Pattern): string =>
  pattern.kind === 'name' ? pattern.name.text : `<<${names(pattern.names)}>>`;

const unparseBounds = (bounds: readonly Bound[]): string =>
  bounds
    .map((bound) => `${bound.patterns.map(unparsePattern).join(', ')} \\in ${operand(bound.set, IN, 'right')}`)
    .join(', ');

function unparseUpdate(update: ExceptUpdate): string {
  const path = update.path
    .map((selector) => (selector.kind === 'index' ? `[${list(selector.args)}]` : `.${selector.name.text}`))
    .join('');
  return `!${path} = ${unparse(update.value)}`;
}

function unparseSelector(selector: SubexpressionSelector): string {
  switch (selector.kind) {
    case 'whole':
      return ':';
    case 'position':
      return String(selector.position);
    case 'left':
      return '<<';
    case 'right':
      return '>>';
    case 'operator':
      return '@';
    case 'instantiate':
      return `(${list(selector.args)})`;
    case 'label':
      return call(selector.name, selector.args);
  }
}

function unparseParameter({ name, arity }: Parameter): string {
  if (arity === 0) return name.text;
  if (PREFIX_OPERATORS.has(name.text)) return `${name.text} _`;
  if (INFIX_OPERATORS.has(name.text)) return `_ ${name.text} _`;
  if (POSTFIX_OPERATORS.has(name.text)) return `_ ${name.text}`;
  return `${name.text}(${Array.from({ length: arity }, () => '_').join(', ')})`;
}

function unparseHead(name: Name, parameters: readonly Parameter[]): string {
  const all = parameters.map(unparseParameter);
  if (INFIX_OPERATORS.has(name.text)) return `${all[0]} ${name.text} ${all[1]}`;
  if (PREFIX_OPERATORS.has(name.text)) return `${name.text} ${all[0]}`;
  if (POSTFIX_OPERATORS.has(name.text)) return `${all[0]} ${name.text}`;
  return all.length === 0 ? name.text : `${name.text}(${all.join(', ')})`;
}

/** A definition as it stands in LET. */
function unparseDefinition(unit: Unit): string {
  switch (unit.kind) {
    case 'operatorDefinition':
      return `${unparseHead(unit.name, unit.parameters)} == ${unparse(unit.body)}`;
    case 'functionDefinition':
      return `${unit.name.text}[${unparseBounds(unit.bounds)}] == ${unparse(unit.body)}`;
    case 'recursive':
      return `RECURSIVE ${unit.parameters.map(unparseParameter).join(', ')}`;
    case 'instance': {
      const head = unit.name === null ? '' : `${unparseHead(unit.name, unit.parameters)} == `;
      const substitutions = unit.substitutions.map(({ name, value }) => `${name.text} <- ${unparse(value)}`).join(', ');
      return `${head}INSTANCE ${unit.module.text}${substitutions === '' ? '' : ` WITH ${substitutions}`}`;
    }
    case 'constants':
    case 'variables':
    case 'assume':
    case 'theorem':
    case 'module':
      return '';
  }
}
