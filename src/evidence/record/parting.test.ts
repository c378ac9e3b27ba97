import { expect, it } from 'vitest';
import { createTrace, type EventInput } from '../../trace/trace.ts';
import { eventPartingOf } from './parting.ts';

const call = (id: string, tool: string): EventInput => ({ kind: 'call.proposed', call: id, tool, args: {} });
const events = (...list: EventInput[]) => createTrace({ events: list }).events;

it('finds the first event in which two recordings differ', () => {
  const attack = events(call('c1', 'web.get'), call('c2', 'mail.send'));
  const control = events(call('c1', 'web.get'), call('c2', 'web.get'));
  expect(eventPartingOf(attack, control)).toEqual({
    attack: { step: 0, event: 2 },
    control: { step: 0, event: 2 },
    how: 'different event',
    refusal: null,
  });
});

it('says which of two recordings ended first', () => {
  const attack = events(call('c1', 'web.get'), call('c2', 'mail.send'));
  expect(eventPartingOf(attack, attack.slice(0, 1))).toMatchObject({
    attack: { step: 0, event: 2 },
    control: null,
    how: 'ended',
  });
});

it('takes no notice of numbers, times and where an event was read', () => {
  const attack = events(call('c1', 'web.get'));
  const moved = attack.map((event) => ({ ...event, seq: 9, at: 5, src: { file: 'other.jsonl' } }));
  expect(eventPartingOf(attack, moved)).toBeNull();
});
