import { createHash } from 'node:crypto';
import { printable } from '../../../diagnostics/printable.ts';
import type { Outcome } from '../../../model/claim.ts';
import type { EvidenceRecord, LegRecord } from '../../record/schema.ts';
import { formatPhrase } from '../phrase.ts';
import { formatValue, type Notation, notationOf } from '../value.ts';
import { findingOf, type LegView, viewOf } from '../view.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

export interface HtmlOptions {
  /** Heading of the report. */
  readonly title?: string;
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
  const trios = [...records].sort(byModelAndGuard).map(trioData);
  const count = (outcome: Outcome): number => records.filter((record) => record.outcome === outcome).length;
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
<nav aria-label="Trios"><p id="status" role="status"></p><div id="list"></div></nav>
<main id="detail" tabindex="-1"></main>
</div>
<noscript><p>This report shows its ${records.length} records with JavaScript, which is switched off here.</p></noscript>
<script type="application/json" id="data">${dataBlock(trios)}</script>
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

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function byModelAndGuard(a: EvidenceRecord, b: EvidenceRecord): number {
  return (
    compare(a.model.name, b.model.name) ||
    compare(a.subject.guard ?? '', b.subject.guard ?? '') ||
    compare(a.subject.id, b.subject.id)
  );
}

function trioData(record: EvidenceRecord) {
  const view = viewOf(record);
  const notation = notationOf(record.model.kind);
  return {
    id: view.id,
    claim: view.claim,
    guard: view.guard,
    model: view.model,
    outcome: view.outcome,
    place: view.place,
    problems: view.problems,
    parting: view.parting,
    integrity: view.integrity,
    search: [view.id, view.claim, view.guard, view.model].join(' ').toLowerCase(),
    legs: record.legs.map((leg, index) => legData(record, leg, view.legs[index]!, notation)),
  };
}

function legData(record: EvidenceRecord, leg: LegRecord, view: LegView, notation: Notation) {
  const text = (value: Parameters<typeof formatValue>[0]): string => formatValue(value, notation, 120);
  // Where the runs part is told of the first of each role.
  const first = record.legs.find(({ role }) => role === leg.role) === leg;
  const parting = first && (leg.role === 'attack' || leg.role === 'control') ? record.parting?.[leg.role] : undefined;
  return {
    name: view.name.replace(/^./, (first) => first.toUpperCase()),
    met: view.met,
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
