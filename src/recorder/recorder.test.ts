import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readTrace } from '../trace/read-trace.ts';
import { writeTrace } from '../trace/write-trace.ts';
import { recordTool } from './record-tool.ts';
import { createRecorder } from './recorder.ts';
import { brief } from './testing/brief.ts';

describe('a recorded tool', () => {
  it('gives its result, its arguments and who may be believed', async () => {
    const recorder = createRecorder({ source: 'test' });
    recorder.user('Add.');
    expect(recordTool(recorder, 'add', (sum: { a: number; b: number }) => sum.a + sum.b)({ a: 1, b: 2 })).toBe(3);
    expect(brief(recorder)).toEqual([
      'user trusted Add.',
      'start call:1 add {"a":1,"b":2}',
      'end exec:call:1 ok',
      'tool_result untrusted 3',
    ]);
  });

  it('loses nothing when it throws, at once or later, and throws on', async () => {
    const recorder = createRecorder({ source: 'test' });
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => recordTool(recorder, 'now', fail)()).toThrow('no');
    await expect(recordTool(recorder, 'later', async () => fail())()).rejects.toThrow('no');
    expect(brief(recorder).filter((one) => one.startsWith('end'))).toEqual([
      'end exec:call:1 error',
      'end exec:call:2 error',
    ]);
  });

  it('that hangs has its beginning in the trace, and no end', () => {
    const recorder = createRecorder({ source: 'test' });
    void recordTool(recorder, 'wait', () => new Promise(() => {}))();
    expect(brief(recorder)).toEqual(['start call:1 wait []']);
  });

  it('that runs in parallel with another keeps its own result', async () => {
    const recorder = createRecorder({ source: 'test' });
    const gates: (() => void)[] = [];
    const slow = recordTool(recorder, 'slow', (n: object) => new Promise((done) => gates.push(() => done(n))));
    const both = [slow({ n: 1 }), slow({ n: 2 })];
    for (const open of gates.reverse()) open();
    await Promise.all(both);
    expect(brief(recorder)).toEqual([
      'start call:1 slow {"n":1}',
      'start call:2 slow {"n":2}',
      'end exec:call:2 ok',
      'tool_result untrusted {"n":2}',
      'end exec:call:1 ok',
      'tool_result untrusted {"n":1}',
    ]);
  });
});

describe('an approval', () => {
  const clerk = { by: 'clerk', authenticity: 'server' } as const;

  it('is what a call runs under, as long as it stands', () => {
    const recorder = createRecorder({ source: 'test' });
    const call = recorder.propose('pay', {});
    const approval = recorder.requestApproval(call);
    recorder.start('pay', {}, { call });
    recorder.decideApproval(approval, 'approve', clerk);
    recorder.start('pay', {}, { call });
    recorder.decideApproval(approval, 'revoke', clerk);
    recorder.start('pay', {}, { call });
    const under = recorder.trace().events.flatMap((event) => (event.kind === 'exec.started' ? [event.approval] : []));
    expect(under).toEqual([undefined, 'approval:1', undefined]);
  });

  it('that is denied is nothing that a call runs under', () => {
    const recorder = createRecorder({ source: 'test' });
    const call = recorder.propose('pay', {});
    recorder.decideApproval(recorder.requestApproval(call), 'deny', clerk);
    recorder.start('pay', {}, { call });
    expect(recorder.trace().events.at(-1)).not.toHaveProperty('approval');
  });
});

describe('an approval with other words', () => {
  const clerk = { by: 'clerk', authenticity: 'server' } as const;

  it('that edits a call stands, and another approval that ends does not end it', () => {
    const recorder = createRecorder({ source: 'test' });
    const call = recorder.propose('pay', {});
    const [first, second] = [recorder.requestApproval(call), recorder.requestApproval(call)];
    recorder.decideApproval(first, 'edit', { ...clerk, edited_args: { to: 'x' } });
    recorder.decideApproval(second, 'expire', clerk);
    recorder.start('pay', { to: 'x' }, { call });
    expect(recorder.trace().events.at(-1)).toMatchObject({ approval: first });
  });

  it('that nobody asked for is recorded, and no call runs under it', () => {
    const recorder = createRecorder({ source: 'test' });
    const call = recorder.propose('pay', {});
    recorder.decideApproval('of nothing', 'approve', clerk);
    recorder.start('pay', {}, { call });
    expect(recorder.trace().events.at(-2)).toMatchObject({ kind: 'approval.decided', approval: 'of nothing' });
    expect(recorder.trace().events.at(-1)).not.toHaveProperty('approval');
  });

  it('of a call that nobody proposed is asked for with what is known', () => {
    const recorder = createRecorder({ source: 'test' });
    recorder.requestApproval('c9');
    expect(recorder.trace().events.at(-1)).toMatchObject({ call: 'c9', tool: 'unknown', args: {} });
  });
});

