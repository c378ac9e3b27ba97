import type { Json } from '../trace/json.ts';

/** Most names of one record; past them values are hidden rather than shown. */
export const MAX_NAMES = 100_000;

/** A text that a model or its configuration was read from; `file` is relative to the project. */
export interface ModelText {
  readonly file: string;
  readonly text: string;
}

/** Literals of a model's own text: strings and numbers of TLA+ and of code, all words of a configuration, the terms in capitals of an EIO module. */
export function modelNames(texts: readonly ModelText[]): ReadonlySet<Json> {
  const names = new Set<Json>();
  const add = (text: string, pattern: RegExp): void => {
    for (const match of text.matchAll(pattern)) {
      if (names.size < MAX_NAMES) names.add(match[1] ?? match[0]);
    }
  };
  for (const { file, text } of texts) {
    const code = /\.(?:tla|cfg)$/.test(file) ? withoutComments(text) : text;
    for (const match of code.matchAll(/(?<![A-Za-z0-9_.])[0-9]{1,15}(?![A-Za-z0-9_.])/g)) names.add(Number(match[0]));
    if (/\.[cm]?[jt]s$/.test(file)) add(code, /'([^'\\\n]{1,160})'/g);
    if (/\.(?:tla|[cm]?[jt]s)$/.test(file)) add(code, /"([^"\n]{1,160})"/g);
    else if (file.endsWith('.cfg')) {
      add(code, /"([^"\n]{1,160})"/g);
      add(code, /[A-Za-z_][A-Za-z0-9_]{0,159}/g);
    } else add(code, /(?<![A-Za-z0-9_])[A-Z][A-Z_]{2,60}(?![A-Za-z0-9_])/g);
  }
  return names;
}

/** The words of a model's own text: what its variables, its records' fields and its functions are called. */
export function modelFields(texts: readonly ModelText[]): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const { file, text } of texts) {
    if (!/\.(?:tla|cfg|[cm]?[jt]s)$/.test(file)) continue;
    const code = /\.(?:tla|cfg)$/.test(file) ? withoutComments(text) : text;
    for (const [word] of code.matchAll(/[A-Za-z_$][A-Za-z0-9_$]*/g)) if (fields.size < MAX_NAMES) fields.add(word);
  }
  return fields;
}

const withoutComments = (text: string): string =>
  text.replace(/\\\*[^\n]*/g, '').replace(/\(\*[^*]*(?:\*(?!\))[^*]*)*\*\)/g, '');
