import { canonicalJson } from '../../trace/canonical-json.ts';
import type { RedactionOptions } from '../redaction/allow-list.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import { sealRecord, type UnsealedRecord } from './file.ts';
import { recordFields } from './names.ts';
import type { ChoiceRecord, ClaimRecord, EvidenceRecord, LegRecord, RefusalRecord } from './schema.ts';

// Every field of a record is built anew here, by name: a field that is added to the schema does not compile until somebody has said
// whether it is ours or theirs.

/** The record with every value of a trace redacted, sealed again. Redacting twice changes nothing. */
export function redactRecord(record: EvidenceRecord, options: RedactionOptions = {}): EvidenceRecord {
  const { digest: _, ...unsealed } = record;
  return sealRecord(redactUnsealed(unsealed, options));
}

/** {@link redactRecord} before the digest is computed. */
export function redactUnsealed(record: UnsealedRecord, options: RedactionOptions): UnsealedRecord {
  const redactor = createRedactor({ ...options, fields: [...(options.fields ?? []), ...recordFields(record)] });
  return {
    tracefoldEvidence: record.tracefoldEvidence,
    subject: record.subject,
    model: record.model,
    outcome: record.outcome,
    legs: record.legs.map((leg) => redactLeg(leg, redactor)),
    problems: record.problems.map((problem) => ({ ...problem, text: phrase(problem.text, redactor) })),
    parting:
      record.parting === null
        ? null
        : {
            attack: record.parting.attack,
            control: record.parting.control,
            how: record.parting.how,
            refusal: record.parting.refusal === null ? null : redactRefusal(record.parting.refusal, redactor),
            ...(record.parting.choice === undefined
              ? {}
              : {
                  choice: {
                    attack: record.parting.choice.attack,
                    control: record.parting.choice.control,
                    condition: redactChoice(record.parting.choice.condition, redactor),
                  },
                }),
          },
    integrity:
      record.integrity?.kind === 'recording'
        ? {
            kind: 'recording',
            differences: record.integrity.differences.map((difference) => withText(difference, redactor)),
            holds: record.integrity.holds,
          }
        : record.integrity,
    redacted: true,
  };
}

function redactLeg(leg: LegRecord, redactor: Redactor): LegRecord {
  return {
    role: leg.role,
    source: leg.source,
    ...(leg.at === undefined ? {} : { at: leg.at }),
    weakened: leg.weakened,
    outcome: leg.outcome,
    met: leg.met,
    events: leg.events,
    steps: leg.steps,
    // The story first, in its order: it is what gives the placeholders their numbers.
    timeline: leg.timeline.map((item) => ({
      event: item.event,
      kind: item.kind,
      from: item.from,
      to: item.to,
      text: phrase(item.text, redactor),
      trust: item.trust,
      approval:
        item.approval === null
          ? null
          : { id: redactor.name(item.approval.id, 'approval'), status: item.approval.status },
    })),
    timelineOmitted: leg.timelineOmitted,
    run:
      leg.run === null
        ? null
        : {
            initial: redactor.object(leg.run.initial, ''),
            steps: leg.run.steps.map((step) => ({
              step: step.step,
              event: step.event,
              action: action(step.action, redactor),
              result: step.result,
              changes: step.changes.map((change) => ({
                variable: change.variable,
                before: redactor.value(change.before, change.variable),
                after: redactor.value(change.after, change.variable),
              })),
              refusals: step.refusals.map((refusal) => redactRefusal(refusal, redactor)),
              ...(step.choices === undefined
                ? {}
                : { choices: step.choices.map((choice) => redactChoice(choice, redactor)) }),
            })),
            omitted: leg.run.omitted,
            shrunk: leg.run.shrunk,
          },
    claims: redactClaims(leg.claims, redactor),
    goals: leg.goals.map(({ goal, reached, initially, step, error }) => ({
      goal,
      reached,
      initially,
      step,
      error: error === null ? null : redactor.diagnostic(error),
    })),
    divergence:
      leg.divergence === null
        ? null
        : {
            step: leg.divergence.step,
            event: leg.divergence.event,
            action: action(leg.divergence.action, redactor),
            refusals: leg.divergence.refusals.map((refusal) => redactRefusal(refusal, redactor)),
            bounds: leg.divergence.bounds.map((bound) => withText(bound, redactor)),
          },
    bounds: leg.bounds.map((bound) => withText(bound, redactor)),
    disagreements: leg.disagreements,
    errors: leg.errors.map(redactor.diagnostic),
  };
}

