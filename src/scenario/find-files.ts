import { readdirSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import picomatch from 'picomatch';

/**
 * The files that paths and globs name, relative to the working directory with forward slashes, sorted, each once. A directory stands for
 * every file below it. What names nothing comes back as `missing`.
 */
export function findFiles(
  cwd: string,
  patterns: readonly string[],
): { readonly files: readonly string[]; readonly missing: readonly string[] } {
  const files = new Set<string>();
  const missing: string[] = [];
  for (const pattern of patterns) {
    const found = expand(cwd, posix.normalize(pattern.replaceAll('\\', '/')));
    if (found.length === 0) missing.push(pattern);
    for (const file of found) files.add(file);
  }
  return { files: [...files].sort(), missing };
}

function expand(cwd: string, pattern: string): readonly string[] {
  const stats = statSync(resolve(cwd, pattern), { throwIfNoEntry: false });
  if (stats?.isFile()) return [pattern];
  if (stats?.isDirectory()) return below(cwd, pattern);
  const { base, isGlob } = picomatch.scan(pattern);
  if (!isGlob) return [];
  const matches = picomatch(pattern);
  return below(cwd, base === '' ? '.' : base).filter((file) => matches(file));
}

function below(cwd: string, folder: string): string[] {
  const directory = resolve(cwd, folder);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.parentPath.slice(directory.length), entry.name).replaceAll('\\', '/'));
}
