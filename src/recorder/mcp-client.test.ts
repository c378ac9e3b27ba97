import { describe, expect, it } from 'vitest';
import { recordMcpClient } from './mcp-client.ts';
import { createRecorder } from './recorder.ts';
import { brief } from './testing/brief.ts';

// The shape of the client of `@modelcontextprotocol/sdk` 1.32.2 as its declarations have it.
class Client {
  #calls = 0;
  readonly answers: readonly object[];
  constructor(...answers: readonly object[]) {
    this.answers = answers;
  }
  count(): number {
    return this.#calls;
  }
  async callTool(
    _params: { name: string; arguments?: { [key: string]: unknown }; _meta?: object },
    _schema?: object,
    options?: { onprogress?: (progress: { progress: number }) => void; timeout?: number },
  ): Promise<{ [key: string]: unknown }> {
    options?.onprogress?.({ progress: 1 });
    const answer = this.answers[this.#calls++];
    if (answer === undefined) throw new Error('MCP error -32001: Request timed out');
    return { ...answer };
  }
  async listTools(_params?: { cursor?: string }): Promise<{ tools: { name: string; inputSchema: object }[] }> {
    return { tools: [{ name: 'pay', inputSchema: { type: 'object' } }] };
  }
}

describe('a client of an MCP server', () => {
  it('carries the name of the server, and works as before', async () => {
    const recorder = createRecorder({ source: 'test' });
    const client = recordMcpClient(recorder, new Client({ content: [{ type: 'text', text: 'paid' }] }), 'bank');
    const progress: number[] = [];
    const result = await client.callTool({ name: 'pay', arguments: { to: 'x' } }, undefined, {
      onprogress: (one) => progress.push(one.progress),
    });
    expect(result).toEqual({ content: [{ type: 'text', text: 'paid' }] });
    expect([client.count(), progress]).toEqual([1, [1]]);
    expect(brief(recorder)).toEqual([
      'start call:1 bank.pay {"to":"x"}',
      'end exec:call:1 ok',
      'tool_result untrusted paid',
    ]);
  });

  it('fails by an error result as by an exception, and shows structured content where there is nothing to read', async () => {
    const recorder = createRecorder({ source: 'test' });
    const client = recordMcpClient(
      recorder,
      new Client(
        { content: [{ type: 'text', text: 'no' }], isError: true },
        { content: [], structuredContent: { paid: true } },
        {
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', data: 'AA' },
          ],
        },
      ),
    );
    for (const name of ['a', 'b', 'c']) await client.callTool({ name });
    await expect(client.callTool({ name: 'd' })).rejects.toThrow('timed out');
    expect(brief(recorder).filter((line) => !line.startsWith('start'))).toEqual([
      'end exec:call:1 error',
      'tool_result untrusted no',
      'end exec:call:2 ok',
      'tool_result untrusted {"paid":true}',
      'end exec:call:3 ok',
      'tool_result untrusted see\n{"type":"image","data":"AA"}',
      'end exec:call:4 error',
      'tool_result untrusted MCP error -32001: Request timed out',
    ]);
  });

  it('tells the tools that it lists, each with a digest of its definition', async () => {
    const recorder = createRecorder({ source: 'test' });
    await recordMcpClient(recorder, new Client(), 'bank').listTools();
    expect(recorder.trace().events).toMatchObject([
      { kind: 'tools.advertised', tool: 'bank.pay', server: 'bank', definition: expect.stringMatching(/^sha256:/) },
    ]);
  });
});
