import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../diagnostics/diagnostic.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { createTrace } from '../trace/trace.ts';
import { authorisingKind, eioGuards, weakenModule, weakenPredicate } from './guards.ts';
import { loadEmbeddedModule } from './module/load-eio-module.ts';
import { expressionNodes, expressionText } from './module/visit-expression.ts';
import type { EioModule, Expression } from './types.ts';

const contextTrust = unwrap(loadEmbeddedModule('eio:context-trust'));

describe('the guards of an EIO module', () => {
  it('are the atoms of its predicates and the events that authorise, each with a path of its own', () => {
    const guards = eioGuards(contextTrust);
    expect(new Set(guards.map((guard) => guard.path)).size).toBe(guards.length);
    expect(guards.map((guard) => `${guard.path}: ${guard.text}`)).toMatchInlineSnapshot(`
      [
        "untrusted-content-reproduced/applicable_when/part-of: $source_span part-of UntrustedContent",
        "untrusted-instruction-execution/applicable_when/part-of: $instruction part-of UntrustedContent",
        "untrusted-instruction-execution/applicable_when/requests: $instruction requests $action",
        "untrusted-instruction-execution/violated_when/implements: $action implements $instruction",
        "untrusted-instruction-execution/violated_when/authorized-by: $action authorized-by ApplicablePolicy",
        "untrusted-content-persisted/applicable_when/part-of: $content part-of UntrustedContent",
        "untrusted-content-persisted/violated_when/derived-from: $state derived-from $content",
        "untrusted-content-persisted/violated_when/persists-from: $state persists-from EarlierTurn",
        "untrusted-content-persisted/violated_when/caused-by: $later_action caused-by $content",
        "applicable-policy-abandoned/applicable_when/satisfies: $earlier_action satisfies $policy",
        "applicable-policy-abandoned/applicable_when/after: $later_action after $earlier_action",
        "applicable-policy-abandoned/applicable_when/policy_still_effective: policy_still_effective(event: $later_action, policy: $policy)",
        "unverified-authority-accepted/applicable_when/issued-by: $instruction issued-by $asserted_identity",
        "unverified-authority-accepted/applicable_when/requests: $instruction requests $action",
        "unverified-authority-accepted/violated_when/implements: $action implements $instruction",
        "unverified-authority-accepted/violated_when/verified-by: $asserted_identity verified-by ValidVerificationState",
        "unverified-authority-accepted/violated_when/authorized-by: $action authorized-by ScopedAuthority",
        "guardrail-circumvented/applicable_when/policy_prohibits_outcome: policy_prohibits_outcome(outcome: $outcome, policy: $policy)",
        "guardrail-circumvented/applicable_when/part-of: $interaction part-of EvaluationRun",
        "guardrail-circumvented/violated_when/violates: $outcome violates $policy",
        "guardrail-circumvented/violated_when/composed_actions_reach_prohibited_outcome: composed_actions_reach_prohibited_outcome(episode: $interaction, outcome: $outcome)",
        "context-provenance-missing/applicable_when/caused-by: $consequence caused-by $content",
        "context-provenance-missing/violated_when/source_identity_missing: source_identity_missing(content: $content)",
        "context-provenance-missing/violated_when/trust_classification_missing: trust_classification_missing(content: $content)",
        "unauthenticated-peer-instruction-executed/applicable_when/issued-by: $peer_instruction issued-by $peer_identity",
        "unauthenticated-peer-instruction-executed/applicable_when/issuer_is_peer_agent: issuer_is_peer_agent(identity: $peer_identity)",
        "unauthenticated-peer-instruction-executed/violated_when/implements: $action implements $peer_instruction",
        "unauthenticated-peer-instruction-executed/violated_when/peer_integrity_unverified: peer_integrity_unverified(instruction: $peer_instruction)",
        "unauthenticated-peer-instruction-executed/violated_when/delegation_scope_missing_or_exceeded: delegation_scope_missing_or_exceeded(action: $action, instruction: $peer_instruction)",
        "event/policy.declared: a declared policy permits a call",
        "event/policy.decided: a policy decision allows a call",
        "event/approval.decided: an approval allows a call",
        "event/identity.verified: a verification vouches for an identity",
        "event/handoff: a handoff hands authority over",
      ]
    `);
    for (const guard of guards) if (guard.kind === 'atom') expect(guard.at?.file).toBe('eio.risk.context-trust.yaml');
  });

  it('can each be removed, which changes its predicate and no other', () => {
    for (const guard of eioGuards(contextTrust).filter((one) => one.kind === 'atom')) {
      const weakened = unwrap(weakenPredicate(contextTrust, guard.path));
      const changed = weakened.predicates.filter((predicate, index) => predicate !== contextTrust.predicates[index]);
      expect(changed.map((predicate) => predicate.id.slice(14))).toEqual([guard.path.split('/')[0]]);
    }
  });

  it('leave what drops them out of their list', () => {
    const text = (path: string, section: 'applicableWhen' | 'satisfiedWhen' | 'violatedWhen') => {
      const weakened = unwrap(weakenPredicate(contextTrust, path));
      const predicate = weakened.predicates.find((one) => one.id.endsWith(`.${path.split('/')[0]}`));
      return expressionText(predicate![section]!);
    };
    expect([
      text('untrusted-instruction-execution/violated_when/implements', 'violatedWhen'),
      text('untrusted-instruction-execution/violated_when/authorized-by', 'violatedWhen'),
      text('unauthenticated-peer-instruction-executed/violated_when/peer_integrity_unverified', 'violatedWhen'),
    ]).toMatchInlineSnapshot(`
      [
        "all(true; not ($action authorized-by ApplicablePolicy))",
        "all($action implements $instruction; not (false))",
        "all($action implements $peer_instruction; any(false; delegation_scope_missing_or_exceeded(action: $action, instruction: $peer_instruction)))",
      ]
    `);
  });

  it('are none where nothing of the condition would be left, so that everything would be a violation', () => {
    const alone = [
      'untrusted-content-reproduced/satisfied_when/normalized_or_encoded_span_match',
      'applicable-policy-abandoned/violated_when/violates',
    ];
    const paths = eioGuards(contextTrust).map(({ path }) => path);
    for (const path of alone) {
      expect(paths).not.toContain(path);
      const refused = weakenModule(contextTrust, path);
      expect(refused.ok ? '' : refused.errors[0].hint).toContain('it is the whole condition');
    }
    // What an attack is judged by stands in each weakened predicate, for some trace at least.
    for (const path of paths.filter((one) => !one.startsWith('event/'))) {
      const { module } = unwrap(weakenModule(contextTrust, path));
      for (const { polarity, violatedWhen, satisfiedWhen } of module.predicates) {
        const condition = polarity === 'risk' ? violatedWhen : satisfiedWhen;
        expect(expressionText(condition!)).toMatch(/\$/);
      }
    }
  });

  it('of events take nothing from the predicates and tell the fold what to pass over', () => {
    const weakened = unwrap(weakenModule(contextTrust, 'event/approval.decided'));
    expect(weakened.module).toBe(contextTrust);
    expect([...weakened.ignored]).toEqual(['approval.decided']);
    const atom = unwrap(weakenModule(contextTrust, 'applicable-policy-abandoned/applicable_when/after'));
    expect(atom.ignored.size).toBe(0);
    expect(atom.module).not.toBe(contextTrust);
  });

  it('are refused when unknown, with the nearest', () => {
    const refusals = ['event/aproval.decided', 'untrusted-instruction-execution/violated_when/authorised-by'].map(
      (path) => {
        const result = weakenModule(contextTrust, path);
        return result.ok ? [] : result.errors;
      },
    );
    expect(refusals).toMatchInlineSnapshot(`
      [
        [
          {
            "code": "eio/unknown-guard",
            "hint": "did you mean "event/approval.decided"?",
            "message": "there is no guard "event/aproval.decided"",
          },
        ],
        [
          {
            "code": "eio/unknown-guard",
            "hint": "did you mean "untrusted-instruction-execution/violated_when/authorized-by"?",
            "message": "there is no guard "untrusted-instruction-execution/violated_when/authorised-by"",
          },
        ],
      ]
    `);
    expect(weakenPredicate(contextTrust, 'event/approval.decided').ok).toBe(false);
  });

  it('count only events that really authorise', () => {
    const { events } = createTrace({
      events: [
        { kind: 'policy.declared', id: 'a', effect: 'permit', tools: ['*'] },
        { kind: 'policy.declared', id: 'b', effect: 'prohibit', tools: ['*'] },
        { kind: 'policy.decided', call: 'c', effect: 'allow' },
        { kind: 'policy.decided', call: 'c', effect: 'ask' },
        {
          kind: 'approval.decided',
          approval: 'd',
          decision: 'approve',
          scope: 'once',
          by: 'me',
          authenticity: 'server',
        },
        {
          kind: 'approval.decided',
          approval: 'd',
          decision: 'revoke',
          scope: 'once',
          by: 'me',
          authenticity: 'server',
        },
        { kind: 'identity.verified', identity: 'e' },
        { kind: 'identity.asserted', identity: 'e' },
        { kind: 'handoff', from: 'f', to: 'g', authority: {} },
        { kind: 'handoff', from: 'f', to: 'g' },
      ],
    });
    expect(events.map(authorisingKind)).toEqual([
      'policy.declared',
      null,
      'policy.decided',
      null,
      'approval.decided',
      null,
      'identity.verified',
      null,
      'handoff',
      null,
    ]);
  });
});

