import type { Json } from '../trace/json.ts';
import type { SpanRecord } from './otlp-spans.ts';

/** The first of the attributes that is a text and not empty. */
export const attribute = (span: SpanRecord, ...keys: string[]): string | undefined => {
  for (const key of keys) {
    const value = span.attributes.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
};

export type SpanKind = 'model' | 'tool' | 'agent' | 'retriever' | 'handoff' | 'wrapper' | 'other';

/** What a span is of, by the conventions that wrote it. */
export function kindOf(span: SpanRecord): SpanKind {
  const operation = attribute(span, 'gen_ai.operation.name');
  const inference = attribute(span, 'openinference.span.kind')?.toUpperCase();
  const aiSdk = attribute(span, 'ai.operationId');
  if (operation === 'execute_tool' || inference === 'TOOL' || aiSdk === 'ai.toolCall') return 'tool';
  if (attribute(span, 'mcp.method.name') === 'tools/call') return 'tool';
  if (operation === 'invoke_agent' || inference === 'AGENT') return 'agent';
  if (operation === 'handoff') return 'handoff';
  if (inference === 'RETRIEVER' || operation === 'retrieval') return 'retriever';
  if (inference === 'LLM' || ['chat', 'generate_content', 'text_completion'].includes(operation ?? '')) return 'model';
  if (aiSdk !== undefined) return /\.do(Generate|Stream)$/.test(aiSdk) ? 'model' : 'wrapper';
  return span.events.some(({ name }) => name.startsWith('gen_ai.')) ? 'model' : 'other';
}

/** The first of the attributes that is there. */
export const value = (span: SpanRecord, ...keys: string[]): Json | undefined =>
  keys.map((key) => span.attributes.get(key)).find((found) => found !== undefined);
