import type { Json } from '../trace/json.ts';

/** One record of a recording: a line, or the whole document. `pointer` is a JSON Pointer (RFC 6901) that counts lines from 0. */
export interface SourceRecord {
  readonly value: Json;
  readonly pointer: string;
  /** The file that the record stands in, if it is not the first one of the import. */
  readonly file?: string;
}
