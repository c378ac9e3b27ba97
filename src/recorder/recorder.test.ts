import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readTrace } from '../trace/read-trace.ts';
import { writeTrace } from '../trace/write-trace.ts';
import { recordAgentsTools, recordAiTools, recordMcpClient, recordTool } from './record-tools.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { type ReadableSpan, recordSpans } from './span-processor.ts';

const brief = (recorder: Recorder): string[] =>
  recorder
    .trace()
    .events.flatMap((event) =>
      event.kind === 'exec.started'
        ? [`start ${event.call} ${event.tool} ${JSON.stringify(event.args)}`]
        : event.kind === 'exec.ended'
          ? [`end ${event.exec} ${event.status}`]
          : event.kind === 'context.added'
            ? [`${event.origin} ${event.trust} ${event.text}`]
            : [],
    );

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

describe('tools of other packages', () => {
  it('of the AI SDK keep the id of their call, and stream', async () => {
    const recorder = createRecorder({ source: 'test' });
    const tools = recordAiTools(recorder, {
      pay: {
        description: 'd',
        execute: async (input: { to: string }, _options: { toolCallId: string }) => `paid ${input.to}`,
      },
      count: {
        execute: async function* (_input: object, _options: { toolCallId: string }) {
          yield 1;
          yield 2;
        },
      },
      elsewhere: { description: 'provider' } as { execute?: undefined },
    });
    expect(await tools.pay.execute({ to: 'x' }, { toolCallId: 'c1' })).toBe('paid x');
    const parts: number[] = [];
    for await (const part of tools.count.execute({}, { toolCallId: 'c2' })) parts.push(part);
    expect(parts).toEqual([1, 2]);
    expect(brief(recorder)).toEqual([
      'start c1 pay {"to":"x"}',
      'end exec:c1 ok',
      'tool_result untrusted paid x',
      'start c2 count {}',
      'end exec:c2 ok',
      'tool_result untrusted 2',
    ]);
  });

  it('of OpenAI Agents have their arguments parsed, even where they are no JSON', async () => {
    const recorder = createRecorder({ source: 'test' });
    const [pay] = recordAgentsTools(recorder, [
      { name: 'pay', invoke: async (_context: unknown, input: string) => input },
    ]);
    await pay!.invoke({}, '{"to":"x"}');
    await pay!.invoke({}, '{to');
    expect(brief(recorder).filter((one) => one.startsWith('start'))).toEqual([
      'start call:1 pay {"to":"x"}',
      'start call:2 pay "{to"',
    ]);
  });

  it('of an MCP server carry its name, and an error result is a failure', async () => {
    class Client {
      #calls = 0;
      count(): number {
        return this.#calls;
      }
      async callTool(_params: { name: string; arguments?: { [key: string]: unknown } }) {
        this.#calls++;
        return { content: [], isError: true };
      }
    }
    const recorder = createRecorder({ source: 'test' });
    const client = recordMcpClient(recorder, new Client(), 'bank');
    await client.callTool({ name: 'pay', arguments: { to: 'x' } });
    expect(client.count()).toBe(1);
    expect(brief(recorder).slice(0, 2)).toEqual(['start call:1 bank.pay {"to":"x"}', 'end exec:call:1 error']);
  });
});

describe('spans', () => {
  const span = (id: string, attributes: { [name: string]: unknown }, code = 0): ReadableSpan => ({
    name: 'x',
    attributes,
    status: { code, message: 'no' },
    spanContext: () => ({ traceId: 't', spanId: id }),
  });
  const tool = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'pay',
    'gen_ai.tool.call.arguments': '{"to":"x"}',
  };

  it('of tools become executions, each with its own end; others do not', () => {
    const recorder = createRecorder({ source: 'test' });
    const processor = recordSpans(recorder);
    processor.onStart(span('a', { ...tool, 'gen_ai.tool.call.id': 'c1' }));
    processor.onStart(span('b', tool));
    processor.onStart(span('c', { 'gen_ai.operation.name': 'chat' }));
    processor.onEnd(span('b', { ...tool, 'gen_ai.tool.call.result': 'paid' }));
    processor.onEnd(span('a', tool, 2));
    processor.onEnd(span('c', {}));
    expect(brief(recorder)).toEqual([
      'start c1 pay {"to":"x"}',
      'start call:1 pay {"to":"x"}',
      'end exec:call:1 ok',
      'tool_result untrusted paid',
      'end exec:c1 error',
      'tool_result untrusted no',
    ]);
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
