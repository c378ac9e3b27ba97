// The package without a test runner: models, traces, the fold, trios.

export type { Diagnostic, Position, Result, Span } from './diagnostics/diagnostic.ts';
export { formatDiagnostic } from './diagnostics/format.ts';
export { TracefoldError, unwrap } from './diagnostics/tracefold-error.ts';
export { importTrace } from './importers/import-trace.ts';
export { type ImportedTrace, type ImportOptions, TRACE_FORMATS, type TraceFormat } from './importers/importer.ts';
export { type ItfTrace, readItf } from './importers/itf.ts';
export { readTraceFile } from './importers/read-trace-file.ts';
export { CLAIM_STATES, type Claim, type ClaimState } from './model/claim.ts';
export { type DefinedModel, defineModel } from './model/define-model.ts';
export { foldTrace } from './model/fold-trace.ts';
export type { MachineModel, StepFoldOptions } from './model/machine-model.ts';
export type { Fold, FoldOptions, Model, Verdict } from './model/model.ts';
export { anything, type ModelDefinition, optional } from './model/model-definition.ts';
export type { Step } from './model/state-machine.ts';
export { shippedMonitor } from './monitors/shipped.ts';
export { fileHost } from './scenario/file-host.ts';
export type { Agent, AgentRequest, ScenarioHost } from './scenario/host.ts';
export { loadScenarioFile, type ScenarioFile } from './scenario/load-scenario.ts';
export { renderTrio, runTrio, type TrioResult } from './scenario/run-trio.ts';
export type { Trio } from './scenario/trio.ts';
export { foldItf } from './tla/itf-steps.ts';
export { type LoadTlaModelOptions, loadTlaModel } from './tla/model-files.ts';
export type { EventKind, Trace, TraceEvent, TraceHeader } from './trace/event.ts';
export { readTrace } from './trace/read-trace.ts';
export { createTrace, type EventInput } from './trace/trace.ts';
export { writeTrace } from './trace/write-trace.ts';
