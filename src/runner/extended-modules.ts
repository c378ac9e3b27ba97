import { posix } from 'node:path';

/** How the files of a project are looked at. */
export interface ProjectReader {
  /** Null for what cannot be read. */
  readonly readText: (path: string) => string | null;
  /** Names of the files directly in a folder. */
  readonly listFiles: (folder: string) => readonly string[];
}

/**
 * The files of a trio, and what its models read beside themselves: the TLA+ modules that a module extends or instantiates, and the EIO
 * modules that one imports, as far as they can be read. A look at the words is enough: a file too many only means a run too many.
 */
export function withExtendedModules(files: readonly string[], reader: ProjectReader): readonly string[] {
  const found = new Set(files);
  // A set visits what is added while it is walked.
  for (const file of found) {
    const beside = file.endsWith('.tla') ? extendedBy : /\.ya?ml$/.test(file) ? importedBy : () => [];
    for (const path of beside(file, reader)) found.add(path);
  }
  return [...found].sort();
}

function extendedBy(file: string, { readText }: ProjectReader): readonly string[] {
  const clauses = readText(file)?.matchAll(/\b(?:EXTENDS|INSTANCE)\s+(\w+(?:\s*,\s*\w+)*)/g) ?? [];
  return [...clauses]
    .flatMap(([, names = '']) => names.split(/\s*,\s*/))
    .map((name) => posix.join(posix.dirname(file), `${name}.tla`))
    .filter((path) => readText(path) !== null);
}

function importedBy(file: string, { readText, listFiles }: ProjectReader): readonly string[] {
  const text = readText(file);
  if (text === null || !isEioModule(text)) return [];
  return listFiles(posix.dirname(file))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => posix.join(posix.dirname(file), name))
    .filter((path) => isEioModule(readText(path) ?? ''));
}

const isEioModule = (text: string): boolean => /^eio\s*:/m.test(text);
