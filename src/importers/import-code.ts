import type { TraceCode } from '../trace/trace-code.ts';

/** Everything that an import can complain of, as an error or as a warning of its report. */
export type ImportCode =
  | TraceCode
  | 'importers/arguments-not-json'
  | 'importers/arguments-not-recorded'
  | 'importers/cut-off'
  | 'importers/label-unknown'
  | 'importers/no-such-run'
  | 'importers/not-json'
  | 'importers/nothing-imported'
  | 'importers/repeated-call-id'
  | 'importers/result-of-another-tool'
  | 'importers/result-without-call'
  | 'importers/second-result'
  | 'importers/several-runs'
  | 'importers/signature-unchecked'
  | 'importers/signature-wrong'
  | 'importers/unknown-format'
  | 'importers/unknown-part'
  | 'importers/unknown-version';
