import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import type { Name, SourceRange } from '../syntax/ast.ts';
import { type Token, tokenize } from '../syntax/lexer.ts';
import { isOperatorSymbol } from '../syntax/operators.ts';
import { type ErrorDetails, sourceError } from '../syntax/source-error.ts';
import type { SyntaxDiagnostic } from '../syntax/syntax-error.ts';
import type { Configuration, ConfigurationValue, ConstantSetting } from './configuration.ts';

/** The codes of what can be wrong with a TLC configuration, besides those of its tokens. */
export type ConfigurationCode =
  | 'tla/config-unknown-keyword'
  | 'tla/config-unexpected'
  | 'tla/config-duplicate'
  | 'tla/config-nested-too-deep';

export type ConfigurationDiagnostic = Diagnostic<ConfigurationCode> | SyntaxDiagnostic;

type ListSection = 'invariants' | 'properties' | 'constraints' | 'actionConstraints' | 'postconditions' | 'possible';
type SingleSection = 'specification' | 'init' | 'next' | 'symmetry' | 'view' | 'alias';

const LISTS: ReadonlyMap<string, ListSection> = new Map([
  ['INVARIANT', 'invariants'],
  ['INVARIANTS', 'invariants'],
  ['PROPERTY', 'properties'],
  ['PROPERTIES', 'properties'],
  ['CONSTRAINT', 'constraints'],
  ['CONSTRAINTS', 'constraints'],
  ['ACTION_CONSTRAINT', 'actionConstraints'],
  ['ACTION_CONSTRAINTS', 'actionConstraints'],
  ['POSTCONDITION', 'postconditions'],
  ['POSTCONDITIONS', 'postconditions'],
  ['_POSSIBLE', 'possible'],
]);

const SINGLES: ReadonlyMap<string, SingleSection> = new Map([
  ['SPECIFICATION', 'specification'],
  ['INIT', 'init'],
  ['NEXT', 'next'],
  ['SYMMETRY', 'symmetry'],
  ['VIEW', 'view'],
  ['ALIAS', 'alias'],
]);

const SECTIONS = [...LISTS.keys(), ...SINGLES.keys(), 'CONSTANT', 'CONSTANTS', 'CHECK_DEADLOCK'];
const isSection = (token: Token): boolean =>
  (token.kind === 'identifier' || token.kind === 'keyword') && SECTIONS.includes(token.text);

const MAX_NESTING = 100;