describe('what enters and leaves a context', () => {
  it('is recorded with its origin, its trust and to whom it goes', () => {
    const recorder = createRecorder({ source: 'test' });
    expect(recorder.system('Be kind.')).toBe('item:1');
    expect(recorder.content('retrieval', { page: 1 })).toBe('item:2');
    expect(recorder.content('retrieval', 'Ours.', { trust: 'trusted' })).toBe('item:3');
    recorder.say('Hello.');
    recorder.say('Hello, peer.', 'agent:b');
    expect(recorder.trace().events).toMatchObject([
      { kind: 'context.added', item: 'item:1', origin: 'system', trust: 'trusted', text: 'Be kind.' },
      { kind: 'context.added', item: 'item:2', origin: 'retrieval', trust: 'untrusted', text: '{"page":1}' },
      { kind: 'context.added', item: 'item:3', origin: 'retrieval', trust: 'trusted', text: 'Ours.' },
      { kind: 'message.sent', to: 'user', text: 'Hello.' },
      { kind: 'message.sent', to: 'agent:b', text: 'Hello, peer.' },
    ]);
  });

  it('names the session and the agent where they are given, and nothing where they are not', () => {
    const named = createRecorder({ source: 'test', session: 's1', agent: 'a1' });
    named.user('x');
    expect(named.trace().events[0]).toMatchObject({ session: 's1', agent: 'a1' });
    const plain = createRecorder({ source: 'test' });
    plain.user('x');
    expect(Object.keys(plain.trace().events[0]!)).toEqual(['seq', 'kind', 'item', 'origin', 'trust', 'text']);
  });
});

describe('an execution', () => {
  it('has one end, whatever is told afterwards', () => {
    const recorder = createRecorder({ source: 'test' });
    const execution = recorder.start('pay', {});
    execution.denied('by policy');
    expect(execution.ended('late')).toBe('');
    expect(brief(recorder)).toEqual([
      'start call:1 pay {}',
      'end exec:call:1 denied',
      'tool_result untrusted by policy',
    ]);
  });

  it('of a call that ran before has a name of its own, and one of an id that is new proposes it', () => {
    const recorder = createRecorder({ source: 'test' });
    const call = recorder.propose('pay', { n: 1 }, 'c1');
    for (const n of [1, 2]) expect(recorder.start('pay', { n }, { call }).ended(n)).toBe(`item:${n}`);
    expect(recorder.start('pay', {}, { call: 'c2' }).call).toBe('c2');
    const { events } = recorder.trace();
    expect(events.flatMap((event) => (event.kind === 'exec.started' ? [event.exec] : []))).toEqual([
      'exec:c1',
      'exec:c1#2',
      'exec:c2',
    ]);
    expect(events.flatMap((event) => (event.kind === 'call.proposed' ? [event.call] : []))).toEqual(['c1', 'c2']);
  });
});

describe('a call', () => {
  it('with an id that was told of other calls is numbered on', () => {
    const recorder = createRecorder({ source: 'test' });
    expect([1, 2, 3].map((n) => recorder.propose('pay', { n }, 'c1'))).toEqual(['c1', 'c1#2', 'c1#3']);
    expect(recorder.propose('refund', { n: 1 }, 'c1')).toBe('c1#4');
  });

  it('that is told twice is one, and with other arguments it is another', () => {
    const recorder = createRecorder({ source: 'test' });
    expect(recorder.propose('pay', { a: 1, b: 2 }, 'c1')).toBe('c1');
    expect(recorder.propose('pay', { b: 2, a: 1 }, 'c1')).toBe('c1');
    expect(recorder.propose('pay', { a: 2 }, 'c1')).toBe('c1#2');
    expect(recorder.propose('pay', { a: 1 })).not.toBe(recorder.propose('pay', { a: 1 }));
    expect(recorder.trace().events).toHaveLength(4);
  });
});

