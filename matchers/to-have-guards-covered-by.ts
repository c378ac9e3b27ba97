import { resolve } from 'node:path';
import { TracefoldError, unwrap } from '../src/diagnostics/tracefold-error.ts';
import type { MatrixOptions } from '../src/explore/mutation/matrix.ts';
import { renderMatrix, scoreText } from '../src/explore/mutation/render-matrix.ts';
import type { Model } from '../src/model/model.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { loadTrios } from '../src/scenario/mutation/load-trios.ts';
import { mutationMatrix } from '../src/scenario/mutation/mutation-matrix.ts';
import type { Trio } from '../src/scenario/trio.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';

export interface GuardCoverageOptions extends MatrixOptions {
  /** Least guard score that passes, 0 to 1. Default: 1, every mutant that is not equivalent or waived. */
  readonly threshold?: number;
  /** Folder that globs and the paths in trios are relative to. Default: the working directory. */
  readonly root?: string;
}

/**
 * Passes if the trios notice every guard part of the model that is removed, negated or moved by one (issue 7, item 2). Fails with the
 * survivors and the shortest attack on each. Takes trios, or globs of scenario files.
 */
export async function toHaveGuardsCoveredBy(
  this: MatcherContext,
  received: unknown,
  trios: string | readonly string[] | readonly Trio[],
  options: GuardCoverageOptions = {},
): Promise<MatcherResult> {
  if (!isModel(received)) {
    const expected = 'a model: of defineModel, shippedMonitor or a TLA+ module';
    throw new TracefoldError([{ code: 'matchers/not-a-model', message: 'the received value is no model', expected }]);
  }
  const root = resolve(options.root ?? '.');
  const matrix = unwrap(await mutationMatrix(received, triosOf(root, trios), fileHost({ root }), options));
  const threshold = options.threshold ?? 1;
  const covered = matrix.score !== null && matrix.score >= threshold && matrix.problems.length === 0;
  // Without a mutant to judge nothing is known, and the unknown passes neither way.
  const pass = matrix.score === null ? this.isNot === true : covered;
  return {
    pass,
    message: () =>
      `expected a guard score of ${this.isNot === true ? 'less than ' : ''}${scoreText(threshold)}\n\n${renderMatrix(matrix)}`,
  };
}

function triosOf(root: string, trios: string | readonly string[] | readonly Trio[]): readonly Trio[] {
  const list = typeof trios === 'string' ? [trios] : trios;
  return list.every((one): one is string => typeof one === 'string')
    ? unwrap(loadTrios(root, list))
    : (list as readonly Trio[]);
}

const isModel = (value: unknown): value is Model => {
  const model = value as Partial<Model> | null;
  return (
    typeof model === 'object' &&
    model !== null &&
    typeof model.guards === 'function' &&
    typeof model.weaken === 'function'
  );
};
