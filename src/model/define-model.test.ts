import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { createTrace } from '../trace/trace.ts';
import { defineModel } from './define-model.ts';
import { foldTrace } from './fold-trace.ts';
import { anything } from './model-definition.ts';

type Phase = 'idle' | 'asked' | 'approved';

interface Constants {
  readonly approvalRequired: boolean;
  readonly tools: readonly string[];
}
const constants: Constants = { approvalRequired: true, tools: ['pay', 'look'] };

const gate = defineModel({
  name: 'gate',
  constants,
  initial: () => ({ phase: 'idle' as Phase, ran: [] as readonly { tool: string; approved: boolean }[] }),
  guards: {
    approvalOk: ({ state, constants }, tool: string) =>
      !constants.approvalRequired || tool !== 'pay' || state.phase === 'approved',
  },
  actions: {
    ask: {
      guards: { idle: ({ state }) => state.phase === 'idle' },
      next: ({ state }) => ({ ...state, phase: 'asked' as const }),
    },
    approve: {
      guards: { asked: ({ state }) => state.phase === 'asked' },
      next: ({ state }) => ({ ...state, phase: 'approved' as const }),
    },
    run: {
      parameters: { tool: (model: { constants: Constants }) => model.constants.tools, call: anything<string>() },
      guards: { allowed: ({ guards, args }) => guards.approvalOk(args.tool) },
      next: ({ state, args }) => {
        expectTypeOf(args.tool).toEqualTypeOf<string>();
        return { ...state, ran: [...state.ran, { tool: args.tool, approved: state.phase === 'approved' }] };
      },
    },
  },
  invariants: {
    PayIsApproved: {
      when: ({ state }) => state.ran.some(({ tool }) => tool === 'pay'),
      holds: ({ state }) => state.ran.every(({ tool, approved }) => tool !== 'pay' || approved),
      needs: ['exec.started', 'approval.decided'],
    },
  },
  goals: { paid: ({ state }) => state.ran.some(({ tool }) => tool === 'pay') },
  on: {
    'approval.requested': () => ({ action: 'ask' }),
    'approval.decided': (event) => (event.decision === 'approve' ? { action: 'approve' } : null),
    'exec.started': (event) => ({
      action: 'run',
      args: { tool: event.tool, call: event.call },
      assume: { 'run/allowed': true },
    }),
  },
});

