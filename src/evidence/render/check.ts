import { formatDiagnostic } from '../../diagnostics/format.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { CheckOutcome, CheckReport, CheckStep } from '../../explore/check-report.ts';
import type { AtomReport } from '../../model/state-machine.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import { describeChange } from './change.ts';
import { formatAction, formatAtom } from './phrase.ts';
import { type Colours, NO_COLOURS } from './text.ts';
import { formatValue, type Notation } from './value.ts';

/** What was asked of a model, for the sentence that says that it holds. */
export interface Checked {
  readonly invariants: readonly string[];
  readonly properties: readonly string[];
  readonly deadlock: boolean;
}

export interface CheckTextOptions {
  /** Name of the module. */
  readonly model: string;
  readonly checked?: Checked;
  /** How values are written; default: as TLA+ does. */
  readonly notation?: Notation;
  /** The parts of the violated invariant in the last state. */
  readonly atoms?: readonly AtomReport[];
  readonly colours?: Colours;
  /** Most states of a counterexample that are told; the middle is left out, and said to be. Default: all. */
  readonly maxStates?: number;
  /** For a failed assertion: what was expected, before what was found. */
  readonly expected?: string;
  /** What the search looked for; a state that was to be reached is told as such, not as a violation. Default: violations. */
  readonly sought?: 'violation' | 'state';
}

