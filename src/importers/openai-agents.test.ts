import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (...values: unknown[]) =>
  unwrap(importTrace(values.map((value) => JSON.stringify(value)).join('\n'), { file: 'states.jsonl' }));

const rawCall = (id: string, name = 'pay', args = '{"to":"x"}') => ({
  type: 'function_call',
  callId: id,
  name,
  arguments: args,
  status: 'completed',
});
const callItem = (id: string, name?: string) => ({
  type: 'tool_call_item',
  rawItem: rawCall(id, name),
  agent: { name: 'A' },
});
const outputItem = (id: string) => ({
  type: 'tool_call_output_item',
  rawItem: { type: 'function_call_result', callId: id, name: 'pay', output: 'ok' },
  agent: { name: 'A' },
  output: 'ok',
});
const interruption = (id: string) => ({
  type: 'tool_approval_item',
  rawItem: rawCall(id),
  agent: { name: 'A' },
  toolName: 'pay',
});
const state = (changes: Record<string, unknown> = {}) => ({
  $schemaVersion: '1.19',
  currentAgent: { name: 'A' },
  originalInput: 'Pay x.',
  modelResponses: [],
  context: { approvals: {}, context: {} },
  generatedItems: [],
  pendingAgentToolRuns: {},
  ...changes,
});
const interrupted = (...ids: string[]) => ({
  type: 'next_step_interruption',
  data: { interruptions: ids.map(interruption) },
});
const approvals = (record: object, key = '["bare","pay"]') => ({
  approvals: {},
  functionApprovals: [{ agentIdentity: 'A', approvals: { [key]: record } }],
});

