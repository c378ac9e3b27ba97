import picomatch from 'picomatch';
import type { EventOf } from '../trace/event.ts';
import { TOOL_GLOB } from '../trace/tool-glob.ts';

export type Origin = EventOf<'context.added'>['origin'];
export type Trust = EventOf<'context.added'>['trust'];

/** Who may be believed. What an option leaves out has its default ({@link DEFAULT_TRUST}). */
export interface TrustOptions {
  readonly origins?: { readonly [origin in Origin]?: Trust };
  /** Trust of results by tool: globs (picomatch) on the name; the first that matches decides, before the origin does. */
  readonly tools?: readonly { readonly tools: string; readonly trust: Trust }[];
}

/**
 * Trust by origin. The operator and the user speak for themselves; whatever comes through a tool, a document, a peer or another session may have been written by
 * anyone. Memory and the model's own words are as good as what went into them, which nobody recorded.
 */
export const DEFAULT_TRUST: { readonly [origin in Origin]: Trust } = {
  system: 'trusted',
  developer: 'trusted',
  user: 'trusted',
  assistant: 'unknown',
  tool_result: 'untrusted',
  tool_definition: 'untrusted',
  retrieval: 'untrusted',
  memory: 'unknown',
  peer: 'untrusted',
  other_session: 'untrusted',
  unknown: 'unknown',
};

/** The trust of a piece of context by its origin and, for results, the tool that gave it. */
export function trustDecider(options: TrustOptions = {}): (origin: Origin, tool?: string) => Trust {
  const tools = (options.tools ?? []).map(({ tools, trust }) => ({ matches: picomatch(tools, TOOL_GLOB), trust }));
  return (origin, tool) => {
    const byTool = tool === undefined ? undefined : tools.find(({ matches }) => matches(tool));
    return byTool?.trust ?? options.origins?.[origin] ?? DEFAULT_TRUST[origin];
  };
}
