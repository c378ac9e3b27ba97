import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { EVENT_KINDS, type Trace, type TraceEvent } from './event.ts';
import { openTrace, readTrace } from './read-trace.ts';
import { createTrace } from './trace.ts';
import { writeTrace } from './write-trace.ts';

const HEADER = '{"tracefold":1,"source":"test","observes":["call.proposed"]}';
const CALL = '{"seq":1,"kind":"call.proposed","call":"c1","tool":"pay","args":{"to":"x"}}';

const messages = (input: string | Uint8Array, options = {}): string => {
  const result = readTrace(input, { file: 'run.jsonl', ...options });
  if (result.ok) throw new Error('was read');
  return result.errors.map(formatDiagnostic).join('\n');
};

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

const collect = async (text: string, size: number) => {
  const stream = await openTrace(chunksOf(text, size), { file: 'run.jsonl' });
  if (!stream.ok) return stream;
  const events: TraceEvent[] = [];
  for await (const event of stream.value.events) {
    if (!event.ok) return event;
    events.push(event.value);
  }
  return { ok: true as const, value: { header: stream.value.header, events } };
};

const name = fc.string({ minLength: 1 });
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));
const event = fc.oneof(
  fc.record({ kind: fc.constant('call.proposed' as const), call: name, tool: name, args: json }),
  fc.record(
    {
      kind: fc.constant('context.added' as const),
      item: name,
      origin: fc.constant('user' as const),
      trust: fc.constant('trusted' as const),
      text: fc.string({ unit: 'binary' }),
    },
    { requiredKeys: ['kind', 'item', 'origin', 'trust'] },
  ),
  fc.record({ kind: fc.constant('truth' as const), name: fc.string(), value: json }),
  fc.record({
    kind: fc.constant('exec.ended' as const),
    exec: name,
    status: fc.constant('ok' as const),
    basis: fc.constant('inferred:x' as const),
  }),
);
const trace = fc.array(event, { maxLength: 12 }).map((events): Trace => createTrace({ events }));

describe('reading a trace', () => {
  it('gives the header and the events in order', () => {
    const { header, events } = unwrap(readTrace(`${HEADER}\n${CALL}\n`, { file: 'run.jsonl' }));
    expect(header).toEqual({ tracefold: 1, source: 'test', observes: ['call.proposed'] });
    expect(events).toEqual([{ seq: 1, kind: 'call.proposed', call: 'c1', tool: 'pay', args: { to: 'x' } }]);
  });

  it('takes any line ending, blank lines, a byte order mark and gzip', () => {
    const plain = readTrace(`${HEADER}\n${CALL}`, { file: 'f' });
    for (const text of [`\ufeff${HEADER}\r\n\r\n${CALL}\r\n`, `${HEADER}\r${CALL}\r`, `\n${HEADER}\n  \n${CALL}`]) {
      expect(readTrace(text, { file: 'f' })).toEqual(plain);
      expect(readTrace(Buffer.from(text), { file: 'f' })).toEqual(plain);
      expect(readTrace(gzipSync(text), { file: 'f' })).toEqual(plain);
    }
  });

  it('reads back the events that were written, whole or as a stream in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(trace, fc.integer({ min: 1, max: 40 }), async (original, size) => {
        const text = unwrap(writeTrace(original));
        expect(unwrap(readTrace(text, { file: 'f' }))).toEqual(original);
        expect(await collect(text, size)).toEqual({ ok: true, value: original });
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.json().map((line) => `${HEADER}\n${line}`),
        ),
        (text) => {
          expect(typeof readTrace(text, { file: 'f' }).ok).toBe('boolean');
        },
      ),
    );
  });

  it('keeps a key named __proto__ inside arguments as data', () => {
    const line = '{"seq":1,"kind":"call.proposed","call":"c","tool":"t","args":{"__proto__":{"polluted":true}}}';
    const read = unwrap(readTrace(`${HEADER}\n${line}`, { file: 'f' }));
    expect(Object.keys((read.events[0] as { args: object }).args)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(unwrap(writeTrace(read)).split('\n')[1]).toBe(line);
  });

  it('keeps NUL and lone surrogates that stand as escapes', () => {
    const line = '{"seq":1,"kind":"message.sent","to":"user","text":"a\\u0000b\\ud800"}';
    const read = unwrap(readTrace(`${HEADER}\n${line}`, { file: 'f' }));
    expect(read.events[0]).toMatchObject({ text: 'a\u0000b\ud800' });
    expect(unwrap(writeTrace(read)).split('\n')[1]).toBe(line);
  });
});

