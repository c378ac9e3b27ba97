import picomatch from 'picomatch';
import { foldText } from '../trace/provenance/fold-text.ts';
import { TOOL_GLOB } from '../trace/tool-glob.ts';

const compiled = new WeakMap<readonly string[], (tool: string) => boolean>();
const folded = new WeakMap<readonly string[], readonly string[]>();

/** Whether a tool is one of those that the globs (picomatch) name. */
export function isTool(tool: string, globs: readonly string[]): boolean {
  let matches = compiled.get(globs);
  if (matches === undefined) {
    matches = picomatch([...globs], TOOL_GLOB);
    compiled.set(globs, matches);
  }
  return globs.includes(tool) || matches(tool);
}

/**
 * Whether a tool only looks like one that the globs name: but for case, letters that look alike, invisible characters and white space, it is
 * one. Whether the system that ran it took it for that one, a trace does not tell.
 */
export function looksLikeTool(tool: string, globs: readonly string[]): boolean {
  if (isTool(tool, globs)) return false;
  let plain = folded.get(globs);
  if (plain === undefined) {
    plain = globs.map(plainName);
    folded.set(globs, plain);
  }
  return isTool(plainName(tool), plain);
}

const plainName = (name: string): string => foldText(name).text.replace(/\s+/g, '');
