import { posix } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { YamlDocument, YamlPath } from '../yaml/parse-yaml.ts';
import type { Named } from './trio.ts';

export type ScenarioErrorCode =
  | 'scenario/empty'
  | 'scenario/too-large'
  | 'scenario/unreadable-id'
  | 'scenario/duplicate-id'
  | 'scenario/leg-source'
  | 'scenario/negative-control'
  | 'scenario/step'
  | 'scenario/control-equals-attack'
  | 'scenario/path-outside'
  | 'scenario/edit-position';

/** Everything wrong with a document is collected here, so that one run tells it all. */
export interface Reader {
  readonly document: YamlDocument;
  readonly errors: Diagnostic[];
}

/** Adds an error at a place of the document; a path of one key stands for the key itself. */
export function report(
  reader: Reader,
  code: ScenarioErrorCode,
  path: YamlPath,
  rest: Omit<Diagnostic, 'code' | 'at' | 'lineText'>,
): void {
  const isKey = typeof path.at(-1) === 'string' && path.length === 1;
  const at = isKey ? reader.document.spanOfKey(path) : reader.document.spanOf(path);
  reader.errors.push({ code, at, lineText: reader.document.source.line(at.start.line), ...rest });
}

/** A path of the YAML, made relative to the project root; one that leaves the project is an error. */
export function projectPath(reader: Reader, path: YamlPath, given: string): string {
  const forward = given.replaceAll('\\', '/');
  const resolved = posix.normalize(posix.join(posix.dirname(reader.document.source.file), forward));
  if (posix.isAbsolute(forward) || /^[a-z]:/i.test(forward) || resolved.startsWith('../') || forward.includes('\0')) {
    report(reader, 'scenario/path-outside', path, {
      message: `the path "${given}" leaves the project`,
      expected: 'a path relative to this file, inside the project',
      ...(/\.[cm]?[jt]s$/.test(forward)
        ? {
            hint: `what packages share is re-exported by a file inside: export { default } from '…/${posix.basename(forward)}'`,
          }
        : {}),
    });
  }
  return resolved;
}

/** One name or several, each with its place; null if there are none. */
export function namedList(
  document: YamlDocument,
  path: YamlPath,
  value: string | readonly string[] | undefined,
): readonly Named[] | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return [{ name: value, at: document.spanOf(path) }];
  return value.map((name, index) => ({ name, at: document.spanOf([...path, index]) }));
}