describe('OpenAI Agents RunState', () => {
  it('in a sequence of snapshots adds what the one before did not show', () => {
    const { trace, format, report } = read(
      state({ generatedItems: [callItem('c1')], currentStep: interrupted('c1') }),
      state({
        generatedItems: [callItem('c1')],
        currentStep: interrupted('c1'),
        context: approvals({ approved: ['c1'], rejected: [] }),
      }),
      state({
        generatedItems: [callItem('c1'), outputItem('c1')],
        context: approvals({ approved: ['c1'], rejected: [] }),
      }),
    );
    expect(format).toBe('openai-agents');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=Pay x.
      1 call.proposed agent=A call=c1 tool=pay args={"to":"x"}
      1 approval.requested agent=A approval=c1 call=c1 tool=pay args={"to":"x"}
      1 approval.decided approval=c1 decision=approve scope=once by=unknown authenticity=server (inferred:approval-from-state)
      1 exec.started agent=A exec=exec:c1 call=c1 tool=pay args={"to":"x"} (inferred:execution-from-result)
      1 exec.ended agent=A exec=exec:c1 status=unknown result=item:2 (inferred:execution-from-result)
      1 context.added agent=A item=item:2 origin=tool_result trust=untrusted text=ok producer=c1
      "
    `);
    expect(report.dropped).toEqual([]);
  });

  it('in a single snapshot puts the decision before the result that followed it, and says that this is inferred', () => {
    const { trace } = read(
      state({
        generatedItems: [callItem('c1'), outputItem('c1')],
        context: approvals({ approved: ['c1'], rejected: [] }),
      }),
    );
    expect(trace.events.map(({ kind, basis }) => [kind, basis])).toMatchInlineSnapshot(`
      [
        [
          "context.added",
          undefined,
        ],
        [
          "call.proposed",
          undefined,
        ],
        [
          "approval.requested",
          "inferred:approval-from-state",
        ],
        [
          "approval.decided",
          "inferred:approval-from-state",
        ],
        [
          "exec.started",
          "inferred:execution-from-result",
        ],
        [
          "exec.ended",
          "inferred:execution-from-result",
        ],
        [
          "context.added",
          undefined,
        ],
      ]
    `);
  });

  it('shows an execution that came before its approval as just that', () => {
    const { trace } = read(
      state({ generatedItems: [callItem('c1'), outputItem('c1')] }),
      state({
        generatedItems: [callItem('c1'), outputItem('c1')],
        context: approvals({ approved: ['c1'], rejected: [] }),
      }),
    );
    const kinds = trace.events.map(({ kind }) => kind);
    expect(kinds.indexOf('exec.started')).toBeLessThan(kinds.indexOf('approval.decided'));
  });

  it('takes approved: true for a standing permission, and a rejected call for an exception', () => {
    const invocation = JSON.stringify({
      payload: { format: 'json', value: { n: 1 } },
      toolName: '["bare","pay"]',
      type: 'function_call',
    });
    const { trace } = read(
      state({
        context: {
          ...approvals({ approved: true, rejected: ['no'] }),
          approvalInvocations: [
            { agentIdentity: 'A', invocations: { yes: invocation, no: invocation }, approvals: {} },
          ],
        },
      }),
    );
    expect(trace.events.filter(({ kind }) => kind === 'approval.decided')).toMatchObject([
      { approval: 'no', decision: 'deny', scope: 'once' },
      { approval: 'yes', decision: 'approve', scope: 'always' },
      { approval: 'standing:pay', decision: 'approve', scope: 'always' },
    ]);
    expect(trace.events.find(({ kind }) => kind === 'call.proposed')).toMatchObject({
      call: 'yes',
      args: { n: 1 },
      basis: 'inferred:call-from-approval',
    });
  });

  it('takes what a rejected call gave for the refusal that it is, and no execution', () => {
    const refused = (item: object, record: object) =>
      read(state({ generatedItems: [callItem('c1'), item], context: approvals(record as never) })).trace.events.flatMap(
        (event) => {
          switch (event.kind) {
            case 'exec.started':
            case 'policy.decided':
              return [`${event.kind} ${event.basis ?? 'observed'}`];
            default:
              return [];
          }
        },
      );
    const rejected = { approved: [], rejected: ['c1'] };
    expect(refused(outputItem('c1'), rejected)).toEqual(['policy.decided inferred:approval-from-state']);
    expect(refused({ ...outputItem('c1'), executionStatus: 'executed' }, rejected)).toEqual(['exec.started observed']);
    expect(refused(outputItem('c1'), { approved: ['c1'], rejected: [] })).toEqual([
      'exec.started inferred:execution-from-result',
    ]);
  });

  it('reads version 1.20, with programs that the model wrote', () => {
    const item = (type: string, rawItem: object) => ({ type, rawItem, agent: { name: 'A' } });
    const { trace, report } = read(
      state({
        $schemaVersion: '1.20',
        generatedItems: [
          item('tool_call_item', { type: 'program', callId: 'p1', code: 'pay()', fingerprint: 'f' }),
          item('tool_call_output_item', { type: 'program_output', callId: 'p1', output: 'paid', status: 'completed' }),
        ],
      }),
    );
    expect(report).toMatchObject({ dropped: [], warnings: [] });
    expect(trace.events.find(({ kind }) => kind === 'exec.started')).toMatchObject({
      call: 'p1',
      tool: 'program',
      args: { code: 'pay()' },
    });
  });

  it('does not take a standing permission of one tool for one of another with a longer name', () => {
    const { trace } = read(
      state({
        generatedItems: [callItem('c1', 'lookup'), outputItem('c1')],
        context: approvals({ approved: true, rejected: [] }, '["namespaced","crm","lookup"]'),
      }),
    );
    expect(trace.events.filter(({ kind }) => kind === 'approval.decided')).toMatchObject([
      { approval: 'standing:crm.lookup' },
    ]);
  });

  it('reads nested runs that stand inside as strings', () => {
    const nested = state({
      currentAgent: { name: 'Inner' },
      originalInput: 'sub task',
      generatedItems: [{ ...callItem('n1'), agent: { name: 'Inner' } }],
    });
    const { trace } = read(
      state({
        generatedItems: [callItem('outer', 'delegate')],
        pendingAgentToolRuns: { 'delegate:outer': JSON.stringify(nested) },
        currentStep: interrupted('n1'),
      }),
    );
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added item=item:1 origin=user trust=trusted text=Pay x.
      1 call.proposed agent=A call=outer tool=delegate args={"to":"x"}
      1 context.added item=item:2 origin=peer trust=untrusted text=sub task
      1 call.proposed agent=Inner call=n1 tool=pay args={"to":"x"}
      1 approval.requested agent=A approval=n1 call=n1 tool=pay args={"to":"x"}
      "
    `);
  });

  it('stops at runs that nest without end', () => {
    let nested = JSON.stringify(state());
    for (let i = 0; i < 10; i++) nested = JSON.stringify(state({ pendingAgentToolRuns: { x: nested } }));
    const { report } = unwrap(importTrace(nested, { file: 'f' }));
    expect(report.dropped.map(({ rule, count }) => [rule, count])).toEqual([['malformed', 1]]);
  });

  it('gives hand-offs', () => {
    const item = {
      type: 'handoff_output_item',
      rawItem: { type: 'function_call_result', callId: 'h', output: '{}' },
      sourceAgent: { name: 'A' },
      targetAgent: { name: 'B' },
    };
    const { trace } = read(
      state({
        generatedItems: [
          { type: 'handoff_call_item', rawItem: rawCall('h', 'transfer_to_b', '{}'), agent: { name: 'A' } },
          item,
        ],
      }),
    );
    expect(trace.events.at(-1)).toMatchObject({ kind: 'handoff', from: 'A', to: 'B' });
  });

  it('warns of a version that it does not know', () => {
    const { report } = read(state({ $schemaVersion: '99.0' }));
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "version 99.0 of the state is not known, at /$schemaVersion [importers/unknown-version]
        hint: versions up to 1.20 are known",
      ]
    `);
    expect(read(state({ $schemaVersion: 117 })).report.warnings).toHaveLength(1);
  });
});
