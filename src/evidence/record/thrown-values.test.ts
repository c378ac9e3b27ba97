import { describe, expect, it } from 'vitest';
import { defineModel } from '../../model/define-model.ts';
import { foldTrace } from '../../model/fold-trace.ts';
import type { Verdict } from '../../model/model.ts';
import { anything } from '../../model/model-definition.ts';
import { createTrace } from '../../trace/trace.ts';
import { renderText } from '../render/text.ts';
import { buildEvidence, type Redaction } from './build.ts';
import { writeRecord } from './file.ts';
import { redactionFor } from './names.ts';

const VALUE = 'ZebraStreet12';

/** What a function of a model may do with a value of the trace, and what comes of it. */
const THROWS: readonly (readonly [what: string, run: (value: string) => unknown])[] = [
  ['an error that tells it', (value) => fail(new Error(`no account of ${value}`))],
  ['a type error that tells it', (value) => fail(new TypeError(`${value}: no such account`))],
  ['an error between quotes', (value) => fail(new Error(`no "${value}" and no "${value}"`))],
  ['text', (value) => fail(value)],
  ['what the engine says of JSON', (value) => JSON.parse(value)],
  ['what the engine says of a number', (value) => BigInt(value)],
  ['what the engine says of a pattern', (value) => new RegExp(`${value}(`)],
  ['what the engine says of a time zone', (value) => new Date(0).toLocaleString('en', { timeZone: value })],
  ['what the engine says of a field', (value) => (undefined as never)[value]],
  ['what the engine says of a frozen field', (value) => Object.assign(Object.freeze({ [value]: 1 }), { [value]: 2 })],
  ['what the engine says of a new field', (value) => Object.assign(Object.freeze({}), { [value]: 2 })],
  ['a state with a key that cannot be kept', (value) => ({ paid: { [value]: { [value]: new Set() } } })],
];

function fail(error: unknown): never {
  throw error;
}

type Part = 'on' | 'guard' | 'next' | 'when' | 'holds' | 'goal' | 'shared';
const PARTS: readonly Part[] = ['on', 'guard', 'next', 'when', 'holds', 'goal', 'shared'];

/** The verdict of a model of which one function does that with what the trace says. */
function verdictOf(part: Part, run: (value: string) => unknown) {
  const at = (here: Part, value: string, otherwise: unknown): never =>
    (here === part ? run(value) : otherwise) as never;
  const model = defineModel({
    name: 'till',
    initial: () => ({ paid: '' }),
    guards: { open: (_, to: string) => at('shared', to, true) },
    actions: {
      pay: {
        parameters: { to: anything<string>() },
        guards: { allowed: ({ args, guards }) => guards.open(args.to) && at('guard', args.to, true) },
        next: ({ args }) => at('next', args.to, { paid: args.to }),
      },
    },
    invariants: {
      Safe: {
        when: ({ state }) => at('when', state.paid, true),
        holds: ({ state }) => at('holds', state.paid, true),
      },
    },
    goals: { paid: ({ state }) => at('goal', state.paid, state.paid !== '') },
    on: {
      'exec.started': (event) =>
        at('on', event.tool, { action: 'pay', args: { to: (event.args as { to: string }).to } }),
    },
  });
  const trace = createTrace({ events: [{ kind: 'exec.started', exec: 'e1', tool: VALUE, args: { to: VALUE } }] });
  const verdict = foldTrace(model, trace, { record: true, goals: ['paid'] });
  if (!verdict.ok) throw new Error(verdict.errors[0].message);
  return { model, verdict: verdict.value, events: trace.events };
}

function shown({ model, verdict }: ReturnType<typeof verdictOf>, redaction?: false): readonly string[] {
  const how: Redaction = redaction ?? redactionFor(model);
  const leg = { role: 'trace', source: 'trace', met: false, verdict: verdict as Verdict } as const;
  const record = buildEvidence(
    { subject: { kind: 'trace', id: 't' }, model, outcome: verdict.outcome, legs: [leg] },
    how,
  );
  return [writeRecord(record), renderText(record, { maxLines: 1000, maxWidth: 10_000 })];
}

describe('what a function of a model throws', () => {
  it.each(THROWS)('tells no value of the trace in evidence: %s', (_, run) => {
    for (const part of PARTS) {
      const result = verdictOf(part, run);
      if (part === 'on' || part === 'next') expect(result.verdict.outcome).toBe('unknown');
      for (const output of shown(result)) expect(output, part).not.toContain(VALUE);
    }
  });

  it('is told in full with redaction off', () => {
    const [, run] = THROWS[0]!;
    for (const output of shown(verdictOf('next', run), false)) expect(output).toContain(`no account of ${VALUE}`);
  });

  it('is told where it is a mistake in the code, or words of the model', () => {
    const told = (run: (value: never) => unknown) => shown(verdictOf('next', run as (value: string) => unknown))[1];
    expect(told((value: { pay(): void }) => value.pay())).toContain('threw: value.pay is not a function');
    expect(told((value: { paid: { to: string } }) => value.paid.to)).toContain('of undefined (reading "to")');
    expect(told(() => missing)).toContain('threw: missing is not defined');
    expect(told(() => again())).toContain('threw: Maximum call stack size exceeded');
  });
});

declare const missing: string;
const again = (): number => again() + 1;
