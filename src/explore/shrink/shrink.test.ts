import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { eioModel } from '../../eio/eio-model.ts';
import { loadEmbeddedModule } from '../../eio/module/load-eio-module.ts';
import { type Claim, outcomeOf } from '../../model/claim.ts';
import { defineModel } from '../../model/define-model.ts';
import { foldTrace } from '../../model/fold-trace.ts';
import type { Model } from '../../model/model.ts';
import type { Step } from '../../model/state-machine.ts';
import { nodesPipelineMonitor } from '../../monitors/nodes-pipeline.ts';
import type { Trace, TraceEvent } from '../../trace/event.ts';
import { createTrace, type EventInput } from '../../trace/trace.ts';
import { causesOf } from './causes.ts';
import { failureOf, isSameFailure } from './same-failure.ts';
import { shrinkSteps, shrinkTrace } from './shrink.ts';
import { busyConversation, busyGateway } from './testing/busy-traces.ts';

const contextTrust = unwrap(eioModel(unwrap(loadEmbeddedModule('eio:context-trust'))));

const judged = (model: Model, trace: Trace) => unwrap(foldTrace(model, trace, { explain: true }));
const failures = (model: Model, trace: Trace): readonly Claim[] =>
  judged(model, trace).claims.filter((claim) => outcomeOf(claim) === 'fail');
const withEvents = (trace: Trace, events: readonly TraceEvent[]): Trace => ({ ...trace, events });
const kinds = (events: readonly TraceEvent[]): string[] => events.map((event) => `${event.seq} ${event.kind}`);

/** The laws of shrinking, for every failed claim of a trace. */
function expectLaws(model: Model, trace: Trace): void {
  for (const claim of failures(model, trace)) {
    const shrunk = shrinkTrace(model, trace, claim)!;
    expect(shrunk.complete).toBe(true);
    // A subset, in order.
    expect(shrunk.items).toEqual(shrunk.places.map((place) => trace.events[place]));
    expect(shrunk.places).toEqual([...new Set(shrunk.places)].sort((a, b) => a - b));
    // Closed under causality.
    const { needs } = causesOf(trace.events);
    for (const place of shrunk.places) expect(shrunk.places).toEqual(expect.arrayContaining([...needs[place]!]));
    // The same failure.
    const options = { predicates: [claim.predicate], explain: true };
    const whole = failureOf(unwrap(foldTrace(model, trace, options)), claim.id)!;
    const same = (events: readonly TraceEvent[]): boolean => {
      const verdict = unwrap(foldTrace(model, withEvents(trace, events), options));
      const found = verdict.claims.find(({ id }) => id === claim.id);
      return found?.event === claim.event && isSameFailure(whole, failureOf(verdict, claim.id));
    };
    expect(same(shrunk.items)).toBe(true);
    // Nothing can go: each event with what refers to it.
    const within = causesOf(shrunk.items).needs;
    for (const place of shrunk.items.keys()) {
      const gone = new Set([place]);
      within.forEach((needed, each) => {
        if (needed.some((one) => gone.has(one))) gone.add(each);
      });
      expect(same(shrunk.items.filter((_event, each) => !gone.has(each)))).toBe(false);
    }
    expect(shrinkTrace(model, withEvents(trace, shrunk.items), claim)!.items).toEqual(shrunk.items);
  }
}

describe('shrinking a trace', () => {
  it('finds the few of 10,000 events that a monitor failed for', () => {
    const trace = busyGateway(10_000);
    const [claim] = failures(nodesPipelineMonitor, trace);
    const shrunk = shrinkTrace(nodesPipelineMonitor, trace, claim!)!;
    expect({ ...shrunk, items: kinds(shrunk.items), places: [] }).toMatchInlineSnapshot(`
      {
        "complete": true,
        "from": 10000,
        "items": [
          "4991 call.proposed",
          "4992 approval.requested",
          "4993 approval.decided",
          "9996 call.proposed",
          "9997 exec.started",
        ],
        "places": [],
      }
    `);
    expectLaws(nodesPipelineMonitor, trace);
  });

  it('finds the few of 10,000 events that an EIO predicate failed for', () => {
    const trace = busyConversation(10_000);
    const claim = failures(contextTrust, trace).at(-1)!;
    const shrunk = shrinkTrace(contextTrust, trace, claim)!;
    expect({ ...shrunk, items: kinds(shrunk.items), places: [], claim: claim.predicate }).toMatchInlineSnapshot(`
      {
        "claim": "eio.predicate.untrusted-instruction-execution",
        "complete": true,
        "from": 9996,
        "items": [
          "9992 context.added",
          "9993 instruction",
          "9994 call.proposed",
          "9995 exec.started",
        ],
        "places": [],
      }
    `);
  });

  it('keeps to its laws for every failed claim of a conversation', () => {
    expectLaws(contextTrust, busyConversation(60));
  });

  it('keeps to its laws on arbitrary traces of approvals', () => {
    fc.assert(
      fc.property(fc.array(gatewayEvent, { maxLength: 24 }), (events) => {
        expectLaws(nodesPipelineMonitor, createTrace({ events }));
      }),
      { numRuns: 150 },
    );
  });

  it('does not make up another failure on the way: an approved run stays approved', () => {
    const run = (id: string, approved: boolean): EventInput[] => [
      { kind: 'call.proposed', call: id, tool: 'nodes.run', args: {} },
      ...(approved ? approval(id) : []),
      { kind: 'exec.started', exec: `e-${id}`, call: id, tool: 'nodes.run', args: {} },
    ];
    const trace = createTrace({ events: [...run('c1', true), ...run('c2', false)] });
    const [claim] = failures(nodesPipelineMonitor, trace);
    expect(kinds(shrinkTrace(nodesPipelineMonitor, trace, claim!)!.items)).toEqual([
      '5 call.proposed',
      '6 exec.started',
    ]);
  });

  it('says that its bound was hit, and still gives a run that fails', () => {
    const trace = busyGateway(500);
    const [claim] = failures(nodesPipelineMonitor, trace);
    const shrunk = shrinkTrace(nodesPipelineMonitor, trace, claim!, { bound: 1 })!;
    expect(shrunk.complete).toBe(false);
    expect(failures(nodesPipelineMonitor, withEvents(trace, shrunk.items)).map(({ id }) => id)).toContain(claim!.id);
  });

  it('gives nothing for a claim that did not fail', () => {
    const trace = createTrace({ events: approval('c1') });
    const [claim] = judged(nodesPipelineMonitor, trace).claims;
    expect(shrinkTrace(nodesPipelineMonitor, trace, claim!)).toBeNull();
  });
});

