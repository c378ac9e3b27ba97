import { counted } from '../../diagnostics/counted.ts';
import type { GuardReport } from './guard-report.ts';
import { type CoverageView, type GuardsView, guardsView, type MutantView } from './view.ts';

/** Most mutants and gaps of one model that the end of a run tells; the report has all. */
const MOST = 10;

/** What is known of a model's guards, for the end of a run: the score, what survives with its attack, and what no trio covers. */
export function renderGuards(report: GuardReport): string {
  const view = guardsView(report);
  return [...matrixLines(view), ...(view.coverage === null ? [] : coverageLines(view.coverage, view.model))].join('\n');
}

function matrixLines(view: GuardsView): readonly string[] {
  if (view.score === null) return [];
  const counts = view.counts.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`);
  const of = (kind: MutantView['kind']) => view.mutants.filter((mutant) => mutant.kind === kind);
  return [
    `Guards of ${view.model}: score ${view.score}${counts.length === 0 ? '' : `; mutants: ${counts.join(', ')}`}`,
    ...atMost(of('survives'), (mutant) => [
      `  survives: ${mutant.name}: ${mutant.text}`,
      `    ${mutant.why}:`,
      ...mutant.steps.map((step) => `      - ${step}`),
    ]),
    ...atMost(of('not-judged'), (mutant) => [`  not judged: ${mutant.name}: ${mutant.text}`, `    ${mutant.why}`]),
    ...atMost(of('waived'), (mutant) => [`  waived: ${mutant.name}`, `    ${mutant.why}`]),
    ...view.problems.map((problem) => `  ${problem}`),
  ];
}

function coverageLines(coverage: CoverageView, model: string): readonly string[] {
  const totals = coverage.totals.map(({ what, covered, all }) => `${covered} of ${all} ${what}`);
  const never = (names: readonly string[], what: string) =>
    names.length === 0 ? [] : [`  ${what}: ${names.join(', ')}`];
  return [
    `Covered of ${model} by ${counted(coverage.runs, 'run')}: ${totals.join(', ')}`,
    ...never(
      coverage.actions.filter(({ taken }) => taken === 0).map(({ name }) => name),
      'never taken',
    ),
    ...never(
      coverage.invariants.filter(({ where }) => where === null).map(({ name }) => name),
      'never exercised',
    ),
    ...never(
      coverage.events.filter(({ count }) => count === 0).map(({ name }) => name),
      'event kinds that never came',
    ),
    ...atMost(coverage.gaps, (gap) => [
      `  ${gap.name}: ${gap.lacks}`,
      ...gap.wanted.flatMap(({ title, steps }) => [`    ${title}:`, ...steps.map((step) => `      - ${step}`)]),
    ]),
  ];
}

function atMost<T>(items: readonly T[], lines: (item: T) => readonly string[]): readonly string[] {
  const more = items.length - MOST;
  return [...items.slice(0, MOST).flatMap(lines), ...(more > 0 ? [`  and ${more} more, in the report`] : [])];
}
