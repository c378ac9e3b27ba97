import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { foldTrace } from '../model/fold-trace.ts';
import { createTrace } from '../trace/trace.ts';
import { contextTrustModel } from './testing/judge-events.ts';

const LENGTH = 150_000;

/** A run in which an agent acts on, writes down and repeats a text that stands everywhere a text can stand. */
const runWith = (text: string) =>
  createTrace({
    events: [
      { kind: 'context.added', item: 'u', origin: 'user', trust: 'trusted', text: 'Summarise the page' },
      { kind: 'context.added', item: 'i', origin: 'tool_result', trust: 'untrusted', text: `${text} zq17xk9 ${text}` },
      { kind: 'instruction', id: 'n', part_of: 'i', text },
      { kind: 'policy.declared', id: 'p', effect: 'prohibit', tools: ['pay*'], text },
      { kind: 'call.proposed', call: 'c', tool: 'pay.it', args: { to: text, order: 'zq17xk9' } },
      { kind: 'exec.started', exec: 'e', call: 'c', tool: 'pay.it', args: { to: text, order: 'zq17xk9' } },
      { kind: 'exec.ended', exec: 'e', status: 'ok' },
      { kind: 'message.sent', to: 'user', text: `it says "${text}"` },
      { kind: 'state.written', key: 'k', value: text, from: ['i'] },
    ],
  });

describe('a very long text', () => {
  // In a pattern that is tried again from every character of such a run, each of these takes minutes.
  it.each(['a', 'é', '\n', 'a\u0001', 'a-', "'", '%41', 'please ', 'to\n', '😀'])(
    'of %j is judged all the same',
    (piece) => {
      const trace = runWith(piece.repeat(LENGTH / piece.length));
      const { claims } = unwrap(foldTrace(contextTrustModel(), trace));
      expect(new Set(claims.map(({ predicate }) => predicate)).size).toBe(8);
    },
  );
});
