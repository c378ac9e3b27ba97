import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../trace/event.ts';
import { fieldAt } from './event-fields.ts';
import { type BackwardRule, readBackwards } from './read-backwards.ts';
import type { Step } from './state-machine.ts';

const rule = (changes: Partial<BackwardRule> = {}): BackwardRule => ({
  event: 'exec.started',
  where: {},
  moves: [{ action: 'Run', args: { t: '$tool' } }],
  assume: {},
  takenBy: 'system',
  ...changes,
});

/** What the rule makes of an event, as its mapping would: the fields that its steps and its assumptions name. */
const forwardOf =
  ({ moves, assume, event: kind }: BackwardRule) =>
  (event: TraceEvent): readonly Step[] =>
    event.kind !== kind
      ? []
      : moves.map(({ action, args }) => ({
          action,
          args: Object.fromEntries(Object.entries(args).map(([name, from]) => [name, told(event, from) as never])),
          ...(Object.keys(assume).length === 0
            ? {}
            : {
                assume: Object.fromEntries(
                  Object.entries(assume).map(([guard, from]) => [guard, told(event, from) as boolean]),
                ),
              }),
        }));
const told = (event: TraceEvent, from: unknown): unknown =>
  typeof from === 'string' && from.startsWith('$') ? fieldAt(event, from.slice(1)) : from;

const read = (changes: Partial<BackwardRule>, steps: readonly Step[]) => {
  const one = rule(changes);
  const { readings, why } = readBackwards([one], forwardOf(one), steps, 0);
  return readings.length > 0 ? readings.map(({ event }) => event) : why;
};

describe('a step read backwards', () => {
  it('is the event of the rule, with the arguments in the fields that tell them', () => {
    expect(read({}, [{ action: 'Run', args: { t: 'pay' } }])).toMatchObject([{ kind: 'exec.started', tool: 'pay' }]);
  });

  it('puts an argument into a field of any depth', () => {
    const moves = [{ action: 'Run', args: { to: '$args.to.name' } }];
    expect(read({ moves }, [{ action: 'Run', args: { to: 'Ann' } }])).toMatchObject([
      { args: { to: { name: 'Ann' } } },
    ]);
  });

  it('takes a value that the rule always gives, and no other', () => {
    const moves = [{ action: 'Run', args: { t: '$tool', how: 'fast' } }];
    expect(read({ moves }, [{ action: 'Run', args: { t: 'pay', how: 'fast' } }])).toHaveLength(1);
    expect(read({ moves }, [{ action: 'Run', args: { t: 'pay', how: 'slow' } }])).toMatchInlineSnapshot(
      `"exec.started always gives "how" the value "fast""`,
    );
    expect(read({ moves }, [{ action: 'Run', args: { t: 'pay' } }])).toBe(
      'exec.started always gives "how" the value "fast"',
    );
  });

  it('is read with either value of a guard that a field tells', () => {
    const told = { assume: { MayRun: '$args.allowed' }, moves: [{ action: 'Run', args: { t: '$tool' } }] };
    expect(read(told, [{ action: 'Run', args: { t: 'pay' } }])).toMatchObject([
      { args: { allowed: true } },
      { args: { allowed: false } },
    ]);
  });

  it.each<[string, Partial<BackwardRule>, readonly Step[], string]>([
    ['of another action', {}, [{ action: 'Stop' }], 'no rule begins with Stop'],
    [
      'with an argument that no field tells',
      {},
      [{ action: 'Run', args: { t: 'pay', more: 1 } }],
      'no field of exec.started tells the argument "more"',
    ],
    [
      'that is one of several of an event',
      {
        moves: [
          { action: 'Run', args: { t: '$tool' } },
          { action: 'Log', args: {} },
        ],
      },
      [
        { action: 'Run', args: { t: 'pay' } },
        { action: 'Run', args: { t: 'pay' } },
      ],
      'exec.started makes 2 steps, and the next is not Log',
    ],
    [
      'whose arguments want two values of one field',
      { moves: [{ action: 'Run', args: { t: '$tool', u: '$tool' } }] },
      [{ action: 'Run', args: { t: 'pay', u: 'look' } }],
      'the field "tool" of exec.started would have two values',
    ],
    [
      'whose field would stand in a value',
      { moves: [{ action: 'Run', args: { t: '$tool', u: '$tool.name' } }] },
      [{ action: 'Run', args: { t: 'pay', u: 'look' } }],
      'the field "tool.name" of exec.started would stand in a value',
    ],
    [
      'whose field would be a prototype',
      { moves: [{ action: 'Run', args: { t: '$args.__proto__.t' } }] },
      [{ action: 'Run', args: { t: 'pay' } }],
      'the field "args.__proto__.t" of exec.started would stand in a value',
    ],
    [
      'that the rule takes under another condition only',
      { where: { tool: 'look*' } },
      [{ action: 'Run', args: { t: 'pay' } }],
      'the rule takes exec.started only where "tool" is "look*"',
    ],
    [
      'whose value the field cannot have',
      {},
      [{ action: 'Run', args: { t: 7 } }],
      'the field "tool" of exec.started cannot have that value',
    ],
    [
      'that leaves open what every such event tells',
      {},
      [{ action: 'Run' }],
      'it leaves "t" open, and every such exec.started gives it a value',
    ],
  ])('%s is not read, and says why', (_what, changes, steps, why) => {
    expect(read(changes, steps)).toBe(why);
  });

  it('is not read by a rule that an earlier one hides', () => {
    const { readings, why } = readBackwards([rule()], () => [], [{ action: 'Run', args: { t: 'pay' } }], 0);
    expect(readings).toEqual([]);
    expect(why).toBe('an earlier rule takes such an event (exec.started), or says something else of it');
  });
});
