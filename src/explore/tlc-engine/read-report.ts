import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import type { CheckOutcome, CheckReport, CheckStep } from '../check-report.ts';
import { readState } from './state-text.ts';
import { readToolMessages, type ToolMessage, type ToolOutput } from './tool-messages.ts';

/** What can go wrong between us and TLC, and what TLC itself reports. */
export type TlcDiagnosticCode =
  /** `TLA2TOOLS_JAR` is not set, or names no file. */
  | 'explore/tlc-no-jar'
  | 'explore/tlc-no-java'
  /** The process ended without saying how the check ended. */
  | 'explore/tlc-truncated'
  /** TLC or Java broke down: out of memory, an exception, a signal. */
  | 'explore/tlc-crashed'
  | 'explore/tlc-timeout'
  | 'explore/tlc-usage'
  /** A constant that the command line sets cannot be written in a configuration. */
  | 'explore/tlc-constant'
  /** The model is at fault: syntax, configuration, evaluation. */
  | 'explore/tlc-parse'
  | 'explore/tlc-config'
  | 'explore/tlc-evaluation'
  /** Nothing that keeps TLC from a verdict. */
  | 'explore/tlc-warning';

export type TlcDiagnostic = Diagnostic<TlcDiagnosticCode>;

/** How the process ended; `code` is null where a signal ended it. */
export interface TlcExit {
  readonly code: number | null;
  readonly signal?: string | null;
}

// Message codes of TLC (tlc2.output.EC).
const Code = {
  OutOfMemory: [1001, 1002, 1003],
  Usage: [1101, 1102],
  Crash: [2128],
  InitialState: 2102,
  NestedExpression: 2103,
  AssumptionFalse: 2104,
  InvariantInitially: 2107,
  PropertyInitially: 2108,
  InvariantViolated: 2110,
  ActionPropertyViolated: 2112,
  Deadlock: 2114,
  TemporalViolated: 2116,
  BehaviourStart: [2121, 2264],
  BackToState: 2122,
  Finished: 2186,
  InitialCount: [2190, 2191, 2207, 2208],
  Success: 2193,
  Depth: 2194,
  Statistics: 2199,
  CoverageStart: 2201,
  StateText: [2216, 2217],
  Stuttering: 2218,
  PostconditionFalse: 2404,
  CoverageOfAction: 2772,
} as const;

const ERROR = 1;
const WARNING = 3;
const EXIT_PARSE = 150;
const EXIT_CONFIG = 151;
const EXIT_EVALUATION = [14, 75, 76, 77];

const count = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits.replaceAll(',', ''));

const has = (codes: readonly number[], code: number): boolean => codes.includes(code);

interface Verdict {
  readonly outcome: CheckOutcome;
  readonly name: string | null;
}

/** The verdict that a message tells, if it tells one. */
function verdictOf(message: ToolMessage): Verdict | undefined {
  const named = (outcome: CheckOutcome, pattern: RegExp): Verdict => ({
    outcome,
    name: pattern.exec(message.text)?.[1] ?? null,
  });
  switch (message.code) {
    case Code.Success:
      return { outcome: 'ok', name: null };
    case Code.AssumptionFalse:
      return { outcome: 'assumption', name: null };
    case Code.PostconditionFalse:
      return named('assumption', /^Postcondition (\S+)/);
    case Code.InvariantInitially:
    case Code.InvariantViolated:
      return named('invariant', /^Invariant (\S+) is violated/);
    case Code.PropertyInitially:
      return named('property', /^Property (\S+) is violated/);
    case Code.ActionPropertyViolated:
      // An unnamed one is told by its place, which is no name.
      return named('property', /^Action property (?!line \d)(\S+) is violated/);
    case Code.TemporalViolated:
      return named('property', /^Temporal property (\S+) (?:was|is) violated/);
    case Code.Deadlock:
      return { outcome: 'deadlock', name: null };
    default: {
      // A false invariant or property without variables is told as a fault of the configuration, and the search does not start.
      const constant = /^The (invariant|property) of (\S+) is equal to FALSE/.exec(message.text);
      if (constant === null) return undefined;
      return { outcome: constant[1] === 'invariant' ? 'invariant' : 'property', name: constant[2] ?? null };
    }
  }
}

