import { enumerated } from '../../diagnostics/enumerated.ts';
import type { Claim, EvidenceRef } from '../../model/claim.ts';
import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import { textDigest } from '../../trace/digest.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { Entity } from '../graph/entity.ts';
import type { Defect, Graph } from '../graph/graph.ts';
import { lazy } from '../lazy.ts';
import { evaluate, type Ground, grounds, type Tuple, variablesOf } from '../logic/formula.ts';
import { disjunctiveForm } from '../logic/normal-form.ts';
import { type Budget, compareTuples, type Solution, type Solver, solver } from '../logic/solve.ts';
import type { Gap, Truth } from '../logic/truth.ts';
import type { AtomLabel, CompiledPredicate, EioFormula } from '../resolvers/compile-predicate.ts';
import type { EioModule } from '../types.ts';
import type { EvidenceRole } from '../vocabulary/detail-words.ts';
import { type ContractInput, isProven, lies, unmetParts } from './contract.ts';
import { decideState, missingKinds } from './decide-state.ts';
import { refKey } from './witness.ts';

/** Tuples that one predicate may try, and claims that it may make, in one trace. */
const MAX_STEPS = 4_000_000;
const MAX_CLAIMS = 200_000;

/** One instance of a predicate: a tuple of bindings with the values of its expressions. */
export interface Instance {
  readonly tuple: Tuple<Entity>;
  readonly applicable: Truth;
  readonly condition: Truth;
}

/** What a claim comes to, with the members that it binds, for what relates claims to each other. */
export interface JudgedClaim extends Pick<Claim, 'predicate' | 'polarity' | 'state'> {
  readonly tuple: Tuple<Entity>;
  /** Its place among the claims of its predicate. */
  readonly number: number;
  /** The claim in full, by its number: most traces are judged for their outcome alone, so it is made when it is asked for. */
  readonly claim: (number: number) => Claim;
}

/**
 * The instances of a predicate. A parameter that only applicability mentions is a witness: the first binding that will do stands for the
 * others. A parameter of which no member can matter is bound to null. Null as the result: too many to try.
 */
export function instancesOf(compiled: CompiledPredicate): Instance[] | null {
  const budget: Budget = { steps: MAX_STEPS, solutions: MAX_CLAIMS };
  const inApplicable = [...variablesOf(compiled.applicable)].sort((left, right) => left - right);
  const inCondition = variablesOf(compiled.condition);
  const domain = (variable: number) => compiled.domain(variable);
  const nothing: Tuple<Entity> = compiled.predicate.parameters.map(() => null);
  const applicable = solver({
    formula: compiled.applicable,
    variables: inApplicable,
    witnesses: new Set(inApplicable.filter((one) => !inCondition.has(one))),
    domain,
  })(nothing, budget);
  if (applicable === null) return null;
  if (applicable.length === 0) return [{ tuple: nothing, applicable: 0, condition: 0 }];
  const more = [...inCondition].filter((one) => !inApplicable.includes(one)).sort((left, right) => left - right);
  const nearMisses = more.length === 1 ? nearMissSolver(compiled, more[0]!, domain) : null;
  const complete = solver({ formula: compiled.condition, variables: more, witnesses: new Set<number>(), domain });
  const instances: Instance[] = [];
  for (const found of applicable) {
    if (more.length === 0) {
      const condition = evaluate(compiled.condition, found.tuple);
      instances.push({ tuple: found.tuple, applicable: found.truth, condition });
      continue;
    }
    const completions = complete(found.tuple, budget);
    if (completions === null) return null;
    const missed = nearMisses === null ? NO_SOLUTIONS : nearMisses(found.tuple, budget);
    if (missed === null) return null;
    const first = instances.length;
    for (const { tuple, truth } of completions) {
      instances.push({ tuple, applicable: found.truth, condition: truth });
    }
    for (const { tuple } of missed) {
      if (tuple[more[0]!] === null || evaluate(compiled.condition, tuple) !== 0) continue;
      instances.push({ tuple, applicable: found.truth, condition: 0 });
    }
    if (missed.length > 0 && instances.length - first > 1) {
      const here = instances.splice(first).sort((left, right) => compareTuples(left.tuple, right.tuple));
      for (const one of here) instances.push(one);
    }
    if (instances.length === first) instances.push({ tuple: found.tuple, applicable: found.truth, condition: 0 });
    if (instances.length > MAX_CLAIMS) return null;
  }
  return instances;
}

const NO_SOLUTIONS: readonly Solution<Entity>[] = [];

/**
 * Finds members for which a part of the condition holds though the whole does not, so that a pass names what was looked at: a call that was
 * asked for and was authorised, not just that nothing happened. Null if the condition has no such part.
 */
function nearMissSolver(
  compiled: CompiledPredicate,
  variable: number,
  domain: (variable: number) => readonly Entity[],
): Solver<Entity> | null {
  const conjunctions = disjunctiveForm(compiled.condition) ?? [];
  const parts = conjunctions.flatMap((conjunction): EioFormula[] => {
    const listing = conjunction.filter(
      ({ atom, negated }) => !negated && atom.variables.includes(variable) && atom.table.candidates !== undefined,
    );
    // Alone, the part is the whole, and the search for the whole has found it.
    if (listing.length === 0 || conjunction.length === 1) return [];
    return [{ kind: 'all', parts: listing.map(({ atom }) => ({ kind: 'atom', atom })) }];
  });
  if (parts.length === 0) return null;
  return solver({ formula: { kind: 'any', parts }, variables: [variable], witnesses: new Set<number>(), domain });
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
    decideState({ polarity, unknownPolicy, applicable, condition, ...gaps }).state;
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
  }).state;
}

