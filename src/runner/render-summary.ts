import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/printable.ts';
import type { TrioSummary } from './trio-summary.ts';

/** What a run of scenarios proved: trios by the guard that they are about, then what failed, then unknowns by reason. */
export function renderSummary(summaries: readonly TrioSummary[], twice = sameIds(summaries)): string {
  const trios = byTrio(summaries);
  const of = (outcome: TrioSummary['outcome']) => trios.filter((trio) => trio.outcome === outcome);
  const [proved, failed, unknown, broken] = [of('proved'), of('failed'), of('unknown'), of('error')];
  const lines: string[] = [];
  if (proved.length > 0) {
    lines.push('Proved, by the guard without which the attack gets through:');
    const guards = grouped(proved, (trio) => trio.guard ?? '(changed events)');
    const width = Math.max(...[...guards.keys()].map((guard) => guard.length));
    for (const [guard, members] of guards) {
      lines.push(`  ${guard.padEnd(width)}  ${someOf(members)}`);
    }
  }
  if (failed.length > 0) {
    lines.push('Failed:');
    for (const trio of failed)
      lines.push(`  ${place(trio)}`, ...trio.reasons.map((reason) => `    ${printable(reason)}`));
  }
  if (unknown.length > 0) {
    lines.push('Unknown, which is no pass:');
    for (const [reason, members] of grouped(unknown, (trio) => trio.reasons.join('; ') || 'no reason given')) {
      lines.push(`  ${reason}`, ...members.map((trio) => `    ${place(trio)}`));
    }
  }
  if (broken.length > 0) {
    lines.push('Not run, because the scenario is wrong:');
    for (const trio of broken)
      lines.push(`  ${place(trio)}`, ...trio.reasons.map((reason) => `    ${printable(reason)}`));
  }
  const idle = grouped(
    trios.filter((trio) => trio.unexercised.length > 0),
    (trio) => trio.unexercised.join(', '),
  );
  if (idle.size > 0) {
    lines.push('Not exercised by the control, so not shown to allow legitimate work:');
    for (const [predicates, members] of idle) {
      lines.push(`  ${predicates}`, ...members.map((trio) => `    ${place(trio)}`));
    }
  }
  if (twice.length > 0) {
    lines.push('One id for several trios, which reports cannot tell apart; the run fails:');
    for (const members of twice) lines.push(...members.map((trio) => `  ${place(trio)}`));
  }
  const wrong = broken.length === 0 ? '' : `, ${broken.length} wrong`;
  const guards = new Set(proved.flatMap((trio) => trio.guard ?? []));
  const bite = guards.size === 0 ? '' : `; ${counted(guards.size, 'guard')} shown to bite`;
  lines.push(
    `${counted(proved.length, 'trio')} proved, ${failed.length} failed, ${unknown.length} unknown${wrong}${bite}`,
  );
  return lines.map(withoutCommand).join('\n');
}

/** Trios of one id in several places: each test is right by itself, so only the end of a run can tell. */
export function sameIds(summaries: readonly TrioSummary[]): readonly (readonly TrioSummary[])[] {
  return [...grouped(byTrio(summaries), ({ trio }) => trio).values()].filter((members) => members.length > 1);
}

/** Build systems take a line that begins with `::` or `##` for a command, indented or not. */
const withoutCommand = (line: string): string => line.replace(/^(\s*)(?=::|##)/, '$1\\');

/** One summary a trio, in the order of files and lines: with a test a leg, all three tell of the same run. */
function byTrio(summaries: readonly TrioSummary[]): TrioSummary[] {
  const first = new Map<string, TrioSummary>();
  for (const summary of summaries) {
    const key = JSON.stringify([summary.file, summary.line, summary.trio]);
    if (!first.has(key)) first.set(key, summary);
  }
  return [...first.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

// What stands on a line or two; the runner's own reporter lists every test.
const MOST_NAMES = 4;

/** The first names, and how many there are beside them. */
function someOf(trios: readonly TrioSummary[]): string {
  const names = trios.map((trio) => printable(trio.trio));
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES - 1).join(', ')} and ${names.length - MOST_NAMES + 1} more`;
}

/** Groups by a name, in the order of the names. */
function grouped(trios: readonly TrioSummary[], nameOf: (trio: TrioSummary) => string): Map<string, TrioSummary[]> {
  const groups = new Map<string, TrioSummary[]>();
  for (const trio of trios) {
    const name = printable(nameOf(trio));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [trio]);
    else group.push(trio);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

const place = (trio: TrioSummary): string => `${printable(trio.trio)} (${printable(trio.file)}:${trio.line})`;
