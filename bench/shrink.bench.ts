// Shrinking 10,000 events to the few that matter, next to one fold of the same events.
// Run by `npx tsx bench/shrink.bench.ts`. Prints medians and ratios; asserts nothing, because clocks differ.
import { performance } from 'node:perf_hooks';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { eioModel } from '../src/eio/eio-model.ts';
import { loadEmbeddedModule } from '../src/eio/module/load-eio-module.ts';
import { shrinkTrace } from '../src/explore/shrink/shrink.ts';
import { busyConversation, busyGateway } from '../src/explore/shrink/testing/busy-traces.ts';
import { outcomeOf } from '../src/model/claim.ts';
import { foldTrace } from '../src/model/fold-trace.ts';
import type { Model } from '../src/model/model.ts';
import { nodesPipelineMonitor } from '../src/monitors/nodes-pipeline.ts';
import type { Trace } from '../src/trace/event.ts';

function median(run: () => void): number {
  const taken = Array.from({ length: 5 }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  });
  return taken.sort((left, right) => left - right)[2]!;
}

const contextTrust = unwrap(eioModel(unwrap(loadEmbeddedModule('eio:context-trust'))));
const cases: readonly (readonly [Model, Trace])[] = [
  [nodesPipelineMonitor, busyGateway(10_000)],
  [contextTrust, busyConversation(10_000)],
];
for (const [model, trace] of cases) {
  const failed = unwrap(foldTrace(model, trace)).claims.filter((claim) => outcomeOf(claim) === 'fail');
  const fold = median(() => void foldTrace(model, trace));
  for (const claim of failed) {
    const shrunk = shrinkTrace(model, trace, claim);
    const taken = median(() => void shrinkTrace(model, trace, claim));
    const size = `${shrunk?.from} events to ${shrunk?.items.length}${shrunk?.complete ? '' : ' (bound hit)'}`;
    console.log(
      `${model.name}  ${claim.predicate}: ${size}, ${taken.toFixed(0)} ms, ${(taken / fold).toFixed(1)} times one fold`,
    );
  }
}
