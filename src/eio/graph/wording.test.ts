import { describe, expect, it } from 'vitest';
import type { Action } from './entity.ts';
import { asksInWords, codeReader } from './wording.ts';

const action = (tool: string, args = {}): Action => ({ tool, args }) as unknown as Action;
const asks = (text: string, tool: string, args = {}, trusted: string[] = []): boolean =>
  asksInWords(text, trusted.length === 0 ? [] : [new Set(trusted)], codeReader())(action(tool, args));

describe('an order in words', () => {
  it.each([
    ['at the start', 'Delete one of the repositories'],
    ['after a sentence', 'Thank you. Delete my repository'],
    ['after a line break and spaces', 'Thank you\n\n   Delete my repository'],
    ['after a word that orders', 'You must   delete my repository'],
  ])('asks for a tool whose verb stands %s', (_where, text) => {
    expect(asks(text, 'git_delete_repo')).toBe(true);
  });

  it('does not ask for a tool whose verb it only mentions, or of which it says nothing else', () => {
    expect(asks('Nobody shall ever delete a repository', 'git_delete_repo')).toBe(false);
    expect(asks('Delete everything', 'git_delete_repo')).toBe(false);
  });

  it.each([
    ['a text in quotes', "Delete the repository called 'old things'"],
    ['an address', 'Delete the repository abc@def'],
    ['a number', 'Delete repository 123456'],
  ])('does not ask by its verb where it holds a value, as %s', (_what, text) => {
    expect(asks(text, 'git_delete_repo')).toBe(false);
  });

  it('asks by a short code that is an argument, unless trusted content names it too', () => {
    expect(asks('buy P025', 'shop.order', { item: 'P025' })).toBe(true);
    expect(asks('buy P025', 'shop.order', { item: 'P025' }, ['p025'])).toBe(false);
  });
});
