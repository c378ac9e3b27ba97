import { enumerated } from '../../diagnostics/enumerated.ts';
import type { ClaimState } from '../../model/claim.ts';
import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import type { Defect } from '../graph/graph.ts';
import type { Gap } from '../logic/truth.ts';
import { missingKinds } from './decide-state.ts';

const DEFECTS: Readonly<Record<Defect['what'], string>> = {
  'no-such-item': 'refers to a content item that the trace does not have',
  'no-such-call': 'refers to a call that the trace does not have',
  'no-such-approval': 'refers to an approval that the trace does not have',
  'no-such-execution': 'refers to an execution that the trace does not have',
  'no-such-event': 'refers to an event that the trace does not have',
  'no-such-turn': 'claims a turn that the trace does not have',
  'result-without-call': 'is the result of a call that the trace does not have',
  'two-issuers': 'names a second issuer of an instruction',
};

/** What is wrong with the record: the first defect, and how many more. */
export function defectPhrase(defects: readonly Defect[]): Phrase {
  const [first] = defects;
  if (first === undefined) return phrase``;
  const more = defects.length > 1 ? `, and ${defects.length - 1} more` : '';
  return phrase`event ${shown(first.event, 'seq')} ${DEFECTS[first.what]}: ${shown(first.reference, 'reference')}${more}`;
}

/** Why a claim has its state, in one sentence. */
export function reasonOf(
  state: ClaimState,
  because: readonly Phrase[],
  gaps: readonly Gap[],
  defects: readonly Defect[],
  decidedBy: 'deterministic' | 'semantic',
): Phrase {
  const details = joined(because);
  switch (state) {
    case 'EVIDENCE_INVALID': {
      const invalid = gaps.find((gap) => gap.kind === 'invalid');
      if (defects.length > 0) return defectPhrase(defects);
      return invalid?.kind === 'invalid'
        ? phrase`resolver "${invalid.resolver}" is wrong: ${invalid.message}`
        : details;
    }
    case 'EVALUATOR_ERROR': {
      const error = gaps.find((gap) => gap.kind === 'error');
      return error?.kind === 'error'
        ? phrase`resolver "${error.resolver}" failed: ${shown(error.message, 'error')}`
        : details;
    }
    case 'EVIDENCE_INCOMPLETE': {
      const kinds = missingKinds(gaps);
      if (kinds.length > 0)
        return phrase`the trace does not say that it records every ${enumerated(kinds)}: ${details}`;
      return phrase`it is not known ${openWhy(gaps)}: ${details}`;
    }
    case 'UNRESOLVED': {
      const abstained = gaps.find((gap) => gap.kind === 'abstained');
      if (abstained?.kind === 'abstained') return phrase`resolver "${abstained.resolver}" would not say: ${details}`;
      return phrase`it is not known ${openWhy(gaps)}: ${details}`;
    }
    case 'APPLICABLE_PASS':
    case 'APPLICABLE_FAIL':
    case 'NOT_APPLICABLE':
      return decidedBy === 'semantic' ? phrase`${details} (a resolver was asked, so this proves nothing)` : details;
  }
}

const openWhy = (gaps: readonly Gap[]): string => {
  const open = gaps.find((gap) => gap.kind === 'open');
  return open?.kind === 'open' ? open.why : 'which way it is';
};

function joined(parts: readonly Phrase[]): Phrase {
  let all: Phrase = [];
  for (const part of parts) all = all.length === 0 ? part : phrase`${all}; ${part}`;
  return all;
}
