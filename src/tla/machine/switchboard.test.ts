import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import { tlaModel } from '../tla-model.ts';
import { switchboard } from './switchboard.ts';
import type { TlaMachine } from './tla-machine.ts';

const GATE = `---- MODULE Gate ----
EXTENDS Naturals, Sequences
CONSTANTS Tools, Limit
VARIABLES queue, state, done
Small(r) == r.size <= Limit /\\ r.size \\in 1..2
Allowed(t) == t \\in Tools /\\ ~(state = "shut" \\/ t = "bad")
MayRun(r) == LET known == Allowed(r.tool) IN known /\\ (IF state = "open" THEN Small(r) ELSE TRUE)
Init == queue = <<>> /\\ state = "shut" /\\ done = {}
Open == state = "shut" /\\ state' = "open" /\\ UNCHANGED <<queue, done>>
Ask(t, n) == /\\ Len(queue) < 2 /\\ queue' = Append(queue, [tool |-> t, size |-> n]) /\\ UNCHANGED <<state, done>>
Run == /\\ queue # <<>>
       /\\ queue' = Tail(queue)
       /\\ done' = IF MayRun(Head(queue)) THEN done \\union {q \\in {Head(queue)} : q.size > 0} ELSE done
       /\\ UNCHANGED state
Next == Open \\/ (\\E t \\in {"ok", "bad"}, n \\in 0..2 : Ask(t, n)) \\/ Run
Inv == \\A r \\in done : Allowed(r.tool)
====`;

const gate = (): TlaMachine =>
  unwrap(
    tlaModel({
      spec: sourceText('Gate.tla', GATE),
      config: sourceText('Gate.cfg', 'INIT Init\nNEXT Next\nINVARIANT Inv\nCONSTANTS Tools = {"ok"} Limit = 1'),
      mapping: null,
      modules: { read: () => undefined },
    }),
  ).machine as TlaMachine;

const harness = (): TlaMachine =>
  unwrap(
    tlaModel({
      spec: sourceText('N.tla', readFileSync('scenarios/models/NodesPipeline.tla', 'utf8')),
      config: sourceText('N.cfg', readFileSync('scenarios/models/NodesPipeline.cfg', 'utf8')),
      mapping: null,
      constants: { MaxQueueLen: 1, MaxExecLen: 1 },
      modules: { read: () => undefined },
    }),
  ).machine as TlaMachine;

/** Some states, in the order of a breadth first search of the model itself. */
function statesOf(machine: TlaMachine, most: number): readonly number[] {
  const states = [...unwrap(machine.initial())];
  for (let i = 0; i < states.length && states.length < most; i++) {
    for (const { state } of unwrap(machine.successors(states[i]!))) if (!states.includes(state)) states.push(state);
  }
  return states.slice(0, most);
}

const HOW = ['remove', 'negate', 'looser', 'tighter'] as const;

describe('a switchboard', () => {
  it.each([
    ['a small gate', gate],
    ['the harness', harness],
  ])(
    'steps and judges every variant of %s as the module with that guard rewritten does',
    { timeout: 60_000 },
    (_, make) => {
      const base = make();
      const board = unwrap(switchboard(base));
      const states = statesOf(base, 40);
      let compared = 0;
      for (const { path } of board.guards) {
        for (const how of HOW) {
          const settings = board.settings([[path, how]]);
          const rewritten = base.weaken(path, how);
          expect(settings.ok, `${path} ${how}`).toBe(rewritten.ok);
          if (!settings.ok || !rewritten.ok) continue;
          const switched = board.machine(settings.value);
          for (const state of states) {
            const a = switched.successors(state);
            const b = rewritten.value.successors(state);
            expect(a.ok, `${path} ${how} in ${state}`).toBe(b.ok);
            if (!a.ok || !b.ok) continue;
            expect(new Set(a.value.map((one) => one.state)), `${path} ${how}`).toEqual(
              new Set(b.value.map((one) => one.state)),
            );
            for (const { id } of base.invariants) {
              const [mine, theirs] = [switched.invariant(state, id), rewritten.value.invariant(state, id)];
              expect(mine.kind === 'decided' && mine.holds).toBe(theirs.kind === 'decided' && theirs.holds);
            }
            for (const { step } of b.value.slice(0, 3)) {
              const [mine, theirs] = [switched.step(state, step), rewritten.value.step(state, step)];
              expect(mine.kind === 'taken' ? [...mine.successors].sort() : mine.kind).toEqual(
                theirs.kind === 'taken' ? [...theirs.successors].sort() : theirs.kind,
              );
            }
            compared++;
          }
        }
      }
      expect(compared).toBeGreaterThan(1000);
    },
  );

  it('replaces several guards at once, whatever the order', () => {
    const board = unwrap(switchboard(gate()));
    const both = unwrap(
      board.settings([
        ['Open/1', 'negate'],
        ['Run/1', 'remove'],
      ]),
    );
    const other = unwrap(
      board.settings([
        ['Run/1', 'remove'],
        ['Open/1', 'negate'],
      ]),
    );
    expect(canonicalJson([...both] as Json)).toBe(canonicalJson([...other] as Json));
    const one = unwrap(board.machine(unwrap(board.settings([['Open/1', 'negate']]))).weaken('Run/1'));
    const [initial] = unwrap(one.initial());
    expect(one.step(initial!, { action: 'Open' }).kind).toBe('refused');
    // The queue is empty, so without its guard Run has nothing to take.
    expect(one.step(initial!, { action: 'Run' }).kind).toBe('error');
  });

  it('forbids under every variant what the module forbids, though an invariant asks the same operator', () => {
    const board = unwrap(switchboard(gate()));
    expect(board.guards.some(({ path }) => path === 'Allowed')).toBe(true);
    const open = board.machine(unwrap(board.settings([['Allowed', 'remove']])));
    const ran = unwrap(
      board.base.readState({ queue: [], state: 'shut', done: { '#set': [{ tool: 'bad', size: 1 }] } }),
    );
    expect(board.violated(ran)).toBe('Inv');
    expect(open.invariant(ran, 'Inv')).toMatchObject({ kind: 'decided', holds: false });
  });

  it('takes an assumed value over a replaced one', () => {
    const board = unwrap(switchboard(gate()));
    const machine = board.machine(unwrap(board.settings([['Open/1', 'negate']])));
    const [initial] = unwrap(machine.initial());
    expect(machine.step(initial!, { action: 'Open' }).kind).toBe('refused');
    expect(machine.step(initial!, { action: 'Open', assume: { 'Open/1': true } }).kind).toBe('taken');
  });

  it('knows no guard that the module does not have, and moves no bound where none is compared', () => {
    const board = unwrap(switchboard(gate()));
    const texts = [board.settings([['MayRun/knwon', 'remove']]), board.settings([['Open/1', 'looser']])].map(
      (result) => (result.ok ? 'fine' : result.errors.map(({ message, hint }) => `${message}; ${hint}`).join('\n')),
    );
    expect(texts).toMatchInlineSnapshot(`
      [
        "unknown guard "MayRun/knwon"; did you mean "MayRun/known"?",
        ""Open/1" compares no bounds: state = "shut"; undefined",
      ]
    `);
  });
});
