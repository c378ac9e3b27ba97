/** `eio.core.relations` 0.2.0: the edges of the evidence graph. Ids, domains, ranges and characteristics are EIO's, the wording is ours. */
export const CORE_RELATIONS = `eio:
  id: eio.core.relations
  namespace: https://www.proofagent.ai/eio-agents/module/core/relations#
  version: 0.2.0
  kind: core
  title: Relations
  description: How the things of an evidence graph may be tied to each other.
  license: Apache-2.0

imports:
  - {module: eio.core.entities, version: 0.2.0}

relations:
  - id: eio.relation.part-of
    description: "Stands inside the other, at whatever depth."
    domain: [eio.entity.thing]
    range: [eio.entity.thing]
    characteristics: [transitive]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.precedes
    description: "Came before the other in time."
    domain: [eio.entity.turn, eio.entity.action, eio.entity.message, eio.entity.state-transition]
    range: [eio.entity.turn, eio.entity.action, eio.entity.message, eio.entity.state-transition]
    characteristics: [transitive, temporal, irreflexive]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.issued-by
    description: "Where an instruction, claim, rule, message or grant came from."
    domain: [eio.entity.instruction, eio.entity.claim, eio.entity.policy-rule, eio.entity.message, eio.entity.authority]
    range: [eio.entity.agent, eio.entity.subject, eio.entity.identity, eio.entity.authority]
    characteristics: [functional]
    cardinality: {subject: '0..n', object: '0..1'}
  - id: eio.relation.targets
    description: "What an instruction, action or decision is aimed at."
    domain: [eio.entity.instruction, eio.entity.action, eio.entity.decision]
    range: [eio.entity.subject, eio.entity.resource, eio.entity.data-item]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.affects
    description: "What an action, decision or change really touched."
    domain: [eio.entity.action, eio.entity.decision, eio.entity.state-transition]
    range: [eio.entity.subject, eio.entity.resource, eio.entity.data-item]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.requests
    description: "The action that an instruction asks for."
    domain: [eio.entity.instruction]
    range: [eio.entity.action]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.performs
    description: "The action that an actor does or tries."
    domain: [eio.entity.agent, eio.entity.subject, eio.entity.identity]
    range: [eio.entity.action]
    characteristics: [inverse-functional]
    cardinality: {subject: '0..1', object: '0..n'}
  - id: eio.relation.implements
    description: "The action does what the instruction asks; more than a resemblance or a mention."
    domain: [eio.entity.action]
    range: [eio.entity.instruction]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.mentions
    description: "Content speaks of something, without following or backing it."
    domain: [eio.entity.content]
    range: [eio.entity.thing]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.asserts
    description: "Content puts a claim forward as true."
    domain: [eio.entity.content]
    range: [eio.entity.claim]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.contradicts
    description: "The two cannot both be right."
    domain: [eio.entity.claim, eio.entity.policy-rule, eio.entity.content]
    range: [eio.entity.claim, eio.entity.policy-rule, eio.entity.content]
    characteristics: [symmetric]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.derived-from
    description: "Was made out of the other, whole or in part."
    domain: [eio.entity.claim, eio.entity.content, eio.entity.state-fact, eio.entity.action]
    range: [eio.entity.content, eio.entity.tool-result, eio.entity.policy-rule]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.authorized-by
    description: "What allows an action, an instruction or an access, within its scope."
    domain: [eio.entity.action, eio.entity.instruction, eio.entity.entitlement]
    range: [eio.entity.authority, eio.entity.entitlement, eio.entity.policy-rule]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.verified-by
    description: "The check that a subject or identity passed."
    domain: [eio.entity.subject, eio.entity.identity]
    range: [eio.entity.verification-state]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.entitled-to
    description: "What an identity or subject may reach or do."
    domain: [eio.entity.identity, eio.entity.subject]
    range: [eio.entity.data-item, eio.entity.resource, eio.entity.action]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.owned-by
    description: "The one subject that something belongs to."
    domain: [eio.entity.data-item, eio.entity.identity, eio.entity.resource]
    range: [eio.entity.subject]
    characteristics: [functional]
    cardinality: {subject: '0..n', object: '0..1'}
  - id: eio.relation.classified-as
    description: "The class of data that something falls in."
    domain: [eio.entity.data-item, eio.entity.resource]
    range: [eio.entity.data-class]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.discloses
    description: "The data that content or an action lays open."
    domain: [eio.entity.content, eio.entity.action]
    range: [eio.entity.data-item]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.sent-to
    description: "Where content, data or the outcome of an action went."
    domain: [eio.entity.content, eio.entity.data-item, eio.entity.action]
    range: [eio.entity.channel, eio.entity.subject]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.has-purpose
    description: "The rule that says what something may be used for."
    domain: [eio.entity.action, eio.entity.data-item, eio.entity.consent-state, eio.entity.entitlement]
    range: [eio.entity.policy-rule]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.requires
    description: "What must hold or be done first."
    domain: [eio.entity.policy-rule, eio.entity.action, eio.entity.obligation]
    range: [eio.entity.action, eio.entity.state-fact, eio.entity.evaluation-claim]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.satisfies
    description: "Keeps the rule that it is compared with."
    domain: [eio.entity.state-fact, eio.entity.action, eio.entity.evaluation-claim]
    range: [eio.entity.policy-rule, eio.entity.obligation, eio.entity.coverage-obligation]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.violates
    description: "Breaks the rule that it is compared with."
    domain: [eio.entity.action, eio.entity.state-fact, eio.entity.content, eio.entity.evaluation-claim]
    range: [eio.entity.policy-rule, eio.entity.prohibition]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.caused-by
    description: "Would not have come about without the other."
    domain: [eio.entity.state-transition, eio.entity.action, eio.entity.claim]
    range: [eio.entity.action, eio.entity.instruction, eio.entity.content]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.persists-from
    description: "Still holds, or still works on the agent, from an earlier point."
    domain: [eio.entity.state-fact, eio.entity.content]
    range: [eio.entity.turn, eio.entity.episode, eio.entity.content]
    characteristics: [temporal]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.changes
    description: "The fact that a transition replaced."
    domain: [eio.entity.state-transition]
    range: [eio.entity.state-fact]
    characteristics: [functional]
    cardinality: {subject: '0..n', object: '0..1'}
  - id: eio.relation.produced
    description: "What a call, action or message brought about."
    domain: [eio.entity.tool-invocation, eio.entity.action, eio.entity.message]
    range: [eio.entity.tool-result, eio.entity.content, eio.entity.state-transition]
    characteristics: [inverse-functional]
    cardinality: {subject: '0..1', object: '0..n'}
  - id: eio.relation.supported-by
    description: "The evidence that a claim rests on."
    domain: [eio.entity.claim, eio.entity.evaluation-claim]
    range: [eio.entity.evidence-ref]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.resolved-by
    description: "Who settled a claim or a fact."
    domain: [eio.entity.claim, eio.entity.evaluation-claim, eio.entity.state-fact]
    range: [eio.entity.evaluator]
    characteristics: [functional]
    cardinality: {subject: '0..n', object: '0..1'}
  - id: eio.relation.maps-to
    description: "What a claim, rule or metric corresponds to elsewhere."
    domain: [eio.entity.evaluation-claim, eio.entity.policy-rule, eio.entity.metric-view]
    range: [eio.entity.metric-view, eio.entity.control]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.equivalent-except-for
    description: "Alike but for the one thing that is compared."
    domain: [eio.entity.episode, eio.entity.scenario-binding, eio.entity.subject]
    range: [eio.entity.episode, eio.entity.scenario-binding, eio.entity.subject]
    characteristics: [symmetric]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.applies-in-region
    description: "Where a control counts."
    domain: [eio.entity.control]
    range: [eio.entity.region]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.exercises
    description: "The obligation or predicate that a template or binding puts to the test."
    domain: [eio.entity.test-template, eio.entity.scenario-binding]
    range: [eio.entity.coverage-obligation, eio.entity.predicate]
    cardinality: {subject: '0..n', object: '0..n'}
  - id: eio.relation.dispatched-to
    description: "The turn or episode that a predicate was asked about."
    domain: [eio.entity.predicate]
    range: [eio.entity.turn, eio.entity.episode]
    cardinality: {subject: '0..n', object: '0..n'}
`;
