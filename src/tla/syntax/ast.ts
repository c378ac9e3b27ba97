import type { SourceText } from '../../diagnostics/source-text.ts';

/** Where a node stands: UTF-16 offsets into the text of its module, `end` exclusive. */
export interface SourceRange {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly at: SourceRange;
}

/** An identifier where it is declared or named. */
export interface Name extends Node {
  readonly text: string;
}

/** A parameter of an operator, constant or lambda: `x` has arity 0, `F(_, _)` has arity 2. */
export interface Parameter {
  readonly name: Name;
  readonly arity: number;
}

/** `x, y \in S` (two `name` patterns) or `<<x, y>> \in S` (one `tuple` pattern). */
export type Pattern =
  | { readonly kind: 'name'; readonly name: Name }
  | { readonly kind: 'tuple'; readonly names: readonly Name[] };

export interface Bound extends Node {
  readonly patterns: readonly Pattern[];
  readonly set: Expr;
}

/** `M(x)!` in front of an operator; several for nested instances. */
export interface Qualifier extends Node {
  readonly name: Name;
  readonly args: readonly Argument[];
}

/**
 * One step from a definition into its formula, as in `Inv!2`, `Thm!:`, `Op(a)!<<`: its whole body, the operand at a position (from
 * 1), the left or right operand, the body under bound variables as it is (`@`) or for given values, or a label.
 */
export type SubexpressionSelector =
  | { readonly kind: 'whole' }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'left' }
  | { readonly kind: 'right' }
  | { readonly kind: 'operator' }
  | { readonly kind: 'instantiate'; readonly args: readonly Argument[] }
  | { readonly kind: 'label'; readonly name: Name; readonly args: readonly Argument[] };

/** An argument is an expression; an operator passed by name is a `reference` without args, or a `lambda`. */
export type Argument = Expr;

export type ExceptSelector =
  | { readonly kind: 'index'; readonly args: readonly Expr[] }
  | { readonly kind: 'field'; readonly name: Name };

export interface ExceptUpdate extends Node {
  readonly path: readonly ExceptSelector[];
  readonly value: Expr;
}

/**
 * An expression. Operators are spelt canonically whatever the source says: `\cup` for `\union` and `∪`, `/=` for `#`, `=<` → `<=`,
 * `~` for `\lnot`, `\X` for `\times`. Prefix, infix and postfix operators are `operator` nodes; everything that is applied by name
 * is a `reference`.
 */
export type Expr =
  | (Node & { readonly kind: 'number'; readonly value: bigint })
  | (Node & { readonly kind: 'string'; readonly value: string })
  | (Node & { readonly kind: 'boolean'; readonly value: boolean })
  | (Node & {
      readonly kind: 'reference';
      readonly path: readonly Qualifier[];
      readonly name: Name;
      readonly args: readonly Argument[];
    })
  | (Node & {
      readonly kind: 'subexpression';
      readonly of: Extract<Expr, { readonly kind: 'reference' }>;
      readonly selectors: readonly SubexpressionSelector[];
    })
  | (Node & {
      readonly kind: 'operator';
      readonly op: string;
      readonly fixity: 'prefix' | 'infix' | 'postfix';
      readonly args: readonly Expr[];
    })
  | (Node & { readonly kind: 'junction'; readonly op: '/\\' | '\\/'; readonly items: readonly Expr[] })
  | (Node & {
      readonly kind: 'quantifier';
      readonly quantifier: 'A' | 'E';
      readonly bounds: readonly Bound[];
      readonly body: Expr;
    })
  | (Node & {
      readonly kind: 'unboundedQuantifier';
      readonly quantifier: 'A' | 'E' | 'AA' | 'EE';
      readonly names: readonly Name[];
      readonly body: Expr;
    })
  | (Node & { readonly kind: 'choose'; readonly pattern: Pattern; readonly set: Expr | null; readonly body: Expr })
  | (Node & { readonly kind: 'setEnumeration'; readonly items: readonly Expr[] })
  | (Node & { readonly kind: 'setFilter'; readonly pattern: Pattern; readonly set: Expr; readonly body: Expr })
  | (Node & { readonly kind: 'setMap'; readonly body: Expr; readonly bounds: readonly Bound[] })
  | (Node & { readonly kind: 'function'; readonly bounds: readonly Bound[]; readonly body: Expr })
  | (Node & { readonly kind: 'functionSet'; readonly domain: Expr; readonly range: Expr })
  | (Node & { readonly kind: 'record'; readonly fields: readonly { readonly name: Name; readonly value: Expr }[] })
  | (Node & { readonly kind: 'recordSet'; readonly fields: readonly { readonly name: Name; readonly value: Expr }[] })
  | (Node & { readonly kind: 'except'; readonly base: Expr; readonly updates: readonly ExceptUpdate[] })
  | (Node & { readonly kind: 'at' })
  | (Node & { readonly kind: 'functionApplication'; readonly function: Expr; readonly args: readonly Expr[] })
  | (Node & { readonly kind: 'field'; readonly record: Expr; readonly name: Name })
  | (Node & { readonly kind: 'tuple'; readonly items: readonly Expr[] })
  | (Node & { readonly kind: 'product'; readonly sets: readonly Expr[] })
  | (Node & { readonly kind: 'if'; readonly condition: Expr; readonly then: Expr; readonly else: Expr })
  | (Node & {
      readonly kind: 'case';
      readonly arms: readonly { readonly guard: Expr; readonly value: Expr }[];
      readonly other: Expr | null;
    })
  | (Node & { readonly kind: 'let'; readonly definitions: readonly Unit[]; readonly body: Expr })
  | (Node & { readonly kind: 'lambda'; readonly parameters: readonly Name[]; readonly body: Expr })
  | (Node & { readonly kind: 'boxAction'; readonly action: Expr; readonly subscript: Expr })
  | (Node & { readonly kind: 'angleAction'; readonly action: Expr; readonly subscript: Expr })
  | (Node & {
      readonly kind: 'fairness';
      readonly strength: 'WF' | 'SF';
      readonly subscript: Expr;
      readonly action: Expr;
    })
  | (Node & { readonly kind: 'parenthesized'; readonly body: Expr })
  | (Node & {
      readonly kind: 'labelled';
      readonly label: Name;
      readonly parameters: readonly Name[];
      readonly body: Expr;
    });

