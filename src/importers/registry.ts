import { adk } from './adk.ts';
import { agentdojo } from './agentdojo.ts';
import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { autogen } from './autogen.ts';
import { claudeCode } from './claude-code.ts';
import { converse } from './converse.ts';
import type { Importer, TraceFormat } from './importer.ts';
import { inspect } from './inspect.ts';
import { langchain } from './langchain.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { mcp } from './mcp.ts';
import { openaiAgents } from './openai-agents.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { openaiTraces } from './openai-traces.ts';
import { openclaw } from './openclaw.ts';
import { otlp } from './otlp.ts';
import { pydanticAi } from './pydantic-ai.ts';

/** Every foreign format, the more special before the more general: detection takes the first whose marks are all found. */
export const IMPORTERS: readonly Importer[] = [
  agentdojo,
  inspect,
  otlp,
  langsmith,
  langfuse,
  openaiTraces,
  pydanticAi,
  autogen,
  converse,
  claudeCode,
  openclaw,
  adk,
  langchain,
  mcp,
  anthropic,
  openaiAgents,
  openaiResponses,
  aiSdk,
  openaiChat,
];

export const importerOf = (format: TraceFormat): Importer | undefined =>
  IMPORTERS.find((importer) => importer.format === format);
