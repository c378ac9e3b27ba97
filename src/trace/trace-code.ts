/** Everything that can be wrong with a trace as a file or as text. */
export type TraceCode =
  | 'trace/changed-while-read'
  | 'trace/empty'
  | 'trace/no-header'
  | 'trace/not-gzip'
  | 'trace/not-json'
  | 'trace/not-utf8'
  | 'trace/not-writable'
  | 'trace/out-of-order'
  | 'trace/repeated-key'
  | 'trace/too-deep'
  | 'trace/too-long'
  | 'trace/unknown-key'
  | 'trace/unknown-kind'
  | 'trace/unknown-version'
  | 'trace/unreadable'
  | 'trace/wrong-value';
