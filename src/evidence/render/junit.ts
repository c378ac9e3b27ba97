import { printable } from '../../diagnostics/printable.ts';
import type { Outcome } from '../../model/claim.ts';
import type { GuardReport } from '../guards/guard-report.ts';
import { renderGuards } from '../guards/text.ts';
import { guardsView } from '../guards/view.ts';
import type { EvidenceRecord } from '../record/schema.ts';
import type { TrioWithoutEvidence } from './html/report.ts';
import { renderText } from './text.ts';
import { viewOf } from './view.ts';

/** What a JUnit report is made of: every trio, with evidence or without, and what is known of guards. */
export interface JunitInput {
  readonly records: readonly EvidenceRecord[];
  readonly others?: readonly TrioWithoutEvidence[];
  readonly guards?: readonly GuardReport[];
}

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly line: number | null;
  readonly outcome: Outcome;
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** First line and whole of what is wrong. */
  readonly message: string;
  readonly text: string;
}

/**
 * A JUnit report of the trios: a suite a file, a test case a trio and model, with outcome, guard and model as properties. What is unknown is
 * an `error`, because it is no pass and no finding. It has no times: the same results are the same bytes.
 */
export function renderJunit({ records, others = [], guards = [] }: JunitInput): string {
  const cases = [...records.map(ofRecord), ...others.map(ofOther), ...guards.map(ofGuards)];
  const suites = new Map<string, Case[]>();
  for (const one of cases) suites.set(one.suite, [...(suites.get(one.suite) ?? []), one]);
  const lines = [...suites]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flatMap(([suite, members]) => [
      `  <testsuite name="${xml(suite)}"${counts(members)}>`,
      ...members.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).flatMap(caseLines),
      '  </testsuite>',
    ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tracefold"${counts(cases)}>`,
    ...lines,
    '</testsuites>',
    '',
  ].join('\n');
}

function ofRecord(record: EvidenceRecord): Case {
  const view = viewOf(record);
  const { at } = record.subject;
  return {
    suite: at === undefined ? 'matchers' : printable(at.file),
    name: view.id,
    line: at?.start.line ?? null,
    outcome: view.outcome,
    properties: [['model', view.model], ...(view.guard === null ? [] : [['guard', view.guard] as const])],
    message: view.problems[0] ?? view.legs.find((leg) => !leg.met)?.headline ?? '',
    text: view.outcome === 'pass' ? '' : renderText(record),
  };
}

function ofOther(trio: TrioWithoutEvidence): Case {
  const reasons = trio.reasons.map(printable);
  return {
    suite: printable(trio.at.file),
    name: printable(trio.id),
    line: trio.at.line,
    outcome: trio.outcome,
    properties: trio.guard === null ? [] : [['guard', printable(trio.guard)]],
    message: reasons[0] ?? '',
    text: reasons.join('\n'),
  };
}

function ofGuards(report: GuardReport): Case {
  const { model, outcome, score } = guardsView(report);
  return {
    suite: 'guards',
    name: model,
    line: null,
    // Without a threshold nothing was asked, so nothing failed.
    outcome: report.threshold === null ? 'pass' : outcome,
    properties: score === null ? [] : [['guard-score', score]],
    message: `guard score ${score ?? 'unknown'}`,
    text: renderGuards(report),
  };
}

const WORDS: { readonly [outcome in Outcome]: string } = { pass: 'proved', fail: 'failed', unknown: 'unknown' };

function caseLines(one: Case): readonly string[] {
  const line = one.line === null ? '' : ` file="${xml(one.suite)}" line="${one.line}"`;
  const properties = [['outcome', WORDS[one.outcome]] as const, ...one.properties];
  const tag = one.outcome === 'fail' ? 'failure' : 'error';
  return [
    `    <testcase classname="${xml(one.suite)}" name="${xml(one.name)}"${line}>`,
    '      <properties>',
    ...properties.map(([name, value]) => `        <property name="tracefold.${name}" value="${xml(value)}"/>`),
    '      </properties>',
    ...(one.outcome === 'pass'
      ? []
      : [
          `      <${tag} type="tracefold.${WORDS[one.outcome]}" message="${xml(one.message)}">${xml(one.text)}</${tag}>`,
        ]),
    '    </testcase>',
  ];
}

function counts(cases: readonly Case[]): string {
  const of = (outcome: Outcome): number => cases.filter((one) => one.outcome === outcome).length;
  return ` tests="${cases.length}" failures="${of('fail')}" errors="${of('unknown')}" skipped="0"`;
}

/** Text and attributes alike. Characters that XML cannot hold are escaped already: every text is printable. */
const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
