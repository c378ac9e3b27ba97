import { counted } from '../diagnostics/counted.ts';
import { type Diagnostic, fail, type Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { printable } from '../diagnostics/printable.ts';
import { redactionFor } from '../evidence/record/names.ts';
import { createRedactor, type ToldDiagnostic } from '../evidence/redaction/redactor.ts';
import { formatPhrase } from '../evidence/render/phrase.ts';
import { notationOf } from '../evidence/render/value.ts';
import { importTraces } from '../importers/import-trace.ts';
import { type ImportedTrace, TRACE_FORMATS } from '../importers/importer.ts';
import { type Outcome, outcomeOf } from '../model/claim.ts';
import { foldTrace } from '../model/fold-trace.ts';
import { isMachineModel, type MachineModel } from '../model/machine-model.ts';
import type { FoldOptions, Model, Verdict } from '../model/model.ts';
import { findFiles } from '../scenario/find-files.ts';
import { isItfText, judgeItf } from '../tla/judge-itf.ts';
import { EVENT_KINDS, type EventKind, type Trace, type TraceEvent } from '../trace/event.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { toldPath } from '../trace/told-value.ts';
import { type Command, type CommandContext, type ExitCode, text, texts } from './command.ts';
import { jsonLine } from './json-line.ts';
import { loadModel, MODEL_HELP, MODEL_OPTIONS } from './load-model.ts';
import { progressLine } from './progress.ts';
import { nameOf, readBytes, STDIN } from './read-recording.ts';
import { type Judged, truthSummary } from './truth-summary.ts';

/** `tracefold judge`: one verdict a trace, for recordings of any format that is imported (issue 5, item 6). */
export const judge: Command = {
  name: 'judge',
  summary: 'judges recorded traces by a model',
  usage: 'judge FILE-OR-GLOB|-... --model SPEC [--format FORMAT] [--observes KIND]... [--against truth] [--json]',
  options: {
    ...MODEL_OPTIONS,
    predicate: { type: 'string', multiple: true },
    format: { type: 'string' },
    observes: { type: 'string', multiple: true },
    against: { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    ...MODEL_HELP,
    '--predicate NAME': 'judge only this predicate; may be given several times; default: all',
    '--format FORMAT':
      'format of the recordings, or itf for behaviours of a TLA+ model; default: detected, file by file',
    '--observes KIND': 'events of this kind would have been recorded, had there been any; may be given several times',
    '--against truth':
      'compare with the labels that the recordings carry; a labelled benchmark has no policies or approvals beyond those recorded',
    '--json': 'one JSON object a trace, one a line',
  },
  run: async (patterns, values, context) => {
    const spec = text(values, 'model');
    const format = text(values, 'format');
    if (patterns.length === 0 || spec === undefined) {
      context.err('tracefold judge: needs files to judge and a model (--model)');
      return 2;
    }
    if (format !== undefined && !(FORMATS as readonly string[]).includes(format)) {
      const hint = nearestHint(format, FORMATS);
      context.err(`tracefold judge: unknown format "${printable(format)}"${hint === undefined ? '' : `; ${hint}`}`);
      return 2;
    }
    const against = text(values, 'against');
    if (against !== undefined && against !== 'truth') {
      context.err('tracefold judge: --against takes "truth"');
      return 2;
    }
    const observes = texts(values, 'observes');
    const unknown = observes.find((kind) => !(EVENT_KINDS as readonly string[]).includes(kind));
    if (unknown !== undefined) {
      const hint = nearestHint(unknown, EVENT_KINDS);
      context.err(
        `tracefold judge: unknown kind of event "${printable(unknown)}"${hint === undefined ? '' : `; ${hint}`}`,
      );
      return 2;
    }
    const model = await loadModel(spec, values, context);
    if (!model.ok) {
      context.err(model.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const predicates = model.value.ref.predicates?.map(({ name }) => name);
    const known = canJudge(model.value.model, predicates);
    if (!known.ok) {
      context.err(known.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    return judgeFiles(
      patterns,
      model.value.model,
      {
        format: format as JudgedFormat | undefined,
        predicates,
        observes: [...(observes as readonly EventKind[]), ...(against === undefined ? [] : AUTHORITY)],
        against: against !== undefined,
        json: values.json === true,
      },
      context,
    );
  },
};

/** Formats of recordings, and that of behaviours of TLA+ models. */
const FORMATS = [...TRACE_FORMATS, 'itf'] as const;
type JudgedFormat = (typeof FORMATS)[number];

/** Whether the model can judge at all, and knows the predicates. A TLA+ module without a mapping judges its own behaviours. */
function canJudge(model: Model, predicates: readonly string[] | undefined): Result<unknown> {
  if (model.predicates.length === 0) {
    const message = `the model ${model.name} has no invariant or predicate, so nothing is forbidden`;
    return fail({ code: 'cli/nothing-forbidden', message });
  }
  const options = foldOptions(predicates);
  if (isTla(model) && model.mapping === null) return model.foldSteps([], options);
  return model.fold({ tracefold: 1, source: 'none', observes: [] }, options);
}

const isTla = (model: Model): model is MachineModel => isMachineModel(model) && model.kind === 'tla';

/** What could authorise a call. Where a benchmark labels its runs, it has none of these but what its log shows. */
const AUTHORITY: readonly EventKind[] = [
  'policy.declared',
  'policy.decided',
  'approval.requested',
  'approval.decided',
  'handoff',
];

interface JudgeOptions {
  readonly format: JudgedFormat | undefined;
  /** Default: all of the model. */
  readonly predicates: readonly string[] | undefined;
  readonly observes: readonly EventKind[];
  readonly against: boolean;
  readonly json: boolean;
}

async function judgeFiles(
  patterns: readonly string[],
  model: Model,
  options: JudgeOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const found = findFiles(
    context.cwd,
    patterns.filter((one) => one !== STDIN),
  );
  const files = patterns.includes(STDIN) ? [STDIN, ...found.files] : found.files;
  let worst: ExitCode = 0;
  const worsen = (outcome: Outcome) => {
    // A failure outweighs what cannot be judged.
    if (outcome === 'fail') worst = 1;
    else if (outcome === 'unknown' && worst === 0) worst = 2;
  };
  for (const pattern of found.missing) {
    context.err(`tracefold judge: nothing is called "${printable(pattern)}"`);
    worsen('unknown');
  }
  const progress = progressLine(context, files.length);
  const judged: Judged[] = [];
  for (const file of files) {
    for (const line of judgeFile(nameOf(context, file), await readBytes(context, file), model, options)) {
      progress.clear();
      worsen(line.verdict);
      if (options.json) context.out(jsonLine(redactedLine(line)));
      else if (!options.against) context.out([lineText(line), ...line.why].join('\n'));
      if (line.error !== undefined && !options.json) context.err(formatDiagnostic(line.error));
      if (options.against) judged.push({ file: line.file, verdict: line.verdict, truth: line.truth });
    }
    progress.step();
  }
  progress.clear();
  // The lines of --json stay alone on standard output.
  if (options.against) (options.json ? context.err : context.out)(truthSummary(judged));
  return worst;
}

/** What `--json` prints of one trace. */
interface JudgeLine {
  readonly file: string;
  /** Which run of a file that holds several, from 0. */
  readonly run?: number;
  readonly format: string | null;
  readonly events: number;
  readonly verdict: Outcome;
  readonly claims: readonly JsonObject[];
  readonly truth: JsonObject | null;
  /** Why claims fail, or else are unknown, for a person: one line a reason, indented and redacted. */
  readonly why: readonly string[];
  readonly error?: Diagnostic;
}

function judgeFile(
  file: string,
  bytes: Result<Uint8Array>,
  model: Model,
  { format, predicates, observes }: JudgeOptions,
): readonly JudgeLine[] {
  if (!bytes.ok) return [unreadable(file, format ?? null, bytes.errors[0])];
  if (format === 'itf') return [judgeBehaviour(file, bytes.value, model, predicates)];
  const imported = importTraces(bytes.value, { file, observes, ...(format === undefined ? {} : { format }) });
  if (!imported.ok) {
    const [error] = imported.errors;
    return error.code === 'importers/unknown-format' && isItfText(bytes.value, { file })
      ? [judgeBehaviour(file, bytes.value, model, predicates)]
      : [unreadable(file, format ?? null, error)];
  }
  return imported.value.map((run, index) => {
    const number = imported.value.length === 1 ? {} : { run: index };
    const verdict = judgeRun(run, model, predicates);
    if (!verdict.ok) return { ...unreadable(file, run.format, verdict.errors[0]), ...number };
    const { file: name, ...line } = judgedLine(file, run.format, verdict.value);
    return { file: name, ...number, ...line, truth: truthOf(run), why: reasons(verdict.value, model, run.trace) };
  });
}

/** A behaviour in ITF: its events are its states, counted from 0. */
function judgeBehaviour(
  file: string,
  bytes: Uint8Array,
  model: Model,
  predicates: readonly string[] | undefined,
): JudgeLine {
  if (!isTla(model)) {
    const message = `an ITF trace is a behaviour of a TLA+ model, and ${model.name} is none`;
    return unreadable(file, 'itf', { code: 'cli/itf-needs-tla', message, at: { file, start: { line: 1, column: 1 } } });
  }
  const judged = judgeItf(model, bytes, { file }, foldOptions(predicates));
  if (!judged.ok) return unreadable(file, 'itf', judged.errors[0]);
  const { verdict, states, stateOf } = judged.value;
  const line = judgedLine(file, 'itf', verdict);
  const claims = line.claims.map((claim) => ({
    ...claim,
    event: typeof claim.event === 'number' ? stateOf(claim.event) : null,
  }));
  return { ...line, events: states, claims };
}

const foldOptions = (predicates: readonly string[] | undefined): FoldOptions =>
  predicates === undefined ? {} : { predicates };

/** Reasons of one trace that are told; the rest is counted. */
const MAX_REASONS = 3;

/**
 * Why a trace fails, with the places in the recording, or else why it is unknown. Each reason once: what a recorder does not observe makes many
 * claims unknown alike.
 */
function reasons(verdict: Verdict, model: Model, trace: Trace): readonly string[] {
  if (verdict.outcome === 'pass') return [];
  const redactor = createRedactor(redactionFor(model));
  const events = new Map(verdict.outcome === 'fail' ? trace.events.map((event) => [event.seq, event]) : []);
  const lines = verdict.claims
    .filter((claim) => outcomeOf(claim) === verdict.outcome)
    .map((claim) => {
      const reason = formatPhrase(redactor.phrase(claim.reason), notationOf(model.kind));
      const event = claim.event === null ? undefined : events.get(claim.event);
      return event === undefined ? reason : `${placeOf(event)}: ${reason}`;
    });
  const told = [...new Set(lines)];
  const more = told.length - MAX_REASONS;
  return [...told.slice(0, MAX_REASONS), ...(more > 0 ? [`and ${counted(more, 'more reason')}`] : [])].map(
    (reason) => `        ${reason}`,
  );
}

/** An event by its number, what it is, and where it stands in the recording. */
function placeOf(event: TraceEvent): string {
  const tool = 'tool' in event ? ` of ${printable(event.tool)}` : '';
  const place = event.src?.pointer === undefined ? '' : `, at ${toldPath(event.src.pointer)}`;
  return `event ${event.seq}, ${event.kind}${tool}${place}`;
}

const judgeRun = (run: ImportedTrace, model: Model, predicates: readonly string[] | undefined): Result<Verdict> =>
  foldTrace(model, run.trace, foldOptions(predicates));

function judgedLine(file: string, format: string, verdict: Verdict): JudgeLine {
  return {
    file,
    format,
    events: verdict.events,
    verdict: verdict.outcome,
    claims: verdict.claims.map(({ id, predicate, bindings, state, event, fidelity, proof }, index) => ({
      // The id of a claim is a hash that covers its bindings, from which a value of the trace could be guessed.
      id: Object.keys(bindings).length === 0 ? id : `${predicate}.${index + 1}`,
      predicate,
      state,
      event,
      fidelity,
      proof,
    })),
    truth: null,
    why: [],
  };
}

/** What labels are called and the words they take; a verdict is compared by them, so they are shown. Also the grades of Inspect. */
const LABEL_WORDS =
  'attack_succeeded attack_resisted benign errored forbidden_behavior opened_poison outcome reward run task_succeeded used_untrusted_source user_authorised_control utility C I P N'.split(
    ' ',
  );

/** Labels and quotations hold the trace's own text: the words of labels, flags and short numbers pass, the rest becomes placeholders. */
function redactedLine({
  error,
  why: _forPersons,
  ...line
}: JudgeLine): Omit<JudgeLine, 'error' | 'why'> & { readonly error?: ToldDiagnostic } {
  const redactor = createRedactor({ names: LABEL_WORDS });
  return {
    ...line,
    truth: line.truth === null ? null : (redactor.value(line.truth, 'truth') as JsonObject),
    ...(error === undefined ? {} : { error: redactor.diagnostic(error) }),
  };
}

const unreadable = (file: string, format: string | null, error: Diagnostic): JudgeLine => ({
  file,
  format,
  events: 0,
  verdict: 'unknown',
  claims: [],
  truth: null,
  why: [],
  error,
});

/** The labels of the recording, by name; no model ever saw them. */
function truthOf(run: ImportedTrace): JsonObject | null {
  const labels = run.trace.events.flatMap((event): [string, Json][] =>
    event.kind === 'truth' ? [[event.name, event.value]] : [],
  );
  return labels.length === 0 ? null : Object.fromEntries(labels);
}

function lineText(line: JudgeLine): string {
  const notable = line.claims.filter((claim) => claim.state !== 'APPLICABLE_PASS' && claim.state !== 'NOT_APPLICABLE');
  const what = notable.map(
    (claim) =>
      `${claim.predicate} ${claim.state}${claim.event === null ? '' : ` at ${line.format === 'itf' ? 'state' : 'event'} ${claim.event}`}`,
  );
  return [
    line.verdict.padEnd(7),
    printable(line.file),
    ...(line.run === undefined ? [] : [`run ${line.run}`]),
    ...(what.length === 0 ? [] : [`(${[...new Set(what)].join(', ')})`]),
  ].join(' ');
}
