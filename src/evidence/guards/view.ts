import { counted } from '../../diagnostics/counted.ts';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { GuardCoverage, Sighting } from '../../explore/coverage/corpus-coverage.ts';
import { mutantName } from '../../explore/mutation/mutant.ts';
import type { MutantReport } from '../../explore/mutation/mutant-outcome.ts';
import { EQUIVALENCE, scoreText } from '../../explore/mutation/render-matrix.ts';
import { stepText } from '../../explore/step-text.ts';
import type { Outcome } from '../../model/claim.ts';
import type { Step } from '../../model/state-machine.ts';
import { type Coverage, type GuardReport, outcomeOfGuards } from './guard-report.ts';

// A guard report put into words, once for every output. Every string is plain text with nothing in it that could act on a terminal.

export type MutantKind = 'survives' | 'not-judged' | 'waived' | 'killed' | 'equivalent';

/** In the order in which a reader needs them. */
export const MUTANT_KINDS: readonly MutantKind[] = ['survives', 'not-judged', 'waived', 'killed', 'equivalent'];

export interface MutantView {
  readonly kind: MutantKind;
  readonly name: string;
  /** The formula of the guard part. */
  readonly text: string;
  /** What noticed it, what it leads to, or why it is no gap. */
  readonly why: string;
  /** The shortest attack on a survivor. */
  readonly steps: readonly string[];
}

/** Something that the corpus does not show, and the shortest steps that would. */
export interface GapView {
  readonly name: string;
  readonly text: string;
  readonly lacks: string;
  readonly wanted: readonly { readonly title: string; readonly steps: readonly string[] }[];
}

export interface CoverageView {
  readonly runs: number;
  readonly actions: readonly { readonly name: string; readonly taken: number; readonly refused: number }[];
  readonly invariants: readonly { readonly name: string; readonly where: string | null }[];
  readonly events: readonly { readonly name: string; readonly count: number }[];
  readonly guards: readonly {
    readonly name: string;
    readonly letThrough: string | null;
    readonly refused: string | null;
  }[];
  readonly gaps: readonly GapView[];
  /** `8 of 8 actions`: each kind of thing, covered and in all. */
  readonly totals: readonly { readonly what: string; readonly covered: number; readonly all: number }[];
}

export interface GuardsView {
  readonly model: string;
  readonly outcome: Outcome;
  readonly score: string | null;
  readonly states: number | null;
  readonly trios: number;
  readonly counts: readonly { readonly kind: MutantKind; readonly word: string; readonly count: number }[];
  readonly mutants: readonly MutantView[];
  /** Waivers that no longer hold. */
  readonly problems: readonly string[];
  readonly coverage: CoverageView | null;
}

export function guardsView(report: GuardReport): GuardsView {
  const { matrix, coverage } = report;
  const mutants = (matrix?.mutants ?? []).map(mutantView);
  return {
    model: printable(report.model),
    outcome: outcomeOfGuards(report),
    score: matrix === null ? null : scoreText(matrix.score),
    states: matrix?.states ?? null,
    trios: matrix?.trios.length ?? 0,
    counts: MUTANT_KINDS.map((kind) => {
      const count = mutants.filter((mutant) => mutant.kind === kind).length;
      return { kind, word: mutantWord(kind, count), count };
    }),
    mutants: MUTANT_KINDS.flatMap((kind) => mutants.filter((mutant) => mutant.kind === kind)),
    problems: (matrix?.problems ?? []).map((problem) => printable(formatDiagnostic(problem).replaceAll('\n', ' '))),
    coverage: coverage === null ? null : coverageView(coverage),
  };
}

export function mutantWord(kind: MutantKind, number = 2): string {
  switch (kind) {
    case 'survives':
      return number === 1 ? 'survives' : 'survive';
    case 'not-judged':
      return 'not judged';
    case 'waived':
      return 'waived';
    case 'killed':
      return 'killed';
    case 'equivalent':
      return 'equivalent';
  }
}

