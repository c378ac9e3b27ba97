import picomatch from 'picomatch';
import { TOOL_GLOB } from '../../trace/tool-glob.ts';

/** A compiled glob with what it said of the tools that it was asked for last: the same few are called again and again. */
interface Matcher {
  readonly matches: (tool: string) => boolean;
  readonly known: Map<string, boolean>;
}

const matchers = new Map<string, Matcher>();
const MAX_MATCHERS = 1_000;
const MAX_KNOWN = 64;
const MAX_GLOB = 256;
const MAGIC = /[*?[{!]/;

/** Names of actions that are no tools; a glob means one only by naming it in full. */
export const MESSAGE_TOOL = 'message.sent';
export const STATE_TOOL = 'state.written';

/** Whether one of the globs matches the tool (picomatch, without extended globs; longer globs than 256 characters match themselves only). */
export function matchesTool(globs: readonly string[], tool: string): boolean {
  for (const glob of globs) if (glob === tool || matchesGlob(glob, tool)) return true;
  return false;
}

function matchesGlob(glob: string, tool: string): boolean {
  if (tool === MESSAGE_TOOL || tool === STATE_TOOL || glob.length > MAX_GLOB) return false;
  let matcher = matchers.get(glob);
  if (matcher === undefined) {
    if (!MAGIC.test(glob)) return false;
    if (matchers.size >= MAX_MATCHERS) matchers.clear();
    matcher = { matches: picomatch(glob, { ...TOOL_GLOB, noextglob: true, maxLength: MAX_GLOB }), known: new Map() };
    matchers.set(glob, matcher);
  }
  let known = matcher.known.get(tool);
  if (known === undefined) {
    known = matcher.matches(tool);
    if (matcher.known.size >= MAX_KNOWN) matcher.known.clear();
    matcher.known.set(tool, known);
  }
  return known;
}
