import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { ModuleReader } from './load-spec.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const MODULE_NAME = /^[A-Za-z0-9_]+$/;

/**
 * Reads modules from the `.tla` files of folders, the first folder that has the file first. `displayName` turns a path into the name
 * that diagnostics show: relative to the project. Files above 32 MiB are as good as missing.
 */
export function folderReader(folders: readonly string[], displayName: (path: string) => string): ModuleReader {
  return {
    read: (name) => {
      if (!MODULE_NAME.test(name)) return undefined;
      for (const folder of folders) {
        const path = join(folder, `${name}.tla`);
        const size = statSync(path, { throwIfNoEntry: false });
        if (size?.isFile() !== true || size.size > MAX_BYTES) continue;
        return sourceText(displayName(path), readFileSync(path, 'utf8'));
      }
      return undefined;
    },
    names: () =>
      folders.flatMap((folder) =>
        readdirSync(folder)
          .filter((file) => file.endsWith('.tla'))
          .map((file) => file.slice(0, -'.tla'.length))
          .sort(),
      ),
  };
}
