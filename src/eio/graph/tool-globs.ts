import picomatch from 'picomatch';

const matchers = new Map<string, (tool: string) => boolean>();
const MAX_MATCHERS = 1_000;
const MAX_GLOB = 256;

/** Names of actions that are no tools; a glob means one only by naming it in full. */
export const MESSAGE_TOOL = 'message.sent';
export const STATE_TOOL = 'state.written';

/** Whether one of the globs matches the tool (picomatch, without extended globs; longer globs than 256 characters match themselves only). */
export function matchesTool(globs: readonly string[], tool: string): boolean {
  return globs.some((glob) => {
    if (glob === tool) return true;
    if (tool === MESSAGE_TOOL || tool === STATE_TOOL || glob.length > MAX_GLOB || !/[*?[{!]/.test(glob)) return false;
    let matcher = matchers.get(glob);
    if (matcher === undefined) {
      if (matchers.size >= MAX_MATCHERS) matchers.clear();
      matcher = picomatch(glob, { dot: true, noextglob: true, maxLength: MAX_GLOB });
      matchers.set(glob, matcher);
    }
    return matcher(tool);
  });
}
