import type { EventKind } from '../../trace/event.ts';

/** Strong Kleene truth values, ordered: `all` is the minimum, `any` the maximum, `not` turns the order round. */
export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;
export type Truth = typeof FALSE | typeof UNKNOWN | typeof TRUE;

export const not = (truth: Truth): Truth => (2 - truth) as Truth;

/** Why an atom is unknown. */
export type Gap =
  /** Event kinds that the header does not declare complete, and on which the answer depends. */
  | { readonly kind: 'incomplete'; readonly kinds: readonly EventKind[] }
  /** What was recorded does not decide it. */
  | { readonly kind: 'open'; readonly why: string }
  /** A semantic resolver was asked and would not say. */
  | { readonly kind: 'abstained'; readonly resolver: string }
  /** A resolver threw, never answered, or answered what is no answer. */
  | { readonly kind: 'error'; readonly resolver: string; readonly message: string }
  /** A resolver cited what is not in the trace. */
  | { readonly kind: 'invalid'; readonly resolver: string; readonly message: string };

/** What an atom is for given members, and how much that is worth. */
export interface Decision {
  readonly truth: Truth;
  /** `narrower`: by a deterministic stand-in that can miss what the atom means. */
  readonly fidelity: 'exact' | 'narrower';
  readonly decidedBy: 'deterministic' | 'semantic';
  readonly gap?: Gap;
}

const decision = (truth: Truth, fidelity: Decision['fidelity']): Decision => ({
  truth,
  fidelity,
  decidedBy: 'deterministic',
});

export const HOLDS: Decision = decision(TRUE, 'exact');
export const HOLDS_NARROWER: Decision = decision(TRUE, 'narrower');
export const FAILS: Decision = decision(FALSE, 'exact');
export const FAILS_NARROWER: Decision = decision(FALSE, 'narrower');

const openDecisions = new Map<string, Decision>();

/** Unknown because the recording does not decide it; `why` completes "it is not known …". */
export function open(why: string): Decision {
  let known = openDecisions.get(why);
  if (known === undefined) {
    known = { truth: UNKNOWN, fidelity: 'exact', decidedBy: 'deterministic', gap: { kind: 'open', why } };
    openDecisions.set(why, known);
  }
  return known;
}

/** Unknown because events of these kinds may have gone unrecorded. */
export const incomplete = (...kinds: readonly EventKind[]): Decision => ({
  truth: UNKNOWN,
  fidelity: 'exact',
  decidedBy: 'deterministic',
  gap: { kind: 'incomplete', kinds },
});
