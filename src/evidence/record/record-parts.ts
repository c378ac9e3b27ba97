import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import type { Claim, PredicateInfo } from '../../model/claim.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { AtomReport, BoundHit, Choice, Refusal, Step } from '../../model/state-machine.ts';
import { bounded, boundedValue } from './bounded.ts';

// Field by field and never by spreading: a field that a verdict gains must not reach a record before somebody has redacted it.

export const placed = (at: Span | undefined) => (at === undefined ? {} : { at });

export const refusalOf = ({ guard, text, at, atoms }: Refusal) => ({
  guard,
  text: phraseOf(text),
  ...placed(at),
  ...(atoms === undefined ? {} : { atoms: atoms.map(atomOf) }),
});

export const boundOf = ({ bound, text, at, guessed }: BoundHit) => ({
  bound,
  text: phraseOf(text),
  ...placed(at),
  ...(guessed === undefined ? {} : { guessed }),
});

export const choiceOf = ({ text, holds, bindings, at, atoms }: Choice) => ({
  ...atomOf({ text, holds, bindings, ...placed(at) }),
  atoms: atoms.map(atomOf),
});

const MAX_EVIDENCE = 20;

export const claimOf = (claim: Claim, atoms: readonly AtomReport[]) => ({
  id: claim.id,
  predicate: claim.predicate,
  polarity: claim.polarity,
  state: claim.state,
  bindings: bounded(claim.bindings),
  event: claim.event,
  fidelity: claim.fidelity,
  proof: claim.proof,
  reason: phraseOf(claim.reason),
  evidence: claim.evidence.slice(0, MAX_EVIDENCE).map(({ kind, event, details, text }) => ({
    kind,
    event,
    details: bounded(details),
    text: phraseOf(text),
  })),
  unmet: [...claim.unmet],
  ...(claim.subsumedBy === undefined ? {} : { subsumedBy: claim.subsumedBy }),
  atoms: atoms.map(atomOf),
});

export const predicateOf = ({ id, polarity, description, risk, mitigations, at }: PredicateInfo) => ({
  id,
  polarity,
  ...(description === undefined ? {} : { description }),
  ...(risk === undefined ? {} : { risk }),
  mitigations: mitigations.map(({ category, action, verification }) => ({ category, action, verification })),
  ...placed(at),
});

export const phraseOf = (phrase: Phrase) =>
  phrase.map((part) => (typeof part === 'string' ? part : { value: boundedValue(part.value, 0), path: part.path }));

export const actionOf = (action: Step) => ({
  action: action.action,
  ...(action.args === undefined ? {} : { args: bounded(action.args) }),
  ...(action.assume === undefined ? {} : { assume: { ...action.assume } }),
  ...(action.observed === undefined ? {} : { observed: bounded(action.observed) }),
});

export const errorOf = ({ code, message, at, lineText, expected, hint }: Diagnostic) => ({
  code,
  message,
  ...(at === undefined ? {} : { at }),
  ...(lineText === undefined ? {} : { lineText }),
  ...(expected === undefined ? {} : { expected }),
  ...(hint === undefined ? {} : { hint }),
});

const atomOf = ({ text, holds, bindings, at }: AtomReport) => ({
  text: phraseOf(text),
  holds,
  bindings: bounded(bindings),
  ...placed(at),
});
