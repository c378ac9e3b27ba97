import type { Agent, AgentOptions, RegisteredAgent } from '../scenario/host.ts';

// On the global object: the setup file and the tests may load two copies of this module, ESM and CommonJS or inlined and not.
const KEY = Symbol.for('tracefold.agents');

type Holder = { [KEY]?: Map<string, RegisteredAgent> };

/** Agents that setup files registered in this test environment, by name. */
export function registeredAgents(): ReadonlyMap<string, RegisteredAgent> {
  return agents();
}

/** Makes a live system available to `agent: <name>` in scenario files. Call it in a setup file. */
export function defineAgent(name: string, agent: Agent, options: AgentOptions = {}): void {
  agents().set(name, { ...options, run: agent });
}

function agents(): Map<string, RegisteredAgent> {
  const holder = globalThis as Holder;
  holder[KEY] ??= new Map();
  return holder[KEY];
}
