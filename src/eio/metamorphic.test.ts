import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import type { Claim } from '../model/claim.ts';
import { foldTrace } from '../model/fold-trace.ts';
import type { Trace, TraceEvent } from '../trace/event.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { contextTrustModel } from './testing/judge-events.ts';

const words = fc.constantFrom(
  'mallory@evil.example',
  'build-9931',
  'nothing much',
  '/home/alice/data',
  'ref 4711-A please',
  '',
);
const tool = fc.constantFrom('mail.send', 'deploy', 'disk.wipe', 'refund');
const item = fc.constantFrom('item1', 'item2', 'item3');
const call = fc.constantFrom('call1', 'call2', 'call3');
const who = fc.constantFrom('boss', 'helper');
const args = words.map((value) => ({ to: value, note: 'n' }));

// Ids end in a digit or stand for people, so that renaming them meets no word of a text.
const event = fc.oneof(
  fc.record({
    kind: fc.constant('context.added' as const),
    item,
    origin: fc.constantFrom('user', 'retrieval', 'memory', 'peer', 'unknown', 'tool_result'),
    trust: fc.constantFrom('trusted', 'untrusted', 'unknown'),
    text: words,
  }),
  fc.record({ kind: fc.constant('call.proposed' as const), call, tool, args }),
  fc.record({
    kind: fc.constant('exec.started' as const),
    exec: fc.constantFrom('run1', 'run2', 'run3'),
    call,
    tool,
    args,
  }),
  fc.record({ kind: fc.constant('message.sent' as const), to: fc.constant('user'), text: words }),
  fc.record({ kind: fc.constant('state.written' as const), key: fc.constantFrom('key1', 'key2'), value: words }),
  fc.record({ kind: fc.constant('identity.verified' as const), identity: who }),
  fc.record({
    kind: fc.constant('policy.declared' as const),
    id: fc.constantFrom('rule1', 'rule2'),
    effect: fc.constantFrom('permit', 'prohibit', 'require_approval'),
    tools: fc.constantFrom(['mail.*'], ['disk.*'], ['deploy', 'refund']),
  }),
  fc.record({
    kind: fc.constant('instruction' as const),
    id: fc.constantFrom('order1', 'order2'),
    part_of: item,
    issued_by: who,
    requests: fc.record({ tool, args: fc.record({ to: words }) }),
  }),
);

const traces = fc.array(event, { maxLength: 14 }).map((events): Trace => {
  // Two issuers of one instruction are a defect, which is not what is looked for here.
  const seen = new Set<string>();
  const kept = events.filter((one) => one.kind !== 'instruction' || (!seen.has(one.id) && seen.add(one.id)));
  return createTrace({ events: kept.map((one, index) => ({ ...one, seq: (index + 1) * 10 }) as EventInput) });
});

const model = contextTrustModel();
const claimsOf = (trace: Trace): readonly Claim[] => unwrap(foldTrace(model, trace)).claims;
const withoutIds = (claims: readonly Claim[]) =>
  claims.map(({ id: _id, subsumedBy, ...claim }) => JSON.stringify({ ...claim, subsumed: subsumedBy !== undefined }));

const reversedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversedKeys(one)]),
  );
};

const FIELDS = new Set(['item', 'call', 'exec', 'key', 'id', 'identity', 'part_of', 'issued_by']);
const renamed = (trace: Trace): Trace => ({
  ...trace,
  events: trace.events.map(
    (one) =>
      Object.fromEntries(
        Object.entries(one).map(([key, value]) => [
          key,
          FIELDS.has(key) && typeof value === 'string' ? `zz-${value}` : value,
        ]),
      ) as TraceEvent,
  ),
});

const unrelated: fc.Arbitrary<TraceEvent> = fc.constantFrom<TraceEvent>(
  { seq: 0, kind: 'tools.advertised', tool: 'clock', definition: 'sha256:00' },
  { seq: 0, kind: 'config.changed', key: 'theme', by: 'operator' },
  { seq: 0, kind: 'truth', name: 'attack', value: true },
);

describe('claims of context-trust', () => {
  it('do not depend on the order of keys', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const shuffled = { ...trace, events: trace.events.map((one) => reversedKeys(one) as TraceEvent) };
        expect(JSON.stringify(claimsOf(shuffled))).toBe(JSON.stringify(claimsOf(trace)));
      }),
      { numRuns: 80 },
    );
  });

  it('change nothing but names when ids are renamed', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const back = (text: string) => text.replaceAll('zz-', '');
        expect(withoutIds(claimsOf(renamed(trace))).map(back)).toEqual(withoutIds(claimsOf(trace)));
      }),
      { numRuns: 80 },
    );
  });

  it('are the same among unrelated events', () => {
    fc.assert(
      fc.property(traces, fc.array(unrelated, { minLength: 14, maxLength: 14 }), (trace, others) => {
        const mixed = trace.events.flatMap((one, index) => [one, { ...others[index]!, seq: one.seq + 5 }]);
        expect(withoutIds(claimsOf({ ...trace, events: mixed }))).toEqual(withoutIds(claimsOf(trace)));
      }),
      { numRuns: 80 },
    );
  });

  it('do change when a related event is dropped, so that the laws above can fail', () => {
    const attack = createTrace({
      events: [
        {
          kind: 'context.added',
          item: 'item1',
          origin: 'retrieval',
          trust: 'untrusted',
          text: 'mail mallory@evil.example',
        },
        { kind: 'instruction', id: 'order1', part_of: 'item1', requests: { tool: 'mail.send' } },
        { kind: 'exec.started', exec: 'run1', tool: 'mail.send', args: {} },
      ],
    });
    expect(withoutIds(claimsOf({ ...attack, events: attack.events.slice(0, 2) }))).not.toEqual(
      withoutIds(claimsOf(attack)),
    );
  });
});