function stepOf(heading: string, stateText: string): CheckStep {
  const action = /<([^\s(]+)[^>]*>/.exec(heading)?.[1];
  const initial = action === undefined || heading.includes('<Initial predicate>');
  return { action: initial ? null : action, state: readState(stateText) };
}

interface Lasso {
  readonly trace: readonly CheckStep[];
  readonly loopsTo: number | null;
}

function traceOf(messages: readonly ToolMessage[]): Lasso {
  const trace: CheckStep[] = [];
  let loopsTo: number | null = null;
  for (const message of messages) {
    const { code, text } = message;
    const lineEnd = text.indexOf('\n');
    const first = lineEnd < 0 ? text : text.slice(0, lineEnd);
    const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1);
    // Later releases go on to temporal properties after a deadlock: the first behaviour belongs to the first verdict.
    if (has(Code.BehaviourStart, code) && trace.length > 0) break;
    if (has(Code.StateText, code)) trace.push(stepOf(first, rest));
    else if (code === Code.InvariantInitially || code === Code.PropertyInitially) trace.push(stepOf('', rest));
    else if (code === Code.Stuttering) loopsTo = trace.length - 1;
    else if (code === Code.BackToState) {
      const target = count(/^(\d+): Back to state/.exec(first)?.[1]);
      if (target !== null) loopsTo = target - 1;
    }
  }
  return { trace, loopsTo };
}

function coverageOf(messages: readonly ToolMessage[]): { readonly [action: string]: number } {
  let coverage = new Map<string, number>();
  for (const { code, text } of messages) {
    // TLC reports as it goes; the last report has the totals.
    if (code === Code.CoverageStart) coverage = new Map();
    if (code !== Code.CoverageOfAction) continue;
    const found = /^<([^\s(]+)[^>]*>: [\d,]+:([\d,]+)/.exec(text);
    if (found === null) continue;
    coverage.set(found[1]!, (coverage.get(found[1]!) ?? 0) + (count(found[2]) ?? 0));
  }
  return Object.fromEntries(coverage);
}

function initialStatesOf(messages: readonly ToolMessage[]): number | null {
  for (const { code, text } of messages) {
    if (!has(Code.InitialCount, code)) continue;
    return count(
      (/([\d,]+) distinct states? generated/.exec(text) ?? /with ([\d,]+) of them distinct/.exec(text))?.[1],
    );
  }
  return null;
}

function statisticsOf(messages: readonly ToolMessage[]): { generated: number | null; distinct: number | null } {
  const text = messages.findLast(({ code }) => code === Code.Statistics)?.text ?? '';
  const found = /^([\d,]+) states generated, ([\d,]+) distinct states found/.exec(text);
  return { generated: count(found?.[1]), distinct: count(found?.[2]) };
}

function depthOf(messages: readonly ToolMessage[]): number | null {
  const text = messages.findLast(({ code }) => code === Code.Depth)?.text ?? '';
  return count(/search is ([\d,]+)/.exec(text)?.[1]);
}

const PLACE =
  /[Ll]ine (\d{1,7}), col(?:umn)? (\d{1,7})(?: to line (\d{1,7}), col(?:umn)? (\d{1,7}))?(?: (?:of module|in) ([A-Za-z0-9_]+))?/;

/** The place that a text of TLC names; its end is inclusive there and exclusive here. */
function placeIn(text: string): Span | undefined {
  const found = PLACE.exec(text);
  if (found === null) return undefined;
  const module = found[5] ?? /module ([A-Za-z0-9_]+)/.exec(text)?.[1];
  if (module === undefined) return undefined;
  const start = { line: Number(found[1]), column: Number(found[2]) };
  if (found[3] === undefined) return { file: `${module}.tla`, start };
  return { file: `${module}.tla`, start, end: { line: Number(found[3]), column: Number(found[4]) + 1 } };
}

function codeOf(messages: readonly ToolMessage[], exit: TlcExit): TlcDiagnosticCode {
  if (messages.some(({ code }) => has(Code.Usage, code))) return 'explore/tlc-usage';
  if (messages.some(({ code }) => has(Code.OutOfMemory, code))) return 'explore/tlc-crashed';
  if (exit.code === EXIT_PARSE) return 'explore/tlc-parse';
  if (exit.code === EXIT_CONFIG || messages.some(({ text }) => text.includes('ConfigFileException')))
    return 'explore/tlc-config';
  if (exit.code !== null && EXIT_EVALUATION.includes(exit.code)) return 'explore/tlc-evaluation';
  return messages.some(({ severity }) => severity === ERROR) ? 'explore/tlc-evaluation' : 'explore/tlc-crashed';
}

const MAX_TOLD_LINES = 6;

/** What the parser says as it goes along, with absolute paths. */
const CHATTER = /^(?:Parsing file|Semantic processing of|Linting of) /;

/** Marks of messages inside messages. */
const MARK = /@!@!@(?:START|END)MSG [\d:]+ @!@!@/g;

const told = (lines: readonly string[]): string =>
  lines
    .flatMap((text) => text.replace(MARK, '').split('\n'))
    .filter((line) => line.trim() !== '' && !CHATTER.test(line))
    .join('\n');

const firstLines = (text: string): string =>
  text
    .split('\n')
    .slice(0, MAX_TOLD_LINES)
    .map((line) => line.trim())
    .join(' ');

function failureOf({ messages, loose, truncated }: ToolOutput, exit: TlcExit): TlcDiagnostic {
  const errors = messages.filter(({ code, severity }) => severity === ERROR && code !== Code.NestedExpression);
  const finished = messages.some(({ code }) => code === Code.Finished);
  if (truncated || (errors.length === 0 && !finished && loose.length === 0)) {
    const how = exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code ?? 'unknown'}`;
    return {
      code: 'explore/tlc-truncated',
      message: `TLC's output breaks off before a verdict (${how})`,
      hint: 'run TLC by hand on the same files to see why it stopped',
    };
  }
  const code = codeOf(messages, exit);
  // Syntax errors are printed by the parser, outside every message.
  const said = told(errors.map((message) => message.text));
  const printed = told(loose);
  const text = code === 'explore/tlc-parse' || said === '' ? printed || said : said;
  const nested = messages.find((message) => message.code === Code.NestedExpression)?.text ?? '';
  const places = nested.split('\n').filter((line) => /^\d+\. /.test(line));
  const at = placeIn(text) ?? placeIn(places.at(-1) ?? '');
  return {
    code,
    message: `TLC: ${firstLines(text) || `ended with exit code ${exit.code ?? 'unknown'}`}`,
    ...(at === undefined ? {} : { at }),
    related: places.map((line) => {
      const place = placeIn(line);
      return { message: 'evaluated from here', ...(place === undefined ? {} : { at: place }) };
    }),
  };
}

