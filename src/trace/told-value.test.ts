import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from './event.ts';
import { maskedLine, toldKeys, toldName, toldPath, toldValue } from './told-value.ts';

describe('a line of a recording in a message', () => {
  it.each([
    [
      '{"seq": 4, "kind": "exec.started", "args": {"to": "Alice"}, "ok": true}',
      '{"seq": *, "kind": "exec.started", "args": {"to": "*****"}, "**": true}',
    ],
    [
      '{"Alice": 100, "role": "user", "content": "a \\"b\\" c"',
      '{"*****": ***, "role": "user", "content": "*********"',
    ],
    ['"kind": "exec.started', '"kind": "************'],
    ['Alice paid, twice', '***** ****, *****'],
    ['{"role": user, "text": no quotes}', '{"role": ****, "text": ** ******}'],
    ['', ''],
  ])('keeps punctuation, known keys and words of closed lists: %s', (line, masked) => {
    expect(maskedLine(line)).toBe(masked);
  });

  it('has the same columns, and no more of a value than that', () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme', minLength: 4 }), fc.integer({ min: 1000 }).map(String));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), fc.nat(), fc.string(), (object, at, more) => {
        // As it was written, and with something broken in it.
        const text = JSON.stringify(object).replaceAll('\\n', ' ');
        const broken = `${text.slice(0, at % (text.length + 1))}${more}${text.slice(at % (text.length + 1))}`;
        for (const line of [text, broken]) {
          const masked = maskedLine(line);
          expect(masked).toHaveLength(line.length);
          expect(masked.replace(/[*\s{}[\]:,"]/g, '')).toMatch(/^(?:true|false|null|[a-zA-Z_$.#\d]*)$/);
        }
        const shown = maskedLine(text);
        for (const [key, one] of Object.entries(object)) {
          if (/[\p{L}\p{N}]{4}/u.test(one) && !key.includes(one)) expect(shown).not.toContain(one);
        }
      }),
    );
  });

  it('ends on a megabyte of what its pattern begins with', () => {
    for (const unit of ['"', '\\', '"a', 'a', '{', 't'])
      expect(maskedLine(unit.repeat(1_000_000))).toHaveLength(unit.length * 1_000_000);
  });
});

describe('a value in a message', () => {
  it('is told by its kind, unless it is a slip of a known word', () => {
    expect(toldValue('exec.startd', EVENT_KINDS)).toBe('"exec.startd"');
    expect(toldValue('Alice Smith', EVENT_KINDS)).toBe('a string');
    expect([4111, null, true, [1], {}, undefined, ''].map((value) => toldValue(value))).toEqual([
      'a number',
      'null',
      'true',
      'an array',
      'an object',
      'undefined',
      '""',
    ]);
  });

  it('leaves out names that could be somebody’s', () => {
    expect(toldName('tol', ['tool', 'kind'])).toBe(' "tol"');
    expect(toldName('alice@example.com', ['tool', 'kind'])).toBe('');
    expect(toldPath('/messages/3/Alice/content')).toBe('/messages/3/*/content');
    expect(toldKeys(['role', 'Alice', 'content'])).toBe('keys "role", "content" and 1 other key');
    expect(toldKeys(['Alice', 'Bob'])).toBe('2 keys');
    expect(toldKeys(['role'])).toBe('key "role"');
  });
});
