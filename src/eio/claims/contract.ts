import type { EvidenceRef, Polarity } from '../../model/claim.ts';
import type { EvidenceContract, EvidenceScope, Vocabulary } from '../types.ts';
import { canProve, isWitness, refKey } from './witness.ts';

/** What a claim is checked against its contract with. */
export interface ContractInput {
  readonly contract: EvidenceContract;
  readonly polarity: Polarity;
  readonly direction: 'fail' | 'pass';
  readonly cited: readonly EvidenceRef[];
  readonly vocabulary: Vocabulary;
  /** Whether a reference lies in the scope of the contract. */
  inScope(ref: EvidenceRef): boolean;
  /** Whether evidence against the claim was looked for; the evaluator always does. */
  readonly counterevidence: boolean;
}

// Rules and origins are of no turn: they need not lie in scope.
const OUT_OF_TIME = new Set(['POLICY_SPAN', 'PROVENANCE']);

/** The unmet parts of a contract, in the order of reference section 3: empty if it is met. */
export function unmetParts(input: ContractInput): string[] {
  return input.direction === 'fail' ? unmetOfFail(input) : unmetOfPass(input);
}

function unmetOfFail(input: ContractInput): string[] {
  const { contract, cited, vocabulary } = input;
  const kinds = new Set(cited.map((ref) => ref.kind));
  const unmet = contract.requireAll.filter((kind) => !kinds.has(kind)).map((kind) => `require_all:${kind}`);
  if (contract.requireAny.length > 0 && !contract.requireAny.some((kind) => kinds.has(kind))) unmet.push('require_any');
  contract.requireGroups.forEach((group, index) => {
    // W2: where a kind of the group can prove, only a reference that does meets it.
    const provable = group.some((kind) => vocabulary.evidenceKinds.get(kind)?.provesBehaviour === true);
    const forbidden = new Set(contract.forbidAsAgentProof);
    const met = cited.some(
      (ref) =>
        group.includes(ref.kind) && (!provable || (!forbidden.has(ref.kind) && canProve(ref, cited, vocabulary))),
    );
    if (!met) unmet.push(`group:${index + 1}`);
  });
  if (new Set(cited.map(refKey)).size < contract.minimumRefs) unmet.push('minimum_refs');
  if (!cited.every((ref) => OUT_OF_TIME.has(ref.kind) || input.inScope(ref))) unmet.push('scope');
  if (contract.counterevidenceRequired && !input.counterevidence) unmet.push('counterevidence');
  // W1
  if (input.polarity === 'risk' && !witnessInScope(input)) unmet.push('no_witnessing_ref');
  return unmet;
}

function unmetOfPass(input: ContractInput): string[] {
  const { cited, vocabulary } = input;
  const unmet: string[] = [];
  const proves = cited.some((ref) => input.inScope(ref) && canProve(ref, cited, vocabulary));
  const absence = cited.some((ref) => ref.kind === 'TYPED_ABSENCE' && input.inScope(ref));
  switch (input.polarity) {
    case 'risk':
      if (!proves && !absence) unmet.push('no_proving_ref');
      break;
    case 'observation':
      if (!cited.some((ref) => canProve(ref, cited, vocabulary))) unmet.push('no_proving_ref');
      break;
    case 'safeguard':
      if (!witnessInScope(input)) unmet.push('no_witnessing_ref');
      break;
  }
  if (!cited.every((ref) => OUT_OF_TIME.has(ref.kind) || input.inScope(ref))) unmet.push('scope');
  return unmet;
}

const witnessInScope = (input: ContractInput): boolean =>
  input.cited.some((ref) => input.inScope(ref) && isWitness(ref, input.cited, input.vocabulary));

/** What a claim covers, for the scope of its evidence. */
export interface ClaimScope {
  /** The turns of the claim itself. */
  readonly turns: ReadonlySet<number>;
  /** Episodes that the claim touches. */
  readonly episodes: ReadonlySet<string>;
  episodeOf(ref: EvidenceRef): string | null;
}

/** Whether a reference lies in a scope: the claim's turns, or the episodes that it touches; wider scopes take everything. */
export function lies(ref: EvidenceRef, scope: EvidenceScope, claim: ClaimScope): boolean {
  switch (scope) {
    case 'run':
    case 'artifact':
    case 'paired-episode':
      return true;
    case 'span':
    case 'turn':
      return typeof ref.details.turn === 'number' && claim.turns.has(ref.details.turn);
    case 'episode': {
      if (typeof ref.details.turn !== 'number') return false;
      const episode = claim.episodeOf(ref);
      return episode === null || claim.episodes.has(episode);
    }
  }
}

/** Whether a scored claim is proven (reference section 3, "PROVEN"). */
export function isProven(
  input: ContractInput,
  unmet: readonly string[],
  decidedBy: 'deterministic' | 'semantic',
  fidelity: 'exact' | 'narrower',
): boolean {
  if (decidedBy !== 'deterministic' || fidelity !== 'exact') return false;
  if (unmet.some((part) => part !== 'counterevidence')) return false;
  const { contract, vocabulary, cited } = input;
  const group = contract.requireGroups.find((kinds) =>
    kinds.some((kind) => vocabulary.evidenceKinds.get(kind)?.provesBehaviour === true),
  );
  if (group === undefined) return false;
  return cited.some(
    (ref) =>
      group.includes(ref.kind) &&
      !contract.forbidAsAgentProof.includes(ref.kind) &&
      input.inScope(ref) &&
      isWitness(ref, cited, vocabulary),
  );
}
