import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import type { ClaimState, Mitigation, Polarity } from '../model/claim.ts';
import type { Json } from '../trace/json.ts';

// The parsed form of an EIO module: what the loader hands to the evaluator. Every part knows where it stands in its source.

/** One operand of an expression. A term's text decides its form: `$name`, `$name.attribute`, `UpperCamel`; all else is a literal. */
export type Term =
  | { readonly kind: 'parameter'; readonly name: string; readonly at: Span }
  | { readonly kind: 'attribute'; readonly parameter: string; readonly attribute: string; readonly at: Span }
  | { readonly kind: 'constant'; readonly name: string; readonly at: Span }
  | { readonly kind: 'literal'; readonly value: Json; readonly at: Span };

/** A named operand: an argument of a fact, or an attribute that `exists` asks for. */
export interface Argument {
  readonly name: string;
  readonly term: Term;
  readonly at: Span;
}

export const COMPARE_OPS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'subset'] as const;
export type CompareOp = (typeof COMPARE_OPS)[number];

export const TEMPORAL_OPS = ['before', 'after', 'during', 'active_at', 'persists_until'] as const;
export type TemporalOp = (typeof TEMPORAL_OPS)[number];

/** The expression grammar of section 1 of the EIO reference. */
export type Expression =
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: Span }
  | {
      readonly kind: 'relation';
      readonly subject: Term;
      /** Full relation id, `eio.relation.…`. */
      readonly relation: string;
      readonly object: Term;
      readonly at: Span;
    }
  | { readonly kind: 'fact'; readonly name: string; readonly where: readonly Argument[]; readonly at: Span }
  /** At least one part. */
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[]; readonly at: Span }
  | { readonly kind: 'not'; readonly part: Expression; readonly at: Span }
  | {
      readonly kind: 'exists';
      /** Full entity id. */
      readonly type: string;
      readonly where: readonly Argument[];
      readonly at: Span;
    }
  | { readonly kind: 'compare'; readonly left: Term; readonly op: CompareOp; readonly right: Term; readonly at: Span }
  | {
      readonly kind: 'temporal';
      readonly event: Term;
      readonly op: TemporalOp;
      readonly reference: Term;
      readonly at: Span;
    };

export const EVIDENCE_SCOPES = ['span', 'turn', 'episode', 'paired-episode', 'artifact', 'run'] as const;
export type EvidenceScope = (typeof EVIDENCE_SCOPES)[number];

/** What must be cited before a claim may count as proven (reference section 1, "Evidence contract"). Kinds are bare: `TOOL_RECEIPT`. */
export interface EvidenceContract {
  readonly requireAll: readonly string[];
  readonly requireAny: readonly string[];
  readonly requireGroups: readonly (readonly string[])[];
  readonly minimumRefs: number;
  readonly scope: EvidenceScope;
  readonly forbidAsAgentProof: readonly string[];
  readonly counterevidenceRequired: boolean;
  readonly typedAbsence: boolean;
  /** What a pass must cite, where the module says so itself. */
  readonly passContract?: PassContract;
  /** What may ground NOT_APPLICABLE, where the module says so itself. */
  readonly notApplicableBasis?: readonly string[];
  readonly at: Span;
}

/** What an APPLICABLE_PASS must cite; no predicate of EIO 0.6.0 declares one. */
export interface PassContract {
  readonly requireAll: readonly string[];
  readonly requireAny: readonly string[];
  readonly minimumRefs: number;
  readonly witnessingAnchored: boolean;
  readonly typedAbsenceAllowed: boolean;
}

export interface Parameter {
  readonly name: string;
  /** Full entity id. */
  readonly type: string;
  readonly required: boolean;
  readonly at: Span;
}

/** A resolver that a predicate lists; `relation` pins the one relation that a semantic resolver may decide. */
export interface ResolverUse {
  readonly id: string;
  readonly relation?: string;
  readonly at: Span;
}

export const UNKNOWN_POLICIES = ['UNRESOLVED', 'EVIDENCE_INCOMPLETE', 'NOT_APPLICABLE', 'EVALUATOR_ERROR'] as const;
export type UnknownPolicy = Extract<ClaimState, (typeof UNKNOWN_POLICIES)[number]>;

/** Another claim that supplies a fact: true in `trueWhen`, false in the other scored state, otherwise unknown. */
export interface ApplicabilityInput {
  readonly predicate: string;
  readonly scope: 'same_turn' | 'same_episode';
  readonly fact: string;
  readonly trueWhen: ClaimState;
  readonly at: Span;
}