/** Expressions of one kind. */
export type ExprOf<K extends Expr['kind']> = Extract<Expr, { readonly kind: K }>;

/** `Op == …`, `Op(a, F(_)) == …`, an infix, prefix or postfix definition (`a ++ b == …`), named by its canonical spelling. */
export type OperatorDefinition = Node & {
  readonly kind: 'operatorDefinition';
  readonly name: Name;
  readonly parameters: readonly Parameter[];
  readonly body: Expr;
  readonly local: boolean;
};

/** `f[x \in S] == …`; may refer to itself. */
export type FunctionDefinition = Node & {
  readonly kind: 'functionDefinition';
  readonly name: Name;
  readonly bounds: readonly Bound[];
  readonly body: Expr;
  readonly local: boolean;
};

export interface Substitution {
  readonly name: Name;
  readonly value: Argument;
}

/** `INSTANCE M WITH …` (name null) or `I(x) == INSTANCE M WITH …`. */
export type InstanceUnit = Node & {
  readonly kind: 'instance';
  readonly name: Name | null;
  readonly parameters: readonly Parameter[];
  readonly module: Name;
  readonly substitutions: readonly Substitution[];
  readonly local: boolean;
};

export type Unit =
  | (Node & { readonly kind: 'constants'; readonly parameters: readonly Parameter[] })
  | (Node & { readonly kind: 'variables'; readonly names: readonly Name[] })
  | (Node & { readonly kind: 'recursive'; readonly parameters: readonly Parameter[] })
  | OperatorDefinition
  | FunctionDefinition
  | InstanceUnit
  | (Node & { readonly kind: 'assume'; readonly name: Name | null; readonly body: Expr })
  | (Node & {
      readonly kind: 'theorem';
      readonly name: Name | null;
      /** Null where the statement is an `ASSUME … PROVE`, which is no formula. */
      readonly body: Expr | null;
      readonly sequent: Sequent | null;
    })
  | (Node & { readonly kind: 'module'; readonly module: Module });

/** `ASSUME NEW x \\in S, P PROVE Q`. */
export interface Sequent {
  readonly assumptions: readonly Assumed[];
  readonly goal: Expr;
}

/** `NEW VARIABLE x` has the word before the name, `NEW x` none. */
export type Assumed =
  | { readonly kind: 'new'; readonly word: string | null; readonly parameter: Parameter; readonly set: Expr | null }
  | { readonly kind: 'formula'; readonly body: Expr }
  | { readonly kind: 'sequent'; readonly sequent: Sequent };

/** A module as parsed; nothing is resolved yet. Proofs, USE and HIDE are skipped. */
export interface Module extends Node {
  readonly name: Name;
  readonly extends: readonly Name[];
  readonly units: readonly Unit[];
}
