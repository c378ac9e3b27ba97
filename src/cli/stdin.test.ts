import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { explain } from './explain.ts';
import { importCommand } from './import.ts';
import { judge } from './judge.ts';
import { cliFolder } from './testing/run-cli.ts';

const chat = (...records: object[]) => JSON.stringify([{ role: 'user', content: 'Run it.' }, ...records]);
const ran = chat(
  { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'nodes.run', arguments: '{}' } }] },
  { role: 'tool', tool_call_id: 'c', content: 'done' },
);
const LINE = [
  '--model',
  'monitor:nodes-pipeline',
  '--observes',
  'approval.requested',
  '--observes',
  'approval.decided',
];

describe('standard input by the name "-"', () => {
  let folder: ReturnType<typeof cliFolder> | undefined;
  afterEach(() => {
    folder?.dispose();
    folder = undefined;
  });
  const run = (command: Command, files: { readonly [path: string]: string | Uint8Array }, ...args: string[]) => {
    folder = cliFolder(files);
    return folder.run([command], command.name, ...args);
  };

  it('is judged as a file is', async () => {
    const piped = await run(judge, { '-': ran }, '-', ...LINE, '--json');
    folder?.dispose();
    const read = await run(judge, { 'run.json': ran }, 'run.json', ...LINE, '--json');
    expect(read.code).toBe(1);
    expect(piped).toEqual({ ...read, out: read.out.replace('"file":"run.json"', '"file":"-"') });
  });

  it('is judged beside files', async () => {
    const { code, out } = await run(judge, { '-': ran, 'b.json': chat() }, 'b.json', '-', ...LINE);
    expect({ code, out }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "out": "fail    - (ApprovalMatches APPLICABLE_FAIL at event 3)
              event 3, exec.started of nodes.run, at /2: ApprovalMatches is violated at event 3 (step 1)
      pass    b.json",
      }
    `);
  });

  it('is imported, and named as a recording', async () => {
    const { code, out } = await run(importCommand, { '-': chat() }, '-', '--report');
    expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: 'run 0: openai-chat' });
    folder?.dispose();
    const { err } = await run(importCommand, { '-': chat() }, '-', '--out', 'out');
    expect(err).toBe('wrote out/recording.trace.jsonl');
  });

  it.each<[string, Command, readonly string[], string | Uint8Array]>([
    ['judge, empty', judge, ['-', ...LINE], ''],
    ['judge, bytes that are no text', judge, ['-', ...LINE], Uint8Array.of(0xff, 0xfe, 0x00)],
    ['import, no recording', importCommand, ['-'], '{"a": 1}'],
    ['explain, no record', explain, ['-'], '{"a": 1}'],
  ])('is refused as a file would be: %s', async (_, command, args, text) => {
    const { code, err } = await run(command, { '-': text }, ...args);
    expect(code).toBe(2);
    expect(err).toMatchSnapshot();
  });
});
