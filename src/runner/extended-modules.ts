/**
 * The files of a trio, and the TLA+ modules that its modules extend or instantiate from their own folder, as far as they can be read.
 * A look at the words is enough: a file too many only means a run too many.
 */
export function withExtendedModules(
  files: readonly string[],
  readText: (path: string) => string | null,
): readonly string[] {
  const found = new Set(files);
  // A set visits what is added while it is walked.
  for (const file of found) {
    if (!file.endsWith('.tla')) continue;
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    for (const [, names = ''] of readText(file)?.matchAll(/\b(?:EXTENDS|INSTANCE)\s+(\w+(?:\s*,\s*\w+)*)/g) ?? []) {
      for (const name of names.split(/\s*,\s*/)) {
        const path = `${folder}${name}.tla`;
        if (readText(path) !== null) found.add(path);
      }
    }
  }
  return [...found].sort();
}
