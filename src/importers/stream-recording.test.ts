import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import type { TraceEvent } from '../trace/event.ts';
import { importTraces } from './import-trace.ts';
import { type RecordingItem, streamRecording } from './stream-recording.ts';

async function* chunksOf(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

const collect = async (text: string, options = {}): Promise<{ runs: object[]; error?: string }> => {
  const runs: { header: unknown; events: TraceEvent[]; report: unknown; name: unknown }[] = [];
  for await (const item of streamRecording(chunksOf(text), { file: 'f', ...options })) {
    if (!item.ok) return { runs, error: formatDiagnostic(item.errors[0]) };
    const { value } = item;
    if (value.kind === 'run') runs.push({ header: undefined, events: [], report: undefined, name: value.name });
    else if (value.kind === 'event') runs.at(-1)!.events.push(value.event);
    else Object.assign(runs.at(-1)!, { header: value.header, report: value.report });
  }
  return { runs };
};
const whole = (text: string) =>
  unwrap(importTraces(text, { file: 'f' })).map(({ trace, report, name }) => ({
    header: trace.header,
    events: trace.events,
    report,
    name,
  }));

const user = (text: string) => ({ role: 'user', content: text });
const run = (id: number) => ({
  suite_name: 's',
  user_task_id: `user_task_${id}`,
  messages: [user(`task ${id}`)],
  security: true,
  utility: true,
});
const lines = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('a recording that is imported while it is read', () => {
  it.each([
    ['JSON Lines of one run', lines(Array.from({ length: 90 }, (_, i) => user(`${i}`)))],
    ['JSON Lines of a few records', lines([user('a'), user('b')])],
    ['JSON Lines of many runs', lines(Array.from({ length: 60 }, (_, i) => run(i)))],
    ['one document over several lines', JSON.stringify([user('a'), user('b')], null, 2)],
    ['one document on one line', JSON.stringify([user('a')])],
    [
      'a format that is collected first',
      lines([
        { type: 'session', version: 3, id: 's' },
        { type: 'message', id: 'a', parentId: null, message: user('x') },
      ]),
    ],
    ['a last line that is cut off', `${lines([user('a'), user('b')])}\n{"role":"us`],
  ])('gives what an import of the whole gives: %s', async (_name, text) => {
    expect(await collect(text)).toEqual({ runs: whole(text) });
  });

  it('gives the events of a run before the file has ended', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let i = 0; ; i++) yield Buffer.from(`${JSON.stringify(run(i))}\n`);
    }
    const ends: RecordingItem[] = [];
    for await (const item of streamRecording(endless(), { file: 'f' })) {
      if (item.ok && item.value.kind === 'end') ends.push(item.value);
      if (ends.length === 2000) break;
    }
    expect(ends).toHaveLength(2000);
  });

  it('ends at a line that is broken, or too long, or at a format that it does not know', async () => {
    expect(
      (await collect(`${lines([user('a'), user('b')])}\n{"role":\n${lines([user('c')])}`)).error,
    ).toMatchInlineSnapshot(`
      "f:3:9: the JSON text ends too early [trace/not-json]
       3 | {"role":
         |         ^
        expected a value"
    `);
    expect(
      (await collect(lines([user('a'), user('b'.repeat(200))]), { maxRecordBytes: 100 })).error,
    ).toMatchInlineSnapshot(`
      "f:2:1: a record is longer than 100 bytes [trace/too-long]
        expected lines, or a JSON document, of at most 100 bytes
        hint: raise maxRecordBytes if the file is to be trusted with that much memory"
    `);
    // One whole line shows no format yet, and what follows it is lost all the same.
    for (const ending of ['', '\n']) {
      const text = `${lines([user('a')])}\n{"role":"assistant","content":${ending}`;
      const stopped = await collect(text);
      const refused = importTraces(text, { file: 'f' });
      expect(stopped).toEqual({ runs: [], error: refused.ok ? '' : formatDiagnostic(refused.errors[0]) });
    }
    expect((await collect('{"x":1}\n{"y":2}')).error).toContain('the format is not known');
    expect((await collect('')).error).toContain('the file holds nothing');
  });
});
