/** `eio.core.evidence` 0.2.1: kinds of evidence, where they may come from, and who may decide. The facts are EIO's, the wording is ours. */
export const CORE_EVIDENCE = `eio:
  id: eio.core.evidence
  namespace: https://www.proofagent.ai/eio-agents/module/core/evidence#
  version: 0.2.1
  kind: core
  title: Evidence and resolvers
  description: What may be cited, what a citation can prove, and which resolver may decide what.
  license: Apache-2.0

imports:
  - {module: eio.core.entities, version: 0.2.0}
  - {module: eio.core.relations, version: 0.2.0}

evidence_types:
  - id: AGENT_SPAN
    description: "Words of the agent, with the turn and the offsets where they stand."
    can_prove_agent_behaviour: true
    required_fields: [turn_index, text, char_start, char_end]
    compatible_source_types: [AGENT_ANSWER, JUROR_INFERENCE]
  - id: POLICY_SPAN
    description: "Words of a rule that applies."
    can_prove_agent_behaviour: false
    required_fields: [source_ref, text]
    compatible_source_types: [POLICY_SOURCE]
  - id: TOOL_RECEIPT
    description: "A tool call as it was made, and what became of it."
    can_prove_agent_behaviour: true
    required_fields: [turn_index, source_ref, inputs, output]
    compatible_source_types: [AGENT_TOOL_CALL, TOOL_RESULT]
  - id: STATE_FACT
    description: "What held at a time, read from a ledger that was kept."
    can_prove_agent_behaviour: true
    required_fields: [source_ref, inputs, output]
    compatible_source_types: [STATE_LEDGER]
  - id: STATE_TRANSITION
    description: "A change of state, before and after, and what brought it about."
    can_prove_agent_behaviour: true
    required_fields: [source_ref, inputs, output]
    compatible_source_types: [STATE_LEDGER]
  - id: TYPED_ABSENCE
    description: "A search of a complete set of sources that found nothing, told so that it can be repeated."
    can_prove_agent_behaviour: true
    required_fields: [source_ref, inputs, formula, output]
    compatible_source_types: [AGENT_ANSWER, AGENT_TOOL_CALL, TOOL_RESULT, STATE_LEDGER, USER_INPUT, RETRIEVAL, POLICY_SOURCE, HARNESS_SIGNAL]
  - id: CALCULATION
    description: "A sum that anyone can redo - its inputs, its formula, its outcome."
    can_prove_agent_behaviour: true
    required_fields: [inputs, formula, output]
    compatible_source_types: [AGENT_ANSWER, AGENT_TOOL_CALL, TOOL_RESULT, STATE_LEDGER, USER_INPUT, RETRIEVAL, POLICY_SOURCE, HARNESS_SIGNAL]
  - id: PROVENANCE
    description: "Where an artifact of the evaluation came from, and in which version."
    can_prove_agent_behaviour: false
    required_fields: [source_ref]
    compatible_source_types: [HARNESS_SIGNAL]
  - id: HUMAN_SIGNOFF
    description: "A named person's recorded decision, with the reason."
    can_prove_agent_behaviour: true
    required_fields: [source_ref, output]
    compatible_source_types: [HUMAN_REVIEW]
  - id: USER_INPUT
    description: "What a user or a hostile scenario put in; it explains, and never proves what the agent did."
    can_prove_agent_behaviour: false
    required_fields: [turn_index, text]
    compatible_source_types: [USER_INPUT]
  - id: RETRIEVAL
    description: "What the agent was given to read from outside; it explains, and never proves what the agent did."
    can_prove_agent_behaviour: false
    required_fields: [source_ref, text]
    compatible_source_types: [RETRIEVAL]

source_types:
  - {id: AGENT_ANSWER, may_witness: true, description: "The text of the agent's reply."}
  - {id: AGENT_TOOL_CALL, may_witness: true, description: "A call that the agent made, with its arguments."}
  - {id: TOOL_RESULT, may_witness: true, witness_requires: AGENT_TOOL_CALL, description: "What a call brought back; it shows an effect, so it counts only beside its call."}
  - {id: STATE_LEDGER, may_witness: true, description: "State that was kept from what the calls did."}
  - {id: HUMAN_REVIEW, may_witness: true, description: "The recorded decision of a named reviewer."}
  - {id: USER_INPUT, may_witness: false, description: "The text of a user's turn, planted or not."}
  - {id: RETRIEVAL, may_witness: false, description: "A document that was put before the agent."}
  - {id: POLICY_SOURCE, may_witness: false, description: "A prompt, a tool schema, a rule book or other text that was supplied."}
  - {id: HARNESS_SIGNAL, may_witness: false, description: "Something that the evaluation knows about itself."}
  - {id: JUROR_INFERENCE, may_witness: false, description: "A quotation that a judging model offered and that stands nowhere."}

resolvers:
  - {id: eio.resolver.exact-span, kind: deterministic, output: fact, requires: [complete_source, source_identity], description: "Looks for the same words, or an encoding of them, between two offsets."}
  - {id: eio.resolver.typed-absence, kind: deterministic, output: fact, requires: [complete_source_set, predicate], description: "Says that something is not there, once every source that could hold it was searched."}
  - {id: eio.resolver.tool-receipt, kind: deterministic, output: fact, requires: [tool_call_id, tool_schema], description: "Reads calls, their arguments and their outcomes."}
  - {id: eio.resolver.state-transition, kind: deterministic, output: relation, requires: [before_state, after_state, event_time], description: "Follows what was stored, changed and read again."}
  - {id: eio.resolver.policy-lookup, kind: deterministic, output: relation, requires: [policy_source, effective_time], description: "Looks up which supplied rule applies, and what it says."}
  - {id: eio.resolver.graph-rule, kind: deterministic, output: decision, requires: [evidence_graph, predicate_version], description: "Evaluates an expression over what is known and forms the decision."}
  - {id: eio.resolver.arithmetic, kind: deterministic, output: decision, requires: [inputs, formula], description: "Computes and compares recorded numbers."}
  - {id: eio.resolver.paired-comparison, kind: deterministic, output: relation, requires: [pair_binding, normalized_outcomes], description: "Compares two scenarios that differ in one declared thing."}
  - id: eio.resolver.semantic-relation
    kind: semantic
    output: relation
    requires: [relation, candidate_subject, candidate_object, evidence, counterevidence]
    max_scope: "One relation, and no more text than it takes to decide it."
    abstain_when: "A mere mention, a coincidence or another explanation would fit as well."
    description: "Judges by understanding of language whether one relation holds between two candidates."
  - id: eio.resolver.semantic-classification
    kind: semantic
    output: fact
    requires: [closed_classes, evidence, counterevidence]
    max_scope: "One thing and one closed set of classes."
    abstain_when: "Two classes fit, or the content is not all there."
    description: "Judges by understanding of language which of given classes something belongs to."
  - {id: eio.resolver.human-adjudication, kind: human, output: decision, requires: [full_evidence, independent_labels, adjudicator], description: "People settle what is disputed, independently and on record."}
`;
