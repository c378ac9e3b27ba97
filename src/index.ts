// The package without a test runner: models, traces, the fold, trios.

export type { Diagnostic, Position, Result, Span } from './diagnostics/diagnostic.ts';
export { formatDiagnostic } from './diagnostics/format.ts';
export { TracefoldError, unwrap } from './diagnostics/tracefold-error.ts';
export { answerOpenQuestions, type EioModel, type EioModelOptions, eioModel } from './eio/eio-model.ts';
export { loadEmbeddedModule } from './eio/module/load-eio-module.ts';
export { type ReadEioModuleOptions, readEioModule } from './eio/module/read-eio-module.ts';
export type { AskOptions, OpenResolver } from './eio/open-questions.ts';
export type { AnswerBook, OpenAnswer, OpenQuestion, RecordedAnswer } from './eio/resolvers/answers.ts';
export type { FactResolver, RelationResolver } from './eio/resolvers/atom-table.ts';
export type { EioModule } from './eio/types.ts';
export type { Redaction } from './evidence/record/build.ts';
export { readRecord, writeRecord } from './evidence/record/file.ts';
export type { EvidenceRecord } from './evidence/record/schema.ts';
export { renderMarkdown } from './evidence/render/markdown.ts';
export { renderMermaid } from './evidence/render/mermaid.ts';
export { renderText, type TextOptions } from './evidence/render/text.ts';
export type { MatrixOptions, MutationMatrix } from './explore/mutation/matrix.ts';
export type { MutantOutcome, MutantReport } from './explore/mutation/mutant-outcome.ts';
export { renderMatrix } from './explore/mutation/render-matrix.ts';
export type { Waiver } from './explore/mutation/waivers.ts';
export { type Synthesis, synthesize } from './explore/synthesis/synthesize.ts';
export { importTrace, importTraces } from './importers/import-trace.ts';
export type { ImportedTrace, ImportOptions, TraceFormat } from './importers/importer.ts';
export { type ItfTrace, readItf } from './importers/itf.ts';
export { readTraceFile, readTraceFiles, streamTraceFile } from './importers/read-trace-file.ts';
export type { Claim, ClaimState, Outcome, PredicateInfo } from './model/claim.ts';
export { type DefinedModel, defineModel } from './model/define-model.ts';
export { foldTrace } from './model/fold-trace.ts';
export type { MachineModel, StepFoldOptions } from './model/machine-model.ts';
export type { Fold, FoldOptions, Model, Verdict } from './model/model.ts';
export { anything, type ModelDefinition, optional } from './model/model-definition.ts';
export type { GuardInfo, Step } from './model/state-machine.ts';
export { shippedMonitor } from './monitors/shipped.ts';
export { type AiPart, type AiTool, recordAiApprovals, recordAiTools } from './recorder/ai-sdk.ts';
export type { Approver } from './recorder/approver.ts';
export { type McpClient, recordMcpClient } from './recorder/mcp-client.ts';
export {
  type AgentsApprovals,
  type AgentsInterruption,
  type AgentsToolOptions,
  type InterruptedRun,
  recordAgentsApprovals,
  recordAgentsTool,
} from './recorder/openai-agents.ts';
export { recordTool } from './recorder/record-tool.ts';
export { createRecorder, type Execution, type Recorder, type RecorderOptions } from './recorder/recorder.ts';
export { type ReadableSpan, recordSpans, type SpanProcessor } from './recorder/span-processor.ts';
export { fileHost } from './scenario/file-host.ts';
export type { Agent, AgentOptions, AgentRequest, RegisteredAgent, ScenarioHost } from './scenario/host.ts';
export { type LoadModelOptions, loadModel, type ModelFiles } from './scenario/load-model.ts';
export { readScenarioFile, type ScenarioFile } from './scenario/load-scenario.ts';
export { mutationMatrix } from './scenario/mutation/mutation-matrix.ts';
export { type Divergence, followSteps, type Replay, stimuliOf } from './scenario/replay/replay.ts';
export { renderTrio, runTrio, type TrioResult } from './scenario/run-trio.ts';
export type { Trio } from './scenario/trio.ts';
export { foldItf } from './tla/itf-steps.ts';
export { type LoadTlaModelOptions, loadTlaModel } from './tla/load-tla-model.ts';
export type { EventKind, Trace, TraceEvent, TraceHeader } from './trace/event.ts';
export { openTrace, readTrace } from './trace/read-trace.ts';
export { createTrace, type EventInput } from './trace/trace.ts';
export { writeTrace } from './trace/write-trace.ts';