describe('a stream of events', () => {
  it('holds no more than a line: a trace without end can be read', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${HEADER}\n`);
      for (let seq = 1; ; seq++) yield Buffer.from(`${CALL.replace('"seq":1', `"seq":${seq}`)}\n`);
    }
    const stream = unwrap(await openTrace(endless(), { file: 'f' }));
    let count = 0;
    for await (const event of stream.events) {
      expect(event.ok).toBe(true);
      if (++count === 5000) break;
    }
    expect(count).toBe(5000);
  });

  it('stops at a line over the limit without reading it to its end', async () => {
    let given = 0;
    async function* long(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${HEADER}\n"`);
      for (;;) {
        given += 1024;
        yield Buffer.alloc(1024, 'x');
      }
    }
    const stream = unwrap(await openTrace(long(), { file: 'f', maxRecordBytes: 10_000 }));
    const results: Result<TraceEvent>[] = [];
    for await (const event of stream.events) results.push(event);
    expect(results.map((result) => (result.ok ? 'ok' : formatDiagnostic(result.errors[0])))).toMatchInlineSnapshot(`
      [
        "f:2:1: a record is longer than 10000 bytes [trace/too-long]
        expected lines, or a JSON document, of at most 10000 bytes
        hint: raise maxRecordBytes if the file is to be trusted with that much memory",
      ]
    `);
    expect(given).toBeLessThan(20_000);
  });
});

