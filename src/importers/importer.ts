import type { EventKind, Trace } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import type { ImportReport } from './import-report.ts';
import type { RunBuilder } from './run-builder.ts';
import type { SourceRecord } from './source-record.ts';
import type { TrustOptions } from './trust.ts';

/** Every format that is read, by the name that `format` and `--format` take. */
export const TRACE_FORMATS = [
  'tracefold',
  'agentdojo',
  'ai-sdk',
  'openai-agents',
  'openai-responses',
  'openai-chat',
  'otlp',
  'langsmith',
  'langfuse',
  'openai-traces',
  'openclaw',
  'inspect',
  'claude-code',
  'anthropic',
  'langchain',
  'pydantic-ai',
  'converse',
  'autogen',
  'mcp',
  'adk',
] as const;

/** The formats of recordings that are known, the normal form among them. */
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** Names of attributes in which a vendor records approvals; OpenTelemetry has none of its own. */
export interface ApprovalAttributes {
  /** Id of the approval. Default: the span's call id. */
  readonly approval?: string;
  /** The decision. */
  readonly decision: string;
  /** Values of the decision attribute that approve, as strings. Every other value but those of `pending` denies. */
  readonly approve: readonly string[];
  readonly pending?: readonly string[];
  /** Who decided. Default: unknown. */
  readonly by?: string;
}

/** How a recording is read. */
export interface ImportOptions {
  /** Name for messages and `src`, relative to the project. Default: the path that is read, or `recording`. */
  readonly file?: string;
  /** Default: detected. */
  readonly format?: TraceFormat;
  /** Which run of a file that holds several, from 0. */
  readonly run?: number;
  readonly trust?: TrustOptions;
  /** The longest record (one line, or a whole JSON document) in bytes. Default: 64 MiB. */
  readonly maxRecordBytes?: number;
  /** Further recordings of the same run, such as the gateway events of an OpenClaw session or later snapshots of a RunState. */
  readonly join?: readonly { readonly file: string; readonly input: string | Uint8Array }[];
  /** Kinds that the recorder of this file would have recorded too, beyond what its format shows by itself. */
  readonly observes?: readonly EventKind[];
  /** AI SDK only: the secret (`experimental_toolApprovalSecret`) by which signatures of approvals are checked. Without it a signature proves nothing. */
  readonly approvalSecret?: string | Uint8Array;
  /** OpenTelemetry only. */
  readonly approvalAttributes?: ApprovalAttributes;
}

/** As {@link ImportOptions}, once it is known what the recording is called. */
export interface NamedImportOptions extends ImportOptions {
  readonly file: string;
}

/** One run of a recording in the normal form. */
export interface ImportedTrace {
  readonly trace: Trace;
  readonly format: TraceFormat;
  /** What the recording calls the run, if it has several. */
  readonly name?: string;
  readonly report: ImportReport;
}

/** What a format is known by. `test` sees the first records: the elements of an array, the lines of a file, or the one document. */
export interface Mark {
  /** Completes "found …" and "missing …". */
  readonly name: string;
  /** The mark of another format, whose absence is no sign of this one. */
  readonly foreign?: true;
  test(records: readonly Json[]): boolean;
}

export interface ImportContext {
  readonly options: NamedImportOptions;
  /** Begins a run. `observes` is the closed-world declaration of design section 3. */
  open(run: { readonly source: string; readonly observes: readonly EventKind[]; readonly name?: string }): RunBuilder;
}

/** Takes the records in order. Never throws, whatever they hold. */
export interface RecordReader {
  record(record: SourceRecord): void;
  end(): void;
}

/** One foreign format. */
export interface Importer {
  readonly format: TraceFormat;
  readonly title: string;
  /** What its report counts. */
  readonly unit: string;
  /** The records are of this format if every mark is found. */
  readonly marks: readonly Mark[];
  start(context: ImportContext): RecordReader;
}
