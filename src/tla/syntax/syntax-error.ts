import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';

/** The codes of what can be wrong with the text of a module or an expression. */
export type SyntaxCode =
  | 'tla/no-module'
  | 'tla/unclosed-comment'
  | 'tla/unclosed-string'
  | 'tla/bad-escape'
  | 'tla/bad-name'
  | 'tla/bad-number'
  | 'tla/decimal-number'
  | 'tla/unknown-character'
  | 'tla/unknown-operator'
  | 'tla/unexpected-token'
  | 'tla/precedence-conflict'
  | 'tla/bad-indentation'
  | 'tla/at-outside-except'
  | 'tla/unfinished-proof'
  | 'tla/unsupported-syntax'
  | 'tla/nested-too-deep';

export type SyntaxDiagnostic = Diagnostic<SyntaxCode>;

interface Details {
  readonly expected?: string | undefined;
  readonly hint?: string | undefined;
  readonly related?: SyntaxDiagnostic['related'] | undefined;
}

/** A diagnostic at `start`..`end` of a source, with the text of its line. */
export function syntaxError(
  source: SourceText,
  code: SyntaxCode,
  start: number,
  end: number,
  message: string,
  { expected, hint, related }: Details = {},
): SyntaxDiagnostic {
  const at = source.span(start, Math.max(start, end));
  return {
    code,
    message,
    at,
    lineText: source.line(at.start.line),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
    ...(related === undefined ? {} : { related }),
  };
}
