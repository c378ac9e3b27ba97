import { jsonDigest } from '../trace/digest.ts';
import { jsonOf, textOf } from './json-of.ts';
import type { Recorder } from './recorder.ts';

/**
 * The client of `@modelcontextprotocol/sdk` 1.32, as far as it is used (`client/index.d.ts`): `callTool(params, resultSchema?, options?)`, where a
 * result has `content`, and may have `structuredContent` and `isError`; `listTools(params?, options?)`.
 */
export interface McpClient {
  callTool(params: { name: string; arguments?: { [key: string]: unknown } }, ...more: never[]): Promise<unknown>;
}

/**
 * A client whose calls are recorded, under the server's name; `isError` of a result is a failure. Tools that it lists are recorded with a digest of
 * their definition. Tasks (`client.experimental`) and notifications of progress pass by unrecorded.
 */
export function recordMcpClient<C extends McpClient>(recorder: Recorder, client: C, server?: string): C {
  const nameOf = (tool: string): string => (server === undefined ? tool : `${server}.${tool}`);
  const callTool: McpClient['callTool'] = async (params, ...more) => {
    const execution = recorder.start(nameOf(params.name), params.arguments ?? {});
    try {
      const result = await client.callTool(params, ...more);
      if ((result as { isError?: unknown } | null)?.isError === true) execution.failed(readable(result));
      else execution.ended(readable(result));
      return result;
    } catch (error) {
      execution.failed(error);
      throw error;
    }
  };
  const listTools = async (...params: readonly unknown[]): Promise<unknown> => {
    const listed = await (client as unknown as Lister).listTools(...params);
    for (const tool of listed.tools ?? []) {
      const more = server === undefined ? {} : { server };
      recorder.event('tools.advertised', { tool: nameOf(tool.name), ...more, definition: jsonDigest(jsonOf(tool)) });
    }
    return listed;
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'callTool') return callTool;
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      // Methods of a class with private fields need the client itself.
      return key === 'listTools' ? listTools : value.bind(target);
    },
  });
}

interface Lister {
  listTools(...params: readonly unknown[]): Promise<{ readonly tools?: readonly { readonly name: string }[] }>;
}

/** What an agent reads of a result: its text parts where there is nothing else, or all of it. */
function readable(result: unknown): unknown {
  const { content, structuredContent } = (result ?? {}) as { content?: unknown; structuredContent?: unknown };
  if (!Array.isArray(content) || (content.length === 0 && structuredContent !== undefined)) {
    return structuredContent ?? result;
  }
  const texts = content.map((part: { type?: unknown; text?: unknown } | null) =>
    part?.type === 'text' && typeof part.text === 'string' ? part.text : textOf(part),
  );
  return texts.join('\n');
}
