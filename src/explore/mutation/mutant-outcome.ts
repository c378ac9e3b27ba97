import type { GuardInfo, Weakening } from '../../model/state-machine.ts';
import type { Attack } from './mutant.ts';

/** The test that noticed a mutant: a trio that went red, and which leg of it. */
export interface Kill {
  readonly trio: string;
  readonly leg: string;
  /** Code of what the leg did wrong, such as `trio/attack-succeeds`. */
  readonly code: string;
}

/**
 * Why a mutant that nothing notices is no gap: `constant` the part never has another value here; `unreachable` it is never asked; `masked`
 * another guard refuses the same steps; `blind` the model does something else and no invariant minds; `bound` it limits the model, not
 * the system.
 */
export type Equivalence = 'constant' | 'unreachable' | 'masked' | 'blind' | 'bound';

/** What became of a mutant (issue 7, item 2). */
export type MutantOutcome =
  | { readonly kind: 'killed'; readonly by: Kill }
  | { readonly kind: 'survives'; readonly attack: Attack }
  | { readonly kind: 'equivalent'; readonly why: Equivalence; readonly states: number }
  /** Never counted as killed. */
  | { readonly kind: 'not-judged'; readonly why: 'limit' | 'error' | 'no-search'; readonly detail: string };

/** One changed guard part, and who noticed. */
export interface MutantReport {
  readonly guard: GuardInfo;
  readonly how: Weakening;
  readonly outcome: MutantOutcome;
  /** Why it may stay as it is; null if nobody said so. */
  readonly waived: string | null;
}
