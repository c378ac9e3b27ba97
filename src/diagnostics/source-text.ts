import type { Position, Span } from './diagnostic.ts';

/** A source text that turns offsets into positions; line starts are computed once, on first use. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  positionAt(offset: number): Position;
  span(start: number, end?: number): Span;
  /** The text of a line (from 1), without its line break. */
  line(line: number): string;
}

export function sourceText(file: string, text: string): SourceText {
  let starts: number[] | undefined;
  const lineStarts = (): number[] => {
    if (starts === undefined) {
      starts = [0];
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code === 10) starts.push(i + 1);
        else if (code === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1);
      }
    }
    return starts;
  };
  const positionAt = (offset: number): Position => {
    const all = lineStarts();
    let low = 0;
    let high = all.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (all[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - all[low]! + 1 };
  };
  return {
    file,
    text,
    positionAt,
    span: (start, end) => ({
      file,
      start: positionAt(start),
      ...(end === undefined ? {} : { end: positionAt(end) }),
    }),
    line: (line) => {
      const all = lineStarts();
      const start = all[line - 1] ?? text.length;
      return text.slice(start, all[line] ?? text.length).replace(/[\r\n]+$/, '');
    },
  };
}
