import { z } from 'zod';
import { CHARACTERISTICS, EVIDENCE_SCOPES, UNKNOWN_POLICIES } from '../types.ts';

// The shape of an EIO module file (release 0.6.0, `module.schema.json`). Objects are closed. Expressions are taken as they come and read
// by `parse-expression.ts`, which can tell what was meant better than a union of shapes can.

const text = (least: number) => z.string().min(least, `at least ${least} characters`);

/** `eio.` and then lower-case letters, digits, dots and hyphens. */
const eioId = z
  .string()
  .regex(/^eio\.[a-z0-9][a-z0-9.-]*$/, 'not an EIO id, such as "eio.predicate.my-rule" (lower case)');

/** Three numbers, and a pre-release tag if there is one: `0.2.1`, `1.0.0-draft.2`. */
const version = z
  .string()
  .regex(
    /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$/,
    'not an exact version, such as "0.2.1" (ranges are not allowed)',
  );

const upperName = z.string().regex(/^[A-Z][A-Z_]+$/, 'not a name in capitals, such as "TOOL_RECEIPT"');
const snakeName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'not a snake_case name, such as "later_action"');
const uri = z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/i, 'not a URI');
const kinds = z.array(z.string());
/** Stands for an expression that may be left out. */
export const expression = z.unknown();
/** Stands for an expression that has to be there. */
export const givenExpression = z.custom<unknown>((value) => value !== undefined, 'the expression is missing');

/** The fourteen kinds of module. */
const MODULE_KINDS = [
  'core',
  'risk',
  'domain',
  'mapping',
  'template',
  'reference',
  'context',
  'governance',
  'scoring',
  'reliability',
  'flow',
  'compliance',
  'assurance',
  'graph',
] as const;

/** Categories of mitigations (reference section 1). */
const MITIGATION_CATEGORIES = [
  'PROMPT',
  'CONTEXT',
  'TOOL_SCHEMA',
  'AUTHORIZATION',
  'RUNTIME_GUARDRAIL',
  'WORKFLOW',
  'HUMAN_OVERSIGHT',
  'MONITORING',
  'DATA',
  'IDENTITY',
  'ACCESS_CONTROL',
  'POLICY',
  'MODEL',
] as const;

const CARDINALITIES = ['0..1', '1', '0..n', '1..n'] as const;

const header = z.strictObject({
  id: eioId,
  namespace: uri,
  version,
  kind: z.enum(MODULE_KINDS),
  title: text(3),
  description: text(10),
  license: z.literal('Apache-2.0'),
});

const moduleImport = z.strictObject({
  module: eioId,
  version,
  sha256: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, 'not a digest: "sha256:" and 64 hexadecimal digits in lower case')
    .optional(),
});

const concept = z.strictObject({
  id: eioId,
  kind: z.enum([
    'entity',
    'event',
    'state',
    'risk',
    'safeguard',
    'policy',
    'data-class',
    'action',
    'role',
    'channel',
    'metric',
    'framework',
    'control',
  ]),
  description: text(5),
  parent: eioId.optional(),
  attributes: z.array(z.string().min(1)).optional(),
  closed_values: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  tags: z.array(z.string()).optional(),
});

const relation = z.strictObject({
  id: eioId,
  description: text(5),
  domain: z.array(eioId).min(1, 'at least one entity'),
  range: z.array(eioId).min(1, 'at least one entity'),
  inverse: eioId.optional(),
  characteristics: z.array(z.enum(CHARACTERISTICS)).optional(),
  cardinality: z.strictObject({ subject: z.enum(CARDINALITIES), object: z.enum(CARDINALITIES) }).optional(),
});

const decisionState = z.strictObject({
  id: upperName,
  scored: z.boolean(),
  evaluator_fault: z.boolean(),
  description: text(5),
});

const evidenceType = z.strictObject({
  id: upperName,
  description: text(5),
  can_prove_agent_behaviour: z.boolean(),
  required_fields: z.array(z.string()),
  compatible_source_types: z.array(upperName).min(1, 'at least one source type').optional(),
});

const sourceType = z.strictObject({
  id: upperName,
  description: text(5),
  origin: z.string().optional(),
  may_witness: z.boolean(),
  witness_requires: upperName.optional(),
});

const resolver = z.strictObject({
  id: eioId,
  kind: z.enum(['deterministic', 'semantic', 'human']),
  description: text(5),
  output: z.enum(['fact', 'relation', 'decision']),
  requires: z.array(z.string()).optional(),
  max_scope: z.string().optional(),
  abstain_when: z.string().optional(),
});

