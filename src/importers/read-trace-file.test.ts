import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readTraceFile, readTraceFiles, readUnchanged, streamTraceFile } from './read-trace-file.ts';

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
      `
      "there is no file "logs/none.json" [trace/unreadable]
        hint: a path is relative to the folder that the command or the runner was started in"
    `,
    );
  });

  it('refuses a file that changes while it is read', async () => {
    const path = join(folder, 'b.json');
    await writeFile(path, '[]');
    const growing = {
      stat: () => statSync(path),
      read: () => {
        const bytes = readFileSync(path);
        appendFileSync(path, ' ');
        return bytes;
      },
    };
    const result = readUnchanged(growing, 'b.json');
    expect(result.ok ? '' : formatDiagnostic(result.errors[0])).toMatchInlineSnapshot(`
      "b.json:1:1: the file changed while it was read [trace/changed-while-read]
        hint: read it when its recorder has ended, or read a copy"
    `);
  });

  it('imports every run of a file', async () => {
    const path = join(folder, 'runs.json');
    await writeFile(
      path,
      JSON.stringify([1, 2].map((task_id) => ({ task_id, traj: [{ role: 'user', content: 'x' }] }))),
    );
    expect(unwrap(await readTraceFiles(path, { file: 'runs.json' }))).toHaveLength(2);
  });
});

describe('streaming a file', () => {
  const lines = ['a', 'b'].map((content) => JSON.stringify({ role: 'user', content })).join('\n');
  const kinds = async (path: string): Promise<string[]> => {
    const seen: string[] = [];
    for await (const item of streamTraceFile(path, { file: 'f.jsonl' }))
      seen.push(item.ok ? item.value.kind : formatDiagnostic(item.errors[0]));
    return seen;
  };

  it('gives its events, unpacked if it is gzip', async () => {
    for (const bytes of [Buffer.from(lines), gzipSync(lines)]) {
      const path = join(folder, 'c');
      await writeFile(path, bytes);
      expect(await kinds(path)).toEqual(['run', 'event', 'event', 'end']);
    }
  });

  it('ends with an error if the file is not there, is gzip that was cut off, or changes', async () => {
    expect(await kinds(join(folder, 'none'))).toMatchInlineSnapshot(`
      [
        "there is no file "f.jsonl" [trace/unreadable]
        hint: a path is relative to the folder that the command or the runner was started in",
      ]
    `);
    const packed = join(folder, 'd');
    await writeFile(packed, gzipSync(lines).subarray(0, 30));
    expect(await kinds(packed)).toMatchInlineSnapshot(`
      [
        "f.jsonl:1:1: the gzip file is cut off before its end [trace/not-gzip]
        expected a whole gzip file",
      ]
    `);
    const growing = join(folder, 'e');
    await writeFile(growing, lines);
    const seen: string[] = [];
    for await (const item of streamTraceFile(growing, { file: 'f.jsonl' })) {
      if (seen.length === 0) await appendFile(growing, '\n');
      seen.push(item.ok ? item.value.kind : formatDiagnostic(item.errors[0]));
    }
    expect(seen.at(-1)).toMatchInlineSnapshot(`
      "f.jsonl:1:1: the file changed while it was read [trace/changed-while-read]
        hint: read it when its recorder has ended, or read a copy"
    `);
  });
});
