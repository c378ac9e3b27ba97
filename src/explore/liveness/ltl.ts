/** A formula of linear temporal logic in negation normal form; atoms are formulas of a state or a step, by number. */
export type Ltl =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'atom'; readonly atom: number; readonly holds: boolean }
  | { readonly kind: 'and' | 'or' | 'until' | 'release'; readonly left: Ltl; readonly right: Ltl };

export const TRUE_FORMULA: Ltl = { kind: 'true' };
export const FALSE_FORMULA: Ltl = { kind: 'false' };

/** Both formulas; what follows from TRUE and FALSE alone is worked out. */
export function and(left: Ltl, right: Ltl): Ltl {
  if (left.kind === 'false' || right.kind === 'true') return left;
  if (left.kind === 'true' || right.kind === 'false') return right;
  return { kind: 'and', left, right };
}

/** One of the formulas at least, as {@link and}. */
export function or(left: Ltl, right: Ltl): Ltl {
  if (left.kind === 'true' || right.kind === 'false') return left;
  if (left.kind === 'false' || right.kind === 'true') return right;
  return { kind: 'or', left, right };
}

/** `<>right` */
export const eventually = (right: Ltl): Ltl => ({ kind: 'until', left: TRUE_FORMULA, right });

/** `[]right` */
export const always = (right: Ltl): Ltl => ({ kind: 'release', left: FALSE_FORMULA, right });

/** A name for a formula: the same for equal ones. */
export function text(one: Ltl): string {
  switch (one.kind) {
    case 'true':
    case 'false':
      return one.kind;
    case 'atom':
      return `${one.holds ? '' : '!'}${one.atom}`;
    default:
      return `(${text(one.left)} ${one.kind} ${text(one.right)})`;
  }
}
