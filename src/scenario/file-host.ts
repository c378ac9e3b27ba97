import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import type { RegisteredAgent, ScenarioHost } from './host.ts';
import { importModule } from './import-module.ts';

export interface FileHostOptions {
  /** Project root, absolute. */
  readonly root: string;
  readonly agents?: ReadonlyMap<string, RegisteredAgent>;
  /** Default: {@link importModule}. */
  readonly importModule?: (absolutePath: string) => Promise<unknown>;
}

/** A host on the file system. Links are followed before a path is judged, so that none leads out of the project. */
export function fileHost(options: FileHostOptions): ScenarioHost {
  const root = realpathSync(options.root);
  const inside = (path: string): string | null => {
    let real: string;
    try {
      real = realpathSync(resolve(root, path));
    } catch {
      return null;
    }
    const way = relative(root, real);
    if (way === '..' || way.startsWith(`..${sep}`)) {
      throw new TracefoldError([
        { code: 'scenario/path-outside', message: `the path "${path}" leads out of the project` },
      ]);
    }
    return real;
  };
  const load = options.importModule ?? ((path: string) => importModule(path, root));
  return {
    readBytes: (path) => {
      const real = inside(path);
      try {
        return real === null ? null : readFileSync(real);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EISDIR') return null;
        throw error;
      }
    },
    listFiles: (folder) => {
      const real = inside(folder);
      if (real === null || !statSync(real).isDirectory()) return [];
      const entries = readdirSync(real, { withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort();
    },
    importModule: (path) => load(inside(path) ?? resolve(root, path)),
    ...(options.agents === undefined ? {} : { agents: options.agents }),
  };
}
