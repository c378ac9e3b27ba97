import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { eioModel } from '../eio/eio-model.ts';
import { loadEmbeddedModule } from '../eio/module/load-eio-module.ts';
import { importTrace } from '../importers/import-trace.ts';
import { foldTrace } from '../model/fold-trace.ts';
import type { Json } from '../trace/json.ts';
import { readTrace } from '../trace/read-trace.ts';
import { writeTrace } from '../trace/write-trace.ts';
import { shippedMonitor } from './shipped.ts';

const OBSERVES = ['policy.declared', 'policy.decided', 'approval.requested', 'approval.decided'] as const;
const monitor = shippedMonitor('nodes-pipeline');
const eio = unwrap(eioModel(unwrap(loadEmbeddedModule('eio:context-trust'))));

const user: Json = { role: 'user', content: 'How are the nodes?' };
const call = (id: string, name: Json): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }],
});
const result = (id: string, more: { readonly [key: string]: Json } = {}): Json => ({
  role: 'tool',
  tool_call_id: id,
  content: 'done',
  ...more,
});
const read = (records: readonly Json[] | string) =>
  unwrap(
    importTrace(typeof records === 'string' ? records : JSON.stringify(records), { file: 'run', observes: OBSERVES }),
  );

describe('a recording that lost something', () => {
  it('passes where it lost nothing', () => {
    const { trace } = read([user, call('c1', 'read'), result('c1')]);
    expect(trace.header.gaps).toBeUndefined();
    expect(unwrap(foldTrace(monitor, trace)).outcome).toBe('pass');
  });

  it.each<[string, readonly Json[] | string, string]>([
    ['a result without its call', [user, result('c1')], 'result-without-call'],
    ['a result before its call', [user, result('c1'), call('c1', 'nodes.run')], 'result-without-call'],
    [
      'a result of another tool than the call',
      [user, call('c1', 'read'), result('c1', { name: 'nodes.run' })],
      'result-of-another-tool',
    ],
    ['a call whose name is no text', [user, call('c1', 5), result('c0')], 'malformed'],
    ['calls that are no list', [user, { role: 'assistant', tool_calls: { id: 'c1' } }], 'malformed'],
    [
      'a call in the old form without a name',
      [user, { role: 'assistant', function_call: { arguments: '{}' } }],
      'malformed',
    ],
    ['a record that is no object', [user, 5].map((one) => JSON.stringify(one)).join('\n'), 'not-an-object'],
    ['a role that is not known', [user, { role: 'wizard', tool_calls: [] }, result('c1')], 'unknown-type'],
    [
      'a last line that ends in the middle',
      [user, call('c0', 'read'), result('c0'), call('c1', 'nodes.run')]
        .map((one) => JSON.stringify(one))
        .join('\n')
        .slice(0, -3),
      'cut-off',
    ],
    [
      'an answer of a server without its request',
      [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: {} } },
        { jsonrpc: '2.0', id: 7, result: { content: [] } },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
      'result-without-call',
    ],
  ])('is never a pass: %s', (_, records, rule) => {
    const { trace } = read(records);
    expect(trace.header.gaps?.map((gap) => gap.rule)).toContain(rule);
    for (const model of [monitor, shippedMonitor('gateway'), eio]) {
      const verdict = unwrap(foldTrace(model, trace));
      expect(verdict.outcome).toBe('unknown');
      expect(verdict.claims.some(({ state }) => state === 'EVIDENCE_INCOMPLETE')).toBe(true);
    }
  });

  it('keeps what was seen to be violated', () => {
    const { trace } = read([user, call('c1', 'nodes.run'), result('c1'), result('c9')]);
    const { outcome, claims } = unwrap(foldTrace(monitor, trace));
    expect(outcome).toBe('fail');
    expect(claims.find(({ predicate }) => predicate === 'ApprovalMatches')?.state).toBe('APPLICABLE_FAIL');
  });

  it('says so in the normal form, which reads back', () => {
    const { trace } = read([user, result('c1')]);
    const text = unwrap(writeTrace(trace));
    expect(text.split('\n')[0]).toContain('"gaps":[{"rule":"result-without-call","count":1}]');
    expect(unwrap(readTrace(text, { file: 'run.jsonl' }))).toEqual(trace);
  });

  it('takes names of rules only, for they are shown as they stand', () => {
    const header = '{"tracefold":1,"source":"x","observes":[],"gaps":[{"rule":"Ann pays <b>9</b>","count":1}]}';
    const read = readTrace(header, { file: 'run.jsonl' });
    expect(read.ok ? null : read.errors[0].message).toMatchInlineSnapshot(`""gaps.0.rule" is a string"`);
  });
});
