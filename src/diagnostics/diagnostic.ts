/** A place in a source text. Lines and columns count from 1; a column counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a source text; `end` is exclusive. `file` is relative to the project, never absolute. */
export interface Span {
  readonly file: string;
  readonly start: Position;
  readonly end?: Position;
}

/**
 * One thing that is wrong with the input, as a value.
 *
 * Functions return diagnostics; only the edges (matchers, command line, runner integration) throw them, as a
 * {@link TracefoldError}. `code` is stable and documented: `<folder>/<what-is-wrong>`, for example
 * `scenario/unknown-key`. Each folder keeps its codes in one union type.
 */
export interface Diagnostic<Code extends string = string> {
  readonly code: Code;
  /** One sentence that says what is wrong, with the offending name or value. No trailing line break. */
  readonly message: string;
  readonly at?: Span;
  /** The source line at `at.start.line`, without its line break. */
  readonly lineText?: string;
  /** What would have been right, in a few words: completes "expected …". */
  readonly expected?: string;
  /** The nearest known name, or the next thing to try. One sentence. */
  readonly hint?: string;
  /** Other places that explain this one, for example where a duplicate was first defined. */
  readonly related?: readonly { readonly message: string; readonly at?: Span }[];
}

/** Either a value or at least one diagnostic. */
export type Result<T, D extends Diagnostic = Diagnostic> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly [D, ...D[]] };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <D extends Diagnostic>(...errors: [D, ...D[]]): { ok: false; errors: readonly [D, ...D[]] } => ({
  ok: false,
  errors,
});
