import { counted } from '../../diagnostics/counted.ts';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { printable } from '../../diagnostics/printable.ts';
import { stepText } from '../step-text.ts';
import type { MutationMatrix } from './matrix.ts';
import { mutantName } from './mutant.ts';
import type { Equivalence, MutantReport } from './mutant-outcome.ts';

/** Why a mutant that nothing notices is no gap, in words. */
export const EQUIVALENCE: { readonly [why in Equivalence]: string } = {
  constant: 'it never has another value in this configuration',
  unreachable: 'it is never asked in this configuration',
  masked: 'another guard refuses the same steps',
  blind: 'the model does something else, but no invariant minds',
  bound: 'it limits the model, not the system',
};

/** The matrix for a terminal: survivors first, each with its attack; then what could not be judged, and the score. */
export function renderMatrix(matrix: MutationMatrix, options: { readonly all?: boolean } = {}): string {
  const { counts, mutants } = matrix;
  const lines: string[] = [];
  const section = (title: string, list: readonly MutantReport[]): void => {
    if (list.length === 0) return;
    lines.push(title);
    for (const mutant of list) lines.push(...linesOf(mutant));
    lines.push('');
  };
  const of = (kind: MutantReport['outcome']['kind'], waived = false): readonly MutantReport[] =>
    mutants.filter((one) => one.outcome.kind === kind && (one.waived !== null) === waived);
  section('Survive, although a forbidden state is reachable (a trio is missing):', of('survives'));
  section('Not judged:', of('not-judged'));
  section('Waived:', [...of('survives', true), ...of('not-judged', true)]);
  if (options.all === true) {
    section('Killed:', of('killed'));
    section('Equivalent in this configuration:', of('equivalent'));
  }
  for (const problem of matrix.problems) lines.push(formatDiagnostic(problem), '');
  const states = matrix.states === null ? 'not explored' : counted(matrix.states, 'state');
  lines.push(
    `${printable(matrix.model)} (${states}, ${counted(matrix.trios.length, 'trio')}): ${counted(mutants.length, 'mutant')}, ${counts.killed} killed, ${counts.survives} ${counts.survives === 1 ? 'survives' : 'survive'}, ${counts['not-judged']} not judged, ${counts.equivalent} equivalent, ${counts.waived} waived`,
    `guard score ${scoreText(matrix.score)}`,
  );
  return lines.join('\n');
}

/** `96 %`, rounded down, so that 100 % means all. */
export const scoreText = (score: number | null): string =>
  score === null ? 'none: no mutant to judge' : `${Math.floor(score * 100)} %`;

function linesOf(mutant: MutantReport): readonly string[] {
  const { guard, outcome, waived } = mutant;
  const head = `  ${printable(mutantName(mutant))}: ${printable(guard.text)}`;
  const body = (): readonly string[] => {
    switch (outcome.kind) {
      case 'killed':
        return [`    by the ${outcome.by.leg} of ${printable(outcome.by.trio)} (${outcome.by.code})`];
      case 'survives':
        return [
          `    ${outcome.attack.invariant} is violated in ${counted(outcome.attack.steps.length, 'step')}:`,
          ...outcome.attack.steps.map((step) => `      - ${stepText(step)}`),
        ];
      case 'equivalent':
        return [`    ${outcome.why}: ${EQUIVALENCE[outcome.why]} (${counted(outcome.states, 'state')})`];
      case 'not-judged':
        return [`    ${printable(outcome.detail)}`];
    }
  };
  return [head, ...body(), ...(waived === null ? [] : [`    waived: ${printable(waived)}`])];
}

/** The matrix as a Markdown table, for `docs/`: every mutant, survivors and all. */
export function renderMatrixTable(matrix: MutationMatrix): string {
  const cell = (text: string): string => printable(text).replaceAll('|', '\\|');
  const rows = matrix.mutants.map((mutant) => {
    const { outcome, waived } = mutant;
    const [kind, why] = ((): readonly [string, string] => {
      switch (outcome.kind) {
        case 'killed':
          return ['killed', `${outcome.by.leg} of ${outcome.by.trio}`];
        case 'survives':
          return ['**survives**', outcome.attack.steps.map(stepText).join('; ')];
        case 'equivalent':
          return [`equivalent: ${outcome.why}`, EQUIVALENCE[outcome.why]];
        case 'not-judged':
          return ['not judged', outcome.detail];
      }
    })();
    const reason = waived === null ? why : `${why}. Waived: ${waived}`;
    return `| \`${cell(mutantName(mutant))}\` | \`${cell(mutant.guard.text.length > 60 ? `${mutant.guard.text.slice(0, 57)}...` : mutant.guard.text)}\` | ${kind} | ${cell(reason)} |`;
  });
  return ['| Mutant | Guard part | Outcome | By what, or why |', '|---|---|---|---|', ...rows].join('\n');
}