describe('shrinking steps', () => {
  // A lock that has to be taken before it is opened, beside a counter that does not matter.
  const vault = defineModel({
    name: 'vault',
    constants: {},
    initial: () => ({ held: 0, open: false, looks: 0 }),
    actions: {
      look: { next: ({ state }) => ({ ...state, looks: state.looks + 1 }) },
      take: {
        guards: { free: ({ state }) => state.held < 2 },
        next: ({ state }) => ({ ...state, held: state.held + 1 }),
      },
      drop: {
        guards: { held: ({ state }) => state.held > 0 },
        next: ({ state }) => ({ ...state, held: state.held - 1 }),
      },
      open: { guards: { held: ({ state }) => state.held > 0 }, next: ({ state }) => ({ ...state, open: true }) },
    },
    invariants: { StaysShut: { when: () => true, holds: ({ state }) => !state.open } },
  });
  const steps = (...actions: string[]): Step[] => actions.map((action) => ({ action }));
  const failed = (run: readonly Step[]) =>
    unwrap(vault.foldSteps(run)).claims.find((claim) => claim.state === 'APPLICABLE_FAIL');
  /** The steps that the vault takes, and then it is opened. */
  const possible = (actions: readonly string[]): Step[] => {
    const run: Step[] = [];
    for (const action of [...actions, 'take', 'open']) {
      run.push({ action });
      if (unwrap(vault.foldSteps(run)).divergence !== null) run.pop();
    }
    return run;
  };

  it('drops what the model refuses without an earlier step together with that step', () => {
    const run = steps('look', 'take', 'look', 'drop', 'look', 'take', 'take', 'drop', 'open', 'look');
    expect(shrinkSteps(vault, run, failed(run)!)).toMatchInlineSnapshot(`
      {
        "complete": true,
        "from": 10,
        "items": [
          {
            "action": "take",
          },
          {
            "action": "open",
          },
        ],
        "places": [
          5,
          8,
        ],
      }
    `);
  });

  it('leaves the shortest run of arbitrary steps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('look', 'take', 'drop'), { maxLength: 40 }).map((run) => possible(run)),
        (run) => {
          const claim = failed(run)!;
          const shrunk = shrinkSteps(vault, run, claim)!;
          expect(shrunk.items).toEqual(steps('take', 'open'));
          expect(shrunk.complete).toBe(true);
          expect(shrinkSteps(vault, shrunk.items, failed(shrunk.items)!)!.items).toEqual(shrunk.items);
        },
      ),
    );
  });

  it('needs no step for what is wrong from the start', () => {
    const open = defineModel({
      name: 'open',
      constants: {},
      initial: () => ({ open: true }),
      actions: { look: { next: ({ state }) => state } },
      invariants: { StaysShut: { when: () => true, holds: ({ state }) => !state.open } },
    });
    const run = steps('look', 'look');
    const [claim] = unwrap(open.foldSteps(run)).claims;
    expect(shrinkSteps(open, run, claim!)).toMatchObject({ items: [], from: 2, complete: true });
  });
});

function approval(call: string): EventInput[] {
  return [
    { kind: 'approval.requested', approval: `a-${call}`, call, tool: 'nodes.run', args: {} },
    {
      kind: 'approval.decided',
      approval: `a-${call}`,
      decision: 'approve',
      scope: 'once',
      by: 'human',
      authenticity: 'server',
    },
  ];
}

const id = (prefix: string) => fc.integer({ min: 1, max: 3 }).map((number) => `${prefix}${number}`);
const tool = fc.constantFrom('nodes.run', 'web.get');
const args = fc.constantFrom({}, { command: 'id' });
const gatewayEvent: fc.Arbitrary<EventInput> = fc.oneof(
  fc.record({ kind: fc.constant('call.proposed' as const), call: id('c'), tool, args }),
  fc.record({ kind: fc.constant('approval.requested' as const), approval: id('a'), call: id('c'), tool, args }),
  fc.record({
    kind: fc.constant('approval.decided' as const),
    approval: id('a'),
    decision: fc.constantFrom('approve' as const, 'deny' as const, 'revoke' as const),
    scope: fc.constantFrom('once' as const, 'session' as const),
    by: fc.constant('human'),
    authenticity: fc.constantFrom('server' as const, 'client_claimed' as const),
  }),
  fc.record({ kind: fc.constant('policy.decided' as const), call: id('c'), effect: fc.constant('deny' as const) }),
  fc.record({ kind: fc.constant('exec.started' as const), exec: id('e'), call: id('c'), tool, args }),
  fc.record({
    kind: fc.constant('exec.started' as const),
    exec: id('e'),
    call: id('c'),
    approval: id('a'),
    tool,
    args,
  }),
  fc.record({ kind: fc.constant('exec.ended' as const), exec: id('e'), status: fc.constant('ok' as const) }),
);
