import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Which files are scenario files. */
export const SCENARIO_GLOB = '**/*.scenario.{yaml,yml}';

/** The path as the project sees it: relative to the root, with forward slashes; null if it lies outside. */
export function projectPath(root: string, file: string): string | null {
  const slashed = file.replaceAll('\\', '/');
  const home = root.replaceAll('\\', '/').replace(/\/+$/, '');
  return slashed.startsWith(`${home}/`) ? slashed.slice(home.length + 1) : null;
}

/** Reads text files by their path in the project; null for what cannot be read. Only to find out what to watch. */
export const textReader =
  (root: string) =>
  (path: string): string | null => {
    try {
      return readFileSync(resolve(root, path), 'utf8');
    } catch {
      return null;
    }
  };
