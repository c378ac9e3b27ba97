import type { Claim, EvidenceRef } from '../../model/claim.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { Entity } from '../graph/entity.ts';
import type { Defect, Graph } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import { evaluate, grounds, type Tuple } from '../logic/formula.ts';
import type { CompiledPredicate } from '../resolvers/compile-predicate.ts';
import type { EioModule } from '../types.ts';
import { eventOf, explain, gapsOf, placed, turnOf } from './claim-grounds.ts';
import { reasonOf } from './claim-reasons.ts';
import { type ContractInput, isProven, lies, unmetParts } from './contract.ts';
import type { Instance } from './instances.ts';

/** A claim in full, most of it worked out when it is read. */
export function claimOf(
  compiled: CompiledPredicate,
  { tuple }: Instance,
  state: Claim['state'],
  graph: Graph,
  module: EioModule,
  touched: readonly Defect[],
  id: () => string,
): Claim {
  const { predicate } = compiled;
  const details = lazy(() => detailsOf(compiled, tuple, graph, module, state, touched));
  return {
    get id() {
      return id();
    },
    predicate: predicate.id,
    polarity: predicate.polarity,
    state,
    bindings: bindingsOf(compiled, tuple),
    get event() {
      return details().event();
    },
    get fidelity() {
      return details().fidelity;
    },
    get proof() {
      return details().proof();
    },
    get reason() {
      return details().reason();
    },
    get evidence() {
      return details().evidence();
    },
    get unmet() {
      return details().unmet();
    },
  };
}

/** What a claim says beside its state. Much of it is never read, and only what is read is worked out. */
function detailsOf(
  compiled: CompiledPredicate,
  tuple: Tuple<Entity>,
  graph: Graph,
  module: EioModule,
  state: Claim['state'],
  touched: readonly Defect[],
) {
  const applicable = evaluate(compiled.applicable, tuple);
  const applicability = grounds(compiled.applicable, tuple);
  const conditions = applicable === 0 ? [] : grounds(compiled.condition, tuple);
  const decisive = applicable === 2 ? [...applicability, ...conditions] : applicability;
  const fidelity = decisive.some((ground) => ground.decision.fidelity === 'narrower') ? 'narrower' : 'exact';
  const decidedBy = decisive.some((ground) => ground.decision.decidedBy === 'semantic') ? 'semantic' : 'deterministic';
  const explained = lazy(() => explain(applicability, conditions));
  const event = lazy(() => eventOf(tuple, applicability, conditions));
  const evidence = lazy(() => {
    const at = event();
    return placed(explained().evidence, at === null ? turnOf(tuple) : (graph.turnOf(at) ?? turnOf(tuple)));
  });
  const contract = lazy(() =>
    state === 'APPLICABLE_FAIL' || state === 'APPLICABLE_PASS'
      ? contractInput(compiled, graph, module, state, tuple, evidence(), event())
      : null,
  );
  const unmet = lazy(() => {
    const input = contract();
    return input === null ? [] : unmetParts(input);
  });
  const proof = (): Claim['proof'] => {
    // Most claims rest on a stand-in, which proves nothing: what they cite is not asked for.
    if (fidelity === 'narrower') return 'UNPROVEN';
    const input = contract();
    return input !== null && isProven(input, unmet(), decidedBy, fidelity) ? 'PROVEN' : 'UNPROVEN';
  };
  const reason = lazy(() =>
    reasonOf(state, explained().because, [...gapsOf(applicability), ...gapsOf(conditions)], touched, decidedBy),
  );
  return { event, fidelity, proof: lazy(proof), reason, evidence, unmet } as const;
}

/** Parameter names and the ids bound to them; null where nothing is. */
export const bindingsOf = (compiled: CompiledPredicate, tuple: Tuple<Entity>): JsonObject =>
  Object.fromEntries(compiled.predicate.parameters.map((parameter, at) => [parameter.name, tuple[at]?.id ?? null]));

function contractInput(
  compiled: CompiledPredicate,
  graph: Graph,
  module: EioModule,
  state: 'APPLICABLE_FAIL' | 'APPLICABLE_PASS',
  tuple: Tuple<Entity>,
  cited: readonly EvidenceRef[],
  event: number | null,
): ContractInput {
  const { predicate } = compiled;
  const turn = event === null ? turnOf(tuple) : graph.turnOf(event);
  const episodes = new Set<string>();
  for (const member of tuple) {
    if (member != null && member.kind !== 'policy' && member.session !== '')
      episodes.add(graph.episodeOf(member.session));
  }
  const scope = {
    turns: new Set(turn === null ? [] : [turn]),
    episodes,
    episodeOf: (ref: EvidenceRef) => (ref.event === null ? null : graph.episodeOf(graph.sessionOf(ref.event))),
  };
  return {
    contract: predicate.evidenceContract,
    polarity: predicate.polarity,
    direction: state === 'APPLICABLE_FAIL' ? 'fail' : 'pass',
    cited,
    vocabulary: module.vocabulary,
    inScope: (ref) => lies(ref, predicate.evidenceContract.scope, scope),
    counterevidence: true,
  };
}
