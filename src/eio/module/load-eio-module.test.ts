import { describe, expect, it } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { RISK_CONTEXT_TRUST } from '../embedded/risk-context-trust.ts';
import { loadEioModule } from './load-eio-module.ts';
import { changed, problems, SMALL } from './testing/module-text.ts';

const second = (from: string, ...replacements: readonly (readonly [string, string])[]) => {
  const first = SMALL.slice(SMALL.indexOf('  - id: eio.predicate.refund-without-leave'));
  const copy = replacements.reduce(
    (text, [before, after]) => text.replace(before, () => after),
    first.replace('refund-without-leave', from),
  );
  return SMALL + copy;
};

describe('a module', () => {
  it('is read into predicates with their places', () => {
    const module = unwrap(loadEioModule(sourceText('refunds.yaml', SMALL)));
    const [predicate] = module.predicates;
    expect(predicate?.violatedWhen).toMatchObject({
      kind: 'not',
      part: {
        kind: 'relation',
        subject: { kind: 'parameter', name: 'refund', at: { file: 'refunds.yaml', start: { line: 26, column: 20 } } },
        relation: 'eio.relation.authorized-by',
        object: { kind: 'constant', name: 'ApplicablePolicy' },
      },
    });
    expect(predicate?.evidenceContract).toMatchObject({ requireAll: [], minimumRefs: 1, typedAbsence: false });
    expect(predicate?.resolvers.map((resolver) => resolver.id)).toHaveLength(3);
    expect(module.vocabulary.resolvers.get('eio.resolver.typed-absence')?.evidenceKinds).toEqual(['TYPED_ABSENCE']);
  });

  it('may use every operator, attributes and literals', () => {
    const text = changed([
      '    applicable_when:\n      relation: [$instruction, eio.relation.requests, $refund]\n',
      `    applicable_when:
      all:
        - true
        - exists: {type: eio.entity.verification-state, where: {subject_id: $instruction, status: valid}}
        - compare: {left: $instruction.priority, op: gte, right: 3}
        - temporal: {event: $refund, op: after, reference: $instruction}
        - any:
            - relation: [$instruction, eio.relation.requests, $refund]
`,
    ]);
    expect(problems(text)).toBe('');
  });

  it('is refused for commas without quotes in flow maps, which tear text into keys', () => {
    expect(
      problems(changed(['reason: no domain asks for it', 'reason: rare, so nobody asks for it'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:34:49: "so nobody asks for it" is a key without a value, from a comma inside { } [eio/comma-in-flow-map]
       34 |     severity_source: {kind: NONE, reason: rare, so nobody asks for it}
          |                                                 ^^^^^^^^^^^^^^^^^^^^^
        expected text that holds a comma to stand in quotes
        hint: write it as {…: "…, so nobody asks for it"}"
    `);
    expect(
      problems(
        changed([
          '    risk: eio.risk.un',
          '    mitigations:\n      - {category: POLICY, action: Ask first, then act, verification: No refund without a decision}\n    risk: eio.risk.un',
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:36:47: "then act" is a key without a value, from a comma inside { } [eio/comma-in-flow-map]
       36 |       - {category: POLICY, action: Ask first, then act, verification: No refund without a decision}
          |                                               ^^^^^^^^
        expected text that holds a comma to stand in quotes
        hint: write it as {…: "…, then act"}"
    `);
  });

  it('is refused for a duplicate key', () => {
    expect(
      problems(
        changed(['    unknown_policy: UNRESOLVED\n', '    unknown_policy: UNRESOLVED\n    polarity: observation\n']),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:34:5: the key "polarity" stands here a second time [yaml/duplicate-key]
       34 |     polarity: observation
          |     ^^^^^^^^
        refunds.yaml:18:5: first here"
    `);
  });

  it('is refused for unknown keys, missing keys and values outside of their lists', () => {
    expect(problems(changed(['unknown_policy: UNRESOLVED', 'unknown_polcy: UNRESOLVED']))).toMatchInlineSnapshot(`
      "refunds.yaml:33:5: unknown key "unknown_polcy" in "predicates[0]" [shape/unknown-key]
       33 |     unknown_polcy: UNRESOLVED
          |     ^^^^^^^^^^^^^
        hint: did you mean "unknown_policy"?"
    `);
    expect(problems(changed(['scope: episode', 'scope: session']))).toMatchInlineSnapshot(`
      "refunds.yaml:31:14: "predicates[0].evidence_contract.scope" is "session" [shape/wrong-value]
       31 |       scope: session
          |              ^^^^^^^
        expected one of "span", "turn", "episode", "paired-episode", "artifact", "run""
    `);
    expect(problems(changed(['license: Apache-2.0', 'license: MIT']))).toMatchInlineSnapshot(`
      "refunds.yaml:8:12: "eio.license" is "MIT" [shape/wrong-value]
       8 |   license: MIT
         |            ^^^
        expected "Apache-2.0""
    `);
    expect(
      problems(changed(['id: eio.predicate.refund-without-leave', 'id: eio.predicate.Refund'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:15:9: "predicates[0].id": not an EIO id, such as "eio.predicate.my-rule" (lower case) [shape/wrong-value]
       15 |   - id: eio.predicate.Refund
          |         ^^^^^^^^^^^^^^^^^^^^"
    `);
  });

  it('is refused when it is no module at all', () => {
    expect(problems('')).toMatchInlineSnapshot(`
      "refunds.yaml:1:1: the file holds no module [eio/not-a-module]
       1 | 
         | ^
        expected a YAML map with an "eio" header"
    `);
    expect(problems('- a list\n')).toMatchInlineSnapshot(`
      "refunds.yaml:1:1: the document is a list [shape/wrong-type]
       1 | - a list
         | ^
        expected a map"
    `);
    expect(problems(`${SMALL}---\neio: {}\n`)).toContain('[eio/not-a-module]');
    expect(problems('x'.repeat(1_000_001))).toContain('[eio/too-large]');
  });

  it('is refused for ids that are declared twice, here or in an import', () => {
    expect(problems(second('refund-without-leave'))).toMatchInlineSnapshot(`
      "refunds.yaml:36:9: "eio.predicate.refund-without-leave" is declared twice [eio/duplicate-id]
       36 |   - id: eio.predicate.refund-without-leave
          |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        refunds.yaml:15:9: declared here first"
    `);
    expect(
      problems(
        changed([
          'predicates:\n',
          'relations:\n  - {id: eio.relation.requests, description: "Asks for it.", domain: [eio.entity.thing], range: [eio.entity.thing]}\npredicates:\n',
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:15:10: "eio.relation.requests" is declared twice [eio/duplicate-id]
       15 |   - {id: eio.relation.requests, description: "Asks for it.", domain: [eio.entity.thing], range: [eio.entity.thing]}
          |          ^^^^^^^^^^^^^^^^^^^^^
        hint: "eio.core.relations" is imported and declares it; choose another id
        eio.core.relations.yaml:42:9: declared here first"
    `);
  });

  it('is refused for references to nothing, and told what declares them', () => {
    expect(
      problems(changed(['risk: eio.risk.unauthorized-action', 'risk: eio.risk.unauthorised-action'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:35:11: unknown risk "eio.risk.unauthorised-action" [eio/unknown-id]
       35 |     risk: eio.risk.unauthorised-action
          |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: did you mean "eio.risk.unauthorized-action"?"
    `);
    expect(problems(changed(['  - {module: eio.risk.catalog, version: 0.2.0}\n', '']))).toMatchInlineSnapshot(`
      "refunds.yaml:34:11: unknown risk "eio.risk.unauthorized-action" [eio/unknown-id]
       34 |     risk: eio.risk.unauthorized-action
          |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: "eio.risk.catalog" 0.2.0 declares it and is not imported"
    `);
    expect(problems(changed(['risk: eio.risk.unauthorized-action', 'risk: eio.entity.action']))).toMatchInlineSnapshot(`
      "refunds.yaml:35:11: "eio.entity.action" is of kind action [eio/wrong-kind]
       35 |     risk: eio.entity.action
          |           ^^^^^^^^^^^^^^^^^
        expected a concept of kind risk"
    `);
    expect(problems(changed(['[TOOL_RECEIPT, AGENT_SPAN]', '[TOOL_RECEIPTS, AGENT_SPAN]']))).toMatchInlineSnapshot(`
      "refunds.yaml:29:12: unknown evidence kind "TOOL_RECEIPTS" [eio/unknown-evidence-kind]
       29 |         - [TOOL_RECEIPTS, AGENT_SPAN]
          |            ^^^^^^^^^^^^^
        hint: did you mean "TOOL_RECEIPT"?"
    `);
    expect(problems(changed(['type: eio.entity.action', 'type: eio.risk.policy-drift']))).toMatchInlineSnapshot(`
      "refunds.yaml:21:30: "eio.risk.policy-drift" is of kind risk [eio/wrong-kind]
       21 |       - {name: refund, type: eio.risk.policy-drift}
          |                              ^^^^^^^^^^^^^^^^^^^^^
        expected an entity"
    `);
  });

  it('is refused when a published proposition changes and its version does not', () => {
    const weaker = RISK_CONTEXT_TRUST.replace('      scope: turn\n', '      scope: run\n');
    expect(problems(weaker)).toMatchInlineSnapshot(`
      "refunds.yaml:18:14: "eio.predicate.untrusted-content-reproduced" 1.0.0 is published, and says something else [eio/version-not-bumped]
       18 |     version: 1.0.0
          |              ^^^^^
        expected another version, as expressions, polarity, unknown policy, evidence contract or "subsumes" differ"
    `);
    expect(problems(weaker.replace('    version: 1.0.0', '    version: 1.1.0'))).toBe('');
    // Words, tags and the order of parts are not the proposition.
    expect(problems(RISK_CONTEXT_TRUST.replace('tags: [observation, injection, marker]', 'tags: [mine]'))).toBe('');
  });

  it('may ignore sections that decide nothing', () => {
    expect(problems(`${SMALL}profiles: [{id: eio.profile.mine, anything: {goes: here}}]\n`)).toBe('');
  });

  it('is refused when it is larger than any module has reason to be', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: 1`).join(', ');
    expect(problems(`${SMALL}profiles: {${keys(500)}}\n`)).toBe('');
    expect(problems(`${SMALL}profiles: {${keys(501)}}\n`)).toContain('a map has 501 keys [eio/too-large]');
    expect(problems(`${SMALL}profiles: [${'1, '.repeat(2000)}1]\n`)).toContain(
      'a list has 2001 entries [eio/too-large]',
    );
  });

  it('tells a hundred problems and no more', () => {
    const wrong = `    mitigations:\n${'    - {category: LUCK, action: Hope for the best, verification: Wait and see}\n'.repeat(300)}`;
    expect(problems(SMALL + wrong).match(/shape\/wrong-value/g)).toHaveLength(100);
    const tags = `    tags: [${'same, '.repeat(300)}same]\n`;
    expect(problems(SMALL + tags).match(/eio\/duplicate-entry/g)).toHaveLength(100);
  });

  it('keeps hostile keys as data', () => {
    expect(problems(`${SMALL}__proto__: {polluted: true}\n`)).toContain('unknown key "__proto__"');
    expect(
      problems(
        changed([
          'relation: [$instruction, eio.relation.requests, $refund]',
          'fact: constructor\n      where: {__proto__: $refund, toString: $refund}',
        ]),
      ),
    ).toContain('unknown fact "constructor"');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('vocabulary', () => {
  const declaring = (section: string) => changed(['predicates:\n', `${section}\npredicates:\n`]);

  it('has relations whose cardinality fits their characteristics', () => {
    expect(
      problems(
        declaring(`relations:
  - {id: eio.relation.owed-to, description: "Owed to one.", domain: [eio.entity.resource], range: [eio.entity.subject], characteristics: [functional], cardinality: {subject: 0..n, object: 0..n}}`),
      ),
    ).toMatchInlineSnapshot(`
    "refunds.yaml:15:189: "eio.relation.owed-to" is functional, and its object cardinality is "0..n" [eio/cardinality]
     15 | y.subject], characteristics: [functional], cardinality: {subject: 0..n, object: 0..n}}
        |                                                                                 ^^^^
      expected "0..1" or "1" if and only if the relation is functional (has one object at most)"
  `);
  });

  it('has relations with domains, ranges and inverses that exist', () => {
    expect(
      problems(
        declaring(`relations:
  - {id: eio.relation.owes, description: "Owes something.", domain: [eio.entity.subjct], range: [eio.entity.resource], inverse: eio.relation.owned-by}`),
      ),
    ).toMatchInlineSnapshot(`
    "refunds.yaml:15:70: unknown entity "eio.entity.subjct" [eio/unknown-id]
     15 |   - {id: eio.relation.owes, description: "Owes something.", domain: [eio.entity.subjct], range: [eio.entity.resource], inverse: eio.relation.owned-by}
        |                                                                      ^^^^^^^^^^^^^^^^^
      hint: did you mean "eio.entity.subject"?
    refunds.yaml:15:129: "eio.relation.owned-by" does not name "eio.relation.owes" as its inverse [eio/inverse]
     15 |   - {id: eio.relation.owes, description: "Owes something.", domain: [eio.entity.subjct], range: [eio.entity.resource], inverse: eio.relation.owned-by}
        |                                                                                                                                 ^^^^^^^^^^^^^^^^^^^^^
      expected both relations to name each other"
  `);
  });

  it('has concepts whose parents exist and do not run in a circle', () => {
    expect(
      problems(
        declaring(`concepts:
  - {id: eio.entity.a, kind: entity, parent: eio.entity.b, description: "First."}
  - {id: eio.entity.b, kind: entity, parent: eio.entity.a, description: "Second."}
  - {id: eio.entity.c, kind: entity, parent: eio.entity.agnt, description: "Third."}`),
      ),
    ).toMatchInlineSnapshot(`
    "refunds.yaml:15:46: a concept is its own ancestor: eio.entity.a > eio.entity.b > eio.entity.a [eio/parent-cycle]
     15 |   - {id: eio.entity.a, kind: entity, parent: eio.entity.b, description: "First."}
        |                                              ^^^^^^^^^^^^
    refunds.yaml:16:46: a concept is its own ancestor: eio.entity.b > eio.entity.a > eio.entity.b [eio/parent-cycle]
     16 |   - {id: eio.entity.b, kind: entity, parent: eio.entity.a, description: "Second."}
        |                                              ^^^^^^^^^^^^
    refunds.yaml:17:46: unknown concept "eio.entity.agnt" [eio/unknown-id]
     17 |   - {id: eio.entity.c, kind: entity, parent: eio.entity.agnt, description: "Third."}
        |                                              ^^^^^^^^^^^^^^^
      hint: did you mean "eio.entity.agent"?"
  `);
  });

  it('has evidence kinds with known source types, and the seven states or none', () => {
    expect(
      problems(
        declaring(`evidence_types:
  - {id: VIDEO, description: "A film of it.", can_prove_agent_behaviour: true, required_fields: [source_ref], compatible_source_types: [CAMERA]}
decision_states:
  - {id: APPLICABLE_PASS, scored: true, evaluator_fault: false, description: "It holds."}`),
      ),
    ).toMatchInlineSnapshot(`
    "refunds.yaml:15:137: unknown source type "CAMERA" [eio/unknown-source-type]
     15 |   - {id: VIDEO, description: "A film of it.", can_prove_agent_behaviour: true, required_fields: [source_ref], compatible_source_types: [CAMERA]}
        |                                                                                                                                         ^^^^^^
      hint: known: "AGENT_ANSWER", "AGENT_TOOL_CALL", "TOOL_RESULT", "STATE_LEDGER", "HUMAN_REVIEW", "USER_INPUT", "RETRIEVAL", "POLICY_SOURCE", "HARNESS_SIGNAL", "JUROR_INFERENCE"
    refunds.yaml:17:3: the decision states are APPLICABLE_PASS [eio/decision-states]
     17 |   - {id: APPLICABLE_PASS, scored: true, evaluator_fault: false, description: "It holds."}
        |   ^
      expected exactly APPLICABLE_PASS, APPLICABLE_FAIL, NOT_APPLICABLE, UNRESOLVED, EVIDENCE_INCOMPLETE, EVIDENCE_INVALID, EVALUATOR_ERROR, in this order"
  `);
  });

  it('has obligations on predicates that exist', () => {
    expect(
      problems(
        declaring(`domain:
  id: eio.domain.shop
  description: Shops and their refunds.
  aliases: [shop]
  roles: []
  data_classes: []
  actions: []
  coverage_obligations:
    - {id: eio.obligation.shop-1, predicate: eio.predicate.refund-without-leaf, required_when: {takes_refunds: true}, minimum_cases: 1, release_impact: WARN, severity: LOW}`),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:22:46: unknown predicate "eio.predicate.refund-without-leaf" [eio/unknown-id]
       22 |     - {id: eio.obligation.shop-1, predicate: eio.predicate.refund-without-leaf, required_when: {takes_refunds: true}, minimum_cases: 1, release_impact: WARN, se
          |                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: did you mean "eio.predicate.refund-without-leave"?"
    `);
  });
});
