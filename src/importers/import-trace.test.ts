import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readTrace } from '../trace/read-trace.ts';
import { writeTrace } from '../trace/write-trace.ts';
import { detectFormat } from './detect-format.ts';
import { importTrace, importTraces } from './import-trace.ts';
import { TRACE_FORMATS } from './importer.ts';
import { IMPORTERS } from './registry.ts';

const MESSAGES = [
  { role: 'user', content: 'Pay Ann.' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'pay', arguments: '{}' } }] },
  { role: 'tool', tool_call_id: 'c', content: 'ok' },
];
const message = (input: string | Uint8Array, options = {}): string => {
  const result = importTrace(input, { file: 'run.json', ...options });
  return result.ok ? 'imported' : result.errors.map(formatDiagnostic).join('\n');
};
function cycle(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

function nested(depth: number): object {
  let value: object = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** The events of an import without their places, which differ between an array and lines. */
const events = (input: string | Uint8Array) =>
  unwrap(importTrace(input, { file: 'f' })).trace.events.map(({ src: _src, ...event }) => event);

describe('importing a trace', () => {
  it('reads what a program still holds as values as it reads their text', () => {
    const written = unwrap(importTrace(JSON.stringify(MESSAGES), { file: 'recording' }));
    expect(importTrace(MESSAGES)).toEqual({ ok: true, value: written });
    expect(unwrap(importTrace({ messages: MESSAGES })).trace.events.length).toBe(written.trace.events.length);
    expect(unwrap(importTraces(MESSAGES))).toHaveLength(1);
  });

  it.each([
    ['a cycle', cycle()],
    ['a bigint', [{ role: 'user', content: 5n }]],
    ['a promise', Promise.resolve(MESSAGES)],
    ['nothing', null],
    ['a number', 5],
    ['nesting without end', nested(100_000)],
  ])('says of %s that it is no recording', (_what, value) => {
    const result = importTrace(value as object);
    expect(result.ok ? 'imported' : result.errors.map(formatDiagnostic).join('\n')).toMatchSnapshot();
  });

  it('reads an array, a document and JSON Lines alike, with any line ending, byte order mark or gzip', () => {
    const array = JSON.stringify(MESSAGES);
    const lines = MESSAGES.map((value) => JSON.stringify(value));
    const wanted = events(array);
    expect(wanted.length).toBe(5);
    for (const text of [
      JSON.stringify(MESSAGES, null, 2),
      JSON.stringify({ messages: MESSAGES }),
      lines.join('\n'),
      `${lines.join('\r\n')}\r\n`,
      `${lines[0]}\r\n\n${lines[1]}\n${lines[2]}\r`,
      `\ufeff${array}`,
    ]) {
      expect(events(text)).toEqual(wanted);
      expect(events(Buffer.from(text))).toEqual(wanted);
      expect(events(gzipSync(text))).toEqual(wanted);
    }
  });

  it('reads the normal form itself', () => {
    const imported = unwrap(importTrace(JSON.stringify(MESSAGES), { file: 'f' }));
    const text = unwrap(writeTrace(imported.trace));
    const again = unwrap(importTrace(text, { file: 'f' }));
    expect(again.format).toBe('tracefold');
    expect(again.trace).toEqual(imported.trace);
    expect(again.report).toMatchObject({ unit: 'event', records: 5, imported: 5 });
  });

  it('has an importer for every format it names', () => {
    expect(['tracefold', ...IMPORTERS.map(({ format }) => format)].sort()).toEqual([...TRACE_FORMATS].sort());
  });

  it('never throws, whatever the JSON, detected or forced, and what it gives can be written and read back', () => {
    const keys = fc.constantFrom(
      'role',
      'content',
      'type',
      'messages',
      'tool_calls',
      'id',
      'name',
      'function',
      'arguments',
      'parts',
      'output',
      'input',
      'message',
      'attributes',
      'events',
      'samples',
      'jsonrpc',
      'method',
      'params',
      'result',
      'key',
      'value',
      '__proto__',
      'state',
      'approval',
    );
    const words = fc.constantFrom(
      'user',
      'assistant',
      'tool',
      'system',
      'text',
      'tool-call',
      'tool_use',
      'message',
      'function_call',
      'c1',
      '{"a":1}',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<unknown>(null, true, 0, 1.5, '', '\ud800'),
        words,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.array(fc.tuple(keys, tie('tree')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    const format = fc.constantFrom(undefined, ...TRACE_FORMATS);
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), tree), format, (value, forced) => {
        const options = forced === undefined ? { file: 'f' } : { file: 'f', format: forced };
        const result = importTraces(JSON.stringify(value), options);
        if (!result.ok) return;
        for (const { trace, report } of result.value) {
          expect(readTrace(unwrap(writeTrace(trace)), { file: 'f' })).toEqual({ ok: true, value: normalised(trace) });
          const counted = [...report.skipped, ...report.dropped].reduce(
            (sum, { count }) => sum + count,
            report.imported,
          );
          expect(report.records).toBe(counted);
        }
      }),
      { numRuns: 1500 },
    );
  });
});

/** Negative zero is the one number that JSON does not give back. */
const normalised = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('detecting the format', () => {
  it('goes by what stands in the file', () => {
    expect(detectFormat(JSON.stringify(MESSAGES), { file: 'x.txt' })).toEqual({ ok: true, value: 'openai-chat' });
    expect(detectFormat('{"tracefold":1,"source":"s","observes":[]}', { file: 'f' })).toEqual({
      ok: true,
      value: 'tracefold',
    });
  });
});

describe('bad input', () => {
  it('that is not JSON', () => {
    expect(message('hello')).toMatchInlineSnapshot(`
      "run.json:1:1: unexpected character [trace/not-json]
       1 | *****
         | ^
        expected a value"
    `);
    expect(message('{"messages": [\n  {"role": "user", "content": hello}\n]}')).toMatchInlineSnapshot(`
      "run.json:2:31: unexpected character [trace/not-json]
       2 |   {"role": "user", "content": *****}
         |                               ^
        expected a value"
    `);
  });

  it('that is empty', () => {
    expect(message(' \n')).toMatchInlineSnapshot(`
      "run.json:1:1: the file holds nothing [trace/empty]
        expected a recording in JSON or JSON Lines"
    `);
  });

  it('of a format that is not known', () => {
    expect(message('{"foo":1,"bar":2}')).toMatchInlineSnapshot(`
      "run.json:1:1: the format is not known: the first record has 2 keys [importers/unknown-format]
        hint: known formats: tracefold, agentdojo, inspect, otlp, langsmith, langfuse, openai-traces, pydantic-ai, autogen, converse, claude-code, openclaw, adk, langchain, mcp, anthropic, openai-agents, openai-responses, ai-sdk, openai-chat"
    `);
    expect(message('[1,2,3]')).toMatchInlineSnapshot(`
      "run.json:1:1: the format is not known: the first record is no object [importers/unknown-format]
        hint: known formats: tracefold, agentdojo, inspect, otlp, langsmith, langfuse, openai-traces, pydantic-ai, autogen, converse, claude-code, openclaw, adk, langchain, mcp, anthropic, openai-agents, openai-responses, ai-sdk, openai-chat"
    `);
  });

  it('of another format than the one that was said', () => {
    expect(message('{"foo":1}', { format: 'openai-chat' })).toMatchInlineSnapshot(`
      "run.json:1:1: nothing in the file could be read as OpenAI Chat Completions [importers/nothing-imported]
        hint: as OpenAI Chat Completions: missing messages with a "role" of OpenAI and no content blocks of another API"
    `);
  });

  it('that is a document cut off', () => {
    expect(message('{"messages":[{"role":"user","content":"hi"},{"role":"assi')).toMatchInlineSnapshot(`
      "run.json:1:58: the text ends inside a string [trace/not-json]
       1 | {"messages":[{"role":"user","content":"**"},{"role":"****
         |                                                          ^
        expected a closing double quote"
    `);
  });

  it('with a last line cut off gives the lines before it and a warning', () => {
    const lines = MESSAGES.map((value) => JSON.stringify(value)).join('\n');
    const { report } = unwrap(importTrace(lines.slice(0, -8), { file: 'run.jsonl' }));
    expect(report.dropped).toMatchInlineSnapshot(`
      [
        {
          "count": 1,
          "first": "/2",
          "rule": "cut-off",
          "why": "the last line ends in the middle",
        },
      ]
    `);
    expect(report.warnings.map(formatDiagnostic)).toMatchInlineSnapshot(`
      [
        "the last line ends in the middle; what came after it is unknown, at /2 [importers/cut-off]",
      ]
    `);
  });

  it('with a broken line in the middle', () => {
    const lines = MESSAGES.map((value) => JSON.stringify(value));
    expect(message([lines[0], lines[1]?.slice(0, 20), lines[2]].join('\n'))).toMatchInlineSnapshot(`
      "run.json:2:21: the JSON text ends too early [trace/not-json]
       2 | {"role":"assistant",
         |                     ^
        expected a key in double quotes"
    `);
  });

  it('with a line over the limit', () => {
    const lines = MESSAGES.map((value) => JSON.stringify(value)).join('\n');
    expect(message(lines, { maxRecordBytes: 60 })).toMatchInlineSnapshot(`
      "run.json:2:1: a record is longer than 60 bytes [trace/too-long]
        expected lines, or a JSON document, of at most 60 bytes
        hint: raise maxRecordBytes if the file is to be trusted with that much memory"
    `);
  });

  it('with a line of 100 MB', () => {
    const line = `{"role":"user","content":"${'x'.repeat(100 * 1024 * 1024)}"}`;
    expect(message(`${JSON.stringify(MESSAGES[0])}\n${line}\n`)).toMatchInlineSnapshot(`
      "run.json:2:1: a record is longer than 67108864 bytes [trace/too-long]
        expected lines, or a JSON document, of at most 67108864 bytes
        hint: raise maxRecordBytes if the file is to be trusted with that much memory"
    `);
  });

  it('that nests 10,000 deep', () => {
    expect(message('['.repeat(10_000) + ']'.repeat(10_000))).toMatchInlineSnapshot(`
      "run.json:1:501: arrays and objects nest more than 500 deep [trace/too-deep]
       1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
         |                                                                                 ^
        expected nesting of at most 500"
    `);
  });

  it('that is not UTF-8', () => {
    expect(message(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]))).toMatchInlineSnapshot(`
      "run.json:1:3: byte 0xc3 is not valid UTF-8 here [trace/not-utf8]
       1 | {"
         |   ^
        expected UTF-8"
    `);
  });

  it('that is gzip, cut off or broken', () => {
    const packed = gzipSync(JSON.stringify(MESSAGES));
    expect(message(packed.subarray(0, packed.length - 12))).toMatchInlineSnapshot(`
      "run.json:1:1: the gzip file is cut off before its end [trace/not-gzip]
        expected a whole gzip file"
    `);
    expect(message(Buffer.concat([packed.subarray(0, 10), Buffer.alloc(40, 7)]))).toMatchInlineSnapshot(`
      "run.json:1:1: the file starts like gzip but cannot be unpacked [trace/not-gzip]
        expected a whole gzip file"
    `);
  });

  it('that is a small gzip file of far too much', () => {
    const packed = gzipSync('x'.repeat(100_000));
    expect(message(packed, { maxRecordBytes: 1_000 })).toMatchInlineSnapshot(`
      "run.json:1:1: the gzip file unpacks to more than 16000 bytes [trace/too-long]
        expected lines, or a JSON document, of at most 16000 bytes
        hint: raise maxRecordBytes if the file is to be trusted with that much memory"
    `);
  });

  it('that is UTF-16', () => {
    expect(message(Buffer.from(`\ufeff${JSON.stringify(MESSAGES)}`, 'utf16le'))).toMatchInlineSnapshot(`
      "run.json:1:1: the file is UTF-16 [trace/not-utf8]
        expected UTF-8
        hint: write it again as UTF-8; older versions of PowerShell write UTF-16 with ">""
    `);
  });

  it('with a bare NUL', () => {
    expect(message('[{"role":"user","content":"a\u0000b"}]')).toMatchInlineSnapshot(`
      "run.json:1:29: a bare \\u{0} stands in a string [trace/not-json]
       1 | [{"role":"user","content":"***"}]
         |                             ^
        expected control characters as \\u escapes"
    `);
  });

  it('that holds several runs', () => {
    const runs = [1, 2].map((id) => ({ task_id: id, trial: 0, traj: MESSAGES }));
    expect(message(JSON.stringify(runs))).toMatchInlineSnapshot(`
      "run.json:1:1: the file holds 2 runs [importers/several-runs]
        expected one run
        hint: choose with run: 0 (task 1 trial 0), 1 (task 2 trial 0)"
    `);
    expect(message(JSON.stringify(runs), { run: 1 })).toBe('imported');
    expect(message(JSON.stringify(runs), { run: 2 })).toMatchInlineSnapshot(`
      "run.json:1:1: run 2 of 2 [importers/no-such-run]
        expected a number from 0 to 1"
    `);
  });

  it('with keys named __proto__ pollutes nothing', () => {
    const text = JSON.stringify(MESSAGES).replace('"role"', '"__proto__":{"role":"system","polluted":1},"role"');
    expect(message(text)).toBe('imported');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(message('[{"__proto__":{"role":"user","content":"hi"}}]')).toContain('the format is not known');
  });
});
