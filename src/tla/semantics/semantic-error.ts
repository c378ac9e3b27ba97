import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceRange } from '../syntax/ast.ts';
import type { EvaluationCode } from '../values/failure.ts';

/** What can be wrong with a module before anything is evaluated. */
export type SemanticCode =
  | 'tla/unknown-name'
  | 'tla/unknown-module'
  | 'tla/arity'
  | 'tla/redefined'
  | 'tla/level'
  | 'tla/cyclic-extends'
  | 'tla/missing-constant'
  | 'tla/unsupported'
  | 'tla/too-deep'
  | 'tla/no-specification'
  | 'tla/bad-specification'
  /** A file does not have the name of its module. */
  | 'tla/module-name'
  /** A POSTCONDITION of the configuration is false. */
  | 'tla/postcondition'
  /** What _POSSIBLE names came out true nowhere. */
  | 'tla/never-true';

/** A diagnostic at a place in a module. */
export function semanticError(
  code: SemanticCode | EvaluationCode,
  at: SourceRange | null,
  message: string,
  more: { expected?: string; hint?: string | undefined; related?: Diagnostic['related'] } = {},
): Diagnostic {
  return {
    code,
    message,
    ...(at === null ? {} : placeOf(at)),
    ...(more.expected === undefined ? {} : { expected: more.expected }),
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(more.related === undefined || more.related.length === 0 ? {} : { related: more.related }),
  };
}

/** A place in a module as a diagnostic has it. */
export function placeOf({ source, start, end }: SourceRange): Pick<Required<Diagnostic>, 'at' | 'lineText'> {
  const at = source.span(start, end);
  return { at, lineText: source.line(at.start.line) };
}

/** Thrown while a module is linked and compiled; public functions turn it into its diagnostic. */
export class SemanticFailure extends Error {
  override readonly name = 'SemanticFailure';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic, options?: ErrorOptions) {
    super(diagnostic.message, options);
    this.diagnostic = diagnostic;
  }
}

/** Ends compilation with an error of the module. */
export function reject(...error: Parameters<typeof semanticError>): never {
  throw new SemanticFailure(semanticError(...error));
}

/** A formula's own text on one line, cut to a readable length. */
export function textOfRange(at: SourceRange, limit = 120): string {
  const text = at.source.text
    .slice(at.start, at.end)
    .replace(/\(\*[\s\S]*?\*\)/g, ' ')
    .replace(/\\\*[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
