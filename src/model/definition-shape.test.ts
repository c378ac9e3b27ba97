import { expect, test } from 'vitest';
import { defineModel } from './define-model.ts';
import { anything } from './model-definition.ts';

const whole = {
  name: 'shop',
  initial: () => ({ paid: 0 }),
  actions: {
    pay: { parameters: { order: anything<string>() }, guards: { allowed: () => true }, next: () => ({ paid: 1 }) },
  },
  invariants: { Safe: { when: () => true, holds: (): boolean => true } },
  goals: { paid: () => true },
  on: { 'exec.started': () => null },
};
const pay = (part: object) => ({ actions: { pay: { next: () => ({ paid: 1 }), ...part } } });

const problem = (definition: unknown): string => {
  try {
    defineModel(definition as never);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

test('a whole definition has no problem', () => {
  expect(problem(whole)).toBe('none');
  expect(problem({ name: 'shop', initial: () => ({}), actions: {}, invariants: {} })).toBe('none');
});

test.each([
  ['nothing', undefined],
  ['a function', () => whole],
  ['no name', { ...whole, name: undefined }],
  ['a misspelled part', { ...whole, goals: undefined, goal: {} }],
  ['no actions', { ...whole, actions: undefined }],
  ['a list of actions', { ...whole, actions: [] }],
  ['a state where a function is needed', { ...whole, initial: { paid: 0 } }],
  ['an initial state that comes later', { ...whole, initial: async () => ({}) }],
  ['an action that is a function', { ...whole, actions: { pay: () => ({ paid: 1 }) } }],
  ['an action without next', { ...whole, actions: { pay: {} } }],
  [
    'a misspelled part of an action, which would be no guard',
    { ...whole, ...pay({ guard: { allowed: () => false } }) },
  ],
  ['a list of guards', { ...whole, ...pay({ guards: [() => true] }) }],
  ['a guard that comes later', { ...whole, ...pay({ guards: { allowed: async () => true } }) }],
  ['a list of parameters', { ...whole, ...pay({ parameters: ['order'] }) }],
  ['a parameter that is a text', { ...whole, ...pay({ parameters: { order: 'string' } }) }],
  ['a parameter that is a type', { ...whole, ...pay({ parameters: { order: String } }) }],
  ['a parameter that is not called', { ...whole, ...pay({ parameters: { order: anything } }) }],
  ['an invariant that is a function', { ...whole, invariants: { Safe: () => true } }],
  ['an invariant that does not say when', { ...whole, invariants: { Safe: { holds: (): boolean => true } } }],
  [
    'an unknown kind that an invariant needs',
    { ...whole, invariants: { Safe: { ...whole.invariants.Safe, needs: ['exec.start'] } } },
  ],
  ['a goal that is a truth value', { ...whole, goals: { paid: true } }],
  ['a mapping of an unknown kind, which no event would match', { ...whole, on: { 'exec.startd': () => null } }],
  ['a mapping to a step, not a function', { ...whole, on: { 'exec.started': { action: 'pay' } } }],
  [
    'several mistakes at once',
    { name: 'shop', initial: () => ({}), action: {}, invariants: {}, on: { exec: () => null } },
  ],
])('%s is told where the model is defined', (_what, definition) => {
  expect(problem(definition)).toMatchSnapshot();
});