function claimOf(
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

type AtomGround = Ground<Entity, AtomLabel>;

const NO_GAPS: readonly Gap[] = [];

const gapsOf = (all: readonly AtomGround[]): Gap[] => all.flatMap((ground) => ground.decision.gap ?? []);

/** The atom that only says where evidence counts; nothing is cited for it. */
const SAME_EPISODE = 'same-episode';

function explain(applicability: readonly AtomGround[], conditions: readonly AtomGround[]) {
  const evidence: EvidenceRef[] = [];
  const because: Phrase[] = [];
  const seen = new Set<string>();
  const add = (ground: AtomGround, role: EvidenceRole) => {
    const { table, resolver, name } = ground.atom.label;
    if (name === SAME_EPISODE) return;
    const explanation = table.explain(ground.members, ground.decision);
    because.push(ground.members.every((member) => member === null) ? noCase(name, ground) : explanation.because);
    for (const ref of explanation.evidence) {
      const key = refKey(ref);
      if (seen.has(key)) continue;
      seen.add(key);
      evidence.push({ ...ref, details: { ...ref.details, atom: name, resolver, role } });
    }
  };
  for (const ground of applicability) add(ground, 'applicability');
  for (const ground of conditions) add(ground, ground.negated ? 'counterevidence' : 'condition');
  return { evidence, because };
}

// Nothing is bound: the sentence is about the whole record.
const noCase = (name: string, ground: AtomGround): Phrase =>
  ground.decision.truth === 0
    ? phrase`no case of ${name} is recorded`
    : phrase`whether there is a case of ${name} is not recorded`;

/** The event that decided a claim: the last action that it binds, else the last event that it cites. */
function eventOf(
  tuple: Tuple<Entity>,
  applicability: readonly AtomGround[],
  conditions: readonly AtomGround[],
): number | null {
  let action: Entity | undefined;
  for (const member of tuple) {
    if (member?.kind !== 'action' && member?.kind !== 'outcome') continue;
    if (member.event !== null && (action === undefined || member.rank > action.rank)) action = member;
  }
  if (action !== undefined) return action.event;
  let last: number | null = null;
  for (const { atom, members, decision } of [...applicability, ...conditions]) {
    if (atom.label.name === SAME_EPISODE) continue;
    for (const { event } of atom.label.table.explain(members, decision).evidence) {
      if (event !== null && (last === null || event > last)) last = event;
    }
  }
  return last;
}

function turnOf(tuple: Tuple<Entity>): number | null {
  for (let at = tuple.length - 1; at >= 0; at--) {
    const turn = tuple[at]?.turn;
    if (turn != null) return turn;
  }
  return null;
}

// A search is of the claim's own turn unless it says otherwise.
const placed = (evidence: readonly EvidenceRef[], turn: number | null): EvidenceRef[] =>
  evidence.map((ref) =>
    ref.event === null && ref.details.turn === null ? { ...ref, details: { ...ref.details, turn } } : ref,
  );

const bindingsOf = (compiled: CompiledPredicate, tuple: Tuple<Entity>): JsonObject =>
  Object.fromEntries(compiled.predicate.parameters.map((parameter, at) => [parameter.name, tuple[at]?.id ?? null]));

/**
 * Gives the ids of claims by their bindings: digests of the canonical JSON of module, predicate, version and bindings. Every claim has one, so
 * that its text is put together here. Claim ids of EIO ignore bindings, so that two instances on the same turns collide (reference section 6, point 3): ours cover them.
 */
function claimIdsOf({ predicate }: CompiledPredicate, module: EioModule): (tuple: Tuple<Entity>) => string {
  const rest = canonicalJson({ module: module.id, predicate: predicate.id, predicate_version: predicate.version });
  const names = predicate.parameters
    .map(({ name }, at) => ({ name, at }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, at }) => ({ key: `${JSON.stringify(name)}:`, at }));
  return (tuple) => {
    const bindings = names.map(({ key, at }) => key + JSON.stringify(tuple[at]?.id ?? null)).join(',');
    return textDigest(`{"bindings":{${bindings}},${rest.slice(1)}`).slice(0, 'sha256:'.length + 20);
  };
}

// A trace may use one id for two things; their claims are told apart by their order.
function claimIds(compiled: CompiledPredicate, module: EioModule, instances: readonly Instance[]): string[] {
  const times = new Map<string, number>();
  const idOf = claimIdsOf(compiled, module);
  return instances.map(({ tuple }) => {
    const id = idOf(tuple);
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time === 1 ? id : `${id}.${time}`;
  });
}

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

const NO_DEFECTS: readonly Defect[] = [];

function defectsOf(
  compiled: CompiledPredicate,
  { tuple, applicable }: Instance,
  defects: ReadonlyMap<number, readonly Defect[]>,
): Defect[] {
  const found = new Set<Defect>();
  const look = (event: number | null | undefined) => {
    for (const defect of event == null ? [] : (defects.get(event) ?? [])) found.add(defect);
  };
  for (const member of tuple) {
    look(member?.event);
    if (member?.kind === 'action')
      for (const event of [member.proposed, member.started, member.ended, member.allowed]) look(event);
  }
  const { evidence } = explain(
    grounds(compiled.applicable, tuple),
    applicable === 0 ? [] : grounds(compiled.condition, tuple),
  );
  for (const ref of evidence) look(ref.event);
  return [...found];
}

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

function defectPhrase(defects: readonly Defect[]): Phrase {
  const [first] = defects;
  if (first === undefined) return phrase``;
  const more = defects.length > 1 ? `, and ${defects.length - 1} more` : '';
  return phrase`event ${shown(first.event, 'seq')} ${DEFECTS[first.what]}: ${shown(first.reference, 'reference')}${more}`;
}

function reasonOf(
  state: Claim['state'],
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
