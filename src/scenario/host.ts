import type { Trace } from '../trace/event.ts';
import type { JsonObject } from '../trace/json.ts';

/** What a live agent is asked to do in one leg. */
export interface AgentRequest {
  /** Messages, tool results, retrieved documents, approvals: events in the normal form. */
  readonly stimuli: readonly JsonObject[];
  /** Guard that the system under test shall switch off; null for attack and control. */
  readonly weaken: string | null;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
}

/** A live system under test: it gets the stimuli and returns the trace of what it did. */
export type Agent = (request: AgentRequest) => Trace | Promise<Trace>;

/** How long a live agent may take. */
export interface AgentOptions {
  /** Milliseconds that all legs of one trio may take together. Default: 4000, for the runners end a test after 5000 and know no agent. */
  readonly timeLimit?: number;
}

/** A live agent as a runner knows it. */
export interface RegisteredAgent extends AgentOptions {
  readonly run: Agent;
}

/** What running a trio needs of its surroundings. All paths are relative to the project root, with forward slashes. */
export interface ScenarioHost {
  /** The bytes of a file of the project; null if there is none. A path that leads out of the project is an error that it throws. */
  readBytes(path: string): Uint8Array | null;
  /** Names of the files directly in a folder, sorted; absent where folders cannot be listed. */
  listFiles?(folder: string): readonly string[];
  /** Loads a TypeScript or JavaScript model; absent where only data can be read. */
  importModule?(path: string): Promise<unknown>;
  readonly agents?: ReadonlyMap<string, RegisteredAgent>;
}