export interface Predicate {
  readonly id: string;
  readonly version: string;
  readonly description: string;
  readonly polarity: Polarity;
  /** At least one. */
  readonly parameters: readonly Parameter[];
  readonly applicableWhen: Expression;
  /** `satisfied_when`: what a safeguard or an observation asks for. At least one of the two is set. */
  readonly satisfiedWhen?: Expression;
  /** `violated_when`: what a risk asks for. */
  readonly violatedWhen?: Expression;
  readonly evidenceContract: EvidenceContract;
  readonly resolvers: readonly ResolverUse[];
  readonly unknownPolicy: UnknownPolicy;
  readonly risk?: string;
  readonly safeguard?: string;
  readonly severityReason?: string;
  readonly subsumes: readonly string[];
  readonly mitigations: readonly Mitigation[];
  readonly applicabilityInputs: readonly ApplicabilityInput[];
  readonly tags: readonly string[];
  readonly at: Span;
}

export interface ModuleImport {
  readonly module: string;
  readonly version: string;
  /** `sha256:` and the hexadecimal digest of the imported file's bytes. */
  readonly sha256?: string;
  readonly at: Span;
}

export interface EntityInfo {
  readonly id: string;
  readonly parent?: string;
  readonly attributes: readonly string[];
  readonly description: string;
}

export const CHARACTERISTICS = [
  'transitive',
  'functional',
  'inverse-functional',
  'symmetric',
  'temporal',
  'irreflexive',
  'monotonic',
  'derived-view',
] as const;
export type Characteristic = (typeof CHARACTERISTICS)[number];

export interface RelationInfo {
  readonly id: string;
  readonly domain: readonly string[];
  readonly range: readonly string[];
  readonly characteristics: readonly Characteristic[];
  /** Id of the relation that holds the other way round; no core relation has one. */
  readonly inverse?: string;
  readonly description: string;
}

export interface EvidenceKindInfo {
  readonly id: string;
  /** Whether the kind can prove what the agent did (reference section 2, "P"). */
  readonly provesBehaviour: boolean;
  readonly requiredFields: readonly string[];
  readonly sourceTypes: readonly string[];
  readonly description: string;
}

export interface SourceTypeInfo {
  readonly id: string;
  readonly mayWitness: boolean;
  /** Source type that every claim must cite beside this one. */
  readonly witnessRequires?: string;
  readonly description: string;
}

export interface AnchorInfo {
  readonly id: string;
  readonly witnessing: boolean;
  readonly description: string;
}

export interface ResolverInfo {
  readonly id: string;
  readonly kind: 'deterministic' | 'semantic' | 'human';
  readonly yields: 'fact' | 'relation' | 'decision';
  /** Kinds that it reads (reference section 2); empty where none are listed. */
  readonly evidenceKinds: readonly string[];
  /** What it must be given. */
  readonly requires: readonly string[];
  readonly description: string;
}

export interface RiskInfo {
  readonly id: string;
  readonly parent?: string;
  readonly title: string;
  readonly description: string;
}

/** The union of the vocabularies that a module imports, directly or not. Keys are full ids (kinds, sources and anchors: bare). */
export interface Vocabulary {
  readonly entities: ReadonlyMap<string, EntityInfo>;
  readonly relations: ReadonlyMap<string, RelationInfo>;
  readonly evidenceKinds: ReadonlyMap<string, EvidenceKindInfo>;
  readonly sourceTypes: ReadonlyMap<string, SourceTypeInfo>;
  readonly anchors: ReadonlyMap<string, AnchorInfo>;
  readonly resolvers: ReadonlyMap<string, ResolverInfo>;
  readonly risks: ReadonlyMap<string, RiskInfo>;
}

/** A loaded and validated module with everything that it imports. */
export interface EioModule {
  readonly id: string;
  readonly version: string;
  readonly namespace: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly imports: readonly ModuleImport[];
  /** In the order of the source. */
  readonly predicates: readonly Predicate[];
  /** Predicates that are not judged for themselves, but whose claims may supply facts (`applicability_inputs`). */
  readonly suppliers?: readonly Predicate[];
  readonly vocabulary: Vocabulary;
  /** What is doubtful about the module and does not stop it from loading. */
  readonly warnings?: readonly Diagnostic[];
  readonly at: Span;
}
