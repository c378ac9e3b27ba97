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
  const folders = foldersOf(cwd, base === '' ? '.' : base, pattern.slice(base === '' ? 0 : base.length + 1));
  return folders.flatMap((folder) => below(cwd, folder)).filter((file) => matches(file));
}

/** The folders that the leading steps of a glob name, as far as each step can be told by itself, so that no others are walked. */
function foldersOf(cwd: string, base: string, glob: string): readonly string[] {
  const steps = glob.split('/').slice(0, -1);
  const end = steps.findIndex((step) => !/^[^!()[\]{}]+$/.test(step) || step.includes('**'));
  let folders: readonly string[] = [base];
  for (const step of end < 0 ? steps : steps.slice(0, end)) {
    const matches = picomatch(step);
    folders = folders.flatMap((folder) =>
      subfolders(cwd, folder)
        .filter((name) => matches(name))
        .map((name) => posix.join(folder, name)),
    );
  }
  return folders;
}

function subfolders(cwd: string, folder: string): readonly string[] {
  const directory = resolve(cwd, folder);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function below(cwd: string, folder: string): string[] {
  const directory = resolve(cwd, folder);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.parentPath.slice(directory.length), entry.name).replaceAll('\\', '/'));
}
