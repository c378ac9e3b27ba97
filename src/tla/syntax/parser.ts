import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import type { Expr, Module } from './ast.ts';
import { unitExpressions } from './children.ts';
import { definition } from './definitions.ts';
import { expression } from './expressions.ts';
import { moduleHeader, type Token, tokenize } from './lexer.ts';
import { type Parser, peek, SyntaxFailure, unexpected } from './parser-state.ts';
import { type SyntaxDiagnostic, syntaxError } from './syntax-error.ts';
import { MAX_TREE_DEPTH, tooDeep } from './tree-depth.ts';
import { module } from './units.ts';

/**
 * The tree of the module in a text. What stands before its `---- MODULE` and after its `====` is ignored. The first error
 * ends the parse; its code is a {@link SyntaxDiagnostic} code. Precedence and layout as in "Specifying Systems", chapter 15.
 */
export function parseModule(source: SourceText): Result<Module, SyntaxDiagnostic> {
  return parseModuleAt(source, moduleHeader(source.text));
}

/** The tree of the module `name` in a text that holds several, one after the other; undefined if it holds none of that name. */
export function parseModuleNamed(source: SourceText, name: string): Result<Module, SyntaxDiagnostic> | undefined {
  const start = moduleHeader(source.text, name);
  return start === undefined ? undefined : parseModuleAt(source, start);
}

function parseModuleAt(source: SourceText, start: number | undefined): Result<Module, SyntaxDiagnostic> {
  if (start === undefined) {
    return fail(
      syntaxError(source, 'tla/no-module', 0, 0, 'there is no module in this text', {
        expected: 'a line "---- MODULE Name ----"',
      }),
    );
  }
  return run(source, tokenize(source, start, 'module'), module, moduleRoots);
}

/** The tree of a text that is one expression and nothing else. */
export function parseExpression(source: SourceText): Result<Expr, SyntaxDiagnostic> {
  return run(source, tokenize(source, 0, 'expression'), wholeExpression, (tree) => [tree]);
}

function wholeExpression(p: Parser): Expr {
  const found = expression(p);
  if (peek(p).kind !== 'end') unexpected(p, 'an infix operator or the end of the expression');
  return found;
}

function run<T>(
  source: SourceText,
  tokens: readonly Token[],
  read: (p: Parser) => T,
  roots: (tree: T) => readonly Expr[],
): Result<T, SyntaxDiagnostic> {
  const parser: Parser = {
    source,
    tokens,
    index: 0,
    bullet: null,
    nesting: 0,
    exceptValues: 0,
    closing: null,
    expression,
    definition,
  };
  try {
    const tree = read(parser);
    const deep = tooDeep(roots(tree));
    if (deep === undefined) return ok(tree);
    const { start, end } = deep.at;
    const message = `operators are applied more than ${MAX_TREE_DEPTH} deep here`;
    return fail(syntaxError(source, 'tla/nested-too-deep', start, end, message, { hint: 'split it into definitions' }));
  } catch (error) {
    if (error instanceof SyntaxFailure) return fail(error.diagnostic);
    throw error;
  }
}

/** All expressions of a module and of the modules nested in it. */
const moduleRoots = (tree: Module): Expr[] =>
  tree.units.flatMap((unit) => (unit.kind === 'module' ? moduleRoots(unit.module) : unitExpressions(unit)));
