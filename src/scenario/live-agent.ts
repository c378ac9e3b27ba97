import { type Diagnostic, fail, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { maskSecrets } from '../evidence/redaction/secrets.ts';
import { checkTrace } from '../trace/check-trace.ts';
import type { Trace } from '../trace/event.ts';
import type { RegisteredAgent, ScenarioHost } from './host.ts';
import type { LegSource } from './trio.ts';

type AgentErrorCode = 'scenario/unknown-agent' | 'scenario/agent-threw' | 'scenario/agent-too-slow';

type AgentSource = Extract<LegSource, { kind: 'agent' }>;

/** Calls the live agents of one trio. */
export interface LiveAgents {
  /** Gives the agent its stimuli, tells it which guard to switch off, and checks what it returns. */
  call(source: AgentSource, weaken: string | null): Promise<Result<Trace, Diagnostic>>;
}

const TIME_LIMIT = 4000;

/** The agents of a host for one run of one trio, over which each of them has its time. */
export function liveAgents(host: ScenarioHost): LiveAgents {
  const spent = new Map<string, number>();
  return {
    call: async (source, weaken) => {
      const agent = host.agents?.get(source.name);
      if (agent === undefined) return fail(unknownAgent(source, host));
      const began = performance.now();
      const before = spent.get(source.name) ?? 0;
      const outcome = await within((agent.timeLimit ?? TIME_LIMIT) - before, (signal) =>
        agent.run({ stimuli: source.stimuli, weaken, signal }),
      );
      spent.set(source.name, before + performance.now() - began);
      return traceOf(outcome, source, agent);
    },
  };
}

type Ended =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'late' };

/** What a function came to, however it ended; if it takes too long, its signal is aborted and nobody waits for it. */
async function within(milliseconds: number, run: (signal: AbortSignal) => unknown): Promise<Ended> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Ended>((resolve) => {
    // A timer holds no more than 31 bits, and takes what is longer for nothing.
    const limit = Math.min(Math.max(0, milliseconds), 2 ** 31 - 1);
    timer = setTimeout(() => resolve({ kind: 'late' }), limit);
  });
  const ended = (async (): Promise<Ended> => {
    try {
      return { kind: 'returned', value: await run(abort.signal) };
    } catch (error) {
      return { kind: 'threw', error };
    }
  })();
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (first.kind === 'late') abort.abort();
  return first;
}

function traceOf(ended: Ended, { name, at }: AgentSource, { timeLimit }: RegisteredAgent): Result<Trace> {
  switch (ended.kind) {
    case 'returned': {
      const trace = checkTrace(ended.value);
      if (trace.ok) return trace;
      const [error] = trace.errors;
      return fail({ ...error, message: `what the agent "${name}" returned is no trace: ${error.message}`, at });
    }
    case 'threw': {
      // A client that is refused tells the key that it was refused with.
      const why = maskSecrets(ended.error instanceof Error ? ended.error.message : String(ended.error));
      return fail({
        code: 'scenario/agent-threw' satisfies AgentErrorCode,
        message: `the agent "${name}" threw: ${why}`,
        at,
      });
    }
    case 'late':
      return fail({
        code: 'scenario/agent-too-slow' satisfies AgentErrorCode,
        message: `the agent "${name}" has not returned after ${timeLimit ?? TIME_LIMIT} ms, which all legs of a trio have together`,
        at,
        hint: `defineAgent("${name}", agent, { timeLimit: … }) gives it more; the runner has a limit of its own for a test`,
      });
  }
}

function unknownAgent({ name, at }: AgentSource, host: ScenarioHost): Diagnostic {
  const hint = nearestHint(name, host.agents?.keys() ?? []) ?? 'register it with defineAgent in a setup file';
  const code: AgentErrorCode = 'scenario/unknown-agent';
  return { code, message: `no agent is called "${name}"`, at, hint };
}