/** One mutant in words. */
export function mutantView(mutant: MutantReport): MutantView {
  const { outcome, waived } = mutant;
  const base = { name: printable(mutantName(mutant)), text: printable(mutant.guard.text) };
  const kind = waived === null ? outcome.kind : 'waived';
  const reason = waived === null ? '' : `; waived: ${printable(waived)}`;
  switch (outcome.kind) {
    case 'killed':
      return {
        ...base,
        kind,
        why: `the ${outcome.by.leg} of ${printable(outcome.by.trio)} notices it${reason}`,
        steps: [],
      };
    case 'survives': {
      const { invariant, steps } = outcome.attack;
      return {
        ...base,
        kind,
        why: `no trio notices it, and ${printable(invariant)} is violated in ${counted(steps.length, 'step')}${reason}`,
        steps: stepTexts(steps),
      };
    }
    case 'equivalent':
      return { ...base, kind, why: `${outcome.why}: ${EQUIVALENCE[outcome.why]}${reason}`, steps: [] };
    case 'not-judged':
      return { ...base, kind, why: `${printable(outcome.detail)}${reason}`, steps: [] };
  }
}

function coverageView(coverage: Coverage): CoverageView {
  const { actions, guards, invariants, events } = coverage;
  const shows = guards.filter(({ letThrough, refused }) => letThrough !== null && refused !== null).length;
  return {
    runs: coverage.runs,
    actions: actions.map(({ action, taken, refused }) => ({ name: printable(action), taken, refused })),
    invariants: invariants.map(({ invariant, exercised }) => ({ name: printable(invariant), where: where(exercised) })),
    events: events.map(({ kind, count: seen }) => ({ name: printable(kind), count: seen })),
    guards: guards.map(({ guard, letThrough, refused }) => ({
      name: printable(guard.path),
      letThrough: where(letThrough),
      refused: where(refused),
    })),
    gaps: guards.flatMap(gapView),
    totals: [
      { what: 'actions taken', covered: actions.filter(({ taken }) => taken > 0).length, all: actions.length },
      { what: 'guard parts that decide alone, both ways', covered: shows, all: guards.length },
      {
        what: 'invariants exercised',
        covered: invariants.filter(({ exercised }) => exercised !== null).length,
        all: invariants.length,
      },
      {
        what: 'event kinds of the mapping',
        covered: events.filter((event) => event.count > 0).length,
        all: events.length,
      },
    ].filter(({ all }) => all > 0),
  };
}

function gapView({ guard, letThrough, refused, toLetThrough, toRefuse }: GuardCoverage): readonly GapView[] {
  if (letThrough !== null && refused !== null) return [];
  const lacks =
    letThrough === null && refused === null
      ? 'never decides alone'
      : letThrough === null
        ? 'never alone lets a step through'
        : 'never alone refuses a step';
  const sides = [
    { seen: letThrough, steps: toLetThrough, done: 'let through' },
    { seen: refused, steps: toRefuse, done: 'refused' },
  ].filter(({ seen }) => seen === null);
  const never = sides.filter(({ steps }) => steps === null).map(({ done }) => done);
  return [
    {
      name: printable(guard.path),
      text: printable(guard.text),
      lacks: `${lacks}${never.length === 0 ? '' : `; no step of this configuration is ${never.join(', or ')} by it alone`}`,
      wanted: sides.flatMap(({ steps, done }) =>
        steps === null ? [] : [{ title: `Would be ${done} by it alone, the last of`, steps: stepTexts(steps) }],
      ),
    },
  ];
}

const where = (sighting: Sighting | null): string | null =>
  sighting === null ? null : `${printable(sighting.run)}, step ${sighting.step}`;

const stepTexts = (steps: readonly Step[]): readonly string[] => steps.map((step) => printable(stepText(step)));
