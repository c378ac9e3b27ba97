import type { Expr, SourceRange } from '../syntax/ast.ts';

/**
 * What a guard part is: a named boolean `operator`; a boolean `definition` in a LET; an unprimed top-level `conjunct` of an action; the
 * `condition` of an IF, a CASE arm or a set filter that decides what an action does; an `atom` of the formula of any of these.
 */
export type GuardKind = 'operator' | 'definition' | 'conjunct' | 'condition' | 'atom';

/**
 * A named boolean part of a model that can refuse a step (or decide what it does).
 *
 * `path` begins with the name of the definition that holds the part; then `/`-separated:
 * - a number: a conjunct or disjunct, from 1 in source order. Nested lists of the same operator and parentheses count as one list;
 *   all items of the list are counted, primed ones too, so that the number is the one a reader counts. The two sides of `=>` and `<=>` are 1 and 2;
 * - a name: a definition in a LET of this definition, whichever LET (`#2` is appended to the second of a name);
 * - `if`, `then`, `else`, `case1`, `value1`, `other`: the parts of IF and CASE; inside a value the conditions are numbered on
 *   in source order: `if`, `if2`;
 * - `where`: the condition of a set filter inside a value; `not`: under a negation; `all`, `some`: under a quantifier.
 *
 * The body of a LET and that of `\E` around an action add no segment.
 */
export interface Guard {
  readonly path: string;
  readonly kind: GuardKind;
  /** The formula as one line of TLA+. */
  readonly text: string;
  readonly at: SourceRange;
  /** The module that holds it. */
  readonly module: string;
  /** The value that takes the guard away: `false` under an odd number of negations. */
  readonly removal: 'true' | 'false';
  /** Whether it compares bounds, so that `loosen` and `tighten` have a meaning. */
  readonly comparesBounds: boolean;
}

/** A guard with its node in the tree and the definition of the module that contains it. */
export interface LocatedGuard {
  readonly guard: Guard;
  readonly node: Expr;
  readonly owner: string;
}
