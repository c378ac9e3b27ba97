import { printable } from '../../diagnostics/printable.ts';
import { textDigest } from '../../trace/digest.ts';
import { type GuardReport, outcomeOfGuards } from '../guards/guard-report.ts';
import { mutantView } from '../guards/view.ts';
import type { EvidenceRecord, LegRecord } from '../record/schema.ts';
import { findingOf } from './claim-outcome.ts';
import { renderText } from './text.ts';
import { type LegView, viewOf } from './view.ts';

// SARIF 2.1.0 (OASIS): one run, one rule a predicate (its EIO risk is the rule, where it has one), one result for each leg that did not do
// what it must, and one for each mutant of a guard that no trio notices.

export interface SarifOptions {
  /** Version of tracefold. */
  readonly version: string;
  /** What the run knows of the guards of its models. */
  readonly guards?: readonly GuardReport[];
}

interface Rule {
  readonly id: string;
  readonly shortDescription?: { readonly text: string };
  readonly help?: { readonly text: string };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: 'error' | 'warning';
  /** A level other than `none` needs this kind (3.27.10), and what was not decided must not look like a pass to who filters by level. */
  readonly kind: 'fail';
  readonly message: { readonly text: string };
  readonly locations?: readonly unknown[];
  readonly partialFingerprints: { readonly 'tracefold/v1': string };
}

/** All records as one SARIF 2.1.0 log, as JSON text, and the mutants of guards that no trio notices. Passes are not in it. */
export function renderSarif(records: readonly EvidenceRecord[], options: SarifOptions): string {
  const rules = new Map<string, { readonly index: number; readonly rule: Rule }>();
  const ruleOf = (rule: Rule): number => {
    const known = rules.get(rule.id);
    if (known !== undefined) return known.index;
    rules.set(rule.id, { index: rules.size, rule });
    return rules.size - 1;
  };
  const results = [
    ...records.flatMap((record) => resultsOf(record, ruleOf)),
    ...(options.guards ?? []).flatMap((report) => survivorsOf(report, ruleOf)),
  ];
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'tracefold', version: options.version, rules: [...rules.values()].map(({ rule }) => rule) },
        },
        // Columns count UTF-16 units, as everywhere in the product.
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultsOf(record: EvidenceRecord, ruleIndex: (rule: Rule) => number): readonly Result[] {
  if (record.outcome === 'pass') return [];
  const view = viewOf(record);
  const failed = record.legs.flatMap((leg, index) => (leg.met ? [] : [{ leg, view: view.legs[index]! }]));
  const results = failed.map(({ leg, view: words }) => {
    const rule = ruleFor(record, leg, words);
    const at = leg.at ?? record.subject.at;
    const several = record.legs.filter(({ role }) => role === leg.role).length > 1;
    return {
      ruleId: rule.id,
      ruleIndex: ruleIndex(rule),
      level: record.outcome === 'fail' ? ('error' as const) : ('warning' as const),
      kind: 'fail' as const,
      message: { text: sarifText(renderText(record)) },
      ...(at === undefined ? {} : { locations: [location(at)] }),
      // Of names and not of values or lines, so that it stays the same while the file is edited around it.
      partialFingerprints: {
        'tracefold/v1': textDigest(
          [record.subject.id, record.model.name, several ? `${leg.role} ${leg.source}` : leg.role, rule.id].join('\n'),
        ).slice('sha256:'.length),
      },
    };
  });
  if (results.length > 0) return results;
  const rule: Rule = { id: 'tracefold/trio', shortDescription: { text: 'A trio proves its claim.' } };
  return [
    {
      ruleId: rule.id,
      ruleIndex: ruleIndex(rule),
      level: record.outcome === 'fail' ? 'error' : 'warning',
      kind: 'fail',
      message: { text: sarifText(renderText(record)) },
      ...(record.subject.at === undefined ? {} : { locations: [location(record.subject.at)] }),
      partialFingerprints: {
        'tracefold/v1': textDigest(`${record.subject.id}\n${record.model.name}`).slice('sha256:'.length),
      },
    },
  ];
}

const SURVIVOR: Rule = {
  id: 'tracefold/guard-not-tested',
  shortDescription: { text: 'A trio goes red when a guard is weakened.' },
  help: {
    text: 'Write a trio whose attack takes the steps of the message, and whose negative control weakens the guard.',
  },
};

/** The mutants that survive: each is a guard, or a part of one, that could go and no trio would notice. */
function survivorsOf(report: GuardReport, ruleIndex: (rule: Rule) => number): readonly Result[] {
  const mutants = (report.matrix?.mutants ?? []).filter(
    ({ outcome, waived }) => outcome.kind === 'survives' && waived === null,
  );
  return mutants.map((mutant) => {
    const { name, text, why, steps } = mutantView(mutant);
    const { at } = mutant.guard;
    const lines = [`${name}, in ${printable(report.model)}: ${text}`, `${why}:`, ...steps.map((step) => `- ${step}`)];
    return {
      ruleId: SURVIVOR.id,
      ruleIndex: ruleIndex(SURVIVOR),
      level: outcomeOfGuards(report) === 'fail' ? 'error' : 'warning',
      kind: 'fail',
      message: { text: sarifText(lines.join('\n')) },
      ...(at === undefined ? {} : { locations: [location(at)] }),
      // The path of a guard part and not its place, and the way in which it was changed.
      partialFingerprints: {
        'tracefold/v1': textDigest([SURVIVOR.id, report.model, mutant.guard.path, mutant.how].join('\n')).slice(
          'sha256:'.length,
        ),
      },
    };
  });
}

function ruleFor(record: EvidenceRecord, leg: LegRecord, view: LegView): Rule {
  const undecided = leg.claims.find(
    ({ state }) => state !== 'APPLICABLE_PASS' && state !== 'APPLICABLE_FAIL' && state !== 'NOT_APPLICABLE',
  );
  const claim = findingOf(leg) ?? undecided;
  const info = record.model.predicates.find(({ id }) => id === claim?.predicate);
  if (info === undefined) return { id: 'tracefold/trio', shortDescription: { text: 'A trio proves its claim.' } };
  const help = (view.claims[0]?.mitigations ?? []).map(({ action, verify }) => `${action}. To verify: ${verify}`);
  return {
    id: printable(info.risk ?? info.id),
    ...(info.description === undefined ? {} : { shortDescription: { text: sarifText(info.description) } }),
    ...(help.length === 0 ? {} : { help: { text: sarifText(help.join('\n')) } }),
  };
}

const location = (at: NonNullable<EvidenceRecord['subject']['at']>) => ({
  physicalLocation: {
    artifactLocation: { uri: printable(at.file).split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
    region: { startLine: at.start.line, startColumn: at.start.column },
  },
});

/** Braces are placeholders in a SARIF message and brackets before a parenthesis are links (sections 3.11.5 and 3.11.6). */
const sarifText = (text: string): string => text.replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
