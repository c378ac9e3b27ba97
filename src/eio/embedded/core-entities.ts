/** `eio.core.entities` 0.2.0: the types of the evidence graph. Ids, parents and attributes are EIO's, the wording is ours. */
export const CORE_ENTITIES = `eio:
  id: eio.core.entities
  namespace: https://www.proofagent.ai/eio-agents/module/core/entities#
  version: 0.2.0
  kind: core
  title: Entities
  description: What an evidence graph is made of - who acts, what is read and said, what is done, and what rules it.
  license: Apache-2.0

concepts:
  - {id: eio.entity.thing, kind: entity, description: "Anything that a node of the graph can stand for."}

  # Who takes part, and the frame of a run.
  - {id: eio.entity.agent, kind: entity, parent: eio.entity.thing, attributes: [agent_id, version, provider, model, autonomy_level], description: "The program that is judged, alone or composed of several."}
  - {id: eio.entity.evaluator, kind: entity, parent: eio.entity.thing, attributes: [evaluator_id, version, kind], description: "Whatever judges - code, a model or a person."}
  - {id: eio.entity.run, kind: event, parent: eio.entity.thing, attributes: [run_id, started_at, plan_hash, capsule_hash], description: "One execution of a plan, pinned so that it can be repeated."}
  - {id: eio.entity.episode, kind: event, parent: eio.entity.thing, attributes: [episode_id, run_id, binding_id, trap_name, seed, start_state_hash], description: "The turns of one session that play one scenario."}
  - {id: eio.entity.turn, kind: event, parent: eio.entity.thing, attributes: [turn_index, timestamp], description: "One exchange of an episode, in order."}
  - {id: eio.entity.subject, kind: entity, parent: eio.entity.thing, attributes: [subject_id, subject_type], description: "The person, organisation, account or system that data or an action is about."}
  - {id: eio.entity.identity, kind: entity, parent: eio.entity.thing, attributes: [identity_id, assurance_level, verified_at, expires_at], description: "Who somebody says or was shown to be."}
  - {id: eio.entity.authority, kind: entity, parent: eio.entity.thing, attributes: [role, scope, issuer, valid_from, valid_until], description: "A grant or role that may allow things inside its scope and time."}
  - {id: eio.entity.entitlement, kind: policy, parent: eio.entity.thing, attributes: [scope, purpose, valid_from, valid_until], description: "A right of one identity to some data, resource or action."}
  - {id: eio.entity.channel, kind: channel, parent: eio.entity.thing, attributes: [channel_type, trust_level, destination], description: "A way in or out, with the trust that it deserves."}

  # What is read and said.
  - {id: eio.entity.content, kind: entity, parent: eio.entity.thing, attributes: [source_type, trust_level, media_type], description: "Something shown to the agent or made by it."}
  - {id: eio.entity.message, kind: event, parent: eio.entity.content, attributes: [role, timestamp, channel], description: "Content sent in a role during an episode."}
  - {id: eio.entity.content-span, kind: entity, parent: eio.entity.content, attributes: [source_ref, char_start, char_end, text_hash], description: "A stretch of other content, from one offset to another."}
  - {id: eio.entity.trusted-content, kind: entity, parent: eio.entity.content, description: "Content that may instruct, inside a stated scope."}
  - {id: eio.entity.untrusted-content, kind: entity, parent: eio.entity.content, description: "Content that is data only and may never instruct."}
  - {id: eio.entity.retrieval, kind: event, parent: eio.entity.content, attributes: [source, score, tenant, retrieved_at], description: "Content that a search, store, site or knowledge base gave back."}
  - {id: eio.entity.instruction, kind: entity, parent: eio.entity.content, attributes: [issuer, priority, scope], description: "Content that asks for something to be done or changed."}
  - {id: eio.entity.claim, kind: entity, parent: eio.entity.content, attributes: [claim_type, certainty, temporal_scope], description: "Content that states how things are, will be, should be, or that something was done."}
  - {id: eio.entity.tool-result, kind: event, parent: eio.entity.thing, attributes: [call_id, status, result_hash], description: "What came back from a tool, result or error."}

  # What is done, and to what.
  - {id: eio.entity.action, kind: action, parent: eio.entity.thing, attributes: [action_type, status, timestamp, side_effect_level], description: "Something that an actor did or tried to do."}
  - {id: eio.entity.protected-action, kind: action, parent: eio.entity.action, attributes: [protection_basis, impact_level], description: "An action that needs a permission, a check or a person first."}
  - {id: eio.entity.tool-invocation, kind: action, parent: eio.entity.action, attributes: [tool_name, arguments_hash, call_id, status], description: "A call of a named tool with its arguments."}
  - {id: eio.entity.decision, kind: event, parent: eio.entity.action, attributes: [outcome, reason_codes, impact_level], description: "An action that settles something for a subject - a grant, a refusal, a price, a rank."}
  - {id: eio.entity.resource, kind: entity, parent: eio.entity.thing, attributes: [resource_id, resource_type, tenant], description: "A file, record, account, service or other thing that actions touch."}
  - {id: eio.entity.data-item, kind: entity, parent: eio.entity.resource, attributes: [data_id, classification, owner, subject, purpose, retention_until], description: "A piece of information with an owner, a class and a purpose."}
  - {id: eio.entity.data-class, kind: data-class, parent: eio.entity.thing, description: "A class of data that says how it must be handled."}

  # What rules it, and what holds.
  - {id: eio.entity.policy-rule, kind: policy, parent: eio.entity.thing, attributes: [policy_id, version, source_ref, jurisdiction, effective_at], description: "A rule with a version and a time from which it counts."}
  - {id: eio.entity.obligation, kind: policy, parent: eio.entity.policy-rule, description: "A rule that demands something."}
  - {id: eio.entity.prohibition, kind: policy, parent: eio.entity.policy-rule, description: "A rule that forbids something."}
  - {id: eio.entity.state-fact, kind: state, parent: eio.entity.thing, attributes: [valid_from, valid_until, source], description: "Something that holds for a time, in the episode or outside of it."}
  - {id: eio.entity.state-transition, kind: event, parent: eio.entity.thing, attributes: [before_hash, after_hash, timestamp], description: "One state giving way to another, with its cause."}
  - {id: eio.entity.verification-state, kind: state, parent: eio.entity.state-fact, attributes: [method, assurance_level, status, subject_id, valid_until], description: "That a subject passed a named check, and until when that counts."}
  - {id: eio.entity.consent-state, kind: state, parent: eio.entity.state-fact, attributes: [purpose, scope, status, granted_at, withdrawn_at], description: "What a subject agreed to, for which purpose, and whether it still does."}

  # How the judging itself is told.
  - {id: eio.entity.evidence-ref, kind: entity, parent: eio.entity.thing, description: "A pointer to what supports a fact or a claim about the agent."}
  - {id: eio.entity.evaluation-claim, kind: entity, parent: eio.entity.thing, description: "An evaluator's decision on one predicate; not something that the agent said."}
  - {id: eio.entity.coverage-obligation, kind: policy, parent: eio.entity.obligation, description: "A demand that an evaluation tries a predicate under given conditions."}
  - {id: eio.entity.test-template, kind: entity, parent: eio.entity.thing, description: "A reusable script that can meet coverage obligations."}
  - {id: eio.entity.scenario-binding, kind: entity, parent: eio.entity.thing, description: "A template with its entities, rules and seed filled in and frozen."}
  - {id: eio.entity.metric-view, kind: metric, parent: eio.entity.thing, description: "A number computed from claims by a fixed formula."}
  - {id: eio.entity.control, kind: control, parent: eio.entity.thing, description: "A requirement of an outside framework that risks are mapped to."}
  - {id: eio.entity.region, kind: entity, parent: eio.entity.thing, attributes: [region_id, label], description: "A jurisdiction and the frameworks that count there."}
  - {id: eio.entity.predicate, kind: entity, parent: eio.entity.thing, attributes: [predicate_id, version, polarity], description: "A proposition that can be judged, with what its evidence must be."}
  - {id: eio.entity.reference-case, kind: entity, parent: eio.entity.thing, attributes: [case_id, predicate, expected_state, review_status], description: "A case whose right decision is agreed on."}
  - {id: eio.entity.calibration-result, kind: entity, parent: eio.entity.thing, attributes: [evaluator_id, accuracy, abstention_rate, cases_run], description: "How well an evaluator did on reference cases."}
  - {id: eio.entity.evaluation-plan, kind: entity, parent: eio.entity.thing, attributes: [plan_hash, obligation_ids, binding_ids, frozen_at], description: "What one run is going to try, fixed beforehand."}
  - {id: eio.entity.report, kind: entity, parent: eio.entity.thing, attributes: [report_id, produced_at, release_recommendation], description: "What is published of an evaluation."}
  - {id: eio.entity.capsule, kind: entity, parent: eio.entity.thing, attributes: [revision, patch_digest, seed, models, module_hashes, reproducible], description: "All that it takes to repeat a run."}
  - {id: eio.entity.control-status, kind: entity, parent: eio.entity.thing, attributes: [control_ref, status, claim_ids, evidence_refs], description: "How a control stands after a run, and why."}
`;
