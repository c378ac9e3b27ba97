import { readFileSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { ScenarioHost } from '../scenario/run-trio.ts';

/** Modules that the runner loads for us, by path relative to the project root. */
export type ModuleTable = ReadonlyMap<string, () => Promise<unknown>>;

/** Reads the files of a project for its scenarios; what lies outside of `root`, also by a symbolic link, is not there. */
export function nodeHost(root: string, importModule: (path: string) => Promise<unknown>): ScenarioHost {
  const home = realpathSync(root);
  return {
    readText: (path) => {
      try {
        const file = realpathSync(resolve(home, path));
        if (!file.startsWith(home.endsWith(sep) ? home : home + sep)) return null;
        return readFileSync(file, 'utf8');
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    importModule,
  };
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');
