import { printable } from '../diagnostics/printable.ts';

/** A value as one line of JSON in which nothing can act on a terminal: what `printable` would escape is escaped as JSON does. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/gu, (character) =>
    printable(character) === character
      ? character
      : [...Array(character.length).keys()]
          .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join(''),
  );
