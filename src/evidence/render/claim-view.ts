import { printable } from '../../diagnostics/printable.ts';
import type { ClaimRecord, EvidenceRecord, LegRecord } from '../record/schema.ts';
import { decides, outcomeOf } from './claim-outcome.ts';
import { formatAtom, formatBindings, formatPhrase } from './phrase.ts';
import { formatValue, type Notation } from './value.ts';

/** What to do, and how to see that it helps. */
export interface MitigationView {
  readonly action: string;
  readonly verify: string;
}

/** One claim that is not a plain pass, in words. */
export interface ClaimView {
  readonly title: string;
  readonly state: string;
  /** What the model says that the predicate is about. */
  readonly description: string | null;
  /** Why it has its state, a part a line; empty where the problems of the record say it already. */
  readonly reason: readonly string[];
  /** The parts of the formula that are false, or that could not be decided. */
  readonly falseParts: readonly string[];
  readonly evidence: readonly string[];
  readonly mitigations: readonly MitigationView[];
}

/** Problems of a record are cut here. Short enough for the code to stand on the same line; the claim gives a long reason in full. */
export const MAX_PROBLEM = 250;

/** A claim in words. */
export function claimView(record: EvidenceRecord, leg: LegRecord, claim: ClaimRecord, notation: Notation): ClaimView {
  const info = record.model.predicates.find((predicate) => predicate.id === claim.predicate);
  // What is bound to nothing says nothing.
  const bindings = formatBindings(withoutNull(claim.bindings), notation).join(', ');
  const falseParts = falsePartsOf(claim, notation);
  const stateful = outcomeOf(claim) === 'fail' && falseParts.length === 0;
  return {
    title: `${printable(claim.predicate)}${bindings === '' ? '' : ` for ${bindings}`} (${claim.state})`,
    state: claim.state,
    description: info?.description === undefined ? null : printable(info.description),
    reason: isReasonTold(record, claim, notation)
      ? []
      : partsOf(claim.reason).map((part) => formatPhrase(part, notation)),
    falseParts: stateful ? stateWhere(leg, claim, notation) : falseParts,
    evidence: unique([
      ...claim.evidence.map((ref) => {
        const place = ref.event === null ? '' : ` at event ${ref.event}`;
        return `${printable(ref.kind)}${place}: ${formatPhrase(ref.text, notation)}`;
      }),
      ...claim.unmet.map((unmet) => `missing: ${printable(unmet)}`),
    ]),
    mitigations: (outcomeOf(claim) === 'fail' ? (info?.mitigations ?? []) : []).map((mitigation) => ({
      action: `${printable(mitigation.action).replace(/\.$/, '')} (${printable(mitigation.category)})`,
      verify: printable(mitigation.verification),
    })),
  };
}

function isReasonTold(record: EvidenceRecord, claim: ClaimRecord, notation: Notation): boolean {
  const reason = formatPhrase(claim.reason, notation);
  return record.problems.some(({ text }) => {
    const told = formatPhrase(text, notation);
    return told.length <= MAX_PROBLEM && told.includes(reason);
  });
}

/** A reason of several parts, taken apart where our own words part them: a value cannot make a part. */
function partsOf(reason: ClaimRecord['reason']): readonly ClaimRecord['reason'][] {
  const parts: ClaimRecord['reason'][] = [[]];
  for (const piece of reason) {
    if (typeof piece !== 'string') parts.at(-1)!.push(piece);
    else {
      const [first, ...more] = piece.split('; ');
      parts.at(-1)!.push(first!);
      parts.push(...more.map((text) => [text]));
    }
  }
  return parts;
}

const withoutNull = (bindings: ClaimRecord['bindings']): ClaimRecord['bindings'] =>
  Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== null));

function falsePartsOf(claim: ClaimRecord, notation: Notation): readonly string[] {
  return (
    claim.atoms
      .filter((atom) => !atom.holds)
      .map((atom) => formatAtom(atom, notation))
      // That the invariant itself is false stands above already.
      .filter((part) => part !== printable(claim.predicate))
  );
}

const MAX_VARIABLES = 8;

/** An invariant in code that shows no values of its own: it is false in this state, as far as that is short. */
function stateWhere(leg: LegRecord, claim: ClaimRecord, notation: Notation): readonly string[] {
  if (leg.run === null || leg.run.omitted > 0) return [];
  const state = new Map(Object.entries(leg.run.initial));
  for (const step of leg.run.steps) {
    for (const { variable, after } of step.changes) state.set(variable, after);
    if (decides(leg, claim, step)) break;
  }
  if (state.size === 0 || state.size > MAX_VARIABLES) return [];
  const values = [...state].map(([name, value]) => `${printable(name)} = ${formatValue(value, notation, 60)}`);
  return [`${printable(claim.predicate)}, in the state ${values.join(', ')}`];
}

/** Two resolvers often cite the same, and several claims fail for one reason. */
export const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];
