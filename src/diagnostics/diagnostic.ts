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
 * {@link TracefoldError}. `code` is stable: `<topic>/<what-is-wrong>`, for example
 * `scenario/path-outside`. Each topic keeps its codes in one union type.
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

/** A list with a first element. */
export type NonEmpty<T> = readonly [T, ...T[]];

export const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

/** How many problems of one input are told: more is noise, and a hostile file has millions. */
export const MAX_PROBLEMS = 100;

/** What a function gives that could not do its work: at least one diagnostic, the first of them the one to read first. */
export interface Failed<D extends Diagnostic = Diagnostic> {
  readonly ok: false;
  readonly errors: NonEmpty<D>;
}

/** Either a value or at least one diagnostic. */
export type Result<T, D extends Diagnostic = Diagnostic> = { readonly ok: true; readonly value: T } | Failed<D>;

/** The result that holds a value. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** The result of what went wrong in one or a few ways. */
export const fail = <D extends Diagnostic>(...errors: [D, ...D[]]): Failed<D> => ({ ok: false, errors });

/** {@link fail} for a list of any length; as arguments of a call, a hostile one would overflow the stack. */
export const failAll = <D extends Diagnostic>(errors: NonEmpty<D>): Failed<D> => ({ ok: false, errors });

/** {@link failAll} with every error changed, for example given a place that only the caller knows. */
export const failEach = <D extends Diagnostic, E extends Diagnostic>(
  [first, ...more]: NonEmpty<D>,
  change: (error: D) => E,
): Failed<E> => ({ ok: false, errors: [change(first), ...more.map(change)] });
