import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { MachineModel } from '../../model/machine-model.ts';
import type { Model } from '../../model/model.ts';
import type { Step } from '../../model/state-machine.ts';
import { shippedMonitor } from '../../monitors/shipped.ts';
import { tlaModel } from '../../tla/tla-model.ts';
import { createTrace } from '../../trace/trace.ts';
import { loadModel } from '../load-model.ts';
import { type Faults, gateway } from '../testing/node-gateway.ts';
import { planReplay } from './plan-replay.ts';
import { followSteps, stimuliOf } from './replay.ts';

let model: Model;
beforeAll(async () => {
  model = unwrap(await loadModel('scenarios/models/NodesPipeline.tla'));
});

const send = (rid: string, t = 'nodes.run'): Step => ({ action: 'AttackerSend', args: { t, rid } });
const ask = (rid: string): Step => ({ action: 'RequestApproval', args: { rid } });
const APPROVE: Step = { action: 'HumanApprove' };
const EXPIRE: Step = { action: 'ExpireApproval' };
const WORK: Step = { action: 'AgentStep' };

const REPLAY = [ask('r1'), APPROVE, send('r2'), WORK];
const LEGITIMATE = [ask('r1'), APPROVE, send('r1'), WORK];

/** How far a gateway follows the steps. */
function follow(steps: readonly Step[], faults: Faults = {}) {
  const { followed, divergence } = unwrap(followSteps(model, steps, gateway(unwrap(stimuliOf(model, steps)), faults)));
  if (divergence === null) return `follows all ${followed} steps`;
  const { step, event, text, expected, actual } = divergence;
  return {
    parts: `at step ${step}: ${text.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.value))).join('')}`,
    event: event?.kind ?? null,
    expected: JSON.stringify(expected.executed),
    actual: actual === null ? null : JSON.stringify(actual.executed),
  };
}

const problem = (of: Model, steps: readonly Step[]): string => {
  const stimuli = stimuliOf(of, steps);
  return stimuli.ok ? 'readable' : stimuli.errors.map(formatDiagnostic).join('\n');
};

