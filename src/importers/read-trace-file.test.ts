import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readTraceFile, readUnchanged } from './read-trace-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracefold-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('reading a file', () => {
  it('imports it, and messages call it by the name given', async () => {
    const path = join(folder, 'a.json');
    await writeFile(path, '[{"role":"user","content":"hi"}]');
    const imported = unwrap(await readTraceFile(path, { file: 'logs/a.json' }));
    expect(imported.trace.events[0]?.src).toEqual({ file: 'logs/a.json', pointer: '/0' });
  });

  it('says that a file cannot be read, without a path of the machine', async () => {
    const result = await readTraceFile(join(folder, 'none.json'), { file: 'logs/none.json' });
    expect(result.ok ? '' : formatDiagnostic(result.errors[0])).toMatchInlineSnapshot(
      `"logs/none.json:1:1: the file cannot be read (ENOENT) [trace/unreadable]"`,
    );
  });

  it('refuses a file that changes while it is read', async () => {
    const path = join(folder, 'b.json');
    await writeFile(path, '[]');
    const handle = await open(path, 'r');
    const growing = {
      stat: () => handle.stat(),
      readFile: async () => {
        const bytes = await handle.readFile();
        await appendFile(path, ' ');
        return bytes;
      },
    };
    const result = await readUnchanged(growing, 'b.json');
    await handle.close();
    expect(result.ok ? '' : formatDiagnostic(result.errors[0])).toMatchInlineSnapshot(`
      "b.json:1:1: the file changed while it was read [trace/changed-while-read]
        hint: read it when its recorder has ended, or read a copy"
    `);
  });
});
