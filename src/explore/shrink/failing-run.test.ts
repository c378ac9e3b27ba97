import { describe, expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { eioModel } from '../../eio/eio-model.ts';
import { loadEmbeddedModule } from '../../eio/module/load-eio-module.ts';
import { foldTrace } from '../../model/fold-trace.ts';
import type { Model } from '../../model/model.ts';
import { nodesPipelineMonitor } from '../../monitors/nodes-pipeline.ts';
import type { Trace } from '../../trace/event.ts';
import { shortestFailingRun } from './failing-run.ts';
import { busyConversation, busyGateway } from './testing/busy-traces.ts';

const shortest = (model: Model, trace: Trace) =>
  shortestFailingRun(model, { kind: 'trace', trace }, unwrap(foldTrace(model, trace)));

describe('the shortest failing run', () => {
  it('keeps the numbers that its steps have in the whole run', () => {
    const trace = busyGateway(400);
    const whole = unwrap(foldTrace(nodesPipelineMonitor, trace, { record: true })).run!;
    const { run, from } = shortest(nodesPipelineMonitor, trace)!;
    const numbers = run!.steps.map(({ step, event }) => [step, event]);
    expect(from).toBe(400);
    expect(numbers.length).toBeGreaterThan(1);
    expect(whole.steps.map(({ step, event }) => [step, event])).toEqual(expect.arrayContaining(numbers));
  });

  it('has events and no steps for an EIO model', () => {
    const model = unwrap(eioModel(unwrap(loadEmbeddedModule('eio:context-trust'))));
    const found = shortest(model, busyConversation(100))!;
    expect({ ...found, events: found.events?.map(({ kind }) => kind) }).toEqual({
      from: 96,
      complete: true,
      run: null,
      events: ['context.added', 'instruction', 'call.proposed', 'exec.started'],
    });
  });

  it('is none where nothing failed, and none where all of the run is needed', () => {
    const trace = busyGateway(400);
    const { events } = shortest(nodesPipelineMonitor, trace)!;
    expect(shortest(nodesPipelineMonitor, { ...trace, events: events! })).toBeNull();
    expect(shortest(nodesPipelineMonitor, { ...trace, events: trace.events.slice(0, 50) })).toBeNull();
  });
});
