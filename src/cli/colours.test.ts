import { expect, test } from 'vitest';
import { coloursOf, wantsColour } from './colours.ts';
import type { CommandContext } from './command.ts';

test.each([
  ['on a terminal', true, {}, true],
  ['in a file or a pipe', false, {}, false],
  ['on a terminal that asks for none', true, { NO_COLOR: '1' }, false],
  ['on a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['on a terminal without abilities', true, { TERM: 'dumb' }, false],
  ['in a pipe that is forced', false, { FORCE_COLOR: '1' }, true],
  ['in a pipe that is forced with an empty value', false, { FORCE_COLOR: '' }, true],
  ['on a terminal where force is off', true, { FORCE_COLOR: '0' }, false],
  ['on a terminal where force says false', true, { FORCE_COLOR: 'false' }, false],
  ['where force stands against NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
] as const)('colour %s', (_name, isTerminal, env, wanted) => {
  expect(wantsColour(isTerminal, env)).toBe(wanted);
});

const contextWith = (colour: boolean): CommandContext => ({
  cwd: '/project',
  out: () => {},
  err: () => {},
  progress: false,
  colour,
});

test('colour ends where the text and each of its lines end', () => {
  const { bad, quiet, strong } = coloursOf(contextWith(true));
  expect(bad('x')).toBe('\u001b[31mx\u001b[39m');
  expect(quiet('a\n\nb')).toBe('\u001b[2ma\u001b[22m\n\n\u001b[2mb\u001b[22m');
  expect(strong('')).toBe('');
});

test('text stays as it is where no colour is wanted', () => {
  for (const colour of Object.values(coloursOf(contextWith(false)))) expect(colour('a\nb')).toBe('a\nb');
});