describe('steps on a live agent', () => {
  it('are what the environment does, read backwards through the mapping', () => {
    expect(unwrap(stimuliOf(model, REPLAY))).toMatchInlineSnapshot(`
      [
        {
          "approval": "approval",
          "args": {},
          "call": "r1",
          "kind": "approval.requested",
          "tool": "tool",
        },
        {
          "approval": "approval",
          "authenticity": "server",
          "by": "person",
          "decision": "approve",
          "kind": "approval.decided",
          "scope": "once",
        },
        {
          "args": {},
          "call": "r2",
          "kind": "call.proposed",
          "tool": "nodes.run",
        },
      ]
    `);
  });

  it('are followed by a system that does as the model does, whether it is stopped or not', () => {
    expect(follow(REPLAY)).toBe('follows all 4 steps');
    expect(follow(LEGITIMATE)).toBe('follows all 4 steps');
    expect(follow([ask('r1'), send('r1', 'web')])).toBe('follows all 2 steps');
  });

  it.each<[string, readonly Step[], Faults]>([
    ['takes an approval of one request for one of another', REPLAY, { anyApproval: true }],
    ['never does its work', LEGITIMATE, { idle: true }],
    ['runs twice under one approval', LEGITIMATE, { twice: true }],
    ['does not show what it was given', LEGITIMATE, { mute: true }],
    ['asks for approvals of its own', LEGITIMATE, { eager: true }],
    ['does not record what it refuses', REPLAY, { silent: true }],
  ])('part from a system that %s', (_, steps, faults) => {
    expect(follow(steps, faults)).toMatchSnapshot();
  });

  it('give the environment its try at what the model refuses, of which nothing comes', () => {
    const steps = [ask('r1'), ask('r2'), APPROVE, APPROVE];
    expect(unwrap(stimuliOf(model, steps)).map(({ kind }) => kind)).toEqual([
      'approval.requested',
      'approval.requested',
      'approval.decided',
      'approval.decided',
    ]);
    const all = createTrace({ events: unwrap(stimuliOf(model, steps)) });
    expect(unwrap(followSteps(model, steps, all)).divergence).toBeNull();
  });

  it('say of each step that cannot be read backwards which it is, and why', () => {
    const text = (mapping: string) => {
      const made = withMapping(mapping);
      return problem(made, LEGITIMATE);
    };
    expect(
      [
        problem(shippedMonitor('gateway'), []),
        text('on:\n  - { event: approval.requested, do: { RequestApproval: { rid: $call } } }\n'),
        text('on:\n  - { event: approval.requested, do: RequestApproval }\n'),
        text('on:\n  - { event: approval.requested, do: { RequestApproval: { rid: r2 } } }\n'),
        text(
          'on:\n  - { event: approval.requested, where: { call: "x*" }, do: { RequestApproval: { rid: $call } } }\n',
        ),
        text('on:\n  - { event: approval.requested, do: [{ RequestApproval: { rid: $call } }, AgentStep] }\n'),
        text(
          'on:\n  - { event: approval.requested, do: null }\n  - { event: approval.requested, do: { RequestApproval: { rid: $call } } }\n',
        ),
        text('on:\n  - { event: approval.requested, do: { RequestApproval: { rid: $expires_at } } }\n'),
        problem(model, [ask('r1'), { action: 'HumanAprove' }]),
        problem(
          withMapping(
            'on:\n  - { event: exec.started, do: AgentStep, assume: { MayExecute: true } }\n  - { event: call.proposed, do: { AttackerSend: { t: $tool, rid: $call } } }\n',
          ),
          [send('r1'), WORK],
        ),
        problem(model, [{ action: 'AttackerSend', args: { t: 'nodes.run' } }]),
      ].join('\n'),
    ).toMatchInlineSnapshot(`
      "the mapping of gateway is code, which reads one way only [replay/code-mapping]
        hint: give the events of the run as "stimuli", or write the mapping as YAML beside a TLA+ module
      step 2 (HumanApprove) cannot be read backwards: no rule begins with HumanApprove [replay/not-readable]
      step 1 (RequestApproval) cannot be read backwards: no field of approval.requested tells the argument "rid" [replay/not-readable]
      step 1 (RequestApproval) cannot be read backwards: approval.requested always gives "rid" the value "r2" [replay/not-readable]
      step 1 (RequestApproval) cannot be read backwards: the rule takes approval.requested only where "call" is "x*" [replay/not-readable]
      step 1 (RequestApproval) cannot be read backwards: approval.requested makes 2 steps, and the next is not AgentStep [replay/not-readable]
      step 1 (RequestApproval) cannot be read backwards: an earlier rule takes such an event (approval.requested), or says something else of it [replay/not-readable]
      step 1 (RequestApproval) cannot be read backwards: the field "expires_at" of approval.requested cannot have that value [replay/not-readable]
      step 2: unknown action "HumanAprove" [model/unknown-action]
        hint: did you mean "HumanApprove"?
      step 2 (AgentStep) cannot be read backwards: exec.started would show that MayExecute decided otherwise than it does here [replay/not-readable]
      step 1 (AttackerSend) cannot be read backwards: it leaves "rid" open, and every such call.proposed gives it a value [replay/not-readable]"
    `);
  });

  it('are read into events whose forward image they are', () => {
    const mapping = (model as MachineModel).mapping!;
    const step = fc.oneof(
      fc.constantFrom('r1', 'r2').map(ask),
      fc.tuple(fc.constantFrom('r1', 'r2'), fc.constantFrom('nodes.run', 'web')).map(([rid, t]) => send(rid, t)),
      fc.constantFrom(APPROVE, EXPIRE, WORK),
    );
    fc.assert(
      fc.property(step, (one) => {
        const { readings } = mapping.backwards!([one], 0);
        expect(readings.length).toBeGreaterThan(0);
        for (const { event, assume } of readings) {
          const [image, ...more] = mapping.steps(createTrace({ events: [event] }).events[0]!) as readonly Step[];
          expect(more).toEqual([]);
          expect(image).toMatchObject({ action: one.action, args: one.args ?? {} });
          expect(image?.assume ?? {}).toEqual(assume);
        }
      }),
    );
  });

  it('are followed, whatever they are, by a system that is the model', () => {
    // The model's own events, in their order, are the trace of a system that does exactly as it does.
    const step = fc.oneof(
      fc.constantFrom('r1', 'r2').map(ask),
      fc.tuple(fc.constantFrom('r1', 'r2'), fc.constantFrom('nodes.run', 'web')).map(([rid, t]) => send(rid, t)),
      fc.constantFrom(APPROVE, EXPIRE, WORK),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const planned = unwrap(planReplay(machineOf(model), (model as MachineModel).mapping!, steps));
        const trace = createTrace({ events: planned.expected.map(({ event }) => event) });
        expect(unwrap(followSteps(model, steps, trace)).divergence).toBeNull();
        // Without its last event it falls short, and says so.
        const short = createTrace({ events: planned.expected.slice(0, -1).map(({ event }) => event) });
        const { divergence } = unwrap(followSteps(model, steps, short));
        expect(divergence?.step ?? null).toBe(planned.expected.at(-1)?.step ?? null);
      }),
    );
  });
});

const machineOf = (of: Model) => (of as MachineModel).machine;

/** The shipped module under another mapping. */
function withMapping(mapping: string): Model {
  const read = (name: string) => readFileSync(`scenarios/models/${name}`, 'utf8');
  return unwrap(
    tlaModel({
      spec: sourceText('NodesPipeline.tla', read('NodesPipeline.tla')),
      config: sourceText('NodesPipeline.cfg', read('NodesPipeline.cfg')),
      mapping: sourceText('other.mapping.yaml', mapping),
      modules: { read: () => undefined },
    }),
  ) as unknown as Model;
}
