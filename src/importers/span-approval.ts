import { maybeJson } from './fields.ts';
import type { SpanRecord } from './otlp-spans.ts';
import { attribute } from './span-kinds.ts';
import { type SpanReader, stampOf } from './span-reader.ts';

/** An approval in the attributes that the user named, on a span or on one of its events. */
export function readApproval(reader: SpanReader, span: SpanRecord): boolean {
  const map = reader.approvals;
  if (map === undefined) return false;
  let found = false;
  for (const { attributes, at } of [span, ...span.events]) {
    const decision = attributes.get(map.decision);
    if (decision === undefined || decision === null) continue;
    found = true;
    const value = String(decision);
    const id = attribute(span, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id');
    const named = map.approval === undefined ? undefined : attributes.get(map.approval);
    const approval = typeof named === 'string' && named !== '' ? named : (id ?? (span.id || 'unknown'));
    const call = id === undefined ? undefined : (reader.talk.callOf(id) ?? id);
    const tool = attribute(span, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name');
    const args = maybeJson(
      span.attributes.get('gen_ai.tool.call.arguments') ?? span.attributes.get('ai.toolCall.args'),
    );
    const stamp = stampOf(reader, span, span.start);
    reader.talk.requestApproval({ approval, call, tool, args: args ?? null }, at, stamp);
    if (map.pending?.includes(value) === true) continue;
    const by = map.by === undefined ? undefined : attributes.get(map.by);
    reader.talk.decideApproval(
      {
        approval,
        decision: map.approve.includes(value) ? 'approve' : 'deny',
        by: typeof by === 'string' && by !== '' ? by : 'unknown',
        authenticity: 'server',
      },
      at,
      stamp,
    );
  }
  return found;
}
