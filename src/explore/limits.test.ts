import { afterEach, expect, it, vi } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { tlaMachine } from '../tla/machine/tla-machine.ts';
import { textModel } from '../tla/testing/text-model.ts';
import { exploreMachine } from './explore-machine.ts';
import { exploreModel } from './explore-model.ts';
import type { ExploreOptions } from './explore-options.ts';
import { withinTime } from './time-limit.ts';

const endless = unwrap(
  textModel(
    "---- MODULE Test ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = x + 1\n====",
    'INIT Init\nNEXT Next\n',
  ),
);

const turning = unwrap(
  textModel(
    "---- MODULE Test ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = (x + 1) % 2000\n" +
      'Spec == Init /\\ [][Next]_x /\\ SF_x(Next)\nReturns == []<>(x = 0)\n====',
    'SPECIFICATION Spec\nPROPERTY Returns\n',
  ),
);

afterEach(() => void vi.restoreAllMocks());

/** Explores with a clock that is past every limit from one look on; gives the looks at the clock among the behaviours too. */
function exploreUntil(look: number, options: ExploreOptions) {
  let behaviours = false;
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (behaviours && ++looks >= look ? 1e9 : 0));
  const onProgress: ExploreOptions['onProgress'] = ({ phase }) => {
    behaviours = phase === 'behaviours';
  };
  return { ...exploreModel(turning, { ...options, onProgress }), looks };
}

it('a search whose time is over among behaviours says that all states are known, and has no verdict', () => {
  const { result } = exploreUntil(1, { maxMilliseconds: 50 });
  expect(result).toMatchObject({ outcome: 'error', name: null, distinctStates: 2000, trace: [], loopsTo: null });
  expect(result.error).toMatchInlineSnapshot(`
    {
      "code": "explore/limit",
      "hint": "raise the limit, or make the model smaller by its constants",
      "message": "not done after 50 ms: all 2000 distinct states are known, and the temporal properties are not judged on all behaviours",
    }
  `);
});

it('a search looks at the clock all through its behaviours, and what it finds in time is the verdict', () => {
  const { result, looks } = exploreUntil(Number.POSITIVE_INFINITY, { maxMilliseconds: 50 });
  expect(result.outcome).toBe('ok');
  expect(looks).toBeGreaterThan(20);
  for (let look = 1; look <= looks; look++) {
    expect(exploreUntil(look, { maxMilliseconds: 50 }).result.error?.code).toBe('explore/limit');
  }
});

it('a search without a limit of time is never stopped by a clock', () => {
  expect(exploreUntil(1, {}).result.outcome).toBe('ok');
});

it('a search of a model in code gives up when its time is over', () => {
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (++looks > 2 ? 1e9 : 0));
  const found = exploreMachine(unwrap(tlaMachine(turning)), { maxMilliseconds: 50 });
  expect(found).toMatchInlineSnapshot(`
    {
      "error": {
        "code": "explore/limit",
        "message": "not done after 50 ms and 2 distinct states: the search was given up",
      },
      "kind": "error",
      "states": 2,
    }
  `);
});

it('a search gives up when its states take more memory than it may have', () => {
  const { result } = exploreModel(endless, { maxBytes: 2 ** 20 });
  expect(result.outcome).toBe('error');
  expect(result.error?.message).toMatch(/^the \d+ distinct states take too much memory: the search was given up/);
});

it('a search tells its progress', () => {
  const seen: number[] = [];
  exploreModel(endless, { maxStates: 100_000, onProgress: ({ distinctStates }) => seen.push(distinctStates) });
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('work within a time gives its result, and what it throws', () => {
  expect(withinTime(60_000, () => 7)).toBe(7);
  const thrown = new RangeError('no');
  expect(() =>
    withinTime(60_000, () => {
      throw thrown;
    }),
  ).toThrow(thrown);
});

it('work that never ends is stopped', () => {
  expect(
    withinTime(20, () => {
      for (;;);
    }),
  ).toBeUndefined();
});
