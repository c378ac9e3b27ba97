import { describe, expect, it } from 'vitest';
import { buildEvidence } from '../record/build.ts';
import { traceInput, trioInput } from '../testing/fixtures.ts';
import { renderAnnotation } from './github.ts';
import { escapeMarkdown, fenced, renderMarkdown } from './markdown.ts';
import { renderMermaid } from './mermaid.ts';

describe('a Mermaid diagram', () => {
  it('of a recorded trace shows who said what to whom and where it went wrong', () => {
    expect(renderMermaid(buildEvidence(traceInput()))).toMatchInlineSnapshot(`
      "sequenceDiagram
        participant user
        participant agent
        participant tool
        participant approver
        participant retrieval
        user->>agent: 1. user content i-1: [text#35;1] (trusted)
        agent->>tool: 2. proposes bank.pay as call c-1 with {amount: [args.amount#35;1], to: [args.to#35;1]}
        agent->>approver: 3. asks for approval a-1 of bank.pay with {amount: [args.amount#35;1], to: [args.to#35;1]}
        approver->>agent: 4. decides approval a-1: approve, once, server
        retrieval->>agent: 5. retrieval content i-2: [text#35;2] (untrusted)
        agent->>tool: 6. runs bank.pay for call c-2 under approval a-1 with {amount: [args.amount#35;1], to: [args.to#35;1]}
        Note over agent: forbidden state reached"
    `);
  });

  it('of steps shows the run against the model', () => {
    expect(renderMermaid(buildEvidence(trioInput()), 'attack')).toMatchInlineSnapshot(`
      "sequenceDiagram
        participant run as The run
        participant model as The model
        run->>model: 1. Request(call: c-1)
        Note over model: approvals.c-1: unset becomes pending
        run->>model: 2. Approve(call: c-1)
        Note over model: approvals.c-1: pending becomes approved
        run-xmodel: 3. Run(call: c-2, tool: bank.pay, with: {to: acme})
        Note over model: stopped by a guard"
    `);
  });

  it('is null for a leg that the record does not have', () => {
    expect(renderMermaid(buildEvidence(traceInput()), 'control')).toBeNull();
  });
});

describe('Markdown', () => {
  it('holds the message and the diagram, each in a fence', () => {
    expect(renderMarkdown(buildEvidence(traceInput()), { maxLines: 12 })).toMatchInlineSnapshot(`
      "### pays only what was approved

      \`\`\`text
      FAILED pays only what was approved

      The trace reached a forbidden state: EveryPaymentApproved at event 6
        EveryPaymentApproved (APPLICABLE_FAIL)
          every payment that ran was approved for its own call
          EveryPaymentApproved is violated at event 6 (step 3)
      Steps:
        1. Request(call: c-1) (event 3)
             approvals.c-1: unset becomes [approvals.c-1#1]
        2. Approve(call: c-1) (event 4)
      … 10 more lines
          to verify: replay one approval for another call
      \`\`\`

      \`\`\`mermaid
      sequenceDiagram
        participant user
        participant agent
        participant tool
        participant approver
        participant retrieval
        user->>agent: 1. user content i-1: [text#35;1] (trusted)
        agent->>tool: 2. proposes bank.pay as call c-1 with {amount: [args.amount#35;1], to: [args.to#35;1]}
        agent->>approver: 3. asks for approval a-1 of bank.pay with {amount: [args.amount#35;1], to: [args.to#35;1]}
        approver->>agent: 4. decides approval a-1: approve, once, server
        retrieval->>agent: 5. retrieval content i-2: [text#35;2] (untrusted)
        agent->>tool: 6. runs bank.pay for call c-2 under approval a-1 with {amount: [args.amount#35;1], to: [args.to#35;1]}
        Note over agent: forbidden state reached
      \`\`\`
      "
    `);
  });

  it('fences a text that holds fences', () => {
    expect(fenced('text', 'a\n````\nb')).toBe('`````text\na\n````\nb\n`````');
  });

  it('leaves no character with a meaning', () => {
    expect(escapeMarkdown('a_b *c* [d](e) @f #1 <g>')).toBe(
      'a&#95;b &#42;c&#42; &#91;d&#93;&#40;e&#41; &#64;f &#35;1 &#60;g&#62;',
    );
  });
});

describe('a GitHub annotation', () => {
  it('is one line at the YAML line of the leg that failed', () => {
    expect(renderAnnotation(buildEvidence(trioInput('guard gone')), { maxLines: 8 })).toMatchInlineSnapshot(
      `"::error file=scenarios/gate.scenario.yaml,line=9,col=1,title=tracefold%3A gate/approval-replay::FAILED gate/approval-replay: An approval for one call never pays another.%0A  attack: a forbidden state was reached [trio/attack-reaches]%0A%0AEveryPaymentApproved (APPLICABLE_FAIL)%0A  every payment that ran was approved for its own call%0A  EveryPaymentApproved is violated at step 3%0A… 17 more lines%0Asee scenarios/gate.scenario.yaml:9:1"`,
    );
  });

  it('is not made for a proof', () => {
    expect(renderAnnotation(buildEvidence(trioInput()))).toBeNull();
  });
});