const told = (text: string): string => printable(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Carries the first error out of the reader; caught in {@link parseConfiguration}. */
class ConfigurationFailure extends Error {
  readonly diagnostic: ConfigurationDiagnostic;
  constructor(diagnostic: ConfigurationDiagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** Reads a TLC configuration file; the grammar is TLC's own, tokens and comments are those of TLA+. */
export function parseConfiguration(source: SourceText): Result<Configuration, ConfigurationDiagnostic> {
  try {
    // A module may begin with any text; a configuration with the mark that some editors write.
    return ok(readSections(source, tokenize(source, source.text.startsWith('\ufeff') ? 1 : 0, 'expression')));
  } catch (error) {
    if (error instanceof ConfigurationFailure) return fail(error.diagnostic);
    throw error;
  }
}

function readSections(source: SourceText, tokens: readonly Token[]): Configuration {
  let index = 0;
  const peek = (ahead = 0): Token => tokens[Math.min(index + ahead, tokens.length - 1)]!;
  const take = (): Token => {
    const token = peek();
    if (index < tokens.length - 1) index += 1;
    return token;
  };
  const range = (from: { readonly start: number }): SourceRange => {
    return { source, start: from.start, end: Math.max(from.start, tokens[Math.max(0, index - 1)]!.end) };
  };
  const failHere = (code: ConfigurationCode, token: Token, message: string, details: ErrorDetails): never => {
    if (token.kind === 'error') throw new ConfigurationFailure(token.diagnostic!);
    throw new ConfigurationFailure(sourceError(source, code, token.start, token.end, message, details));
  };
  const describe = (token: Token): string =>
    token.kind === 'end' ? 'the end of the file' : `"${told(source.text.slice(token.start, token.end))}"`;
  const unexpected = (expected: string): never =>
    failHere('tla/config-unexpected', peek(), `unexpected ${describe(peek())}`, { expected });
  const unknownKeyword = (token: Token): never =>
    failHere(
      'tla/config-unknown-keyword',
      token,
      token.kind === 'identifier' ? `unknown keyword "${told(token.text)}"` : `unexpected ${describe(token)}`,
      { expected: 'a keyword such as SPECIFICATION, INVARIANT or CONSTANT', hint: sectionHint(token.text) },
    );
  const isSymbol = (token: Token, text: string): boolean => token.kind === 'symbol' && token.text === text;
  const accept = (text: string): boolean => {
    if (!isSymbol(peek(), text)) return false;
    take();
    return true;
  };
  const name = (expected: string): Name => {
    const token = peek();
    if (token.kind !== 'identifier' || isSection(token)) return unexpected(expected);
    take();
    return { text: token.text, at: range(token) };
  };
  const names = (): Name[] => {
    const found: Name[] = [];
    while (peek().kind === 'identifier' && !isSection(peek())) found.push(name('a name'));
    return found;
  };

  const value = (nesting = 0): ConfigurationValue => {
    const token = peek();
    if (nesting > MAX_NESTING) {
      failHere('tla/config-nested-too-deep', token, `sets are nested more than ${MAX_NESTING} deep here`, {});
    }
    if (token.kind === 'number') {
      take();
      return { kind: 'integer', value: BigInt(token.text), at: range(token) };
    }
    if (isSymbol(token, '-') && peek(1).kind === 'number') {
      take();
      return { kind: 'integer', value: -BigInt(take().text), at: range(token) };
    }
    if (token.kind === 'string') {
      take();
      return { kind: 'string', value: token.text, at: range(token) };
    }
    if (token.kind === 'identifier' && !isSection(token)) {
      take();
      if (token.text === 'TRUE' || token.text === 'FALSE') {
        return { kind: 'boolean', value: token.text === 'TRUE', at: range(token) };
      }
      return { kind: 'modelValue', name: token.text, at: range(token) };
    }
    if (accept('{')) {
      const items: ConfigurationValue[] = [];
      if (!isSymbol(peek(), '}')) {
        do items.push(value(nesting + 1));
        while (accept(','));
      }
      if (!accept('}')) unexpected('"," or "}"');
      return { kind: 'set', items, at: range(token) };
    }
    return unexpected('a value: a number, a string, TRUE, FALSE, a model value or a set of these');
  };

  const moduleInBrackets = (): Name | null => {
    if (!accept('[')) return null;
    const module = name('the name of a module');
    if (!accept(']')) unexpected('"]" after the name of the module');
    return module;
  };

  /** `Op`, or an operator symbol such as `+`. */
  const definitionName = (): Name => {
    const token = peek();
    if (token.kind !== 'symbol' || !isOperatorSymbol(token.text)) return name('the name of a definition');
    take();
    return { text: token.text, at: range(token) };
  };

  const constant = (): ConstantSetting => {
    const start = take();
    let { text } = start;
    while (accept('!')) text += `!${name('the name of an operator').text}`;
    const constantName: Name = { text, at: range(start) };
    if (accept('<-')) {
      const module = moduleInBrackets();
      const by = definitionName();
      return { kind: 'replacement', name: constantName, module, by, at: range(start) };
    }
    const args: ConfigurationValue[] = [];
    if (accept('(')) {
      do args.push(value());
      while (accept(','));
      if (!accept(')')) unexpected('"," or ")"');
    }
    if (!accept('=')) {
      const hint = start.kind === 'identifier' ? sectionHint(start.text) : undefined;
      if (hint !== undefined) unknownKeyword(start);
      if (start.kind === 'symbol' && constants.length > 0) {
        failHere('tla/config-unexpected', start, `unexpected ${describe(start)} after a value`, {
          expected: 'the next constant, or a keyword',
          hint: 'what is computed is defined in the module, and named here: "NAME <- Definition"',
        });
      }
      failHere('tla/config-unexpected', peek(), `unexpected ${describe(peek())} after "${told(text)}"`, {
        expected: `"=" or "<-" after the constant "${told(text)}"`,
      });
    }
    const module = moduleInBrackets();
    return { kind: 'value', name: constantName, module, args, value: value(), at: range(start) };
  };

  const singles = new Map<SingleSection, Name>();
  const lists = new Map<ListSection, Name[]>();
  const constants: ConstantSetting[] = [];
  let checkDeadlock: Configuration['checkDeadlock'] = null;

  while (peek().kind !== 'end') {
    const token = take();
    if (token.kind === 'error') throw new ConfigurationFailure(token.diagnostic!);
    const list = LISTS.get(token.text);
    const single = SINGLES.get(token.text);
    if (isSection(token) && list !== undefined) {
      const found = lists.get(list) ?? [];
      for (const item of names()) found.push(item);
      lists.set(list, found);
    } else if (isSection(token) && single !== undefined) {
      const value = name(`the name of a definition after ${token.text}`);
      const earlier = singles.get(single);
      if (earlier !== undefined) {
        failHere('tla/config-duplicate', token, `${token.text} is given twice`, {
          related: [{ message: `it is "${earlier.text}" here`, at: source.span(earlier.at.start, earlier.at.end) }],
        });
      }
      singles.set(single, value);
    } else if (isSection(token) && token.text === 'CHECK_DEADLOCK') {
      const flag = peek();
      if (flag.text !== 'TRUE' && flag.text !== 'FALSE') unexpected('TRUE or FALSE after CHECK_DEADLOCK');
      take();
      if (checkDeadlock !== null) failHere('tla/config-duplicate', token, 'CHECK_DEADLOCK is given twice', {});
      checkDeadlock = { value: flag.text === 'TRUE', at: range(flag) };
    } else if (isSection(token)) {
      while (SPELLED_NAMES.has(peek().kind) && !isSection(peek())) constants.push(constant());
    } else {
      unknownKeyword(token);
    }
  }
  return {
    source,
    specification: singles.get('specification') ?? null,
    init: singles.get('init') ?? null,
    next: singles.get('next') ?? null,
    invariants: lists.get('invariants') ?? [],
    properties: lists.get('properties') ?? [],
    constants,
    constraints: lists.get('constraints') ?? [],
    actionConstraints: lists.get('actionConstraints') ?? [],
    symmetry: singles.get('symmetry') ?? null,
    view: singles.get('view') ?? null,
    alias: singles.get('alias') ?? null,
    postconditions: lists.get('postconditions') ?? [],
    possible: lists.get('possible') ?? [],
    checkDeadlock,
  };
}

/** What a constant is named by: `N`, and an operator symbol as in `++ <- Plus`. */
const SPELLED_NAMES: ReadonlySet<Token['kind']> = new Set(['identifier', 'symbol', 'keyword']);

function sectionHint(text: string): string | undefined {
  const hint = nearestHint(text, SECTIONS);
  return hint?.startsWith('did') ? hint : undefined;
}
