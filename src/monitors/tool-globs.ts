import picomatch from 'picomatch';

const compiled = new WeakMap<readonly string[], (tool: string) => boolean>();

/** Whether a tool is one of those that the globs (picomatch) name. */
export function isTool(tool: string, globs: readonly string[]): boolean {
  let matches = compiled.get(globs);
  if (matches === undefined) {
    matches = picomatch([...globs], { bash: true, dot: true, nonegate: true });
    compiled.set(globs, matches);
  }
  return globs.includes(tool) || matches(tool);
}
