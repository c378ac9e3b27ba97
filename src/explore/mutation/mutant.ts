import type { GuardInfo, Step, Weakening } from '../../model/state-machine.ts';

/** A model with one guard part changed: removed, negated, or moved by one where it compares bounds (issue 7, item 2). */
export interface Mutant {
  readonly guard: GuardInfo;
  readonly how: Weakening;
}

/** In the order in which they are tried and shown. */
export const WEAKENINGS: readonly Weakening[] = ['remove', 'negate', 'looser', 'tighter'];

const PAST: { readonly [how in Weakening]: string } = {
  remove: 'removed',
  negate: 'negated',
  looser: 'looser by one',
  tighter: 'tighter by one',
};

/** `HumanApprove/1 removed`: a mutant for people. */
export const mutantName = ({ guard, how }: Mutant): string => `${guard.path} ${PAST[how]}`;

/** A forbidden state and a shortest way to it. */
export interface Attack {
  readonly invariant: string;
  readonly steps: readonly Step[];
}
