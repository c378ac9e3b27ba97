import { describe, expect, it } from 'vitest';
import { createRecorder } from './recorder.ts';
import { type ReadableSpan, recordSpans } from './span-processor.ts';
import { brief } from './testing/brief.ts';

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

describe('spans', () => {
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

  it.each<[string, object, object]>([
    [
      'the AI SDK',
      {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'pay',
        'ai.toolCall.id': 'c1',
        'ai.toolCall.args': '{"a":1}',
      },
      { 'ai.toolCall.result': 'paid' },
    ],
    [
      'OpenInference',
      { 'openinference.span.kind': 'TOOL', 'tool.name': 'pay', 'tool_call.id': 'c1', 'input.value': '{"a":1}' },
      { 'output.value': 'paid' },
    ],
  ])('are read by the convention of %s', (_name, start, end) => {
    const recorder = createRecorder({ source: 'test' });
    const processor = recordSpans(recorder);
    processor.onStart(span('a', { ...start }));
    processor.onEnd(span('a', { ...start, ...end }));
    expect(brief(recorder)).toEqual(['start c1 pay {"a":1}', 'end exec:c1 ok', 'tool_result untrusted paid']);
  });

  it('without arguments say that nothing is known of them', () => {
    const recorder = createRecorder({ source: 'test' });
    recordSpans(recorder).onStart(span('a', { 'gen_ai.operation.name': 'execute_tool' }));
    expect(brief(recorder)).toEqual(['start call:1 x null']);
  });
});