describe('a model written in TypeScript', () => {
  it('infers its state, constants and arguments', () => {
    expectTypeOf(gate.constants).toEqualTypeOf<Constants>();
    expect(gate.machine.actions.map(({ name, parameters }) => [name, parameters])).toEqual([
      ['ask', []],
      ['approve', []],
      ['run', ['tool', 'call']],
    ]);
  });

  it('judges a recorded trace by its invariants and reports where the system allowed what the model refuses', () => {
    const trace = createTrace({
      events: [{ kind: 'exec.started', exec: 'e1', call: 'c1', tool: 'pay', args: {} }],
    });
    const fold = gate.fold(trace.header);
    if (!fold.ok) throw new Error('no fold');
    for (const event of trace.events) fold.value.event(event);
    const verdict = fold.value.verdict();
    expect(verdict.outcome).toBe('fail');
    expect(verdict.claims.map(({ predicate, state, event }) => ({ predicate, state, event }))).toEqual([
      { predicate: 'PayIsApproved', state: 'APPLICABLE_FAIL', event: 1 },
    ]);
    expect(verdict.disagreements).toEqual([{ step: 1, event: 1, guard: 'run/allowed', observed: true, model: false }]);
  });

  it('folds over a list of any length in its state, its constants and an event', () => {
    const items: readonly number[] = Array.from({ length: 300_000 }, (_, index) => index);
    const collector = defineModel({
      name: 'collector',
      constants: { items },
      initial: (): { readonly seen: readonly number[] } => ({ seen: items }),
      actions: {
        take: { parameters: { list: anything<readonly number[]>() }, next: ({ args }) => ({ seen: args.list }) },
      },
      invariants: { Whole: { when: () => true, holds: ({ state }) => state.seen.length === items.length } },
      on: { 'exec.started': () => ({ action: 'take', args: { list: items } }) },
    });
    const trace = createTrace({ events: [{ kind: 'exec.started', exec: 'e', tool: 't', args: items }] });
    expect(unwrap(foldTrace(collector, trace)).outcome).toBe('pass');
  });

  it('refuses an unknown action, argument, guard, goal and constant with the nearest name', () => {
    const problem = (step: Parameters<typeof gate.machine.checkStep>[0]) => gate.machine.checkStep(step);
    expect(problem({ action: 'aprove' })).toMatchObject({
      code: 'model/unknown-action',
      hint: 'did you mean "approve"?',
    });
    expect(problem({ action: 'run', args: { tol: 'pay' } })).toMatchObject({ code: 'model/unknown-argument' });
    expect(problem({ action: 'run', assume: { 'run/alowed': true } })).toMatchObject({
      hint: 'did you mean "run/allowed"?',
    });
    expect(gate.machine.predicate('payed')).toMatchObject({ errors: [{ hint: 'did you mean "paid"?' }] });
    expect(gate.weaken('aprovalOk')).toMatchObject({ errors: [{ hint: 'did you mean "approvalOk"?' }] });
    expect(gate.withConstants({ approvalRequird: false } as object)).toMatchObject({
      errors: [{ hint: 'did you mean "approvalRequired"?' }],
    });
  });

  describe('whose functions give what cannot be meant', () => {
    // As a model in plain JavaScript may be written.
    const sloppy = (changed: object) =>
      defineModel({
        name: 'sloppy',
        initial: () => ({ ran: [] as string[] }),
        actions: {
          run: {
            guards: { allowed: () => true },
            next: ({ state }: { state: { ran: string[] } }) => ({ ran: [...state.ran, 'x'] }),
          },
        },
        invariants: { Safe: { when: () => true, holds: () => true } },
        ...changed,
      } as never);
    const action = (part: object) => ({
      actions: { run: { next: (context: { state: object }) => context.state, ...part } },
    });
    const circular = () => {
      const state: { ran: string[]; self?: object } = { ran: [] };
      state.self = { state };
      return state;
    };
    const pushes = ({ state }: { state: { ran: string[] } }) => state.ran.push('x') > 0;
    const late = () => [{ ran: [] }];
    const invariant = (part: object) => ({ invariants: { Safe: { when: () => true, holds: () => true, ...part } } });

    it.each([
      ['a guard that is a promise', action({ guards: { allowed: () => Promise.resolve(false) } })],
      ['a guard that forgets to return', action({ guards: { allowed: () => {} } })],
      ['a state that is missing', action({ next: () => undefined })],
      ['a state that is a promise', action({ next: () => Promise.resolve({ ran: [] }) })],
      [
        'a state changed in place',
        action({ next: ({ state }: { state: { ran: string[] } }) => state.ran.push('x') && state }),
      ],
      ['an invariant that is a promise', invariant({ holds: () => Promise.resolve(true) })],
      ['an invariant that is text', invariant({ when: () => 'yes' })],
      ['an initial state that is a promise', { initial: () => Promise.resolve({ ran: [] }) }],
      ['a bound that forgets to return', { bounds: { few: () => {} } }],
      ['a Set in a state', action({ next: () => ({ ran: [], seen: new Set() }) })],
      ['a Date in the initial state', { initial: () => ({ ran: [], at: [new Date(0)] }) }],
      ['an instance in a state', action({ next: () => ({ ran: [], by: new (class Clerk {})() }) })],
      ['a function in a state', action({ next: () => ({ ran: [], next: { go: () => 1 } }) })],
      ['undefined in a state', action({ next: () => ({ ran: [], by: undefined }) })],
      ['NaN in a state', action({ next: () => ({ ran: [], sum: Number.NaN }) })],
      ['a state that holds itself', action({ next: () => circular() })],
      ['a second state that a guard changes in place', { ...action({ guards: { allowed: pushes } }), initial: late }],
    ])('is no pass, and says of which function: %s', (_what, changed) => {
      const model = sloppy(changed);
      const verdict = model.foldSteps([{ action: 'run' }]);
      const errors = verdict.ok ? verdict.value.errors : verdict.errors;
      expect(verdict.ok && verdict.value.outcome).not.toBe('pass');
      expect(errors.map(({ message }) => message).join('; ')).toMatchSnapshot();
    });

    // A step may keep, move, drop and add entries of a list in any order.
    const rearranged = fc.array(fc.oneof(fc.nat(12), fc.constant('new' as const)), { maxLength: 12 });
    const entry = (list: readonly object[], from: number | 'new') => (from === 'new' ? {} : (list[from] ?? {}));
    const isFrozen = (value: object): boolean =>
      Object.isFrozen(value) && Object.values(value).every((one) => isFrozen(one));

    it('keeps every entry of a list from being changed, wherever it came from', () => {
      fc.assert(
        fc.property(fc.array(rearranged, { minLength: 1 }), (steps) => {
          const seen: boolean[] = [];
          const next = ({ state, args }: { state: { ran: object[] }; args: { to: (number | 'new')[] } }) => {
            seen.push(isFrozen(state));
            return { ran: args.to.map((from) => entry(state.ran, from)) };
          };
          const model = sloppy(action({ parameters: { to: anything<string[]>() }, next }));
          model.foldSteps([...steps, []].map((to) => ({ action: 'run', args: { to } })));
          expect(seen.length).toBeGreaterThan(steps.length);
          expect(seen).not.toContain(false);
        }),
      );
    });

    it('finds what is no data in a list, wherever it stands among entries that were there before', () => {
      fc.assert(
        fc.property(rearranged, rearranged, fc.nat(12), (first, second, place) => {
          const next = ({ state, args }: { state: { ran: object[] }; args: { to: (number | 'new' | 'set')[] } }) => ({
            ran: args.to.map((from) => (from === 'set' ? new Set() : entry(state.ran, from))),
          });
          const model = sloppy(action({ parameters: { to: anything<string[]>() }, next }));
          const bad = second.toSpliced(place, 0, 'set' as never);
          const fold = (to: object) =>
            model.foldSteps([first, to as never].map((to) => ({ action: 'run', args: { to } })));
          expect(fold(second)).toMatchObject({ value: { outcome: 'pass' } });
          expect(fold(bad)).toMatchObject({ value: { outcome: 'unknown', errors: [{ code: 'model/threw' }] } });
        }),
      );
    });

    it('says which argument is missing where an event does not give it', () => {
      const on = { 'exec.started': () => ({ action: 'run', args: { tool: undefined } }) };
      const parameters = { tool: anything<string>() };
      const model = sloppy({ ...action({ parameters }), on });
      const trace = createTrace({ events: [{ kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} }] });
      expect(foldTrace(model, trace, { record: true })).toMatchObject({
        value: {
          outcome: 'unknown',
          errors: [{ message: 'the step run leaves "tool" open, and its values cannot be listed' }],
        },
      });
    });

    let count = 0;
    const KEPT = Object.freeze({});
    it.each([
      ['the clock', () => ({ ran: [String(Date.now())] })],
      ['today', () => ({ ran: [new Date().toISOString()] })],
      ['chance', () => ({ ran: [String(Math.random())] })],
      ['a counter of its own', () => ({ ran: [String(count++)] })],
      ['the clock, deep in what else is as it was', () => ({ ran: [{ kept: KEPT, at: { now: [Date.now()] } }] })],
      ['chance, as one of several', () => [{ ran: [] }, { ran: [String(Math.random())] }]],
    ])('is no pass where a state comes from %s', (_what, next) => {
      const verdict = sloppy(action({ next })).foldSteps([{ action: 'run' }]);
      expect(verdict).toMatchObject({
        value: {
          outcome: 'unknown',
          errors: [
            {
              message:
                'action run: the answer is another one a day later: a model has no clock, no random numbers, and no memory but its state',
            },
          ],
        },
      });
    });

    it('is no pass where a decision of an invariant, a guard or the mapping comes from chance', () => {
      let odd = false;
      const flips = () => {
        odd = !odd;
        return odd;
      };
      const on = { 'exec.started': () => ({ action: 'run', args: {}, assume: { 'run/allowed': flips() } }) };
      const trace = createTrace({ events: [{ kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} }] });
      const verdicts = [
        sloppy(invariant({ holds: flips })).foldSteps([{ action: 'run' }]),
        sloppy(action({ guards: { allowed: flips } })).foldSteps([{ action: 'run' }]),
        foldTrace(sloppy({ on }), trace),
      ];
      for (const verdict of verdicts) expect(verdict).toMatchObject({ value: { outcome: 'unknown' } });
    });

    it('keeps the clock of the program as it was', () => {
      const clock = Date;
      sloppy({}).foldSteps([{ action: 'run' }]);
      expect(Date).toBe(clock);
    });

    it('lets a time of the trace be read as a date', () => {
      const next = () => ({ ran: [new Date(5).toISOString()] });
      expect(sloppy(action({ next })).foldSteps([{ action: 'run' }])).toMatchObject({ value: { outcome: 'pass' } });
    });

    it.each([
      ['nothing', undefined],
      ['a promise', Promise.resolve(null)],
      ['a text', 'run'],
    ])('says so where an event is mapped to %s', (_what, answer) => {
      const trace = createTrace({ events: [{ kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} }] });
      const verdict = foldTrace(sloppy({ on: { 'exec.started': () => answer } }), trace);
      expect(verdict.ok && verdict.value.errors.map(({ message }) => message)).toMatchSnapshot();
    });

    it.each([
      ['an action', { action: 'runn' }],
      ['an argument', { action: 'run', args: { order: 1 } }],
      ['a guard', { action: 'run', assume: { 'run/alowed': true } }],
    ])('is no pass where an event is mapped to %s that the model does not have', (_what, step) => {
      const trace = createTrace({ events: [{ kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} }] });
      const verdict = foldTrace(sloppy({ on: { 'exec.started': () => step } }), trace);
      expect(verdict.ok && verdict.value.outcome).toBe('unknown');
      expect(verdict.ok && verdict.value.errors.map(({ message, hint }) => `${message}; ${hint}`)).toMatchSnapshot();
    });

    it('passes where they do not', () => {
      const verdict = sloppy({}).foldSteps([{ action: 'run' }]);
      expect(verdict).toMatchObject({ ok: true, value: { outcome: 'pass' } });
    });
  });
});