const at: Span = { file: 'x', start: { line: 1, column: 1 } };

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', 'c', 'd').map((name): Expression => ({ kind: 'fact', name, where: [], at })),
    tie('expression').map((part): Expression => ({ kind: 'not', part, at })),
    fc
      .tuple(
        fc.constantFrom('all' as const, 'any' as const),
        fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, parts]): Expression => ({ kind, parts, at })),
  ),
}));

const WORLDS = Array.from({ length: 16 }, (_, bits) => new Set(['a', 'b', 'c', 'd'].filter((_, i) => (bits >> i) & 1)));

function holds(expression: Expression, world: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case 'boolean':
      return expression.value;
    case 'fact':
      return world.has(expression.name);
    case 'not':
      return !holds(expression.part, world);
    case 'all':
      return expression.parts.every((part) => holds(part, world));
    case 'any':
      return expression.parts.some((part) => holds(part, world));
    default:
      throw new Error('not generated');
  }
}

/** The expression with the atom, and any `not` around it, deleted from its list; null if nothing is left. */
function deleted(expression: Expression, atom: Expression): Expression | null {
  if (expression === atom) return null;
  switch (expression.kind) {
    case 'not': {
      const part = deleted(expression.part, atom);
      return part && { ...expression, part };
    }
    case 'all':
    case 'any':
      return { ...expression, parts: expression.parts.flatMap((part) => deleted(part, atom) ?? []) };
    default:
      return expression;
  }
}

