import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProjectReader } from './extended-modules.ts';

/** Which files are scenario files. */
export const SCENARIO_GLOB = '**/*.scenario.{yaml,yml}';

/** The path as the project sees it: relative to the root, with forward slashes; null if it lies outside. */
export function projectPath(root: string, file: string): string | null {
  const slashed = file.replaceAll('\\', '/');
  const home = root.replaceAll('\\', '/').replace(/\/+$/, '');
  return slashed.startsWith(`${home}/`) ? slashed.slice(home.length + 1) : null;
}

/** Looks at the files of a project, by their paths in it. Only to find out what to watch. */
export const projectReader = (root: string): ProjectReader => ({
  readText: (path) => {
    try {
      return readFileSync(resolve(root, path), 'utf8');
    } catch {
      return null;
    }
  },
  listFiles: (folder) => {
    try {
      return readdirSync(resolve(root, folder));
    } catch {
      return [];
    }
  },
});
