import { counted } from '../../diagnostics/counted.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Step } from '../../model/state-machine.ts';
import { stepText } from '../step-text.ts';
import type { CorpusCoverage, GuardCoverage, Sighting } from './corpus-coverage.ts';

/** Coverage for a terminal: what is covered in numbers, and what is not, with the steps that would cover it. */
export function renderCoverage(coverage: CorpusCoverage): string {
  const { actions, guards, invariants } = coverage;
  const full = guards.filter(isCovered).length;
  const lines = [`${printable(coverage.model)}, ${counted(coverage.runs, 'run')}`, '', 'Actions:'];
  for (const { action, taken, refused } of actions) {
    lines.push(`  ${printable(action)}: taken ${taken}, refused ${refused}${taken === 0 ? ' (never taken)' : ''}`);
  }
  lines.push('', 'Invariants:');
  for (const { invariant, exercised } of invariants) {
    lines.push(
      `  ${printable(invariant)}: ${exercised === null ? 'never exercised' : `exercised ${where(exercised)}`}`,
    );
  }
  lines.push('', `Guard parts that some step shows to decide alone, both ways: ${full} of ${guards.length}`);
  for (const guard of guards.filter((one) => !isCovered(one))) lines.push(...uncovered(guard));
  return lines.join('\n');
}

const isCovered = ({ letThrough, refused }: GuardCoverage): boolean => letThrough !== null && refused !== null;

const where = ({ run, step }: Sighting): string => `in ${printable(run)}, step ${step}`;

function uncovered({ guard, letThrough, refused, toLetThrough, toRefuse }: GuardCoverage): readonly string[] {
  const what =
    letThrough === null && refused === null
      ? 'never decides alone'
      : letThrough === null
        ? `never alone lets a step through (refuses ${where(refused!)})`
        : `never alone refuses (lets through ${where(letThrough)})`;
  return [
    `  ${printable(guard.path)}: ${printable(guard.text)}`,
    `    ${what}`,
    ...(letThrough === null ? wouldBe('let through', toLetThrough) : []),
    ...(refused === null ? wouldBe('refused', toRefuse) : []),
  ];
}

function wouldBe(decided: string, steps: readonly Step[] | null): readonly string[] {
  if (steps === null) return [`    no step of this configuration is ${decided} by it alone`];
  return [`    ${decided} by it alone would be the last of`, ...steps.map((step) => `      - ${stepText(step)}`)];
}
