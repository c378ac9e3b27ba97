import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { importTrace } from './import-trace.ts';
import { brief } from './testing/brief.ts';

const read = (value: unknown) => unwrap(importTrace(JSON.stringify(value), { file: 'history.json' }));
const request = (...parts: object[]) => ({ kind: 'request', parts, timestamp: '2026-01-01T00:00:00Z' });
const response = (...parts: object[]) => ({ kind: 'response', parts, timestamp: '2026-01-01T00:00:01Z' });
const prompt = (content: unknown) => ({ part_kind: 'user-prompt', content, timestamp: '2026-01-01T00:00:00Z' });
const call = (id: string | undefined, args: unknown, tool = 'pay') => ({
  part_kind: 'tool-call',
  tool_name: tool,
  args,
  ...(id === undefined ? {} : { tool_call_id: id }),
});
const back = (id: string | undefined, content: unknown, more: object = { outcome: 'success' }) => ({
  part_kind: 'tool-return',
  tool_name: 'pay',
  content,
  ...(id === undefined ? {} : { tool_call_id: id }),
  ...more,
});

const ASKED = {
  ...request({ part_kind: 'system-prompt', content: 'Be kind.' }, prompt('Pay Ann and Bob.')),
  instructions: 'Ask first.',
};
const CALLS = response(
  { part_kind: 'thinking', content: 'hm' },
  { part_kind: 'text', content: 'Paying.' },
  call('c1', '{"to":"Ann"}'),
  call('c2', { to: 'Bob' }),
);
const DONE = request(back('c1', { paid: true }), back('c2', 'not allowed', { outcome: 'denied' }));