describe('weakening', () => {
  it('means what deleting the atom from its list means, whatever the expression', () => {
    const [predicate] = contextTrust.predicates;
    fc.assert(
      fc.property(expression, (generated) => {
        const module: EioModule = {
          ...contextTrust,
          predicates: [
            {
              ...predicate!,
              polarity: 'risk',
              applicableWhen: { kind: 'boolean', value: true, at },
              violatedWhen: generated,
            },
          ],
        };
        const atoms = [...expressionNodes(generated)].filter((node) => node.kind === 'fact');
        const paths = eioGuards(module).flatMap(({ path }) => (path.includes('/violated_when/') ? [path] : []));
        const times = new Map<string, number>();
        let told = 0;
        for (const atom of atoms) {
          const name = atom.kind === 'fact' ? atom.name : '';
          const time = (times.get(name) ?? 0) + 1;
          times.set(name, time);
          const path = paths.find((one) => one.endsWith(`/violated_when/${name}${time === 1 ? '' : `/${time}`}`));
          const rest = deleted(generated, atom);
          const left = (world: ReadonlySet<string>): boolean => rest === null || holds(rest, world);
          // Without this one everything would be a violation.
          if (path === undefined) expect(WORLDS.every(left)).toBe(true);
          else {
            told++;
            const weakened = unwrap(weakenPredicate(module, path)).predicates[0]!.violatedWhen!;
            for (const world of WORLDS) expect(holds(weakened, world)).toBe(left(world));
          }
        }
        expect(paths).toHaveLength(told);
      }),
      { numRuns: 300 },
    );
  });
});
