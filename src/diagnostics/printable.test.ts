import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';

// Categories of Unicode that act or hide: controls, format characters, surrogates, line and paragraph separators.
const ACTS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))).map((units) => units.join('')),
  fc
    .array(fc.constantFrom('\u001b[2J', '\r', '\n', '\u009b', '\u202e', '\ud800', '\udc00', 'a', '😀'))
    .map((each) => each.join('')),
);

describe('text made printable', () => {
  it('holds nothing that acts on a terminal or a reader, whatever went in', () => {
    fc.assert(fc.property(anyText, (text) => !ACTS.test(printable(text))));
  });

  it('stays as it is when made printable again', () => {
    fc.assert(fc.property(anyText, (text) => printable(printable(text)) === printable(text)));
  });

  it('leaves letters of every script, accents and whole emoji alone', () => {
    const text = 'Grüße, 日本語, עברית, e\u0301, 😀';
    expect(printable(text)).toBe(text);
  });

  it.each([
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\t', '\\t'],
    ['\u001b', '\\u{1b}'],
    ['\u202e', '\\u{202e}'],
    ['\ud800x', '\\u{d800}x'],
    ['x\udc00', 'x\\u{dc00}'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\uffff', '\\u{ffff}'],
  ])('shows %j as an escape', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
