import type { Execution, Recorder } from './recorder.ts';

// The shapes of other packages, as far as they are used: none of them becomes a dependency.

/** A tool of the AI SDK (`tool()` of `ai` 5 and 6). */
export interface AiTool {
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
}

/** A function tool of the OpenAI Agents SDK (`tool()` of `@openai/agents`): `input` is a string of JSON. */
export interface AgentsTool {
  readonly name: string;
  readonly invoke: (context: never, input: string, details?: never) => Promise<unknown>;
}

/** The client of the MCP TypeScript SDK. */
export interface McpClient {
  callTool(params: { name: string; arguments?: { [key: string]: unknown } }, ...more: never[]): Promise<unknown>;
}

/** Runs something and records its beginning and its end, however it ends. */
export function recorded<T>(execution: Execution, run: () => T): T {
  let result: T;
  try {
    result = run();
  } catch (error) {
    execution.failed(error);
    throw error;
  }
  if (isThenable(result)) {
    return result.then(
      (value: unknown) => settle(execution, value),
      (error: unknown) => {
        execution.failed(error);
        throw error;
      },
    ) as T;
  }
  return settle(execution, result) as T;
}

function settle(execution: Execution, value: unknown): unknown {
  if (isAsyncIterable(value)) return streamed(execution, value);
  execution.ended(value);
  return value;
}

/** A tool that streams: its last word is its result; one that is left early ends with what came. */
async function* streamed(execution: Execution, source: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  let last: unknown = '';
  try {
    for await (const part of source) {
      last = part;
      yield part;
    }
  } catch (error) {
    execution.failed(error);
    throw error;
  } finally {
    execution.ended(last);
  }
}

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof (value as { [Symbol.asyncIterator]?: unknown } | null | undefined)?.[Symbol.asyncIterator] === 'function';

/** A plain function as a recorded tool; its arguments are recorded as they are, a single object by itself. */
export function recordTool<A extends readonly unknown[], R>(
  recorder: Recorder,
  name: string,
  tool: (...args: A) => R,
): (...args: A) => R {
  return (...args) => {
    const shown = args.length === 1 && typeof args[0] === 'object' ? args[0] : args;
    return recorded(recorder.start(name, shown), () => tool(...args));
  };
}

/** A set of AI SDK tools; those without `execute` run elsewhere and stay as they are. */
export function recordAiTools<T extends { readonly [name: string]: AiTool }>(recorder: Recorder, tools: T): T {
  const wrapped = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool;
    if (typeof execute !== 'function') return [name, tool];
    const run = (input: never, options: never) => {
      const call = (options as { toolCallId?: unknown } | undefined)?.toolCallId;
      const execution = recorder.start(name, input, { call: typeof call === 'string' ? call : undefined });
      return recorded(execution, () => execute.call(tool, input, options));
    };
    return [name, { ...tool, execute: run }];
  });
  return Object.fromEntries(wrapped) as T;
}

/** Function tools of the OpenAI Agents SDK; hosted tools run elsewhere and stay as they are. */
export function recordAgentsTools<T extends { readonly name: string }>(recorder: Recorder, tools: readonly T[]): T[] {
  return tools.map((tool) => {
    const { invoke } = tool as Partial<AgentsTool>;
    if (typeof invoke !== 'function') return tool;
    const run: AgentsTool['invoke'] = (context, input, details) => {
      const call = (details as { toolCall?: { callId?: unknown } } | undefined)?.toolCall?.callId;
      const execution = recorder.start(tool.name, parsed(input), { call: typeof call === 'string' ? call : undefined });
      return recorded(execution, () => invoke.call(tool, context, input, details));
    };
    return { ...tool, invoke: run };
  });
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** An MCP client whose calls are recorded, under the server's name; `isError` of a result is a failure. */
export function recordMcpClient<C extends McpClient>(recorder: Recorder, client: C, server?: string): C {
  const callTool: McpClient['callTool'] = async (params, ...more) => {
    const name = server === undefined ? params.name : `${server}.${params.name}`;
    const execution = recorder.start(name, params.arguments ?? {});
    try {
      const result = await client.callTool(params, ...more);
      if ((result as { isError?: unknown } | null)?.isError === true) execution.failed(result);
      else execution.ended(result);
      return result;
    } catch (error) {
      execution.failed(error);
      throw error;
    }
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'callTool') return callTool;
      const value: unknown = Reflect.get(target, key, target);
      // Methods of a class with private fields need the client itself.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
