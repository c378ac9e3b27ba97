import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EventKind } from '../trace/event.ts';
import type { ImportCode } from './import-code.ts';

/** How often a rule applied, and to which record first (a JSON Pointer into the file). */
export interface Tally {
  readonly rule: string;
  readonly why: string;
  readonly count: number;
  readonly first: string;
}

/** What became of every record of a recording: `records` is `imported` plus the counts of `skipped` and `dropped`. */
export interface ImportReport {
  /** What is counted, in the words of the format: message, item, span. */
  readonly unit: string;
  readonly records: number;
  readonly imported: number;
  readonly skipped: readonly Tally[];
  readonly dropped: readonly Tally[];
  /** Events that the format does not record but that follow from what it records. */
  readonly inferred: readonly Tally[];
  readonly warnings: readonly Diagnostic<ImportCode>[];
  readonly events: readonly { readonly kind: EventKind; readonly count: number }[];
}