/** A check for people: verdict, counterexample with what each step changed, what is false, counts, and actions that were never taken. */
export function renderCheck(report: CheckReport, options: CheckTextOptions): string {
  const { colours = NO_COLOURS, notation = 'tla' } = options;
  const sections = [
    headline(report, options, colours),
    problem(report),
    counterexample(report, options, colours, notation),
    falseParts(options.atoms ?? [], colours, notation),
    counts(report, colours),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flat()
    .join('\n');
}

function headline(report: CheckReport, options: CheckTextOptions, colours: Colours): readonly string[] {
  const known = report.outcome !== 'error' && report.outcome !== 'assumption';
  const model = printable(options.model);
  if (options.expected === undefined || !known) {
    const { word, tone } = VERDICTS[report.outcome];
    return [colours[tone](`${word} ${model}: ${sentence(report, options)}`)];
  }
  const told = report.outcome === 'ok' || options.sought === 'state' ? [] : [`  ${sentence(report, options)}`];
  return [colours.bad(`FAILED ${model}: ${printable(options.expected)}`), ...told];
}

const VERDICTS: { readonly [outcome in CheckOutcome]: { readonly word: string; readonly tone: keyof Colours } } = {
  ok: { word: 'HOLDS', tone: 'good' },
  invariant: { word: 'VIOLATED', tone: 'bad' },
  property: { word: 'VIOLATED', tone: 'bad' },
  deadlock: { word: 'VIOLATED', tone: 'bad' },
  assumption: { word: 'VIOLATED', tone: 'bad' },
  error: { word: 'NOT CHECKED', tone: 'unsure' },
};

function sentence(report: CheckReport, options: CheckTextOptions): string {
  const name = report.name === null ? '' : ` ${printable(report.name)}`;
  const last = report.trace.length;
  switch (report.outcome) {
    case 'ok':
      return holds(options.checked, report.distinctStates);
    case 'invariant':
      return `the invariant${name} is false${last === 0 ? '' : ` in state ${last}`}`;
    case 'property':
      return `the property${name} is false${last === 0 ? '' : ' of this behaviour'}`;
    case 'deadlock':
      return `deadlock: no step leads on from state ${last}`;
    case 'assumption':
      return `the ${report.error?.code === 'tla/postcondition' ? 'postcondition' : 'assumption'}${name} is false`;
    case 'error':
      return 'there is no verdict';
  }
}

function holds(checked: Checked | undefined, states: number): string {
  const where = states === 1 ? 'the only state' : `all ${states} states`;
  if (checked === undefined) return `nothing is violated in ${where}`;
  const parts = [
    ...listed('invariant', checked.invariants),
    ...listed('property', checked.properties),
    ...(checked.deadlock ? ['no deadlock'] : []),
  ];
  return parts.length === 0 ? `nothing was asked of ${where}` : `${parts.join(', ')} in ${where}`;
}

const listed = (what: string, names: readonly string[]): readonly string[] => {
  if (names.length === 0) return [];
  if (names.length > 4) return [`${names.length} ${what === 'property' ? 'properties' : `${what}s`}`];
  return names.map((name) => `${what} ${printable(name)}`);
};

const problem = ({ error }: CheckReport): readonly string[] =>
  error === null ? [] : formatDiagnostic(error).split('\n');

function counterexample(
  report: CheckReport,
  options: CheckTextOptions,
  colours: Colours,
  notation: Notation,
): readonly string[] {
  const { trace, loopsTo, outcome } = report;
  if (trace.length === 0) return [];
  const most = Math.max(2, options.maxStates ?? Number.POSITIVE_INFINITY);
  const left = Math.max(0, trace.length - most);
  const lines: string[] = [
    colours.strong(outcome === 'error' || options.sought === 'state' ? 'The way there:' : 'Counterexample:'),
  ];
  for (let index = 0; index < trace.length; index++) {
    // The beginning and the end say most.
    if (left > 0 && index === 1) {
      lines.push(colours.quiet(`  … ${left} more states`));
      index += left;
    }
    const step = trace[index]!;
    const before = trace[index - 1];
    const action =
      step.action === null
        ? index === 0
          ? 'initial state'
          : 'stutters'
        : formatAction({ action: step.action, ...(step.args === undefined ? {} : { args: step.args }) }, notation);
    const line = `  ${index + 1}. ${action}`;
    const bad = index === trace.length - 1 && loopsTo === null && outcome !== 'error';
    lines.push(bad ? colours.bad(line) : line);
    const changes =
      before === undefined
        ? wholeState(shownState(step), notation)
        : changesOf(shownState(before), shownState(step), notation);
    lines.push(...changes.map((text) => colours.quiet(`       ${text}`)));
  }
  if (loopsTo !== null) {
    const stays = loopsTo === trace.length - 1;
    lines.push(colours.bad(stays ? '     stays there for ever' : `     leads back to state ${loopsTo + 1}, for ever`));
  }
  return lines;
}

const shownState = ({ state, shown }: CheckStep): JsonObject => shown ?? state;

const wholeState = (state: JsonObject, notation: Notation): readonly string[] =>
  Object.keys(state).map((name) => `${printable(name)} = ${formatValue(state[name] as Json, notation)}`);

function changesOf(before: JsonObject, after: JsonObject, notation: Notation): readonly string[] {
  const lines = Object.keys(after).flatMap((name) => {
    const now = after[name] as Json;
    const old = Object.hasOwn(before, name) ? (before[name] as Json) : undefined;
    if (old === undefined) return [`${printable(name)} = ${formatValue(now, notation)}`];
    return canonicalJson(old) === canonicalJson(now) ? [] : describeChange(printable(name), old, now, notation);
  });
  return lines.length === 0 ? ['changes nothing'] : lines;
}

function falseParts(atoms: readonly AtomReport[], colours: Colours, notation: Notation): readonly string[] {
  const wrong = atoms.filter((atom) => !atom.holds);
  // Under a negation it is what holds that makes the whole false.
  const lines = (wrong.length > 0 ? wrong : atoms).map((atom) => `  ${formatAtom(atom, notation)}`);
  return lines.length === 0 ? [] : [colours.strong('What makes it false:'), ...lines];
}

function counts(report: CheckReport, colours: Colours): readonly string[] {
  const { distinctStates, generatedStates, initialStates, depth, coverage, outcome, loopsTo } = report;
  if (generatedStates === 0 && distinctStates === 0) return [];
  const names = Object.keys(coverage).sort();
  const taken = names.filter((name) => coverage[name]! > 0);
  const never = names.filter((name) => coverage[name] === 0).map(printable);
  // Behaviours are judged once all states are known.
  const done = outcome === 'ok' || loopsTo !== null;
  return [
    generatedStates === 0
      ? `States: ${distinctStates} distinct`
      : `States: ${distinctStates} distinct, ${generatedStates} generated, ${initialStates} initial, depth ${depth}`,
    ...(taken.length === 0
      ? []
      : [`Actions: ${taken.map((name) => `${printable(name)} ${coverage[name]}`).join(', ')}`]),
    ...(never.length === 0
      ? []
      : [colours.unsure(`${done ? 'Never taken' : 'Not taken before the search ended'}: ${never.join(', ')}`)]),
  ];
}
