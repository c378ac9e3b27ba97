import type { Claim } from '../../model/claim.ts';
import { type Phrase, phrase } from '../../model/phrase.ts';
import type { Entity } from '../graph/entity.ts';
import type { Defect, Graph } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import { grounds, type Tuple } from '../logic/formula.ts';
import type { Truth } from '../logic/truth.ts';
import type { CompiledPredicate } from '../resolvers/compile-predicate.ts';
import type { EioModule } from '../types.ts';
import { defectsOf, NO_DEFECTS } from './claim-defects.ts';
import { bindingsOf, claimOf } from './claim-details.ts';
import { gapsOf, NO_GAPS } from './claim-grounds.ts';
import { claimIds, claimIdsOf } from './claim-ids.ts';
import { defectPhrase } from './claim-reasons.ts';
import { decideState } from './decide-state.ts';
import { type Instance, instancesOf } from './instances.ts';

/** What a claim comes to, with the members that it binds, for what relates claims to each other. */
export interface JudgedClaim extends Pick<Claim, 'predicate' | 'polarity' | 'state'> {
  readonly tuple: Tuple<Entity>;
  /** Its place among the claims of its predicate. */
  readonly number: number;
  /** The claim in full, by its number: most traces are judged for their outcome alone, so it is made when it is asked for. */
  readonly claim: (number: number) => Claim;
}

/** The claims of a predicate over a graph, in the order of their bindings. */
export function judge(compiled: CompiledPredicate, graph: Graph, module: EioModule): JudgedClaim[] {
  const judged = judgeInstances(compiled, graph, module);
  if (graph.gaps === null) return judged;
  // What was lost may be an instance of the predicate that nothing else shows.
  const reason = phrase`the recording has gaps: ${graph.gaps}`;
  return [...judged, judgedAs(bareClaim(compiled, module, 'EVIDENCE_INCOMPLETE', reason), [])];
}

function judgeInstances(compiled: CompiledPredicate, graph: Graph, module: EioModule): JudgedClaim[] {
  const { predicate } = compiled;
  const instances = instancesOf(compiled);
  if (instances === null) {
    const reason = phrase`there are too many instances to decide one by one`;
    return [judgedAs(bareClaim(compiled, module, 'EVALUATOR_ERROR', reason), [])];
  }
  const reported = new Set<Defect>();
  const ids = lazy(() => claimIds(compiled, module, instances));
  const defects = new Map<number, Defect[]>();
  for (const defect of graph.defects) {
    const list = defects.get(defect.event);
    if (list === undefined) defects.set(defect.event, [defect]);
    else list.push(defect);
  }
  const touching = new Map<number, readonly Defect[]>();
  const claim = (number: number): Claim =>
    claimOf(
      compiled,
      instances[number]!,
      judged[number]!.state,
      graph,
      module,
      touching.get(number) ?? NO_DEFECTS,
      () => ids()[number]!,
    );
  const settled = settledStates(compiled);
  const judged = instances.map((instance, number): JudgedClaim => {
    const touched = defects.size === 0 ? NO_DEFECTS : defectsOf(compiled, instance, defects);
    if (touched.length > 0) touching.set(number, touched);
    for (const defect of touched) reported.add(defect);
    const state = (touched.length === 0 ? settled(instance) : undefined) ?? stateOf(compiled, instance, touched);
    return { predicate: predicate.id, polarity: predicate.polarity, state, tuple: instance.tuple, number, claim };
  });
  // A defect that no claim touches must not vanish: what it spoke of may be what is missing.
  const rest = graph.defects.filter((defect) => !reported.has(defect));
  if (rest.length > 0) {
    const claim = bareClaim(compiled, module, 'EVIDENCE_INVALID', defectPhrase(rest));
    const nothing = predicate.parameters.map(() => null);
    judged.push(judgedAs({ ...claim, event: rest[0]!.event }, nothing));
  }
  return judged;
}

const judgedAs = (claim: Claim, tuple: Tuple<Entity>): JudgedClaim => ({
  predicate: claim.predicate,
  polarity: claim.polarity,
  state: claim.state,
  tuple,
  number: 0,
  claim: () => claim,
});

/** The states of instances of which nothing is unknown: they depend on the two values alone, so each is decided once. */
function settledStates(compiled: CompiledPredicate): (instance: Instance) => Claim['state'] | undefined {
  const { polarity, unknownPolicy } = compiled.predicate;
  const gaps = { applicabilityGaps: NO_GAPS, conditionGaps: NO_GAPS, defective: false };
  const of = (applicable: Truth, condition: Truth) =>
    decideState({ polarity, unknownPolicy, applicable, condition, ...gaps });
  const notApplicable = of(0, 0);
  const fails = of(2, 0);
  const holds = of(2, 2);
  return ({ applicable, condition }) => {
    if (applicable === 0) return notApplicable;
    if (applicable === 1 || condition === 1) return undefined;
    return condition === 2 ? holds : fails;
  };
}

function stateOf(
  compiled: CompiledPredicate,
  { tuple, applicable, condition }: Instance,
  touched: readonly Defect[],
): Claim['state'] {
  const { predicate } = compiled;
  return decideState({
    polarity: predicate.polarity,
    unknownPolicy: predicate.unknownPolicy,
    applicable,
    condition,
    applicabilityGaps: applicable === 1 ? gapsOf(grounds(compiled.applicable, tuple)) : NO_GAPS,
    conditionGaps: applicable !== 0 && condition === 1 ? gapsOf(grounds(compiled.condition, tuple)) : NO_GAPS,
    defective: touched.length > 0,
  });
}

function bareClaim(compiled: CompiledPredicate, module: EioModule, state: Claim['state'], reason: Phrase): Claim {
  const { predicate } = compiled;
  const bindings = bindingsOf(compiled, []);
  return {
    id: `${claimIdsOf(compiled, module)([])}.${state === 'EVIDENCE_INVALID' ? 'defects' : state === 'EVIDENCE_INCOMPLETE' ? 'gaps' : 'limit'}`,
    predicate: predicate.id,
    polarity: predicate.polarity,
    state,
    bindings,
    event: null,
    fidelity: 'exact',
    proof: 'UNPROVEN',
    reason,
    evidence: [],
    unmet: [],
  };
}