describe('tools in parallel, for all orders in which they end', () => {
  it('lose no beginning, no end and no result', async () => {
    const endings = fc.array(fc.record({ delay: fc.nat({ max: 5 }), how: fc.constantFrom('value', 'throw', 'hang') }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(endings, async (runs) => {
        const recorder = createRecorder({ source: 'test' });
        const gates: { readonly at: number; readonly open: () => void }[] = [];
        const settled = runs.map(({ delay, how }, index) =>
          recordTool(recorder, `tool-${index}`, async (given: object) => {
            await new Promise<void>((open) => how !== 'hang' && gates.push({ at: delay, open }));
            if (how === 'throw') throw new Error(`failed ${index}`);
            return given;
          })({ index }),
        );
        for (const { open } of gates.toSorted((a, b) => a.at - b.at)) open();
        await Promise.allSettled(settled.filter((_, index) => runs[index]!.how !== 'hang'));
        const { events } = recorder.trace();
        for (const [index, { how }] of runs.entries()) {
          const call = `call:${index + 1}`;
          const of = (kind: string) =>
            events.filter((event) => event.kind === kind && 'exec' in event && event.exec === `exec:${call}`);
          expect(of('exec.started')).toHaveLength(1);
          expect(of('exec.ended')).toMatchObject(how === 'hang' ? [] : [{ status: how === 'throw' ? 'error' : 'ok' }]);
          const results = events.filter((event) => event.kind === 'context.added' && event.producer === call);
          const text = how === 'throw' ? `failed ${index}` : JSON.stringify({ index });
          expect(results).toMatchObject(how === 'hang' ? [] : [{ text }]);
        }
        expect(unwrap(readTrace(unwrap(writeTrace(recorder.trace())), { file: 'x.jsonl' })).events).toEqual(events);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the trace of a recorder', () => {
  it('can be written and read back, whatever the arguments hold', () => {
    const recorder = createRecorder({ source: 'test' });
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const args of [
      circle,
      { n: Number.NaN },
      { f: () => 1 },
      JSON.parse('{"__proto__":{"x":1}}'),
      { b: 10n },
      undefined,
    ]) {
      recorder.start('odd', args).ended(args);
    }
    const call = recorder.propose('pay', { to: 'x' });
    const approval = recorder.requestApproval(call);
    recorder.decideApproval(approval, 'approve', { by: 'human', authenticity: 'server' });
    recorder.decidePolicy(call, 'allow');
    const trace = recorder.trace();
    expect(unwrap(readTrace(unwrap(writeTrace(trace)), { file: 'x.jsonl' })).events).toEqual(trace.events);
    expect(trace.header.observes).toContain('approval.decided');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('has times only from a clock that was given', () => {
    expect(createRecorder({ source: 'a' }).user('x')).toBe('item:1');
    const plain = createRecorder({ source: 'a' });
    plain.user('x');
    const timed = createRecorder({ source: 'a', clock: () => 7 });
    timed.user('x');
    expect(plain.trace().events[0]).not.toHaveProperty('at');
    expect(timed.trace().events[0]).toMatchObject({ at: 7 });
  });
});

describe('a tool as it is', () => {
  it('is called on the object that it is a method of', () => {
    const recorder = createRecorder({ source: 'test' });
    const bank = {
      balance: 7,
      read: recordTool(recorder, 'read', function (this: { balance: number }) {
        return this.balance;
      }),
    };
    expect(bank.read()).toBe(7);
  });

  it('has what it threw in the trace, whatever realm the error is of', () => {
    const recorder = createRecorder({ source: 'test' });
    const fails = recordTool(recorder, 'pay', () => runInNewContext(`throw new Error('no funds')`));
    expect(fails).toThrow('no funds');
    expect(brief(recorder).slice(1)).toEqual(['end exec:call:1 error', 'tool_result untrusted no funds']);
  });

  it('gives its stream itself, and what is read of it is its result', async () => {
    const recorder = createRecorder({ source: 'test' });
    const stream = Readable.from(['one', 'two']);
    expect(recordTool(recorder, 'read', () => stream)()).toBe(stream);
    expect(brief(recorder)).toHaveLength(1);
    const parts: unknown[] = [];
    for await (const part of stream) parts.push(part);
    expect(parts).toEqual(['one', 'two']);
    expect(brief(recorder).slice(1)).toEqual(['end exec:call:1 ok', 'tool_result untrusted two']);
  });

  it('keeps one argument that is null, which is not one that nobody recorded', () => {
    const recorder = createRecorder({ source: 'test' });
    recordTool(recorder, 'read', (_path: string | null) => 'x')(null);
    expect(recorder.trace().events[0]).toMatchObject({ args: [null] });
  });
});

describe('an id of a provider that stands for several calls', () => {
  const made = () => {
    const recorder = createRecorder({ source: 'test' });
    const first = recorder.propose('pay', { to: 'Ann' }, 'call_0');
    recorder.decideApproval(recorder.requestApproval('call_0'), 'approve', { by: 'clerk', authenticity: 'server' });
    return { recorder, first, second: recorder.propose('pay', { to: 'Bob' }, 'call_0') };
  };
  const started = (recorder: ReturnType<typeof createRecorder>) =>
    recorder.trace().events.filter(({ kind }) => kind === 'exec.started');

  it('lends no approval of the one to the other', () => {
    const { recorder, first, second } = made();
    expect([first, second]).toEqual(['call_0', 'call_0#2']);
    expect(recorder.start('pay', { to: 'Bob' }, { call: 'call_0' }).call).toBe(second);
    expect(recorder.start('pay', { to: 'Ann' }, { call: 'call_0' }).call).toBe(first);
    expect(started(recorder)[0]).not.toHaveProperty('approval');
    expect(started(recorder)[1]).toMatchObject({ approval: 'approval:1' });
  });

  it('is asked for the latest of them, and told again is none', () => {
    const { recorder, second } = made();
    expect(recorder.propose('pay', { to: 'Bob' }, 'call_0')).toBe(second);
    recorder.requestApproval('call_0');
    expect(recorder.trace().events.at(-1)).toMatchObject({
      kind: 'approval.requested',
      call: second,
      args: { to: 'Bob' },
    });
    expect(recorder.start('pay', { to: 'Bobby' }, { call: 'call_0' }).call).toBe(second);
  });
});