const phrase = (parts: LegRecord['claims'][number]['reason'], redactor: Redactor) => [...redactor.phrase(parts)];

const withText = <T extends { readonly text: LegRecord['claims'][number]['reason'] }>(
  item: T,
  redactor: Redactor,
): T => ({
  ...item,
  text: phrase(item.text, redactor),
});

const redactRefusal = ({ guard, text, at, atoms }: RefusalRecord, redactor: Redactor): RefusalRecord => ({
  guard,
  text: phrase(text, redactor),
  ...(at === undefined ? {} : { at }),
  ...(atoms === undefined ? {} : { atoms: atoms.map((atom) => redactAtom(atom, redactor)) }),
});

const redactChoice = ({ atoms, ...condition }: ChoiceRecord, redactor: Redactor): ChoiceRecord => ({
  ...redactAtom(condition, redactor),
  atoms: atoms.map((atom) => redactAtom(atom, redactor)),
});

const redactAtom = (atom: ClaimRecord['atoms'][number], redactor: Redactor): ClaimRecord['atoms'][number] => ({
  text: phrase(atom.text, redactor),
  holds: atom.holds,
  bindings: redactor.object(atom.bindings, ''),
  ...(atom.at === undefined ? {} : { at: atom.at }),
});

const action = (taken: NonNullable<LegRecord['divergence']>['action'], redactor: Redactor) => ({
  action: taken.action,
  ...(taken.args === undefined ? {} : { args: redactor.object(taken.args, 'args') }),
  ...(taken.assume === undefined ? {} : { assume: taken.assume }),
  ...(taken.observed === undefined ? {} : { observed: redactor.object(taken.observed, '') }),
});

/**
 * The id of a claim is a hash that covers its bindings, so of bindings that are hidden it would let a value be guessed: such a claim goes by
 * its predicate and its place.
 */
function redactClaims(claims: readonly ClaimRecord[], redactor: Redactor): ClaimRecord[] {
  const shown = claims.map((claim) => redactClaim(claim, redactor));
  const ids = new Map(
    shown.flatMap((claim, index) =>
      canonicalJson(claim.bindings) === canonicalJson(claims[index]!.bindings)
        ? []
        : [[claim.id, `${claim.predicate}.${index + 1}`] as const],
    ),
  );
  return shown.map(({ id, subsumedBy, ...claim }) => ({
    id: ids.get(id) ?? id,
    ...claim,
    ...(subsumedBy === undefined ? {} : { subsumedBy: ids.get(subsumedBy) ?? subsumedBy }),
  }));
}

const redactClaim = (claim: ClaimRecord, redactor: Redactor): ClaimRecord => ({
  id: redactor.name(claim.id, 'claim'),
  predicate: claim.predicate,
  polarity: claim.polarity,
  state: claim.state,
  bindings: redactor.object(claim.bindings, ''),
  event: claim.event,
  fidelity: claim.fidelity,
  proof: claim.proof,
  reason: phrase(claim.reason, redactor),
  evidence: claim.evidence.map((ref) => ({
    kind: ref.kind,
    event: ref.event,
    details: redactor.object(ref.details, ''),
    text: phrase(ref.text, redactor),
  })),
  unmet: claim.unmet,
  ...(claim.subsumedBy === undefined ? {} : { subsumedBy: redactor.name(claim.subsumedBy, 'claim') }),
  atoms: claim.atoms.map((atom) => redactAtom(atom, redactor)),
});
