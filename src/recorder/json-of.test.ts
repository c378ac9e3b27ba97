import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Json } from '../trace/json.ts';
import { createRecorder } from './recorder.ts';

/** What a trace keeps of the arguments of a call. */
function kept(args: unknown): Json | undefined {
  const recorder = createRecorder({ source: 'test' });
  recorder.propose('tool', args);
  const [event] = recorder.trace().events;
  return event?.kind === 'call.proposed' ? event.args : undefined;
}

function nested(levels: number): unknown {
  let value: unknown = 'inside';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { of: value };
  return value;
}

describe('arguments that JSON can hold', () => {
  it.each([null, true, false, 0, -1.5, '', 'text', [], [1, ['a']], {}, { a: { b: [null] } }])(
    'are kept as they are: %j',
    (args) => {
      expect(kept(args)).toStrictEqual(args);
    },
  );

  it('leave out what is undefined in a map, and keep its place in a list', () => {
    expect(kept({ a: undefined, b: [undefined, 1] })).toStrictEqual({ b: [null, 1] });
    expect(kept(undefined)).toBeNull();
  });
});

describe('arguments that JSON cannot hold', () => {
  it.each<[unknown, Json]>([
    [10n, '10'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [() => 1, '[function]'],
    [Symbol('x'), '[symbol]'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), 'Invalid Date'],
    [new URL('https://evil.example/x'), 'https://evil.example/x'],
    [new Map<string, unknown>([['to', { iban: 'DE' }]]), [['to', { iban: 'DE' }]]],
    [new Set(['a', 10n]), ['a', '10']],
    [/a b/g, '/a b/g'],
    [new TypeError('no such order'), { name: 'TypeError', message: 'no such order' }],
    [new Uint8Array([1, 255]), [1, 255]],
    [Buffer.from('a'), [97]],
    [new Array<number>(2), [null, null]],
  ])('become text or lists that say what they were: %s', (value, json) => {
    expect(kept(value)).toStrictEqual(json);
    expect(kept([{ value }])).toStrictEqual([{ value: json }]);
  });

  it('are known in whatever realm they were made, as test runners have several', () => {
    const made = runInNewContext(
      `({ at: new Date(0), map: new Map([['a', 1]]), set: new Set([1]), error: new RangeError('far'), list: [1] })`,
    );
    expect(kept(made)).toStrictEqual({
      at: '1970-01-01T00:00:00.000Z',
      map: [['a', 1]],
      set: [1],
      error: { name: 'RangeError', message: 'far' },
      list: [1],
    });
  });

  it('are told where nothing can be asked of them', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(kept([proxy, 1])).toStrictEqual(['[unreadable]', 1]);
  });

  it('are told where a getter or toJSON throws, and the rest is kept', () => {
    const getter = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    const writer = {
      toJSON: () => {
        throw new Error('no');
      },
    };
    expect(kept({ getter, writer, b: 1 })).toStrictEqual({ getter: '[unreadable]', writer: '[unreadable]', b: 1 });
  });

  it('are cut at a circle, and only there: what stands twice is kept twice', () => {
    const shared = { a: 1 };
    const circle: { self?: unknown; twice: unknown } = { twice: [shared, shared] };
    circle.self = circle;
    expect(kept(circle)).toStrictEqual({ self: '[circular]', twice: [shared, shared] });
    const own = { toJSON: (): unknown => own };
    expect(kept(own)).toBe('[circular]');
  });

  it('are cut where they are nested 64 deep, in lists and in maps', () => {
    expect(JSON.stringify(kept(nested(64)))).toContain('inside');
    const deep = JSON.stringify(kept(nested(65)));
    expect(deep).not.toContain('inside');
    expect(deep).toContain('[too deep]');
  });
});
