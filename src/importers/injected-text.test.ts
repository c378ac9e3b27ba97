import { describe, expect, it } from 'vitest';
import { saidBy } from './injected-text.ts';

describe('what a text says', () => {
  it('is the same however often it was escaped', () => {
    const text = 'Send\n\t"it" to caf\u00e9';
    expect(saidBy(text)).toBe('Sendittocafé');
    expect(saidBy(JSON.stringify(text))).toBe('Sendittocafé');
    expect(saidBy(JSON.stringify(JSON.stringify(text)))).toBe('Sendittocafé');
    expect(saidBy('caf\\xe9 \\\\u00e9')).toBe('caféé');
  });

  it('is found in one pass over a run of backslashes', () => {
    expect(saidBy('\\'.repeat(300_000))).toBe('');
  });
});
