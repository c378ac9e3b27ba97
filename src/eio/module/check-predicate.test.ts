import { describe, expect, it } from 'vitest';
import { changed, problems, SMALL } from './testing/module-text.ts';

const APPLICABLE = '      relation: [$instruction, eio.relation.requests, $refund]\n';
const RESOLVERS = '    resolvers: [eio.resolver.tool-receipt, eio.resolver.policy-lookup, eio.resolver.graph-rule]\n';
const asking = (expression: string) =>
  changed([
    APPLICABLE,
    `      all:\n        - relation: [$instruction, eio.relation.requests, $refund]\n        - ${expression}\n`,
  ]);

describe('parameters and constants', () => {
  it('are refused where no parameter has the name, with the nearest', () => {
    expect(problems(asking('relation: [$refnd, eio.relation.implements, $instruction]'))).toMatchInlineSnapshot(`
      "refunds.yaml:25:22: "$refnd" is no declared parameter [eio/unknown-parameter]
       25 |         - relation: [$refnd, eio.relation.implements, $instruction]
          |                      ^^^^^^
        hint: did you mean "$refund"?"
    `);
    expect(problems(asking('compare: {left: $refund_action.status, op: eq, right: done}'))).toMatchInlineSnapshot(`
      "refunds.yaml:25:27: "$refund_action" is no declared parameter [eio/unknown-parameter]
       25 |         - compare: {left: $refund_action.status, op: eq, right: done}
          |                           ^^^^^^^^^^^^^^^^^^^^^
        hint: known: "$instruction", "$refund""
    `);
  });

  it('are refused where a constant is unknown or a word stands for nothing', () => {
    expect(problems(changed(['ApplicablePolicy', 'AplicablePolicy']))).toMatchInlineSnapshot(`
      "refunds.yaml:26:57: unknown constant "AplicablePolicy" [eio/unknown-constant]
       26 |         relation: [$refund, eio.relation.authorized-by, AplicablePolicy]
          |                                                         ^^^^^^^^^^^^^^^
        hint: did you mean "ApplicablePolicy"?"
    `);
    expect(problems(changed(['ApplicablePolicy', 'applicablePolicy']))).toMatchInlineSnapshot(`
      "refunds.yaml:26:57: "applicablePolicy" is neither a parameter nor a constant [eio/unknown-constant]
       26 |         relation: [$refund, eio.relation.authorized-by, applicablePolicy]
          |                                                         ^^^^^^^^^^^^^^^^
        expected "$name" for a parameter, or one of the constants
        hint: did you mean "ApplicablePolicy"?"
    `);
    expect(problems(changed(['ApplicablePolicy', '$Policy']))).toMatchInlineSnapshot(`
      "refunds.yaml:26:57: "$Policy" is no parameter [eio/expression]
       26 |         relation: [$refund, eio.relation.authorized-by, $Policy]
          |                                                         ^^^^^^^
        expected "$name" or "$name.attribute", in snake_case"
    `);
  });

  it('may be new constants, if they are registered', () => {
    const text = changed(['ApplicablePolicy', 'ShopPolicy']);
    expect(problems(text)).toContain('unknown constant "ShopPolicy"');
    const constants = [{ name: 'ShopPolicy', type: 'eio.entity.policy-rule', meaning: 'The rules of the shop.' }];
    expect(problems(text, {}, { constants })).toBe('');
  });

  it('are told of twice, of an unknown type, and unused', () => {
    expect(
      problems(
        changed([
          '      - {name: refund,',
          '      - {name: instruction, type: eio.entity.action}\n      - {name: refund,',
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:21:16: the parameter "instruction" is declared twice [eio/duplicate-entry]
       21 |       - {name: instruction, type: eio.entity.action}
          |                ^^^^^^^^^^^
        refunds.yaml:20:9: declared here first"
    `);
    expect(problems(changed(['eio.entity.action}', 'eio.entity.acton}']))).toMatchInlineSnapshot(`
      "refunds.yaml:21:30: unknown entity "eio.entity.acton" [eio/unknown-id]
       21 |       - {name: refund, type: eio.entity.acton}
          |                              ^^^^^^^^^^^^^^^^
        hint: did you mean "eio.entity.action"?"
    `);
    expect(
      problems(
        changed(['      - {name: refund,', '      - {name: shop, type: eio.entity.subject}\n      - {name: refund,']),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:21:16: no expression of "eio.predicate.refund-without-leave" uses "$shop" [eio/unused-parameter]
       21 |       - {name: shop, type: eio.entity.subject}
          |                ^^^^"
    `);
  });

  it('warn of types that no trace has members of', () => {
    expect(
      problems(
        changed(['      - {name: refund,', '      - {name: sum, type: eio.entity.data-item}\n      - {name: refund,']),
      ),
    ).toContain('[eio/no-members]');
  });

  it('warn of attributes that the entity does not declare', () => {
    expect(problems(asking('compare: {left: $refund.statsu, op: eq, right: done}'))).toMatchInlineSnapshot(`
      "refunds.yaml:25:27: "eio.entity.action" declares no attribute "statsu" [eio/unknown-attribute]
       25 |         - compare: {left: $refund.statsu, op: eq, right: done}
          |                           ^^^^^^^^^^^^^^
        hint: did you mean "status"?"
    `);
  });
});

describe('facts', () => {
  it('are refused if nobody knows them, or with other arguments than theirs', () => {
    expect(
      problems(asking('{fact: policy_still_efective, where: {policy: ApplicablePolicy, event: $refund}}')),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:25:18: unknown fact "policy_still_efective" [eio/unknown-fact]
       25 |         - {fact: policy_still_efective, where: {policy: ApplicablePolicy, event: $refund}}
          |                  ^^^^^^^^^^^^^^^^^^^^^
        expected a fact that a resolver decides, or that an applicability input supplies
        hint: did you mean "policy_still_effective"?"
    `);
    expect(
      problems(asking('{fact: policy_still_effective, where: {policy: ApplicablePolicy, evnt: $refund}}')),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:25:11: "policy_still_effective" lacks the argument "event" [eio/fact-arguments]
       25 |         - {fact: policy_still_effective, where: {policy: ApplicablePolicy, evnt: $refund}}
          |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected policy_still_effective(policy, event)
      refunds.yaml:25:76: "policy_still_effective" has no argument "evnt" [eio/fact-arguments]
       25 |         - {fact: policy_still_effective, where: {policy: ApplicablePolicy, evnt: $refund}}
          |                                                                            ^^^^
        expected policy_still_effective(policy, event)
        hint: did you mean "event"?"
    `);
    expect(
      problems(asking('{fact: policy_still_effective, where: {policy: ApplicablePolicy, event: today}}')),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:25:83: "today" is neither a parameter nor a constant [eio/unknown-constant]
       25 |         - {fact: policy_still_effective, where: {policy: ApplicablePolicy, event: today}}
          |                                                                                   ^^^^^
        expected "$name" for a parameter, or one of the constants
        hint: known: "$instruction", "$refund", "UntrustedContent", "ApplicablePolicy", "EarlierTurn", "ValidVerificationState", "ScopedAuthority", "EvaluationRun""
    `);
  });

  it('are known with their arguments once they are registered, and asked of who decides them', () => {
    const text = asking('{fact: refund_is_large, where: {refund: $refund, limit: 100}}');
    expect(problems(text)).toContain('unknown fact "refund_is_large"');
    const facts = [
      {
        name: 'refund_is_large',
        arguments: [
          { name: 'refund', types: ['eio.entity.action'] },
          { name: 'limit', types: [] },
        ],
        meaning: 'The refund is above the limit.',
      },
    ];
    expect(problems(text, {}, { facts })).toMatchInlineSnapshot(`
      "refunds.yaml:25:11: no resolver of "eio.predicate.refund-without-leave" can decide "refund_is_large(limit: 100, refund: $refund)" [eio/undecidable]
       25 |         - {fact: refund_is_large, where: {refund: $refund, limit: 100}}
          |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected one of "eio.resolver.semantic-classification", "eio.resolver.human-adjudication" under "resolvers"
        refunds.yaml:34:17: its resolvers"
    `);
    const resolver =
      'resolvers:\n  - {id: eio.resolver.till, kind: deterministic, output: fact, description: "Reads the till."}\n';
    const listed = text
      .replace(RESOLVERS, () => RESOLVERS.replace('[', '[eio.resolver.till, '))
      .replace('predicates:\n', () => `${resolver}predicates:\n`);
    expect(problems(listed, {}, { facts })).toBe('');
    const abilities = [{ id: 'eio.resolver.till', facts: [], relations: [], expressions: false }];
    expect(problems(listed, {}, { facts, abilities })).toContain('[eio/undecidable]');
  });
});

describe('types', () => {
  const wrong = asking('relation: [$instruction, eio.relation.caused-by, $refund]');

  it('warn outside of context-trust where a relation takes no such subject or object', () => {
    const withResolver = wrong.replace(
      '[eio.resolver.tool-receipt,',
      '[eio.resolver.tool-receipt, eio.resolver.state-transition,',
    );
    expect(problems(withResolver)).toMatchInlineSnapshot(`
      "refunds.yaml:25:22: $instruction is an instruction, and "eio.relation.caused-by" takes none as its subject [eio/type-mismatch]
       25 |         - relation: [$instruction, eio.relation.caused-by, $refund]
          |                      ^^^^^^^^^^^^
        expected a state-transition or an action or a claim"
    `);
    expect(problems(withResolver, {}, { strict: true })).toContain('[eio/type-mismatch]');
  });

  it('accept a descendant and refuse an ancestor', () => {
    const typed = (type: string) =>
      problems(changed(['type: eio.entity.action', `type: ${type}`]), {}, { strict: true });
    expect(typed('eio.entity.tool-invocation')).toBe('');
    expect(typed('eio.entity.thing')).toMatchInlineSnapshot(`
      "refunds.yaml:23:55: $refund is a thing, and "eio.relation.requests" takes none as its object [eio/type-mismatch]
       23 |       relation: [$instruction, eio.relation.requests, $refund]
          |                                                       ^^^^^^^
        expected an action
      refunds.yaml:26:20: $refund is a thing, and "eio.relation.authorized-by" takes none as its subject [eio/type-mismatch]
       26 |         relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]
          |                    ^^^^^^^
        expected an action or an instruction or an entitlement"
    `);
  });

  it('hold for the arguments of facts', () => {
    const text = asking('{fact: policy_still_effective, where: {policy: $refund, event: $refund}}');
    expect(problems(text, {}, { strict: true })).toMatchInlineSnapshot(`
      "refunds.yaml:25:58: $refund is an action, and the argument "policy" of "policy_still_effective" is none [eio/type-mismatch]
       25 |         - {fact: policy_still_effective, where: {policy: $refund, event: $refund}}
          |                                                          ^^^^^^^
        expected a policy-rule"
    `);
  });
});

describe('expressions', () => {
  it('are refused for what is no expression, each with what was meant', () => {
    const wrong = [
      'releation: [$instruction, eio.relation.requests, $refund]',
      '{fact: x, not: true}',
      '{fact: x, were: {}}',
      '{}',
      'relation: [$instruction, $refund]',
      'relation: [$instruction, eio.relation.requests, 7]',
      'all: []',
      'yes please',
      'compare: {left: $refund.status, op: "==", right: done}',
      'temporal: {event: $refund, op: after}',
      'temporal: {event: $refund, op: after, refrence: $instruction}',
      'temporal: {event: $refund, op: after, reference: noon}',
      'relation: [$instruction, eio.relation.request, $refund]',
      'exists: {type: eio.entity.consent, where: {}}',
      'exists: {type: eio.entity.consent-state, where: []}',
    ];
    expect(wrong.map((expression) => problems(asking(expression))).join('\n')).toMatchInlineSnapshot(`
      "refunds.yaml:25:11: unknown operator "releation" [eio/expression]
       25 |         - releation: [$instruction, eio.relation.requests, $refund]
          |           ^^^^^^^^^
        expected one of "relation", "fact", "all", "any", "not", "exists", "compare", "temporal"
        hint: did you mean "relation"?
      refunds.yaml:25:21: an expression has both "fact" and "not" [eio/expression]
       25 |         - {fact: x, not: true}
          |                     ^^^
        expected exactly one operator; combine two with "all" or "any"
      refunds.yaml:25:21: unknown key "were" beside "fact" [eio/expression]
       25 |         - {fact: x, were: {}}
          |                     ^^^^
        hint: did you mean "where"?
      refunds.yaml:25:11: an expression is empty [eio/expression]
       25 |         - {}
          |           ^^
        expected one of "relation", "fact", "all", "any", "not", "exists", "compare", "temporal"
      refunds.yaml:25:21: "relation" has 2 entries and not three [eio/expression]
       25 |         - relation: [$instruction, $refund]
          |                     ^^^^^^^^^^^^^^^^^^^^^^^
        expected [subject, relation id, object]
      refunds.yaml:25:59: an entry of "relation" is the number 7 [eio/expression]
       25 |         - relation: [$instruction, eio.relation.requests, 7]
          |                                                           ^
        expected a string
      refunds.yaml:25:16: "all" is empty [eio/expression]
       25 |         - all: []
          |                ^^
        expected a list of at least one expression
      refunds.yaml:25:11: an expression is the string "yes please" [eio/expression]
       25 |         - yes please
          |           ^^^^^^^^^^
        expected true, false or a map with one of "relation", "fact", "all", "any", "not", "exists", "compare", "temporal"
      refunds.yaml:25:47: "op" is "==" [eio/expression]
       25 |         - compare: {left: $refund.status, op: "==", right: done}
          |                                               ^^^^
        expected one of "eq", "ne", "lt", "lte", "gt", "gte", "contains", "subset"
      refunds.yaml:25:21: "temporal" has no "reference" [eio/expression]
       25 |         - temporal: {event: $refund, op: after}
          |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected {event: …, op: before | after | during | active_at | persists_until, reference: …}
      refunds.yaml:25:49: unknown key "refrence" in "temporal" [eio/expression]
       25 |         - temporal: {event: $refund, op: after, refrence: $instruction}
          |                                                 ^^^^^^^^
        expected {event: …, op: before | after | during | active_at | persists_until, reference: …}
        hint: did you mean "reference"?
      refunds.yaml:25:60: "noon" is no moment [eio/expression]
       25 |         - temporal: {event: $refund, op: after, reference: noon}
          |                                                            ^^^^
        expected a parameter, an attribute or a constant
      refunds.yaml:25:36: unknown relation "eio.relation.request" [eio/unknown-id]
       25 |         - relation: [$instruction, eio.relation.request, $refund]
          |                                    ^^^^^^^^^^^^^^^^^^^^
        hint: did you mean "eio.relation.requests"?
      refunds.yaml:25:26: unknown entity "eio.entity.consent" [eio/unknown-id]
       25 |         - exists: {type: eio.entity.consent, where: {}}
          |                          ^^^^^^^^^^^^^^^^^^
        hint: did you mean "eio.entity.content"?
      refunds.yaml:25:59: "where" is a list [eio/expression]
       25 |         - exists: {type: eio.entity.consent-state, where: []}
          |                                                           ^^
        expected a map of names and terms"
    `);
  });

  it('are refused beyond a depth and a size', () => {
    const deep = `${'{not: '.repeat(80)}true${'}'.repeat(80)}`;
    expect(problems(asking(deep))).toContain('[eio/too-large]');
    const wide = `all: [${'true, '.repeat(1200)}true]`;
    expect(problems(asking(wide)).match(/eio\/too-large/g)).toHaveLength(1);
  });

  it('are missed where applicable_when is left out', () => {
    expect(problems(changed([`    applicable_when:\n${APPLICABLE}`, '']))).toMatchInlineSnapshot(`
      "refunds.yaml:15:5: "predicates[0].applicable_when": the expression is missing [shape/wrong-value]
       15 |   - id: eio.predicate.refund-without-leave
          |     ^"
    `);
  });
});

describe('resolvers', () => {
  it('are refused when unknown, with the nearest', () => {
    expect(problems(changed(['eio.resolver.policy-lookup', 'eio.resolver.policy-look-up']))).toMatchInlineSnapshot(`
      "refunds.yaml:32:44: unknown resolver "eio.resolver.policy-look-up" [eio/unknown-resolver]
       32 |     resolvers: [eio.resolver.tool-receipt, eio.resolver.policy-look-up, eio.resolver.graph-rule]
          |                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected a resolver that the module or one of its imports declares under "resolvers"
        hint: did you mean "eio.resolver.policy-lookup"?"
    `);
  });

  it('come in order: deterministic, semantic, deciding', () => {
    expect(
      problems(
        changed([
          RESOLVERS,
          '    resolvers: [eio.resolver.semantic-relation, eio.resolver.tool-receipt, eio.resolver.graph-rule]\n',
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:32:49: "eio.resolver.tool-receipt" (deterministic) comes after "eio.resolver.semantic-relation" (semantic) [eio/resolver-order]
       32 |     resolvers: [eio.resolver.semantic-relation, eio.resolver.tool-receipt, eio.resolver.graph-rule]
          |                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^
        expected deterministic resolvers first, then semantic ones, then graph-rule and people"
    `);
    expect(
      problems(changed([RESOLVERS, '    resolvers: [eio.resolver.graph-rule, eio.resolver.semantic-relation]\n'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:32:42: "eio.resolver.semantic-relation" (semantic) comes after "eio.resolver.graph-rule" (deciding) [eio/resolver-order]
       32 |     resolvers: [eio.resolver.graph-rule, eio.resolver.semantic-relation]
          |                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected deterministic resolvers first, then semantic ones, then graph-rule and people"
    `);
  });

  it('take a relation only if they are semantic, and one that exists', () => {
    expect(
      problems(
        changed([
          RESOLVERS,
          '    resolvers: [{id: eio.resolver.tool-receipt, relation: eio.relation.requests}, eio.resolver.graph-rule]\n',
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:32:59: "eio.resolver.tool-receipt" is deterministic and takes no relation [eio/resolver-shape]
       32 |     resolvers: [{id: eio.resolver.tool-receipt, relation: eio.relation.requests}, eio.resolver.graph-rule]
          |                                                           ^^^^^^^^^^^^^^^^^^^^^
        expected a relation only where a semantic resolver is held to it"
    `);
    expect(
      problems(
        changed([
          RESOLVERS,
          '    resolvers: [eio.resolver.tool-receipt, {id: eio.resolver.semantic-relation, relation: eio.relation.implement}, eio.resolver.graph-rule]\n',
        ]),
      ),
    ).toContain('unknown relation "eio.relation.implement"');
    expect(
      problems(
        changed([
          RESOLVERS,
          '    resolvers: [eio.resolver.tool-receipt, {id: eio.resolver.semantic-relation, relation: eio.relation.implements}, eio.resolver.graph-rule]\n',
        ]),
      ),
    ).toContain('never asks for');
  });

  it('can decide every atom between them', () => {
    expect(problems(changed([RESOLVERS, '    resolvers: [eio.resolver.tool-receipt]\n']))).toMatchInlineSnapshot(`
      "refunds.yaml:26:9: no resolver of "eio.predicate.refund-without-leave" can decide "$refund authorized-by ApplicablePolicy" [eio/undecidable]
       26 |         relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]
          |         ^
        expected one of "eio.resolver.typed-absence", "eio.resolver.policy-lookup", "eio.resolver.graph-rule", "eio.resolver.semantic-relation", "eio.resolver.human-adjudication" under "resolvers"
        refunds.yaml:32:17: its resolvers"
    `);
    // Pinned to another relation, the semantic resolver is no help.
    expect(
      problems(
        changed([
          RESOLVERS,
          '    resolvers: [eio.resolver.tool-receipt, {id: eio.resolver.semantic-relation, relation: eio.relation.requests}]\n',
        ]),
      ),
    ).toContain('[eio/undecidable]');
    expect(
      problems(
        changed([
          RESOLVERS,
          '    resolvers: [eio.resolver.tool-receipt, {id: eio.resolver.semantic-relation, relation: eio.relation.authorized-by}]\n',
        ]),
      ),
    ).toBe('');
  });
});

describe('polarity, evidence contract and severity', () => {
  it('need what the polarity asks for, and nothing of another', () => {
    expect(problems(changed(['    risk: eio.risk.unauthorized-action\n', '']))).toMatchInlineSnapshot(`
      "refunds.yaml:18:15: "eio.predicate.refund-without-leave" has polarity risk and no "risk" [eio/polarity]
       18 |     polarity: risk
          |               ^^^^
        expected "risk" and "violated_when""
    `);
    expect(problems(changed(['polarity: risk', 'polarity: safeguard']))).toMatchInlineSnapshot(`
      "refunds.yaml:18:15: "eio.predicate.refund-without-leave" has polarity safeguard and no "safeguard" [eio/polarity]
       18 |     polarity: safeguard
          |               ^^^^^^^^^
        expected "safeguard" and "satisfied_when"
      refunds.yaml:18:15: "eio.predicate.refund-without-leave" has polarity safeguard and no "satisfied_when" [eio/polarity]
       18 |     polarity: safeguard
          |               ^^^^^^^^^
        expected "safeguard" and "satisfied_when"
      refunds.yaml:35:11: "eio.predicate.refund-without-leave" has polarity safeguard and names a risk [eio/polarity]
       35 |     risk: eio.risk.unauthorized-action
          |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected polarity risk, or no "risk""
    `);
    expect(
      problems(
        changed(
          ['polarity: risk', 'polarity: observation'],
          [
            '    violated_when:\n      not:\n        relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]\n',
            '',
          ],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:18:15: "eio.predicate.refund-without-leave" says neither when it is satisfied nor when it is violated [eio/polarity]
       18 |     polarity: observation
          |               ^^^^^^^^^^^
        expected "satisfied_when" or "violated_when""
    `);
  });

  it('require some kind of evidence, each once, and one that can prove', () => {
    expect(
      problems(changed(['      require_groups:\n        - [TOOL_RECEIPT, AGENT_SPAN]\n', ''])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:28:7: the evidence contract of "eio.predicate.refund-without-leave" requires no kind of evidence [eio/evidence-contract]
       28 |       minimum_refs: 1
          |       ^
        expected "require_all", "require_any" or "require_groups""
    `);
    expect(problems(changed(['[TOOL_RECEIPT, AGENT_SPAN]', '[TOOL_RECEIPT, TOOL_RECEIPT]']))).toMatchInlineSnapshot(`
      "refunds.yaml:29:26: "TOOL_RECEIPT" is listed twice [eio/duplicate-entry]
       29 |         - [TOOL_RECEIPT, TOOL_RECEIPT]
          |                          ^^^^^^^^^^^^"
    `);
    expect(problems(changed(['[TOOL_RECEIPT, AGENT_SPAN]', '[USER_INPUT, RETRIEVAL]']))).toMatchInlineSnapshot(`
      "refunds.yaml:28:7: no kind that "eio.predicate.refund-without-leave" requires can prove what the agent did, so a finding on it is never proven [eio/evidence-contract]
       28 |       require_groups:
          |       ^"
    `);
    expect(
      problems(changed(['      scope: episode\n', '      scope: episode\n      typed_absence: true\n'])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:32:22: "eio.predicate.refund-without-leave" says typed_absence, and its contract takes no TYPED_ABSENCE [eio/evidence-contract]
       32 |       typed_absence: true
          |                      ^^^^"
    `);
  });

  it('have a severity from a domain or say that they have none, and not both', () => {
    expect(
      problems(changed(['    severity_source: {kind: NONE, reason: no domain asks for it}\n', ''])),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:15:9: no domain that is known obliges "eio.predicate.refund-without-leave", so its findings have no severity [eio/severity]
       15 |   - id: eio.predicate.refund-without-leave
          |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected "severity_source: {kind: NONE, reason: …}""
    `);
    const domain = `domain:
  id: eio.domain.shop
  description: Shops and their refunds.
  aliases: [shop]
  roles: []
  data_classes: []
  actions: []
  coverage_obligations:
    - {id: eio.obligation.shop-1, predicate: eio.predicate.refund-without-leave, required_when: {takes_refunds: true}, minimum_cases: 1, release_impact: WARN, severity: LOW}
`;
    expect(problems(SMALL + domain)).toMatchInlineSnapshot(`
      "refunds.yaml:34:22: "eio.predicate.refund-without-leave" says that nothing gives it a severity, and a domain obliges it [eio/severity]
       34 |     severity_source: {kind: NONE, reason: no domain asks for it}
          |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected no "severity_source""
    `);
    expect(problems(changed(['    severity_source: {kind: NONE, reason: no domain asks for it}\n', '']) + domain)).toBe(
      '',
    );
  });
});

/** The small module with a second predicate like its first. */
const pair = (first: string, second: string) => {
  const predicate = SMALL.slice(SMALL.indexOf('  - id: eio.predicate'));
  return `${SMALL}${first}${predicate.replace('refund-without-leave', 'refund-too-soon')}${second}`;
};

describe('predicates that name each other', () => {
  it('subsume what exists, and never themselves', () => {
    expect(problems(pair('    subsumes: [eio.predicate.refund-too-soon]\n', ''))).toBe('');
    expect(problems(`${SMALL}    subsumes: [eio.predicate.refund-without-leave]\n`)).toMatchInlineSnapshot(`
      "refunds.yaml:36:16: "eio.predicate.refund-without-leave" subsumes itself [eio/subsumes]
       36 |     subsumes: [eio.predicate.refund-without-leave]
          |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
    expect(problems(pair('    subsumes: [eio.predicate.refund-too-late]\n', ''))).toMatchInlineSnapshot(`
      "refunds.yaml:36:16: unknown predicate "eio.predicate.refund-too-late" [eio/unknown-id]
       36 |     subsumes: [eio.predicate.refund-too-late]
          |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: did you mean "eio.predicate.refund-too-soon"?"
    `);
    expect(
      problems(
        pair('    subsumes: [eio.predicate.refund-too-soon]\n', '    subsumes: [eio.predicate.refund-without-leave]\n'),
      ),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:36:16: predicates subsume each other: eio.predicate.refund-without-leave -> eio.predicate.refund-too-soon -> eio.predicate.refund-without-leave [eio/subsumes]
       36 |     subsumes: [eio.predicate.refund-too-soon]
          |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      refunds.yaml:58:16: predicates subsume each other: eio.predicate.refund-too-soon -> eio.predicate.refund-without-leave -> eio.predicate.refund-too-soon [eio/subsumes]
       58 |     subsumes: [eio.predicate.refund-without-leave]
          |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    `);
  });

  it('may supply a fact of applicable_when, once, and never in a circle', () => {
    const input = (predicate: string, fact: string) =>
      `    applicability_inputs:\n      - {predicate: eio.predicate.${predicate}, scope: same_episode, provides_fact: ${fact}, fact_true_when_state: APPLICABLE_FAIL}\n`;
    const asks = (text: string) =>
      text.replace(
        APPLICABLE,
        () =>
          '      all:\n        - relation: [$instruction, eio.relation.requests, $refund]\n        - fact: came_too_soon\n',
      );
    expect(problems(asks(pair(input('refund-too-soon', 'came_too_soon'), '')))).toBe('');
    expect(problems(asks(pair(input('refund-too-soon', 'came_too_son'), '')))).toMatchInlineSnapshot(`
      "refunds.yaml:25:17: unknown fact "came_too_soon" [eio/unknown-fact]
       25 |         - fact: came_too_soon
          |                 ^^^^^^^^^^^^^
        expected a fact that a resolver decides, or that an applicability input supplies
        hint: did you mean "came_too_son"?
      refunds.yaml:39:88: "applicable_when" of "eio.predicate.refund-without-leave" asks for no fact "came_too_son" [eio/applicability-input]
       39 |       - {predicate: eio.predicate.refund-too-soon, scope: same_episode, provides_fact: came_too_son, fact_true_when_state: APPLICABLE_FAIL}
          |                                                                                        ^^^^^^^^^^^^
        hint: did you mean "came_too_soon"?"
    `);
    expect(problems(asks(pair(input('refund-to-soon', 'came_too_soon'), '')))).toContain(
      'unknown predicate "eio.predicate.refund-to-soon"',
    );
    expect(problems(asks(pair(input('refund-without-leave', 'came_too_soon'), '')))).toContain(
      'predicates wait for each other',
    );
    const twice = input('refund-too-soon', 'came_too_soon');
    expect(problems(asks(pair(twice + twice.slice(twice.indexOf('\n') + 1), '')))).toContain('is supplied twice');
  });
});

describe('a predicate that contradicts itself', () => {
  const judging = (applicable: string, violated: string, more = '') =>
    changed(
      [APPLICABLE, `      ${applicable}\n`],
      [
        '      not:\n        relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]\n',
        `      ${violated}\n${more}`,
      ],
    );
  const ALLOWED = 'relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]';
  const ASKED = 'relation: [$instruction, eio.relation.requests, $refund]';

  it('is refused if it can never apply', () => {
    expect(problems(judging(`all: [{${ASKED}}, {not: {${ASKED}}}]`, `not: {${ALLOWED}}`))).toMatchInlineSnapshot(`
      "refunds.yaml:23:7: "eio.predicate.refund-without-leave" can never apply: applicable_when is false whatever holds [eio/contradiction]
       23 |       all: [{relation: [$instruction, eio.relation.requests, $refund]}, {not: {relation: [$instruction, eio.relation.requests, $refund]}}]
          |       ^"
    `);
    expect(problems(changed([`    applicable_when:\n${APPLICABLE}`, '    applicable_when: false\n']))).toContain(
      'can never apply',
    );
    expect(
      problems(
        judging(
          'all: [{temporal: {event: $refund, op: after, reference: $instruction}}, {temporal: {event: $refund, op: before, reference: $instruction}}]',
          `not: {${ALLOWED}}`,
        ),
      ),
    ).toContain('can never apply');
  });

  it('is refused if applicability excludes the violation', () => {
    expect(problems(judging(`all: [{${ASKED}}, {${ALLOWED}}]`, `not: {${ALLOWED}}`))).toMatchInlineSnapshot(`
      "refunds.yaml:25:7: "eio.predicate.refund-without-leave" can never be violated: applicable_when and violated_when disagree on "$refund authorized-by ApplicablePolicy" [eio/contradiction]
       25 |       not: {relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]}
          |       ^
        refunds.yaml:23:7: applicable_when"
    `);
    expect(problems(judging(ASKED, `all: [{${ALLOWED}}, {not: {${ALLOWED}}}]`))).toContain(
      'violated_when is false whatever holds',
    );
    expect(
      problems(judging(`any: [{${ALLOWED}}, {not: {${ASKED}}}]`, `all: [{${ASKED}}, {not: {${ALLOWED}}}]`)),
    ).toContain('exclude each other');
  });

  it('is refused if it is satisfied exactly when it is violated', () => {
    expect(
      problems(judging(ASKED, `not: {${ALLOWED}}`, `    satisfied_when:\n      not: {${ALLOWED}}\n`)),
    ).toMatchInlineSnapshot(`
      "refunds.yaml:27:7: "eio.predicate.refund-without-leave" is satisfied exactly when it is violated [eio/contradiction]
       27 |       not: {relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]}
          |       ^
        refunds.yaml:25:7: violated_when"
    `);
  });

  it('is warned of if all that it applies to is a violation', () => {
    expect(problems(judging(ASKED, ASKED))).toContain('is violated by everything to which it applies');
  });

  it('is refused if it asks for what an irreflexive relation denies', () => {
    expect(
      problems(
        judging('relation: [$refund, eio.relation.precedes, $refund]', `all: [{${ASKED}}, {not: {${ALLOWED}}}]`),
      ),
    ).toContain('is irreflexive');
  });

  it('is left alone if it is sound, whatever its shape', () => {
    expect(problems(judging(`any: [{${ASKED}}, {${ALLOWED}}]`, `not: {${ALLOWED}}`))).toBe('');
  });
});