describe('bad input', () => {
  it('names the nearest kind for one that is unknown', () => {
    expect(messages(`${HEADER}\n{"seq":1,"kind":"call.propose","call":"c"}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:17: unknown kind of event "call.propose" [trace/unknown-kind]
       2 | {"seq":*,"kind":"************","call":"*"}
         |                 ^^^^^^^^^^^^^^
        expected one of context.added, instruction, tools.advertised, policy.declared, policy.decided, call.proposed, approval.requested, approval.decided, exec.started, exec.ended, message.sent, state.written, state.read, identity.asserted, identity.verified, handoff, session.linked, config.changed, truth
        hint: did you mean "call.proposed"?"
    `);
  });

  it('names the nearest key for one that is unknown', () => {
    expect(messages(`${HEADER}\n${CALL.replace('"tool"', '"tol"')}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:1: "tool" is missing [trace/wrong-value]
       2 | {"seq":*,"kind":"call.proposed","call":"**","***":"***","args":{"to":"*"}}
         | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected a string
      run.jsonl:2:45: unknown key "tol" in "call.proposed" [trace/unknown-key]
       2 | {"seq":*,"kind":"call.proposed","call":"**","***":"***","args":{"to":"*"}}
         |                                             ^^^^^
        hint: did you mean "tool"?"
    `);
  });

  it('names the nearest key inside src', () => {
    expect(messages(`${HEADER}\n${CALL.replace('{', '{"src":{"file":"a","pointr":"/1"},')}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:20: unknown key "pointr" in "call.proposed" [trace/unknown-key]
       2 | {"src":{"file":"*","******":"**"},"seq":*,"kind":"call.proposed","call":"**","tool":"***","args":{"to":"*"}}
         |                    ^^^^^^^^
        hint: did you mean "pointer"?"
    `);
  });

  it('names the nearest value of an enumeration', () => {
    const line = '{"seq":1,"kind":"context.added","item":"i","origin":"usr","trust":"trusted"}';
    expect(messages(`${HEADER}\n${line}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:53: "origin" is "usr" [trace/wrong-value]
       2 | {"seq":*,"kind":"context.added","item":"*","origin":"***","trust":"trusted"}
         |                                                     ^^^^^
        expected one of "system", "developer", "user", "assistant", "tool_result", "tool_definition", "retrieval", "memory", "peer", "other_session", "unknown"
        hint: did you mean "user"?"
    `);
  });

  it('tells a missing key from a wrong one', () => {
    expect(messages(`${HEADER}\n{"seq":"1","kind":"call.proposed","tool":"","args":{}}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:8: "seq" is a string [trace/wrong-value]
       2 | {"seq":"*","kind":"call.proposed","tool":"","args":{}}
         |        ^^^
        expected a number
      run.jsonl:2:1: "call" is missing [trace/wrong-value]
       2 | {"seq":"*","kind":"call.proposed","tool":"","args":{}}
         | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        expected a string
      run.jsonl:2:42: "tool" is "" [trace/wrong-value]
       2 | {"seq":"*","kind":"call.proposed","tool":"","args":{}}
         |                                          ^^
        expected a name that is not empty"
    `);
  });

  it('refuses a key named __proto__ on an event', () => {
    expect(messages(`${HEADER}\n${CALL.replace('{', '{"__proto__":{"a":1},')}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:2: unknown key in "call.proposed" [trace/unknown-key]
       2 | {"*********":{"*":*},"seq":*,"kind":"call.proposed","call":"**","tool":"***","args":{"to":"*"}}
         |  ^^^^^^^^^^^
        hint: known: "seq", "at", "turn", "session", "agent", "parent", "src", "basis", "kind", "call", "tool", "args""
    `);
  });

  it('refuses a sequence number that does not increase', () => {
    expect(messages(`${HEADER}\n${CALL}\n${CALL}`)).toMatchInlineSnapshot(`
      "run.jsonl:3:8: "seq" 1 does not come after 1 [trace/out-of-order]
       3 | {"seq":*,"kind":"call.proposed","call":"**","tool":"***","args":{"to":"*"}}
         |        ^
        expected a number greater than 1"
    `);
  });

  it('refuses a wrong basis', () => {
    expect(messages(`${HEADER}\n${CALL.replace('{', '{"basis":"guessed",')}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:10: "basis" is a string [trace/wrong-value]
       2 | {"basis":"*******","seq":*,"kind":"call.proposed","call":"**","tool":"***","args":{"to":"*"}}
         |          ^^^^^^^^^
        expected "observed" or "inferred:<rule>""
    `);
  });

  it('refuses a line that is not an object', () => {
    expect(messages(`${HEADER}\n[1]`)).toMatchInlineSnapshot(`
      "run.jsonl:2:1: the line is an array [trace/wrong-value]
       2 | [*]
         | ^^^
        expected an object"
    `);
  });

  it('finds the spot where a line stops being JSON', () => {
    expect(messages(`${HEADER}\n{"seq":1,"kind":}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:17: unexpected "}" [trace/not-json]
       2 | {"seq":*,"kind":}
         |                 ^
        expected a value"
    `);
    expect(messages(`${HEADER}\n{"seq":1,"kind":"call.pro`)).toMatchInlineSnapshot(`
      "run.jsonl:2:26: the text ends inside a string [trace/not-json]
       2 | {"seq":*,"kind":"********
         |                          ^
        expected a closing double quote"
    `);
    expect(messages(`${HEADER}\n{"seq":1} trailing`)).toMatchInlineSnapshot(`
      "run.jsonl:2:11: unexpected character [trace/not-json]
       2 | {"seq":*} ********
         |           ^
        expected the end of the text"
    `);
    expect(messages(`${HEADER}\n{'seq':1}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:2: unexpected "'" [trace/not-json]
       2 | {*****:*}
         |  ^
        expected a key in double quotes or "}""
    `);
  });

  it('shows a bare NUL byte as an escape', () => {
    expect(messages(`${HEADER}\n{"seq":1,"kind":"a\u0000"}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:19: a bare \\u{0} stands in a string [trace/not-json]
       2 | {"seq":*,"kind":"**"}
         |                   ^
        expected control characters as \\u escapes"
    `);
  });

  it('refuses a file without a header', () => {
    expect(messages(CALL)).toMatchInlineSnapshot(`
      "run.jsonl:1:1: the first line is not the header of a trace [trace/no-header]
       1 | {"seq":*,"kind":"call.proposed","call":"**","tool":"***","args":{"to":"*"}}
         | ^
        expected {"tracefold": 1, "source": "…", "observes": […]}
        hint: a recording of another format is read with importTrace"
    `);
  });

  it('refuses an unknown version and an unknown kind in the header', () => {
    expect(messages('{"tracefold":2,"source":"x","observes":[]}')).toMatchInlineSnapshot(`
      "run.jsonl:1:14: version 2 of the trace format [trace/unknown-version]
       1 | {"tracefold":*,"source":"*","observes":[]}
         |              ^
        expected 1"
    `);
    expect(messages('{"tracefold":1,"source":"x","observes":["exec.start"]}')).toMatchInlineSnapshot(`
      "run.jsonl:1:41: "observes.0" is "exec.start" [trace/wrong-value]
       1 | {"tracefold":*,"source":"*","observes":["**********"]}
         |                                         ^^^^^^^^^^^^
        expected one of "context.added", "instruction", "tools.advertised", "policy.declared", "policy.decided", "call.proposed", "approval.requested", "approval.decided", "exec.started", "exec.ended", "message.sent", "state.written", "state.read", "identity.asserted", "identity.verified", "handoff", "session.linked", "config.changed", "truth"
        hint: did you mean "exec.started"?"
    `);
  });

  it('refuses an empty file', () => {
    expect(messages('\n')).toMatchInlineSnapshot(`
      "run.jsonl:1:1: the file holds nothing [trace/empty]
        expected a header such as {"tracefold": 1, "source": "my-agent", "observes": ["call.proposed"]}"
    `);
  });

  it('refuses nesting 10,000 deep', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(messages(`${HEADER}\n${CALL.replace('{"to":"x"}', deep)}`)).toMatchInlineSnapshot(`
      "run.jsonl:2:1064: arrays and objects nest more than 1000 deep [trace/too-deep]
       2 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
         |                                                                                 ^
        expected nesting of at most 1000"
    `);
  });

  it('refuses bytes that are not UTF-8, with their place', () => {
    const bytes = Buffer.concat([Buffer.from(`${HEADER}\n{"seq":1,"kind":"é`), Buffer.from([0xff, 0x22])]);
    expect(messages(bytes)).toMatchInlineSnapshot(`
      "run.jsonl:2:19: byte 0xff is not valid UTF-8 here [trace/not-utf8]
       2 | {"seq":*,"kind":"*
         |                   ^
        expected UTF-8"
    `);
    expect(messages(Buffer.from('\ufeff{}', 'utf16le'))).toMatchInlineSnapshot(`
      "run.jsonl:1:1: the file is UTF-16 [trace/not-utf8]
        expected UTF-8
        hint: write it again as UTF-8; older versions of PowerShell write UTF-16 with ">""
    `);
  });

  it('refuses gzip that is cut off, and gzip that unpacks beyond the limit', () => {
    const packed = gzipSync(`${HEADER}\n${CALL}\n`.repeat(50));
    expect(messages(packed.subarray(0, packed.length - 20))).toMatchInlineSnapshot(`
      "run.jsonl:1:1: the gzip file is cut off before its end [trace/not-gzip]
        expected a whole gzip file"
    `);
    expect(messages(gzipSync(Buffer.alloc(1_000_000)), { maxRecordBytes: 1000 })).toMatchInlineSnapshot(`
      "run.jsonl:1:1: the gzip file unpacks to more than 16000 bytes [trace/too-long]
        expected lines, or a JSON document, of at most 16000 bytes
        hint: raise maxRecordBytes if the file is to be trusted with that much memory"
    `);
  });

  it.each([
    [
      'keys of an event',
      (many: string) => `${HEADER}\n{"seq":1,"kind":"call.proposed","call":"c","tool":"t","args":{},${many}}`,
    ],
    ['keys of a header', (many: string) => `{"tracefold":1,"source":"s","observes":[],${many}}`],
    [
      'keys of a part of an event',
      (many: string) => `${HEADER}\n{"seq":1,"kind":"truth","name":"n","value":1,"src":{"file":"f",${many}}}`,
    ],
  ])('tells no more than 20 of any number of unknown %s, and looks for no more in the line', (_what, lineOf) => {
    const many = Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',');
    expect(messages(lineOf(many)).match(/unknown key/g)).toHaveLength(20);
  });

  it('tells no more than 20 of any number of unknown kinds that a header observes', () => {
    const kinds = Array(50_000).fill('"call.propsed"').join(',');
    const found = messages(`{"tracefold":1,"source":"s","observes":[${kinds}]}`);
    expect(found.match(/did you mean "call.proposed"\?/g)).toHaveLength(20);
  });

  it('lists at most twenty errors', () => {
    expect(messages(`${HEADER}\n${'{}\n'.repeat(100)}`).split('[trace/').length - 1).toBe(20);
  });

  it('of every kind says which keys it has', () => {
    for (const kind of EVENT_KINDS) {
      const told = messages(`${HEADER}\n{"seq":1,"kind":"${kind}","zzzzzzzzzzzz":1}`);
      expect(told).toContain(`unknown key in "${kind}"`);
      // A key that is no slip of a known one could be a person's name.
      expect(told).not.toContain('zzz');
    }
  });
});
