import { TracefoldError } from '../src/diagnostics/tracefold-error.ts';
import { otherModelNote } from '../src/evidence/render/snapshot.ts';
import type { Model } from '../src/model/model.ts';
import { type EvidenceSnapshotOptions, evidenceSnapshot } from './evidence-snapshot.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

/** The part of a runner's `expect` that keeps snapshots. Jest reports their failures late, in `suppressedErrors`. */
export interface SnapshotExpect {
  (value: unknown): { toMatchSnapshot(hint?: string): void };
  getState(): { readonly suppressedErrors?: Error[] };
}

/**
 * Passes if the trace shows the behaviour that the runner's snapshot holds. The runner decides what becomes of a missing or an obsolete
 * snapshot, in CI and with `--update`.
 */
export function evidenceSnapshotMatcher(expect: SnapshotExpect) {
  return function toMatchEvidenceSnapshot(
    this: MatcherContext,
    received: unknown,
    model: Model,
    hint?: string,
    options: EvidenceSnapshotOptions = {},
  ): MatcherResult {
    if (this.isNot === true) {
      const message = 'a snapshot says what happened, so it cannot be negated';
      throw new TracefoldError([{ code: 'matchers/not-negatable', message }]);
    }
    const error = snapshotError(expect, evidenceSnapshot(received, model, options), hint);
    if (error === null) return { pass: true, message: () => '' };
    // As for the runner's own snapshots: the test goes on, so that one run shows every snapshot that differs.
    this.dontThrow?.();
    const { actual, expected } = error.matcherResult ?? error;
    const texts = typeof actual === 'string' && typeof expected === 'string' ? { actual, expected } : null;
    const note = texts === null ? null : otherModelNote(texts.expected, texts.actual);
    return {
      pass: false,
      message: () => (note === null ? error.message : `${error.message}\n\nNote: ${note}`),
      ...(texts ?? {}),
    };
  };
}

interface SnapshotError extends Error {
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly matcherResult?: { readonly actual?: unknown; readonly expected?: unknown };
}

function snapshotError(expect: SnapshotExpect, value: unknown, hint: string | undefined): SnapshotError | null {
  const late = expect.getState().suppressedErrors;
  const before = late?.length ?? 0;
  try {
    // Jest takes an undefined hint for a mistake.
    if (hint === undefined) expect(value).toMatchSnapshot();
    else expect(value).toMatchSnapshot(hint);
  } catch (error) {
    return error as SnapshotError;
  }
  if (late === undefined || late.length === before) return null;
  return late.splice(before)[0] as SnapshotError;
}
