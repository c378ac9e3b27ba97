import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';

/** A call as it was proposed. `rawId` is its id in the recording, `call` that in the trace. */
export interface ProposedCall {
  readonly rawId: string | undefined;
  readonly call: string;
  readonly tool: string;
  readonly args: Json;
}

/**
 * The calls that wait for their execution, in the order of their proposals. Every question is answered in constant time on average: a recording may
 * hold any number of calls that nothing ever answers.
 */
export interface OpenCalls {
  add(call: ProposedCall): void;
  /** The call has its execution. Gives whether it was open. */
  close(call: string): boolean;
  /** Calls that were proposed before are not {@link inStep} any more. */
  beginStep(): void;
  /** The first with an id of the recording; of several, one of the tool that is named. */
  withId(rawId: string, tool: string | undefined): ProposedCall | undefined;
  /** The first of the latest step that is of the tool, or else the first at all. */
  inStep(tool: string | undefined): ProposedCall | undefined;
  /** The first of a tool. */
  first(tool: string): ProposedCall | undefined;
  /** The one of a tool, if no other of it is open. */
  only(tool: string): ProposedCall | undefined;
  /** Those of a tool with these arguments. */
  alike(tool: string, args: Json): Iterable<ProposedCall>;
  /** All of them. */
  all(): Iterable<ProposedCall>;
}

/** Calls in order, of which the closed ones are passed over once and dropped in time. */
interface Queue {
  calls: Waiting[];
  /** Before it all are closed. */
  from: number;
  open: number;
  /** Where it stands while it has an open call. */
  readonly home: Map<string, Queue>;
  readonly key: string;
}

interface Waiting extends ProposedCall {
  open: boolean;
  readonly queues: Queue[];
}

/** Among so many calls of one id that of the named tool is looked for. */
const MAX_LOOKED_AT = 32;
/** The key of the queue of a whole step. */
const ALL = '';
/** A queue of fewer calls is not worth tidying. */
const MIN_TIDIED = 32;

function put(home: Map<string, Queue>, key: string, call: Waiting): void {
  let queue = home.get(key);
  if (queue === undefined) {
    queue = { calls: [], from: 0, open: 0, home, key };
    home.set(key, queue);
  }
  queue.calls.push(call);
  queue.open++;
  call.queues.push(queue);
}

function firstOf(queue: Queue | undefined): Waiting | undefined {
  if (queue === undefined) return undefined;
  while (queue.calls[queue.from]?.open === false) queue.from++;
  return queue.calls[queue.from];
}

/** One of the calls is closed now. */
function lose(queue: Queue): void {
  queue.open--;
  if (queue.open === 0) queue.home.delete(queue.key);
  if (queue.calls.length < MIN_TIDIED || queue.calls.length < 2 * queue.open) return;
  queue.calls = queue.calls.filter(({ open }) => open);
  queue.from = 0;
}

function* openOf(queue: Queue | undefined): Generator<Waiting> {
  if (queue === undefined) return;
  firstOf(queue);
  // The list stays as it is if a call is closed meanwhile.
  const { calls } = queue;
  for (let at = queue.from; at < calls.length; at++) if (calls[at]!.open) yield calls[at]!;
}

export function openCalls(): OpenCalls {
  const byCall = new Map<string, Waiting>();
  const byId = new Map<string, Queue>();
  const byTool = new Map<string, Queue>();
  let step = new Map<string, Queue>();
  let stepByTool = new Map<string, Queue>();
  // Few formats ask by arguments, and to spell them costs more than all else here.
  let bySpelling: Map<string, Queue> | undefined;

  const spelled = (tool: string, args: Json): string => `${JSON.stringify(tool)} ${canonicalJson(args)}`;

  return {
    add({ rawId, call, tool, args }) {
      const waiting: Waiting = { rawId, call, tool, args, open: true, queues: [] };
      byCall.set(call, waiting);
      if (rawId !== undefined) put(byId, rawId, waiting);
      put(byTool, tool, waiting);
      put(stepByTool, tool, waiting);
      put(step, ALL, waiting);
      if (bySpelling !== undefined) put(bySpelling, spelled(tool, args), waiting);
    },
    close(call) {
      const waiting = byCall.get(call);
      if (waiting === undefined) return false;
      waiting.open = false;
      byCall.delete(call);
      for (const queue of waiting.queues) lose(queue);
      return true;
    },
    beginStep() {
      if (step.size === 0) return;
      step = new Map();
      stepByTool = new Map();
    },
    withId(rawId, tool) {
      const queue = byId.get(rawId);
      const first = firstOf(queue);
      if (first === undefined || tool === undefined || queue?.open === 1 || first.tool === tool) return first;
      let looked = 0;
      for (const call of openOf(queue)) {
        if (call.tool === tool) return call;
        if (++looked === MAX_LOOKED_AT) break;
      }
      return first;
    },
    inStep: (tool) => (tool === undefined ? undefined : firstOf(stepByTool.get(tool))) ?? firstOf(step.get(ALL)),
    first: (tool) => firstOf(byTool.get(tool)),
    only(tool) {
      const queue = byTool.get(tool);
      return queue?.open === 1 ? firstOf(queue) : undefined;
    },
    alike(tool, args) {
      if (bySpelling === undefined) {
        bySpelling = new Map();
        for (const call of byCall.values()) put(bySpelling, spelled(call.tool, call.args), call);
      }
      return openOf(bySpelling.get(spelled(tool, args)));
    },
    all: () => byCall.values(),
  };
}
