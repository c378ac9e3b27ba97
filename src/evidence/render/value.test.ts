import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../diagnostics/printable.ts';
import type { Json } from '../../trace/json.ts';
import { formatValue } from './value.ts';

describe('a value on one line', () => {
  it('is written as TLA+ writes it', () => {
    expect(formatValue([{ rid: 'r1', ok: true }, { '#set': [1, 2] }, { '#tup': ['a'] }], 'tla')).toBe(
      '<<[rid |-> r1, ok |-> TRUE], {1, 2}, <<a>>>>',
    );
    expect(formatValue({ '#map': [['r1', { '#bigint': '123456789012345678901' }]] }, 'tla')).toBe(
      '[r1 :> 123456789012345678901]',
    );
  });

  it('is written in the manner of JSON otherwise', () => {
    expect(formatValue({ to: 'acme', n: [1, null, true] })).toBe('{to: acme, n: [1, null, true]}');
  });

  it('has quotes only where it needs them, of the kind that does not stand in it', () => {
    expect(
      ['nodes.run', 'two words', 'true', '', '{"a": 1}', `both " and '`, '[args.to#1]'].map((text) =>
        formatValue(text),
      ),
    ).toEqual(['nodes.run', '"two words"', '"true"', '""', `'{"a": 1}'`, `"both \\" and '"`, '[args.to#1]']);
  });

  it('shows an escape of the record once, and keeps a backslash of the trace from ending a quote', () => {
    expect([printable('\u001b[2J at\n'), 'C:\\windows', 'x\\", y: "z'].map((text) => formatValue(text))).toEqual([
      '"\\u{1b}[2J at\\n"',
      '"C:\\\\windows"',
      `'x\\\\", y: "z'`,
    ]);
  });

  it('is shortened, and says so', () => {
    const long = formatValue(
      Array.from({ length: 1000 }, (_, index) => index),
      'json',
      30,
    );
    expect(long).toBe('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …]');
    expect(formatValue('x'.repeat(1000), 'json', 20)).toBe(`${'x'.repeat(19)}…`);
  });

  it('has no character that acts, for all values', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary' }),
        fc.constantFrom('tla' as const, 'json' as const),
        (value, notation) => {
          const text = formatValue(value as Json, notation);
          expect(printable(text)).toBe(text);
        },
      ),
    );
  });
});
