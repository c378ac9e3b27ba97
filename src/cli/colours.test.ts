import { expect, test } from 'vitest';
import { wantsColour } from './colours.ts';

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
