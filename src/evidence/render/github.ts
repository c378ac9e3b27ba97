import { printable } from '../../diagnostics/printable.ts';
import type { EvidenceRecord } from '../record/schema.ts';
import { renderText } from './text.ts';

/** What a workflow command needs in front of its message. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Lines of the message; each is made printable, so none can begin a command of its own. */
  readonly lines: readonly string[];
  readonly at?:
    | { readonly file: string; readonly start: { readonly line: number; readonly column: number } }
    | undefined;
}

/** One GitHub workflow command, `::error file=…,line=…::message`, without a line break in it. */
export function formatAnnotation(annotation: Annotation): string {
  const { at } = annotation;
  const properties = [
    ...(at === undefined ? [] : [`file=${property(at.file)}`, `line=${at.start.line}`, `col=${at.start.column}`]),
    `title=${property(annotation.title)}`,
  ];
  const message = annotation.lines.map((line) => data(printable(line))).join('%0A');
  return `::${annotation.level} ${properties.join(',')}::${message}`;
}

// The runner undoes exactly these codes; a percent sign that is not encoded first could forge the others.
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The annotation of a record at the YAML line of the leg that failed; null for a pass. */
export function renderAnnotation(record: EvidenceRecord, options: { readonly maxLines?: number } = {}): string | null {
  if (record.outcome === 'pass') return null;
  const leg = record.legs.find((each) => !each.met);
  const lines = renderText(record, { maxLines: options.maxLines ?? 20 }).split('\n');
  return formatAnnotation({
    level: record.outcome === 'fail' ? 'error' : 'warning',
    title: `tracefold: ${record.subject.id}`,
    lines,
    at: leg?.at ?? record.subject.at,
  });
}