const warningOf = ({ text }: ToolMessage): TlcDiagnostic => ({
  code: 'explore/tlc-warning',
  message: `TLC: ${firstLines(text)}`,
});

function falsePostcondition(messages: readonly ToolMessage[]): Diagnostic | null {
  const text = messages.find(({ code }) => code === Code.PostconditionFalse)?.text;
  if (text === undefined) return null;
  const at = placeIn(text);
  return { code: 'tla/postcondition', message: `TLC: ${firstLines(text)}`, ...(at === undefined ? {} : { at }) };
}

/**
 * The report that the output of `tlc2.TLC -tool` tells. A verdict counts only if TLC told it in a message of its own and came to its end
 * ("Finished"); everything else is an error, whatever the exit code. Temporal properties are not named by TLC: `properties` are those of
 * the configuration, and a single one is the one that failed.
 */
export function readTlcReport(output: string, exit: TlcExit, properties: readonly string[] = []): CheckReport {
  const read = readToolMessages(output);
  const { messages } = read;
  const verdicts = messages.map(verdictOf).filter((verdict) => verdict !== undefined);
  const verdict = verdicts.find(({ outcome }) => outcome !== 'ok') ?? verdicts[0];
  const finished = messages.some(({ code }) => code === Code.Finished);
  const statistics = statisticsOf(messages);
  const failed = verdict === undefined || !finished || (verdict.outcome === 'ok' && exit.code !== 0);
  const { outcome, name } = failed ? { outcome: 'error' as const, name: null } : verdict;
  const onlyProperty = outcome === 'property' && properties.length === 1 ? (properties[0] ?? null) : null;
  const error = failed ? failureOf(read, exit) : outcome === 'assumption' ? falsePostcondition(messages) : null;
  const { trace, loopsTo } = traceOf(messages);
  return {
    outcome,
    name: name ?? onlyProperty,
    initialStates: initialStatesOf(messages) ?? 0,
    distinctStates: statistics.distinct ?? 0,
    generatedStates: statistics.generated ?? 0,
    depth: depthOf(messages) ?? 0,
    coverage: coverageOf(messages),
    trace,
    loopsTo,
    error,
    warnings: messages.filter(({ severity }) => severity === WARNING).map(warningOf),
  };
}
