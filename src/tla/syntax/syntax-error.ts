import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { sourceError } from './source-error.ts';

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

/** {@link sourceError} with a code of this folder. */
export const syntaxError = sourceError<SyntaxCode>;
