import { basename, relative, resolve } from 'node:path';
import { type Diagnostic, ok, type Result } from '../diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { printable } from '../diagnostics/printable.ts';
import { type CheckTextOptions, renderCheck } from '../evidence/render/check.ts';
import { loadModel } from '../explore/check.ts';
import { type CheckReport, failedReport } from '../explore/check-report.ts';
import { exploreModel } from '../explore/explore-model.ts';
import type { Progress } from '../explore/explore-options.ts';
import { withinTime } from '../explore/time-limit.ts';
import { counterexampleItf } from '../explore/write-itf.ts';
import type { JsonObject } from '../trace/json.ts';
import { chalkColours } from './colours.ts';
import { type Command, type CommandContext, type ExitCode, text, texts, type Values } from './command.ts';
import { jsonLine } from './json-line.ts';
import { plainConstants } from './plain-constants.ts';
import { type StatusLine, statusLine } from './progress.ts';
import { writeFile } from './write-file.ts';

const ENGINES = ['own', 'tlc'] as const;

/** `tracefold check`: explores a TLA+ module under its configuration, as TLC does (issue 3, items 5 and 6). */
export const check: Command = {
  name: 'check',
  summary: 'checks a TLA+ module: every state that it can reach',
  usage: 'check SPEC.tla [--config FILE] [--constant NAME=VALUE]... [--no-deadlock] [--json]',
  options: {
    config: { type: 'string' },
    constant: { type: 'string', multiple: true },
    'no-deadlock': { type: 'boolean' },
    'max-states': { type: 'string' },
    'max-seconds': { type: 'string' },
    engine: { type: 'string' },
    workers: { type: 'string' },
    itf: { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    '--config FILE': 'TLC configuration; default: beside the module',
    '--constant NAME=VALUE': 'a constant, as YAML, a list being a set; may be given several times',
    '--no-deadlock': 'a state without a next one is no violation',
    '--max-states N': 'give up, with exit code 2, past so many distinct states',
    '--max-seconds N': 'give up, with exit code 2, after so long',
    '--engine own|tlc': "tlc: the TLC that TLA2TOOLS_JAR names; default: tracefold's own",
    '--workers N': "threads of TLC, or auto; default: 1, which makes TLC's counterexample the same every time",
    '--itf FILE': 'write the counterexample as an ITF trace',
    '--json': 'one JSON object: outcome, counts, coverage, counterexample',
  },
  run: async (positionals, values, context) => {
    const request = readRequest(positionals, values, context);
    if (typeof request === 'string') {
      context.err(`tracefold check: ${request}`);
      return 2;
    }
    const constants = await givenConstants(texts(values, 'constant'));
    if (!constants.ok) {
      context.err(constants.errors.map(formatDiagnostic).join('\n\n'));
      return 2;
    }
    const checkBy = request.engine === 'own' ? checkOwn : checkTlc;
    const checked = await checkBy(request, constants.value, context);
    return tell(checked, request, values.json === true, context);
  },
};

// A parser of YAML costs more to load than a small model to check.
async function givenConstants(pairs: readonly string[]): Promise<Result<JsonObject>> {
  const plain = plainConstants(pairs);
  return plain === null ? (await import('./read-constants.ts')).readConstants(pairs) : ok(plain);
}

interface Request {
  readonly specFile: string;
  readonly configFile: string | undefined;
  readonly deadlock: false | undefined;
  readonly maxStates: number | undefined;
  readonly maxMilliseconds: number | undefined;
  readonly engine: (typeof ENGINES)[number];
  readonly workers: number | 'auto' | undefined;
  readonly itf: string | undefined;
}

/** The request of a command line, or what is wrong with it. */
function readRequest(positionals: readonly string[], values: Values, context: CommandContext): Request | string {
  const [spec, second] = positionals;
  if (spec === undefined || second !== undefined) return 'needs one module';
  if (/\.[cm]?[jt]s$/.test(spec)) {
    return `checks TLA+ modules, and "${printable(spec)}" is a model in code: expect(model).toBeSafe() explores it in a test`;
  }
  const engine = text(values, 'engine') ?? 'own';
  if (!isEngine(engine)) {
    const hint = nearestHint(engine, ENGINES);
    return `unknown engine "${printable(engine)}"${hint === undefined ? '' : `; ${hint}`}`;
  }
  const numbers = new Map<string, number>();
  for (const option of ['max-states', 'max-seconds', 'workers']) {
    const value = text(values, option);
    if (value === undefined || (option === 'workers' && value === 'auto')) continue;
    const whole = option !== 'max-seconds';
    const number = (whole ? /^\d{1,15}$/ : /^\d{1,9}(\.\d{1,6})?$/).test(value) ? Number(value) : 0;
    if (number <= 0) return `--${option} takes a ${whole ? 'whole ' : ''}number above 0, not "${printable(value)}"`;
    numbers.set(option, number);
  }
  const workers = text(values, 'workers') === 'auto' ? 'auto' : numbers.get('workers');
  if (workers !== undefined && engine === 'own') return '--workers needs --engine tlc';
  if (numbers.has('max-states') && engine === 'tlc') return '--max-states needs the own engine: TLC has no such limit';
  const seconds = numbers.get('max-seconds');
  const config = text(values, 'config');
  return {
    specFile: resolve(context.cwd, spec.endsWith('.tla') ? spec : `${spec}.tla`),
    configFile: config === undefined ? undefined : resolve(context.cwd, config),
    deadlock: values['no-deadlock'] === true ? false : undefined,
    maxStates: numbers.get('max-states'),
    maxMilliseconds: seconds === undefined ? undefined : seconds * 1000,
    engine,
    workers,
    itf: text(values, 'itf'),
  };
}

const isEngine = (engine: string): engine is Request['engine'] => (ENGINES as readonly string[]).includes(engine);

/** The object without its undefined properties. */
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const given = <T extends object>(options: T): Given<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;

interface Checked {
  readonly report: CheckReport;
  readonly about: Omit<CheckTextOptions, 'model' | 'colours'>;
}

/** Time that the search has to notice by itself that its time is over, and to tell what it has. */
const GRACE_MILLISECONDS = 2000;

async function checkOwn(request: Request, constants: JsonObject, context: CommandContext): Promise<Checked> {
  const { specFile, configFile, deadlock, maxStates, maxMilliseconds } = request;
  const status = statusLine(context);
  const bounded = <T>(milliseconds: number, work: () => T): T | undefined =>
    maxMilliseconds === undefined ? work() : withinTime(milliseconds, work);
  const show = context.progress ? progressOn(status) : () => {};
  let phase: Progress['phase'] = 'states';
  const onProgress = (progress: Progress): void => {
    ({ phase } = progress);
    show(progress);
  };
  const found = bounded((maxMilliseconds ?? 0) + GRACE_MILLISECONDS, () => {
    const model = loadModel({ ...given({ configFile }), specFile, constants, cwd: context.cwd });
    if (!model.ok) return { report: failedReport(model.errors[0]), model: null };
    const { result } = exploreModel(model.value, { ...given({ deadlock, maxStates, maxMilliseconds }), onProgress });
    return { report: result, model: model.value };
  });
  status.clear();
  if (found === undefined) return { report: failedReport(stuck(maxMilliseconds ?? 0, phase)), about: {} };
  const { report, model } = found;
  if (model === null) return { report, about: {} };
  const checked = {
    invariants: model.invariants.map(({ name }) => name),
    properties: model.properties.map(({ name }) => name),
    deadlock: deadlock ?? model.checkDeadlock,
  };
  if (report.outcome !== 'invariant') return { report, about: { checked } };
  // Only a violation is explained.
  const { explainViolation } = await import('../explore/explain-violation.ts');
  return {
    report,
    about: { checked, atoms: bounded(GRACE_MILLISECONDS, () => explainViolation(model, report)) ?? [] },
  };
}

/** Tells on a terminal how far a search is, twice a second. */
function progressOn(status: StatusLine): (progress: Progress) => void {
  const began = performance.now();
  let shown = began;
  return ({ phase, distinctStates, generatedStates, queuedStates, depth }) => {
    const now = performance.now();
    if (phase === 'behaviours') {
      if (now - began > 500) status.show(`${distinctStates} distinct states, judging their behaviours`);
      return;
    }
    if (now - shown < 500) return;
    shown = now;
    const rate = Math.round(distinctStates / ((now - began) / 1000));
    status.show(
      `${distinctStates} distinct states, ${generatedStates} generated, ${queuedStates} to do, depth ${depth}, ${rate} a second`,
    );
  };
}

const stuck = (milliseconds: number, phase: Progress['phase']): Diagnostic => ({
  code: 'explore/limit',
  message:
    phase === 'behaviours'
      ? `not done after ${milliseconds} ms: all states are known, and the temporal properties are not judged on all behaviours`
      : `not done after ${milliseconds} ms, within a single state: the search was given up`,
  hint: 'raise the limit, or make the sets of the model smaller by its constants',
});

async function checkTlc(request: Request, constants: JsonObject): Promise<Checked> {
  const { specFile, configFile, deadlock, maxMilliseconds, workers } = request;
  const set = Object.keys(constants).length === 0 ? undefined : constants;
  const { checkWithTlc } = await import('../explore/tlc-engine/tlc-engine.ts');
  const report = await checkWithTlc({
    ...given({ configFile, deadlock, maxMilliseconds, workers, constants: set }),
    specFile,
  });
  return { report, about: {} };
}

async function tell(
  { report, about }: Checked,
  request: Request,
  json: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  const name = basename(request.specFile, '.tla');
  for (const warning of report.warnings) context.err(`warning: ${formatDiagnostic(warning)}`);
  if (json) context.out(jsonLine(reportJson(report)));
  else {
    const told = renderCheck(report, { ...about, model: name, colours: await chalkColours(context) });
    if (report.outcome === 'error') context.err(told);
    else context.out(told);
  }
  if (request.itf !== undefined && !writeItf(report, request.itf, basename(request.specFile), context)) return 2;
  switch (report.outcome) {
    case 'ok':
      return 0;
    case 'invariant':
    case 'property':
    case 'deadlock':
    case 'assumption':
      return 1;
    case 'error':
      return 2;
  }
}

/** The report as `--json` prints it: these properties in this order, whatever engine it came from. */
function reportJson(report: CheckReport): JsonObject {
  return {
    outcome: report.outcome,
    name: report.name,
    initialStates: report.initialStates,
    distinctStates: report.distinctStates,
    generatedStates: report.generatedStates,
    depth: report.depth,
    coverage: report.coverage,
    trace: report.trace.map(({ action, state, shown }) => ({ action, state: shown ?? state })),
    loopsTo: report.loopsTo,
    error: report.error as unknown as JsonObject | null,
  };
}

/** False if the file could not be written. */
function writeItf(report: CheckReport, file: string, source: string, context: CommandContext): boolean {
  const shown = printable(relative(context.cwd, resolve(context.cwd, file)));
  const itf = counterexampleItf(report, source);
  if (itf === null) {
    context.err(`tracefold check: there is no counterexample, and ${shown} was not written`);
    return true;
  }
  return writeFile(context, file, itf);
}
