import { printable } from '../../diagnostics/printable.ts';
import { stepText } from '../step-text.ts';
import type { CorpusCoverage, GuardCoverage, Sighting } from './corpus-coverage.ts';

/** Coverage for a terminal: what is covered in numbers, and what is not, with the steps that would cover it. */
export function renderCoverage(coverage: CorpusCoverage): string {
  const { actions, guards, invariants } = coverage;
  const full = guards.filter(isCovered).length;
  const lines = [`${printable(coverage.model)}, ${coverage.runs} runs`, '', 'Actions:'];
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

function uncovered({ guard, letThrough, refused, missing }: GuardCoverage): readonly string[] {
  const what =
    letThrough === null && refused === null
      ? 'never decides alone'
      : letThrough === null
        ? `never alone lets a step through (refuses ${where(refused!)})`
        : `never alone refuses (lets through ${where(letThrough)})`;
  const lines = [`  ${printable(guard.path)}: ${printable(guard.text)}`, `    ${what}`];
  if (missing === null) return [...lines, '    no step of this configuration is decided by it alone'];
  if (letThrough !== null || refused !== null) return lines;
  return [...lines, '    the last of these steps would be:', ...missing.map((step) => `      - ${stepText(step)}`)];
}