describe('Pydantic AI', () => {
  it('tells calls in parallel, what became of each, the denial among them, and every author apart', () => {
    const { trace, format, report } = read([ASKED, CALLS, DONE]);
    expect(format).toBe('pydantic-ai');
    expect(trace.header.observes).not.toContain('approval.decided');
    expect(trace.header.gaps).toBeUndefined();
    expect(report.records).toBe(8);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      - context.added item=item:1 origin=developer trust=trusted text=Ask first.
      - context.added at=1767225600000 item=item:2 origin=system trust=trusted text=Be kind.
      1 context.added at=1767225600000 item=item:3 origin=user trust=trusted text=Pay Ann and Bob.
      1 message.sent at=1767225601000 to=user text=Paying.
      1 call.proposed at=1767225601000 call=c1 tool=pay args={"to":"Ann"}
      1 call.proposed at=1767225601000 call=c2 tool=pay args={"to":"Bob"}
      1 exec.started at=1767225600000 exec=exec:c1 call=c1 tool=pay args={"to":"Ann"} (inferred:execution-from-result)
      1 exec.ended at=1767225600000 exec=exec:c1 status=ok result=item:4 (inferred:execution-from-result)
      1 context.added at=1767225600000 item=item:4 origin=tool_result trust=untrusted text={"paid":true} producer=c1
      1 policy.decided at=1767225600000 call=c2 effect=deny
      1 context.added at=1767225600000 item=item:5 origin=tool_result trust=untrusted text=not allowed producer=c2
      "
    `);
  });

  it('tells a history once, however often it was dumped and whatever stands around it', () => {
    const once = brief(read([ASKED, CALLS, DONE]).trace);
    expect(brief(read({ all_messages: [ASKED, CALLS, DONE] }).trace)).toBe(once);
    const lines = [[ASKED], [ASKED, CALLS], [ASKED, CALLS, DONE]].map((line) => JSON.stringify(line)).join('\n');
    const { trace, report } = unwrap(importTrace(lines, { file: 'history.jsonl' }));
    expect(brief(trace)).toBe(once);
    expect(report.skipped.find(({ rule }) => rule === 'repeated')?.count).toBe(8);
    expect(brief(read([ASKED, CALLS, DONE, ASKED, CALLS, DONE]).trace)).not.toBe(once);
  });

  it.each([
    ['success', { outcome: 'success' }, 'ok'],
    ['failed', { outcome: 'failed' }, 'error'],
    ['interrupted', { outcome: 'interrupted' }, 'unknown'],
    ['none, as before there was one', {}, 'ok'],
    ['of a name that is not known', { outcome: 'teleported' }, 'unknown'],
  ])('reads the outcome %s', (_name, more, status) => {
    const { trace } = read([ASKED, CALLS, request(back('c1', 'x', more))]);
    expect(trace.events.flatMap((event) => (event.kind === 'exec.ended' ? [event.status] : []))).toEqual([status]);
  });

  it('knows a denial of an older history by its text, and takes the same text for a result where an outcome says so', () => {
    const kinds = (more: object) =>
      read([ASKED, CALLS, request(back('c1', 'The tool call was denied.', more))]).trace.events.map(({ kind }) => kind);
    expect(kinds({})).toContain('policy.decided');
    expect(kinds({})).not.toContain('exec.started');
    expect(kinds({ outcome: 'success' })).toContain('exec.started');
  });

  it('takes a request to try again for the failure of the call that it names, and else for words of the program', () => {
    const retry = { part_kind: 'retry-prompt', content: [{ type: 'missing', loc: ['to'], msg: 'Field required' }] };
    const { trace } = read([
      ASKED,
      CALLS,
      request(
        { ...retry, tool_name: 'pay', tool_call_id: 'c1' },
        { part_kind: 'retry-prompt', content: 'Answer in JSON.' },
      ),
    ]);
    expect(brief(trace).split('\n').slice(-5)).toMatchInlineSnapshot(`
      [
        "1 call.proposed at=1767225601000 call=c2 tool=pay args={"to":"Bob"}",
        "1 policy.decided at=1767225600000 call=c1 effect=deny",
        "1 context.added at=1767225600000 item=item:4 origin=tool_result trust=untrusted text=[{"type":"missing","loc":["to"],"msg":"Field required"}] producer=c1",
        "1 context.added at=1767225600000 item=item:5 origin=developer trust=trusted text=Answer in JSON.",
        "",
      ]
    `);
  });

  it('reads tools of the provider as executed there, and content that is no text as there', () => {
    const { trace } = read([
      request(prompt(['Look.', { kind: 'image-url', url: 'https://example.com/a.png' }])),
      response(
        { part_kind: 'builtin-tool-call', tool_name: 'web_search', args: { q: 'a' }, tool_call_id: 'b1' },
        {
          part_kind: 'builtin-tool-return',
          tool_name: 'web_search',
          content: 'found',
          tool_call_id: 'b1',
          outcome: 'success',
        },
        { part_kind: 'file', content: { data: 'AA==', media_type: 'image/png', kind: 'binary' } },
      ),
      request(prompt([{ kind: 'image-url', url: 'https://example.com/a.png' }])),
    ]);
    expect(brief(trace)).toMatchInlineSnapshot(`
      "
      1 context.added at=1767225600000 item=item:1 origin=user trust=trusted text=Look.
      1 call.proposed at=1767225601000 call=b1 tool=web_search args={"q":"a"}
      1 exec.started at=1767225601000 exec=exec:b1 call=b1 tool=web_search args={"q":"a"}
      1 exec.ended at=1767225601000 exec=exec:b1 status=ok result=item:2
      1 context.added at=1767225601000 item=item:2 origin=tool_result trust=untrusted text=found producer=b1
      1 message.sent at=1767225601000 to=user text=[file]
      2 context.added at=1767225600000 item=item:3 origin=user trust=trusted
      "
    `);
  });

  describe('of a damaged history', () => {
    it('pairs calls without ids by position', () => {
      const { trace } = read([ASKED, response(call(undefined, { to: 'Ann' })), request(back(undefined, 'ok'))]);
      const started = trace.events.find(({ kind }) => kind === 'exec.started');
      expect(started).toMatchObject({ args: { to: 'Ann' }, basis: 'inferred:paired-by-position' });
    });

    it('keeps both calls of an id that is used twice', () => {
      const { trace, report } = read([
        ASKED,
        response(call('c1', { to: 'Ann' })),
        request(back('c1', 'ok')),
        response(call('c1', { to: 'Eve' })),
        request(back('c1', 'ok')),
      ]);
      expect(report.warnings.map(({ code }) => code)).toContain('importers/repeated-call-id');
      expect(trace.events.flatMap((event) => (event.kind === 'exec.started' ? [event.args] : []))).toEqual([
        { to: 'Ann' },
        { to: 'Eve' },
      ]);
    });

    it('counts what it cannot read as gaps, and keeps arguments that were cut off as text', () => {
      const { trace, report } = read([
        ASKED,
        response(
          call('c1', '{"to":"An'),
          { part_kind: 'tool-call', args: {} },
          { part_kind: 'teleport' },
          7 as never,
          {},
        ),
        { kind: 'request', parts: 'none' },
        null,
      ]);
      expect(trace.events.find(({ kind }) => kind === 'call.proposed')).toMatchObject({ args: '{"to":"An' });
      expect(report.warnings.map(({ code }) => code)).toEqual(['importers/arguments-not-json']);
      expect(trace.header.gaps).toEqual([
        { rule: 'malformed', count: 3 },
        { rule: 'unknown-type', count: 1 },
        { rule: 'not-an-object', count: 2 },
      ]);
    });

    it('says that results belong to no call where the beginning is missing', () => {
      const { trace } = read([DONE]);
      expect(trace.header.gaps).toEqual([{ rule: 'result-without-call', count: 2 }]);
    });
  });
});
