import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'runs.json' }));
let clock = 0;
const run = (run_type: string, name: string, inputs: unknown, outputs: unknown, more: object = {}) => {
  const second = String(++clock).padStart(2, '0');
  return {
    id: `${name}${second}`,
    trace_id: 't1',
    run_type,
    name,
    start_time: `2026-01-01T00:00:${second}.000001`,
    end_time: `2026-01-01T00:00:${second}.500000`,
    error: null,
    inputs,
    outputs,
    ...more,
  };
};
const lc = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'schema', 'messages', name],
  kwargs,
});
const HUMAN = lc('HumanMessage', { content: 'Pay Ann and Bob.', type: 'human' });
const CALLS = lc('AIMessage', {
  content: '',
  tool_calls: [
    { id: 'c1', name: 'pay', args: { to: 'Ann' } },
    { id: 'c2', name: 'pay', args: { to: 'Bob' } },
  ],
});
const RESULT = lc('ToolMessage', { content: 'paid', tool_call_id: 'c1', name: 'pay', status: 'success' });
const generated = (message: object) => ({
  generations: [[{ text: '', message, type: 'ChatGeneration' }]],
  llm_output: null,
});
const runs = () => {
  clock = 0;
  return [
    run('chain', 'LangGraph', { messages: [HUMAN] }, { messages: [HUMAN, CALLS, RESULT] }),
    run('llm', 'ChatOpenAI', { messages: [[HUMAN]] }, generated(CALLS)),
    run('tool', 'pay', { input: "{'to': 'Ann'}" }, { output: RESULT }),
    run('tool', 'pay', { to: 'Bob' }, null, { error: 'ValueError("no money")' }),
    run('llm', 'ChatOpenAI', { messages: [[HUMAN, CALLS, RESULT]] }, generated(lc('AIMessage', { content: 'Done.' }))),
  ];
};

describe('LangSmith', () => {
  it('reads models and tools once, though the chains around them repeat everything', () => {
    const { trace, format, report } = read(runs());
    expect(format).toBe('langsmith');
    expect(report.records).toBe(5);
    expect(trace.header.gaps).toBeUndefined();
    expect(trace.header.observes).not.toContain('approval.decided');
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1767225602000.001 item=item:1 origin=user trust=trusted text=Pay Ann and Bob.
      1 call.proposed at=1767225602500 call=c1 tool=pay args={"to":"Ann"}
      1 call.proposed at=1767225602500 call=c2 tool=pay args={"to":"Bob"}
      1 exec.started at=1767225603000.001 exec=exec:c1 call=c1 tool=pay args={"to":"Ann"}
      1 exec.ended at=1767225603500 exec=exec:c1 status=ok result=item:2
      1 context.added at=1767225603500 item=item:2 origin=tool_result trust=untrusted text=paid producer=c1
      1 exec.started at=1767225604000.001 exec=exec:c2 call=c2 tool=pay args={"to":"Bob"} (inferred:paired-by-arguments)
      1 exec.ended at=1767225604500 exec=exec:c2 status=error result=item:3
      1 context.added at=1767225604500 item=item:3 origin=tool_result trust=untrusted text=ValueError("no money") producer=c2
      1 message.sent at=1767225605500 to=user text=Done.
      "
    `);
  });

  it('reads runs in a list, one a line, in a page, and inside each other alike', () => {
    const told = brief(read(runs()).trace);
    const lines = runs()
      .map((one) => JSON.stringify(one))
      .join('\n');
    expect(brief(unwrap(importTrace(lines, { file: 'runs.jsonl' })).trace)).toBe(told);
    expect(brief(read({ runs: runs() }).trace)).toBe(told);
    const [root, ...children] = runs().map(({ trace_id: _trace, ...rest }) => rest);
    expect(brief(read({ ...root, child_runs: children }).trace)).toBe(told);
  });

  it('takes the thread of the metadata for the run, and never the project', () => {
    const of = (metadata: object) =>
      unwrap(
        importTraces(
          JSON.stringify(
            runs().map((one, index) => ({
              ...one,
              session_id: 'project',
              trace_id: `t${index % 2}`,
              extra: { metadata },
            })),
          ),
          { file: 'runs.json' },
        ),
      ).map(({ name }) => name);
    expect(of({ thread_id: 'th' })).toEqual(['th']);
    expect(of({})).toEqual(['t0', 't1']);
  });

  it('reads times in UTC, with a zone or without', () => {
    const at = (start_time: unknown) => read([{ ...runs()[2]!, start_time }]).trace.events[0]?.at;
    expect(at('2026-01-01T00:00:03.250000')).toBe(Date.UTC(2026, 0, 1, 0, 0, 3, 250));
    expect(at('2026-01-01T02:00:03.25+02:00')).toBe(Date.UTC(2026, 0, 1, 0, 0, 3, 250));
    expect(at(1767225603250)).toBe(1767225603250);
    expect(at('yesterday')).toBeUndefined();
  });

  it('does not observe the content of a run that keeps it elsewhere, and has no arguments of a tool that does', () => {
    const stored = runs().map((one) => ({
      ...one,
      inputs: null,
      outputs: null,
      inputs_s3_urls: {},
      dotted_order: 'x',
    }));
    const { trace } = read(stored);
    expect(trace.header.observes).not.toContain('call.proposed');
    expect(trace.events.filter(({ kind }) => kind === 'exec.started')).toMatchObject([{ args: null }, { args: null }]);
  });

  it('counts what is no run as lost', () => {
    const { trace } = read({ ...runs()[0]!, child_runs: [runs()[1]!, null, { name: 'x' }] });
    expect(trace.header.gaps).toEqual([{ rule: 'unknown-type', count: 2 }]);
  });

  it('takes a tool for failed whose message says so, though its run has no error', () => {
    const status = (said: string) => {
      const ran = {
        ...runs()[2]!,
        outputs: { output: { type: 'tool', content: 'no', tool_call_id: 'c1', status: said } },
      };
      return read([ran]).trace.events.find(({ kind }) => kind === 'exec.ended');
    };
    expect(status('error')).toMatchObject({ status: 'error' });
    expect(status('success')).toMatchObject({ status: 'ok' });
  });

  it('reads the calls of every prompt of a batch', () => {
    const call = (id: string) => [
      { message: { type: 'ai', content: '', tool_calls: [{ id, name: 'pay', args: {} }] } },
    ];
    const { trace } = read([{ ...runs()[1]!, outputs: { generations: [call('a'), call('b')] } }]);
    expect(trace.events.filter(({ kind }) => kind === 'call.proposed')).toMatchObject([{ call: 'a' }, { call: 'b' }]);
  });
});
