import { sep } from 'node:path';

/**
 * Where Node may keep what it compiled of a package that is installed as `file` is: in `.cache` of the outermost `node_modules`, as other tools do,
 * which is as trusted as the package and goes with it. Not in the package, which its manager checks or shares between projects, and not in the
 * machine's folder for temporary files, where another user could leave code for it. Undefined for a package that is not installed.
 */
export function compileCacheFolder(file: string): string | undefined {
  const folder = `${sep}node_modules${sep}`;
  const end = file.indexOf(folder);
  return end < 0 ? undefined : `${file.slice(0, end)}${folder}.cache${sep}tracefold`;
}
