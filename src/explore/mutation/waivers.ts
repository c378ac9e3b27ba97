import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { Weakening } from '../../model/state-machine.ts';
import { mutantName } from './mutant.ts';
import type { MutantReport } from './mutant-outcome.ts';

/** Leave for a mutant that nothing notices, with the reason in writing. It holds as long as the guard has this text. */
export interface Waiver {
  readonly guard: string;
  /** Default: however it is changed. */
  readonly how?: Weakening;
  /** The guard's formula when the waiver was written, as `tracefold guards` prints it. */
  readonly text: string;
  readonly reason: string;
}

/** Puts waivers on the mutants that need them; one that holds no longer, or was never needed, is a problem. */
export function applyWaivers(
  mutants: readonly MutantReport[],
  waivers: readonly Waiver[],
): { readonly mutants: readonly MutantReport[]; readonly problems: readonly Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const used = new Set<Waiver>();
  for (const waiver of waivers) {
    const named = mutants.filter(({ guard }) => guard.path === waiver.guard);
    const [first] = named;
    if (first === undefined) {
      const hint = nearestHint(waiver.guard, [...new Set(mutants.map(({ guard }) => guard.path))]);
      problems.push({
        code: 'mutation/waiver-unknown',
        message: `a waiver names the guard "${waiver.guard}", which the model does not have`,
        ...(hint === undefined ? {} : { hint }),
      });
    } else if (first.guard.text !== waiver.text) {
      problems.push({
        code: 'mutation/waiver-expired',
        message: `the waiver of ${waiver.guard} was written for "${waiver.text}", and the guard now says "${first.guard.text}"`,
        hint: 'look whether the reason still holds, then write the new text into the waiver',
      });
    } else if (waiver.reason.trim() === '') {
      problems.push({ code: 'mutation/waiver-reason', message: `the waiver of ${waiver.guard} gives no reason` });
    } else used.add(waiver);
  }
  const needed = new Set<Waiver>();
  const judged = mutants.map((mutant): MutantReport => {
    const { kind } = mutant.outcome;
    if (kind === 'killed' || kind === 'equivalent') return mutant;
    const waiver = [...used].find(
      ({ guard, how }) => guard === mutant.guard.path && (how === undefined || how === mutant.how),
    );
    if (waiver === undefined) return mutant;
    needed.add(waiver);
    return { ...mutant, waived: waiver.reason };
  });
  for (const waiver of used) {
    if (needed.has(waiver)) continue;
    const guard = mutants.find(({ guard }) => guard.path === waiver.guard)!.guard;
    const what = waiver.how === undefined ? waiver.guard : mutantName({ guard, how: waiver.how });
    problems.push({
      code: 'mutation/waiver-needless',
      message: `the waiver of ${what} is not needed: a trio kills it, or it is equivalent`,
      hint: 'take it out',
    });
  }
  return { mutants: judged, problems };
}
