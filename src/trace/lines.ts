import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { decodeUtf8, tooLong } from './decode.ts';
import type { TraceCode } from './trace-code.ts';

/** One line of a file, without its line break; `number` counts from 1. */
export interface TextLine {
  readonly number: number;
  readonly text: string;
  /** Whether a line break followed; a last line without one may have been cut off. */
  readonly ended: boolean;
}

/** The lines of a text. `\n`, `\r\n` and `\r` all end a line: none of them may stand inside a JSON string. */
export function* textLines(text: string): Generator<TextLine> {
  let number = 1;
  let start = 0;
  while (start < text.length) {
    const lf = text.indexOf('\n', start);
    const stop = lf < 0 ? text.length : lf;
    // The search for a lone carriage return stays inside the line, so that a long file is passed over once.
    for (const [piece, ended] of splitAtCarriageReturn(text.slice(start, stop), lf >= 0)) {
      yield { number: number++, text: piece, ended };
    }
    start = stop + 1;
  }
}

function splitAtCarriageReturn(line: string, ended: boolean): [string, boolean][] {
  if (!line.includes('\r')) return [[line, ended]];
  const pieces = line.split('\r');
  if (pieces.at(-1) === '') pieces.pop();
  else return pieces.map((piece, index) => [piece, index < pieces.length - 1 || ended]);
  return pieces.map((piece) => [piece, true]);
}

/**
 * The lines of a stream of bytes, with no more than one line in memory. A line longer than `maxBytes`, or one that is not UTF-8, ends the stream with
 * its diagnostic.
 */
export async function* streamLines(
  chunks: AsyncIterable<Uint8Array>,
  place: { readonly file: string; readonly maxBytes: number },
): AsyncGenerator<Result<TextLine, Diagnostic<TraceCode>>> {
  let pending: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  let afterCr = false;
  const take = (ended: boolean): Result<TextLine, Diagnostic<TraceCode>> => {
    const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
    pending = [];
    size = 0;
    const text = decodeUtf8(bytes, { file: place.file, line: number });
    if (!text.ok) return text;
    return ok({ number: number++, text: text.value, ended });
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte !== 0x0a && byte !== 0x0d) {
        afterCr = false;
        continue;
      }
      // The second half of a `\r\n` ends nothing.
      const secondHalf = byte === 0x0a && afterCr;
      afterCr = byte === 0x0d;
      if (!secondHalf) {
        if (size + i - start > place.maxBytes) return yield fail(tooLong(place.file, number, place.maxBytes));
        pending.push(chunk.subarray(start, i));
        const line = take(true);
        yield line;
        if (!line.ok) return;
      }
      start = i + 1;
    }
    if (start < chunk.length) {
      // A copy, because a stream may reuse its buffer.
      pending.push(chunk.slice(start));
      size += chunk.length - start;
      if (size > place.maxBytes) return yield fail(tooLong(place.file, number, place.maxBytes));
    }
  }
  if (size > 0) yield take(false);
}
