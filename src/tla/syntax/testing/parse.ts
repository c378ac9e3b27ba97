import { formatDiagnostic } from '../../../diagnostics/format.ts';
import { sourceText } from '../../../diagnostics/source-text.ts';
import { unwrap } from '../../../diagnostics/tracefold-error.ts';
import type { Expr, Module } from '../ast.ts';
import { parseExpression, parseModule } from '../parser.ts';

/** The tree of an expression that must parse. */
export const expressionOf = (text: string): Expr => unwrap(parseExpression(sourceText('expression', text)));

/** The tree of a module that must parse; a text without a header becomes the body of `MODULE M`. */
export const moduleOf = (text: string): Module => unwrap(parseModule(sourceText('M.tla', withHeader(text))));

/** The message of the error that an expression must have. */
export function expressionError(text: string): string {
  const result = parseExpression(sourceText('expression', text));
  if (result.ok) throw new Error(`parsed: ${text}`);
  return formatDiagnostic(result.errors[0]);
}

/** The message of the error that a module must have. */
export function moduleError(text: string): string {
  const result = parseModule(sourceText('M.tla', withHeader(text)));
  if (result.ok) throw new Error(`parsed: ${text}`);
  return formatDiagnostic(result.errors[0]);
}

const withHeader = (text: string): string =>
  text.includes('MODULE') || text === '' ? text : `---- MODULE M ----\n${text}\n====`;

/** An expression with every operator and list in brackets: shows how the text was taken apart. */
export function shape(e: Expr): string {
  switch (e.kind) {
    case 'number':
      return e.value.toString();
    case 'string':
      return JSON.stringify(e.value);
    case 'boolean':
      return e.value ? 'TRUE' : 'FALSE';
    case 'at':
      return '@';
    case 'reference':
      return [...e.path, e]
        .map(({ name, args }) => (args.length === 0 ? name.text : `${name.text}(${args.map(shape).join(', ')})`))
        .join('!');
    case 'operator':
      if (e.fixity === 'infix') return `(${shape(e.args[0]!)} ${e.op} ${shape(e.args[1]!)})`;
      return e.fixity === 'prefix' ? `(${e.op} ${shape(e.args[0]!)})` : `(${shape(e.args[0]!)}${e.op})`;
    case 'junction':
      return `{${e.op} ${e.items.map(shape).join(` ${e.op} `)}}`;
    case 'product':
      return `(${e.sets.map(shape).join(' \\X ')})`;
    case 'parenthesized':
      return shape(e.body);
    case 'if':
      return `(IF ${shape(e.condition)} THEN ${shape(e.then)} ELSE ${shape(e.else)})`;
    case 'case': {
      const arms = e.arms.map((arm) => `${shape(arm.guard)} -> ${shape(arm.value)}`);
      return `(CASE ${[...arms, ...(e.other === null ? [] : [`OTHER -> ${shape(e.other)}`])].join(' [] ')})`;
    }
    case 'functionApplication':
      return `${shape(e.function)}[${e.args.map(shape).join(', ')}]`;
    case 'field':
      return `${shape(e.record)}.${e.name.text}`;
    case 'boxAction':
      return `([${shape(e.action)}]_${shape(e.subscript)})`;
    case 'angleAction':
      return `(<<${shape(e.action)}>>_${shape(e.subscript)})`;
    case 'fairness':
      return `${e.strength}_${shape(e.subscript)}(${shape(e.action)})`;
    case 'quantifier': {
      const bounds = e.bounds.map((bound) => `${bound.patterns.length} in ${shape(bound.set)}`);
      return `(\\${e.quantifier} ${bounds.join(', ')} : ${shape(e.body)})`;
    }
    case 'tuple':
      return `<<${e.items.map(shape).join(', ')}>>`;
    case 'setEnumeration':
      return `{${e.items.map(shape).join(', ')}}`;
    default:
      return e.kind;
  }
}