const evidenceContract = z.strictObject({
  require_any: kinds.optional(),
  require_all: kinds.optional(),
  require_groups: z
    .array(z.array(z.string()).min(1, 'at least one kind in each group'))
    .min(1, 'at least one group')
    .optional(),
  forbid_as_agent_proof: kinds.optional(),
  minimum_refs: z.int().min(0, 'not below 0'),
  scope: z.enum(EVIDENCE_SCOPES),
  typed_absence: z.boolean().optional(),
  counterevidence_required: z.boolean().optional(),
  pass_contract: z
    .strictObject({
      require_any: kinds.optional(),
      require_all: kinds.optional(),
      minimum_refs: z.int().min(0, 'not below 0').optional(),
      witnessing_anchored: z.boolean().optional(),
      typed_absence_allowed: z.boolean().optional(),
    })
    .optional(),
  not_applicable_basis: z
    .strictObject({
      accepted_sources: z
        .array(z.enum(['declared_applicability', 'premise_gate', 'observed_null', 'checker']))
        .min(1, 'at least one source'),
    })
    .optional(),
});

const predicate = z.strictObject({
  id: eioId,
  version,
  description: text(10),
  polarity: z.enum(['risk', 'safeguard', 'observation']),
  parameters: z
    .array(z.strictObject({ name: snakeName, type: eioId, required: z.boolean().optional() }))
    .min(1, 'at least one parameter'),
  applicable_when: givenExpression,
  satisfied_when: expression.optional(),
  violated_when: expression.optional(),
  evidence_contract: evidenceContract,
  resolvers: z
    .array(z.union([z.string(), z.strictObject({ id: eioId, relation: eioId })]))
    .min(1, 'at least one resolver'),
  unknown_policy: z.enum(UNKNOWN_POLICIES),
  risk: eioId.optional(),
  safeguard: eioId.optional(),
  subsumes: z.array(eioId).optional(),
  mitigations: z
    .array(z.strictObject({ category: z.enum(MITIGATION_CATEGORIES), action: text(10), verification: text(5) }))
    .optional(),
  tags: z.array(z.string()).optional(),
  severity_source: z.strictObject({ kind: z.literal('NONE'), reason: text(5) }).optional(),
  applicability_inputs: z
    .array(
      z.strictObject({
        predicate: eioId,
        scope: z.enum(['same_turn', 'same_episode']),
        provides_fact: z.string().min(1),
        fact_true_when_state: z.enum(['APPLICABLE_PASS', 'APPLICABLE_FAIL']),
      }),
    )
    .min(1, 'at least one input')
    .optional(),
});

const obligation = z.strictObject({
  id: eioId,
  predicate: eioId,
  required_when: z.record(z.string(), z.union([z.boolean(), z.string()])),
  minimum_cases: z.int().min(1, 'not below 1'),
  release_impact: z.enum(['HARD_BLOCK', 'CONTRIBUTING_BLOCK', 'WARN', 'MONITOR', 'NONE']),
  severity: z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFORMATIONAL']).optional(),
});

const domain = z.strictObject({
  id: eioId,
  description: text(10),
  aliases: z.array(z.string()),
  roles: z.array(eioId),
  data_classes: z.array(eioId),
  actions: z.array(eioId),
  coverage_obligations: z.array(obligation).min(1, 'at least one obligation'),
  policy_defaults: z.array(z.unknown()).optional(),
  qualifier_hints: z.array(z.string()).optional(),
});

// Sections that say nothing about what a predicate decides: known, so that they are no unknown keys, and not read.
const unread = z.unknown().optional();

/** A whole module file. */
export const moduleFile = z.strictObject({
  eio: header,
  imports: z.array(moduleImport).optional(),
  concepts: z.array(concept).optional(),
  relations: z.array(relation).optional(),
  decision_states: z.array(decisionState).optional(),
  evidence_types: z.array(evidenceType).optional(),
  source_types: z.array(sourceType).optional(),
  resolvers: z.array(resolver).optional(),
  predicates: z.array(predicate).optional(),
  domain: domain.optional(),
  mappings: unread,
  templates: unread,
  explanation_templates: unread,
  profiles: unread,
  context_criteria: unread,
  governance: unread,
  scoring: unread,
  reliability: unread,
  flow: unread,
  frameworks: unread,
  controls: unread,
  domain_links: unread,
  context_links: unread,
});

/** A module file as it is written, after its shape was checked. */
export type ModuleFile = z.infer<typeof moduleFile>;
/** A predicate as it is written. */
export type PredicateSource = NonNullable<ModuleFile['predicates']>[number];
