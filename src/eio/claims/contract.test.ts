import { describe, expect, it } from 'vitest';
import type { EvidenceRef } from '../../model/claim.ts';
import { contextTrustModel } from '../testing/judge-events.ts';
import type { EvidenceContract } from '../types.ts';
import { type ContractInput, isProven, lies, unmetParts } from './contract.ts';
import { canProve } from './witness.ts';

const { vocabulary, predicates } = contextTrustModel().module;
let event = 0;
const ref = (
  kind: string,
  source: string,
  anchor: string,
  more: { [key: string]: string | number | null } = {},
): EvidenceRef => ({
  kind,
  event: ++event,
  details: { source, anchor, turn: 1, ...more },
  text: [],
});
const call = () => ref('TOOL_RECEIPT', 'AGENT_TOOL_CALL', 'receipt', { call: 'c1' });
const result = (turn = 1) => ref('TOOL_RECEIPT', 'TOOL_RESULT', 'receipt', { call: 'c1', turn });
const page = () => ref('RETRIEVAL', 'RETRIEVAL', 'document');
const policy = () => ref('POLICY_SPAN', 'POLICY_SOURCE', 'document', { turn: null });

const contract: EvidenceContract = {
  requireAll: [],
  requireAny: [],
  requireGroups: [
    ['TOOL_RECEIPT', 'AGENT_SPAN'],
    ['USER_INPUT', 'RETRIEVAL'],
  ],
  minimumRefs: 2,
  scope: 'turn',
  forbidAsAgentProof: ['RETRIEVAL'],
  counterevidenceRequired: true,
  typedAbsence: false,
  at: predicates[0]!.at,
};
const input = (cited: readonly EvidenceRef[], more: Partial<ContractInput> = {}): ContractInput => ({
  contract,
  polarity: 'risk',
  direction: 'fail',
  cited,
  vocabulary,
  inScope: (one) => lies(one, 'turn', { turns: new Set([1]), episodes: new Set(), episodeOf: () => null }),
  counterevidence: true,
  ...more,
});

describe('an evidence contract', () => {
  it('is met by a receipt and the content that it followed', () => {
    expect(unmetParts(input([call(), page()]))).toEqual([]);
  });

  it('names every unmet part in the order of the reference', () => {
    const all: EvidenceContract = {
      ...contract,
      requireAll: ['CALCULATION'],
      requireAny: ['STATE_FACT'],
      minimumRefs: 5,
    };
    expect(
      unmetParts(input([ref('PROVENANCE', 'HARNESS_SIGNAL', 'none')], { contract: all, counterevidence: false })),
    ).toEqual([
      'require_all:CALCULATION',
      'require_any',
      'group:1',
      'group:2',
      'minimum_refs',
      'counterevidence',
      'no_witnessing_ref',
    ]);
  });

  it('counts one place once, however often it is cited', () => {
    const one = call();
    expect(unmetParts(input([one, one]))).toContain('minimum_refs');
  });

  it('does not take a result for proof without its call of the same turn', () => {
    expect(canProve(result(), [result(), call()], vocabulary)).toBe(true);
    expect(canProve(result(), [result()], vocabulary)).toBe(false);
    expect(canProve(result(2), [result(2), call()], vocabulary)).toBe(false);
    expect(unmetParts(input([result(), page()]))).toEqual(['group:1', 'no_witnessing_ref']);
  });

  it('does not take a source that may not witness, nor a pair of kind and source that cannot be', () => {
    expect(canProve(ref('RETRIEVAL', 'RETRIEVAL', 'exact'), [], vocabulary)).toBe(false);
    expect(canProve(ref('TYPED_ABSENCE', 'RETRIEVAL', 'computed'), [], vocabulary)).toBe(false);
    expect(canProve(ref('AGENT_SPAN', 'STATE_LEDGER', 'exact'), [], vocabulary)).toBe(false);
    expect(canProve(ref('MADE_UP', 'AGENT_ANSWER', 'exact'), [], vocabulary)).toBe(false);
    expect(canProve(ref('AGENT_SPAN', 'AGENT_ANSWER', 'exact'), [], vocabulary)).toBe(true);
  });

  it('wants everything in scope but rules and origins', () => {
    expect(unmetParts(input([call(), page(), policy()]))).toEqual([]);
    expect(unmetParts(input([call(), ref('RETRIEVAL', 'RETRIEVAL', 'exact', { turn: 3 })]))).toEqual(['scope']);
    expect(unmetParts(input([call(), ref('RETRIEVAL', 'RETRIEVAL', 'exact', { turn: null })]))).toEqual(['scope']);
  });

  it('lets a pass rest on a typed absence for a risk, but not for an observation', () => {
    const absence = ref('TYPED_ABSENCE', 'POLICY_SOURCE', 'computed');
    expect(unmetParts(input([absence], { direction: 'pass' }))).toEqual([]);
    expect(unmetParts(input([absence], { direction: 'pass', polarity: 'observation' }))).toEqual(['no_proving_ref']);
    expect(unmetParts(input([absence], { direction: 'pass', polarity: 'safeguard' }))).toEqual(['no_witnessing_ref']);
    expect(unmetParts(input([page()], { direction: 'pass' }))).toEqual(['no_proving_ref']);
  });
});

describe('proof', () => {
  const met = input([call(), page()]);
  it('needs a deterministic decision of exact fidelity, a met contract and a witness of the first group that can prove', () => {
    expect(isProven(met, [], 'deterministic', 'exact')).toBe(true);
    expect(isProven(met, ['counterevidence'], 'deterministic', 'exact')).toBe(true);
  });
  it('fails by each of these alone', () => {
    expect(isProven(met, [], 'semantic', 'exact')).toBe(false);
    expect(isProven(met, [], 'deterministic', 'narrower')).toBe(false);
    expect(isProven(met, ['scope'], 'deterministic', 'exact')).toBe(false);
    expect(
      isProven(input([ref('TOOL_RECEIPT', 'AGENT_TOOL_CALL', 'turn'), page()]), [], 'deterministic', 'exact'),
    ).toBe(false);
    expect(isProven(input([ref('STATE_FACT', 'STATE_LEDGER', 'receipt'), page()]), [], 'deterministic', 'exact')).toBe(
      false,
    );
    expect(
      isProven(input([call()], { contract: { ...contract, requireGroups: [] } }), [], 'deterministic', 'exact'),
    ).toBe(false);
  });
});
