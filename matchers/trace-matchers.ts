import { fromCaller } from './from-caller.ts';
import { toConformTo } from './to-conform-to.ts';
import { toHaveClaim } from './to-have-claim.ts';
import { toHaveGuardsCoveredBy } from './to-have-guards-covered-by.ts';
import { evidenceSnapshotMatcher, type SnapshotExpect } from './to-match-evidence-snapshot.ts';
import { toNotReachForbiddenState } from './to-not-reach-forbidden-state.ts';
import { toReachForbiddenState } from './to-reach-forbidden-state.ts';
import { toReachGoal } from './to-reach-goal.ts';

/** Every matcher of the package, as `expect.extend` takes them; snapshots are those of the given `expect`. */
export const traceMatchers = (expect: SnapshotExpect) => ({
  toNotReachForbiddenState: fromCaller(toNotReachForbiddenState),
  toReachForbiddenState: fromCaller(toReachForbiddenState),
  toReachGoal: fromCaller(toReachGoal),
  toHaveClaim: fromCaller(toHaveClaim),
  toConformTo: fromCaller(toConformTo),
  toHaveGuardsCoveredBy,
  toMatchEvidenceSnapshot: evidenceSnapshotMatcher(expect),
});

type Arguments<M> = M extends (received: never, ...rest: infer A) => unknown ? A : never;

/** The matchers as an assertion shows them; `R` is what they return: `void`, or a promise after `.resolves`. */
export interface TraceMatchers<R> {
  /** Passes if the trace never reaches a forbidden state of the model. An unknown verdict never passes, under `.not` neither. */
  toNotReachForbiddenState(...rest: Arguments<typeof toNotReachForbiddenState>): R;
  /** Passes if the trace does reach a forbidden state: any, or the one named. */
  toReachForbiddenState(...rest: Arguments<typeof toReachForbiddenState>): R;
  /** Passes if some state after the first satisfies the goal and the first does not. */
  toReachGoal(...rest: Arguments<typeof toReachGoal>): R;
  /** Passes if the model claims this state of the predicate, for these bindings where any are given. */
  toHaveClaim(...rest: Arguments<typeof toHaveClaim>): R;
  /** Passes if the trace is a behaviour of the model, with no guard on which system and model disagree. */
  toConformTo(...rest: Arguments<typeof toConformTo>): R;
  /** Of a model: passes if the trios notice every guard part that is removed, negated or moved by one. */
  toHaveGuardsCoveredBy(...rest: Arguments<typeof toHaveGuardsCoveredBy>): Promise<R>;
  /** Passes if the trace shows the behaviour that the stored snapshot holds; ids and values of the trace are not in it. */
  toMatchEvidenceSnapshot(...rest: Arguments<ReturnType<typeof evidenceSnapshotMatcher>>): R;
}
