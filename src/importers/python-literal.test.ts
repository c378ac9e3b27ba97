import { describe, expect, it } from 'vitest';
import { pythonDictionary } from './python-literal.ts';

describe('a dictionary as Python prints it', () => {
  it.each([
    ['{}', {}],
    ["{'to': 'Ann', 'amount': 5}", { to: 'Ann', amount: 5 }],
    ['{"it\'s": "a"}', { "it's": 'a' }],
    ["{'a': [1, -2.5, 1e3], 'b': (1,), 'c': ()}", { a: [1, -2.5, 1000], b: [1], c: [] }],
    ["{'a': True, 'b': False, 'c': None, 'd': {'e': {}}}", { a: true, b: false, c: null, d: { e: {} } }],
    [String.raw`{'a': 'it\'s\n\x41\u00e9\U0001f600\\'}`, { a: "it's\nAé😀\\" }],
    ["{'a': 9007199254740993}", { a: '9007199254740993' }],
    ["{ 'a' : 1 , }", { a: 1 }],
  ])('%s', (text, value) => {
    expect(pythonDictionary(text)).toEqual(value);
  });

  it.each([
    '',
    'Ann',
    "'Ann'",
    '{',
    "{'a'}",
    "{'a': }",
    "{'a': 1",
    "{'a': 1} b",
    "{'a': 'b}",
    "{'a': datetime(2026, 1, 1)}",
    "{'a': <Tool at 0x1>}",
    "{'a': 1 'b': 2}",
    "{'a': [1 2]}",
    "{'a': Truest}",
    "{'a': 1.2.3}",
    "{1: 'a'}",
    String.raw`{'a': '\Uffffffff'}`,
    `${"{'a': ".repeat(100)}1${'}'.repeat(100)}`,
  ])('%s is none', (text) => {
    expect(pythonDictionary(text)).toBeUndefined();
  });

  it('keeps a key that would change an object as a key', () => {
    const value = pythonDictionary("{'__proto__': {'a': 1}}");
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });

  it('keeps the digits of a number that a double cannot hold', () => {
    const text = "{'a': 9007199254740993, 'b': -1e999, 'c': 0.5, 'd': 1e-400}";
    expect(pythonDictionary(text)).toEqual({ a: '9007199254740993', b: '-1e999', c: 0.5, d: '1e-400' });
  });
});
