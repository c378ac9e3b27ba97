// Fold speed of the monitor next to a bare loop over the same events, and whether memory grows with the trace.
// Run with: node --expose-gc --import tsx bench/fold.bench.ts
import { nodesPipelineMonitor } from '../src/monitors/nodes-pipeline.ts';
import { EVENT_KINDS, type TraceEvent } from '../src/trace/event.ts';

const EVENTS = Number(process.argv[2] ?? 1_000_000);

/** Calls that are proposed, asked about, approved, run and end: five events each, made on the fly so that no list grows. */
function* events(count: number): Generator<TraceEvent> {
  for (let seq = 1; seq <= count; ) {
    const call = `c${seq}`;
    const args = { command: `step ${seq % 17}` };
    yield { seq: seq++, kind: 'call.proposed', call, tool: 'nodes.run', args };
    yield { seq: seq++, kind: 'approval.requested', approval: `a-${call}`, call, tool: 'nodes.run', args };
    yield {
      seq: seq++,
      kind: 'approval.decided',
      approval: `a-${call}`,
      decision: 'approve',
      scope: 'once',
      by: 'human',
      authenticity: 'server',
    };
    yield { seq: seq++, kind: 'exec.started', exec: `e-${call}`, call, tool: 'nodes.run', args };
    yield { seq: seq++, kind: 'exec.ended', exec: `e-${call}`, status: 'ok' };
  }
}

/** Seconds of processor time: what a busy machine does not change. */
function time<T>(work: () => T): { readonly seconds: number; readonly value: T } {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1e6, value };
}

function bareLoop(count: number): number {
  let kinds = 0;
  for (const event of events(count)) kinds += event.kind.length;
  return kinds;
}

function foldAll(count: number): { readonly outcome: string; readonly heap: readonly number[] } {
  const fold = nodesPipelineMonitor.fold({ tracefold: 1, source: 'bench', observes: [...EVENT_KINDS] });
  if (!fold.ok) throw new Error(fold.errors[0].message);
  const heap: number[] = [];
  const tenth = Math.floor(count / 10);
  for (const event of events(count)) {
    fold.value.event(event);
    if (event.seq % tenth === 0) {
      globalThis.gc?.();
      heap.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
  }
  return { outcome: fold.value.verdict().outcome, heap };
}

bareLoop(50_000);
foldAll(50_000);
const bare = time(() => bareLoop(EVENTS));
const folded = time(() => foldAll(EVENTS));
const rate = (seconds: number): string =>
  `${Math.round(EVENTS / seconds)
    .toString()
    .padStart(10)} events/s`;
console.log(`${EVENTS} events, verdict ${folded.value.outcome}`);
console.log(`bare loop   ${rate(bare.seconds)}`);
console.log(`monitor     ${rate(folded.seconds)}   ${(folded.seconds / bare.seconds).toFixed(1)} times the bare loop`);
for (const part of [10, 4, 1]) {
  const count = Math.floor(EVENTS / part);
  const { seconds } = time(() => foldAll(count));
  console.log(`  ${count.toString().padStart(9)} events: ${((seconds / count) * 1e9).toFixed(0)} ns an event`);
}
console.log(`heap after each tenth, MiB: ${folded.value.heap.map((size) => size.toFixed(1)).join(' ')}`);
