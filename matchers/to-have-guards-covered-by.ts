import { resolve } from 'node:path';
import { TracefoldError, unwrap } from '../src/diagnostics/tracefold-error.ts';
import type { GuardReport } from '../src/evidence/guards/guard-report.ts';
import { collect, wantsGuards } from '../src/evidence/report/collect.ts';
import type { MatrixOptions } from '../src/explore/mutation/matrix.ts';
import { renderMatrix, scoreText } from '../src/explore/mutation/render-matrix.ts';
import type { MachineModel } from '../src/model/machine-model.ts';
import type { Model } from '../src/model/model.ts';
import { fileHost } from '../src/scenario/file-host.ts';
import { coverageOf } from '../src/scenario/mutation/coverage-of.ts';
import { loadTrios } from '../src/scenario/mutation/load-trios.ts';
import { mutationMatrix } from '../src/scenario/mutation/mutation-matrix.ts';
import type { Trio } from '../src/scenario/trio.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkOptions } from './unfit-input.ts';

export interface GuardCoverageOptions extends MatrixOptions {
  /** Least guard score that passes, 0 to 1. Default: 1, every mutant that is not equivalent or waived. */
  readonly threshold?: number;
  /** Folder that globs and the paths in trios are relative to. Default: the working directory. */
  readonly root?: string;
}

const OPTIONS = ['threshold', 'root', 'values', 'waivers', 'maxStates', 'maxDepth', 'guards'];

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
  checkOptions('toHaveGuardsCoveredBy', options, OPTIONS);
  const root = resolve(options.root ?? '.');
  const corpus = triosOf(root, trios);
  const host = fileHost({ root });
  const matrix = unwrap(await mutationMatrix(received, corpus, host, options));
  const threshold = options.threshold ?? 1;
  if (wantsGuards()) {
    // Not what is asserted: without coverage the report has less to tell, and the test is as it was.
    const covered =
      'machine' in received && corpus.length > 0
        ? await coverageOf(received as MachineModel, corpus, host, options)
        : null;
    const coverage = covered?.ok === true ? covered.value : null;
    leaveGuards(this, { model: matrix.model, matrix, coverage, threshold });
  }
  const covered = matrix.score !== null && matrix.score >= threshold && matrix.problems.length === 0;
  // Without a mutant to judge nothing is known, and the unknown passes neither way.
  const pass = matrix.score === null ? this.isNot === true : covered;
  return {
    pass,
    message: () =>
      `expected a guard score of ${this.isNot === true ? 'less than ' : ''}${scoreText(threshold)}\n\n${renderMatrix(matrix)}`,
  };
}

/** Vitest's reporter finds it in the test's meta data, Jest's in the folder that it named. */
function leaveGuards({ task }: MatcherContext, report: GuardReport): void {
  const guards = JSON.stringify(report);
  if (task?.meta === undefined) collect({ guards });
  else task.meta.tracefoldGuards = [...((task.meta.tracefoldGuards as string[] | undefined) ?? []), guards];
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
