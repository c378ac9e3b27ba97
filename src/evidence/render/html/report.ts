import { createHash } from 'node:crypto';
import { counted } from '../../../diagnostics/counted.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { Outcome } from '../../../model/claim.ts';
import type { GuardReport } from '../../guards/guard-report.ts';
import { guardsView, type MutantKind } from '../../guards/view.ts';
import type { EvidenceRecord, LegRecord } from '../../record/schema.ts';
import { findingOf } from '../claim-outcome.ts';
import { formatPhrase } from '../phrase.ts';
import { formatValue, type Notation, notationOf } from '../value.ts';
import { type LegView, problemsOf, viewOf } from '../view.ts';
import { SCRIPT } from './script/script.ts';
import { STYLE } from './style.ts';

export interface HtmlOptions {
  /** Heading of the report. */
  readonly title?: string;
  /** What is known of the guards of models. */
  readonly guards?: readonly GuardReport[];
  /** Trios without evidence: proved ones, and those whose scenario is wrong. */
  readonly others?: readonly TrioWithoutEvidence[];
}

/** What is told of a trio that has no evidence record. */
export interface TrioWithoutEvidence {
  readonly id: string;
  readonly outcome: Outcome;
  readonly guard: string | null;
  readonly at: { readonly file: string; readonly line: number };
  /** Why it is not proved, redacted. */
  readonly reasons: readonly string[];
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

/** Nothing is loaded from anywhere; the one script and the one stylesheet are allowed by their hashes. */
const POLICY = [
  "default-src 'none'",
  `script-src ${sha256(SCRIPT)}`,
  `style-src ${sha256(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * All records as one self-contained HTML file (design section 6): trios by model and guard, each with its runs side by side, the state beside
 * each step, and who said what to whom. Same records, same bytes.
 */
export function renderHtml(records: readonly EvidenceRecord[], options: HtmlOptions = {}): string {
  const title = escapeHtml(printable(options.title ?? 'tracefold report'));
  const { guards = [], others = [] } = options;
  const trios = [...[...records].sort(byModelAndGuard).map(trioData), ...[...others].sort(byGuard).map(otherData)];
  const texts = textPool();
  const data = {
    trios: trios.map(({ body, ...entry }) => ({ ...entry, body: texts.pooled(body) })),
    guards: guards.map(guardsData).map(({ body, ...entry }) => ({ ...entry, body: texts.pooled(body) })),
    texts: texts.all,
  };
  const count = (outcome: Outcome): number => trios.filter((trio) => trio.outcome === outcome).length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#detail">Skip to the selected trio</a>
<header class="top">
<h1>${title}</h1>
<ul class="counts" aria-label="Totals">
<li><span class="badge pass">${count('pass')} proved</span></li>
<li><span class="badge fail">${count('fail')} failed</span></li>
<li><span class="badge unknown">${count('unknown')} unknown</span></li>
</ul>
<div class="tools">
<label><span>Find</span> <input id="search" type="search" placeholder="name, guard, model" aria-keyshortcuts="/" autocomplete="off"></label>
<label><span>Outcome</span> <select id="outcome"><option value="all">all</option><option value="fail">failed</option><option value="unknown">unknown</option><option value="pass">proved</option></select></label>
<button id="theme" type="button">Light or dark</button>
</div>
</header>
<div class="layout">
<nav aria-label="Trios"><p id="status" role="status"></p><div id="list"></div><p class="keys">Keys: / finds, j and k go down and up.</p></nav>
<main id="detail" tabindex="-1"></main>
</div>
<noscript><p>This report shows ${counted(trios.length, 'trio')} with JavaScript, which is switched off here.</p></noscript>
<script type="application/json" id="data">${dataBlock(data)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** JSON that cannot end its script element or be read as markup, whatever its strings hold. */
const dataBlock = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Texts of this length that stand in many places are written once. */
const POOLED = 12;

/** Trios of one model say much the same: each longer text is kept once, and `~7` stands for the one at 7. */
function textPool() {
  const numbers = new Map<string, number>();
  const pooled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (value.length < POOLED && !value.startsWith('~')) return value;
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      return `~${number}`;
    }
    if (Array.isArray(value)) return value.map(pooled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pooled(item)]));
  };
  return {
    pooled,
    get all(): readonly string[] {
      return [...numbers.keys()];
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function byModelAndGuard(a: EvidenceRecord, b: EvidenceRecord): number {
  return (
    compare(a.model.name, b.model.name) ||
    compare(a.subject.guard ?? '', b.subject.guard ?? '') ||
    compare(a.subject.id, b.subject.id)
  );
}

const byGuard = (a: TrioWithoutEvidence, b: TrioWithoutEvidence): number =>
  compare(a.outcome, b.outcome) || compare(a.guard ?? '', b.guard ?? '') || compare(a.id, b.id);

const OUTCOMES: { readonly [outcome in Outcome]: string } = { pass: 'proved', fail: 'failed', unknown: 'unknown' };

/** What the list shows of every entry. */
const entry = (id: string, guard: string | null, group: string, outcome: Outcome) => ({
  id,
  guard,
  group,
  outcome,
  word: OUTCOMES[outcome],
});

function trioData(record: EvidenceRecord) {
  const view = viewOf(record);
  const notation = notationOf(record.model.kind);
  const { problems } = record;
  const legs = record.legs.map((leg, index) => legData(record, leg, view.legs[index]!, notation));
  return {
    ...entry(view.id, view.guard, view.model, view.outcome),
    claim: view.claim,
    body: {
      model: view.model,
      place: view.place,
      // Those of a leg that did not do what it must stand with that leg.
      problems: problemData(
        problems.filter(({ leg }) => !record.legs.some(({ role, met }) => role === leg && !met)),
        notation,
      ),
      parting: view.parting,
      integrity: view.integrity,
      legs,
    },
  };
}

function otherData(trio: TrioWithoutEvidence) {
  const reasons = trio.reasons.map((text) => ({ text: printable(text), code: '' }));
  const none = { text: "All three legs hold. With `evidence: 'all'` the reporter writes what they did.", code: '' };
  return {
    ...entry(
      printable(trio.id),
      trio.guard === null ? null : printable(trio.guard),
      GROUPS[trio.outcome],
      trio.outcome,
    ),
    claim: null,
    body: {
      model: null,
      place: `${printable(trio.at.file)}:${trio.at.line}`,
      problems: reasons.length === 0 ? [none] : reasons,
      parting: [],
      integrity: null,
      legs: [],
    },
  };
}

const GROUPS: { readonly [outcome in Outcome]: string } = {
  pass: 'Proved',
  fail: 'Not run, because the scenario is wrong',
  unknown: 'Unknown',
};

function guardsData(report: GuardReport) {
  const view = guardsView(report);
  return {
    ...entry(view.model, null, 'Guards and coverage', view.outcome),
    word: view.score ?? 'covered',
    body: { ...view, mutants: view.mutants.map((mutant) => ({ ...mutant, word: MUTANT_WORD[mutant.kind] })) },
  };
}

const MUTANT_WORD: { readonly [kind in MutantKind]: string } = {
  survives: 'survives',
  'not-judged': 'not judged',
  waived: 'waived',
  killed: 'killed',
  equivalent: 'equivalent',
};

/** A heading of more characters is none. */
const LONG = 120;

/** Each problem once, its code apart; `instead` stands for one that is too long. */
function problemData(problems: EvidenceRecord['problems'], notation: Notation, instead: string | null = null) {
  const texts = new Map<string, { readonly text: string; readonly code: string }>();
  for (const problem of problems) {
    const own = formatPhrase(problem.text, notation);
    const text = (own.length > LONG && instead !== null ? instead : own).replace(/^./, (first) => first.toUpperCase());
    texts.set(text, { text, code: printable(problem.code) });
  }
  return [...texts.values()];
}

function legData(record: EvidenceRecord, leg: LegRecord, view: LegView, notation: Notation) {
  const text = (value: Parameters<typeof formatValue>[0]): string => formatValue(value, notation, 120);
  // Where the runs part is told of the first of each role.
  const first = record.legs.find(({ role }) => role === leg.role) === leg;
  const parting = first && (leg.role === 'attack' || leg.role === 'control') ? record.parting?.[leg.role] : undefined;
  return {
    name: view.name.replace(/^./, (first) => first.toUpperCase()),
    beside: leg.role !== 'negative-control',
    met: view.met,
    problems: problemData(
      problemsOf(record, leg),
      notation,
      // A reason of many parts stands below, a part a line.
      view.claims.some(({ reason }) => reason.length > 1) ? view.headline : null,
    ),
    outcome: view.outcome,
    headline: view.headline.replace(/^./, (first) => first.toUpperCase()),
    claims: view.claims.map((claim) => ({
      ...claim,
      mitigations: claim.mitigations.map(({ action, verify }) => `${action}. To verify: ${verify}`),
    })),
    guards: view.guards,
    notes: view.notes,
    stepsNote: view.stepsNote,
    part: parting?.step ?? null,
    partEvent: parting?.event ?? null,
    decided: findingOf(leg)?.event ?? null,
    initial: Object.entries(leg.run?.initial ?? {}).map(([name, value]) => [printable(name), text(value)]),
    steps: view.steps.map((step, index) => ({
      ...step,
      set: (leg.run?.steps[index]?.changes ?? []).map(({ variable, after }) => [printable(variable), text(after)]),
    })),
    omitted: leg.timelineOmitted,
    timeline: leg.timeline.map((item) => ({
      event: item.event,
      from: item.from,
      to: item.to,
      text: formatPhrase(item.text, notation, 100),
      trust: item.trust,
      approval: item.approval === null ? null : { id: printable(item.approval.id), status: item.approval.status },
    })),
  };
}
