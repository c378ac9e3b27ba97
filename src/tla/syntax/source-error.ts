import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';

/** What a diagnostic may say beyond its message; undefined leaves a part out. */
export interface ErrorDetails {
  readonly expected?: string | undefined;
  readonly hint?: string | undefined;
  readonly related?: Diagnostic['related'] | undefined;
}

/** A diagnostic at the offsets `start` to `end` of a source, with the text of its line. */
export function sourceError<Code extends string>(
  source: SourceText,
  code: Code,
  start: number,
  end: number,
  message: string,
  { expected, hint, related }: ErrorDetails = {},
): Diagnostic<Code> {
  const at = source.span(start, Math.max(start, end));
  return {
    code,
    message,
    at,
    lineText: source.line(at.start.line),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
    ...(related === undefined ? {} : { related }),
  };
}
