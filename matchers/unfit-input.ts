import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { nearestHint } from '../src/diagnostics/nearest.ts';
import { TracefoldError } from '../src/diagnostics/tracefold-error.ts';
import { formatOfValue } from '../src/importers/detect-format.ts';
import type { FoldOptions, Verdict } from '../src/model/model.ts';
import { kindOf } from '../src/model/user-code.ts';

/** Keys that a message names of a value that is no trace. */
const MAX_KEYS = 6;

/** What is wrong with a received value that is no trace, and how to get one from it. */
export function notATrace(received: unknown): Diagnostic {
  const hint = unopened(received) ?? recordingHint(received);
  return {
    code: 'matchers/not-a-trace',
    message: `the received value is ${describe(received)}`,
    expected:
      'a trace (of a recorder, readTrace or importTrace), a list of events { kind, … }, a list of steps { action, args }, or an ITF trace',
    ...(hint === undefined ? {} : { hint }),
  };
}

/** What is wrong with a value that should be a model. */
export function notAModel(value: unknown): Diagnostic {
  const module = typeof value === 'object' && value !== null && isModel((value as { default?: unknown }).default);
  const path = typeof value === 'string' ? 'loadModel(path) gives it, unwrapped' : undefined;
  const hint = module ? 'it is a module: pass its default export' : (unopened(value) ?? path);
  return {
    code: 'matchers/not-a-model',
    message: `the model that is to judge is ${describe(value)}`,
    expected:
      'a model: from defineModel or shippedMonitor, or what loadModel, loadTlaModel or eioModel gives, unwrapped',
    ...(hint === undefined ? {} : { hint }),
  };
}

/** What is wrong with a received value that should be a model whose states can be searched. */
export function notAStateMachine(received: unknown): Diagnostic {
  const path = typeof received === 'string' ? 'unwrap(loadTlaModel(path)) gives what expect() takes' : undefined;
  const eio = isModel(received) ? 'it judges traces: expect(trace).toNotReachForbiddenState(model)' : undefined;
  const hint = unopened(received) ?? path ?? eio;
  return {
    code: 'matchers/not-a-model',
    message: `the received value is no state machine: it is ${isModel(received) ? 'another kind of model' : describe(received)}`,
    expected: 'a model: of defineModel, or what loadTlaModel gives, unwrapped',
    ...(hint === undefined ? {} : { hint }),
  };
}

const isModel = (value: unknown): boolean =>
  typeof (value as { fold?: unknown } | null | undefined)?.fold === 'function';

/** Throws for options that a matcher does not have: misspelled, one would be left out without a word. */
export function checkOptions(matcher: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TracefoldError([
      {
        code: 'matchers/bad-option',
        message: `the options of ${matcher} are ${describe(options)}`,
        expected: `an object of ${known.join(', ')}`,
      },
    ]);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const hint = nearestHint(name, known);
    throw new TracefoldError([
      {
        code: 'matchers/bad-option',
        message: `${matcher} has no option "${name}"`,
        ...(hint === undefined ? {} : { hint }),
      },
    ]);
  }
}

/** What an option `predicates` says to the fold. Throws for a name by itself, whose letters would be taken for names. */
export function judgedBy({ predicates }: { readonly predicates?: readonly string[] }): FoldOptions {
  if (predicates === undefined) return {};
  if (Array.isArray(predicates) && predicates.length > 0) return { predicates };
  throw new TracefoldError([
    {
      code: 'matchers/bad-option',
      message: `predicates is ${describe(predicates)}`,
      expected: Array.isArray(predicates) ? 'a list of at least one name' : 'a list of names',
    },
  ]);
}

/** Throws where nothing was judged: a trace that nothing is forbidden to would pass whatever it does. */
export function checkJudged({ claims, model }: Verdict): void {
  if (claims.length > 0) return;
  throw new TracefoldError([
    {
      code: 'matchers/nothing-forbidden',
      message: `the model ${model} has no invariant or predicate, so nothing is forbidden`,
      hint: 'give it "invariants"; toConformTo and toReachGoal need none',
    },
  ]);
}

/** What was meant, where a promise, a result, a recorder or a function was not opened. */
function unopened(value: unknown): string | undefined {
  if (typeof value === 'function') return 'call it, and await what it gives';
  if (typeof value !== 'object' || value === null) return undefined;
  const { then, ok, trace } = value as { readonly then?: unknown; readonly ok?: unknown; readonly trace?: unknown };
  if (typeof then === 'function') return 'await it first';
  if (typeof ok === 'boolean') return 'it is a result: unwrap it first';
  return typeof trace === 'function' ? 'it is a recorder: recorder.trace() gives the trace' : undefined;
}

/** How to read a recording, where the value is one, its text, its bytes or the path of one. */
function recordingHint(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return /^\s*[[{]/.test(value)
      ? 'it looks like the text of a recording: unwrap(importTrace(text)) gives what expect() takes'
      : 'if it is the path of a recording, unwrap(await readTraceFile(path)) gives what expect() takes';
  }
  if (value instanceof Uint8Array) return 'unwrap(importTrace(bytes)) gives what expect() takes';
  if (Array.isArray(value) && value.length === 0) {
    return 'nothing was recorded, so nothing would be proved; if that is meant, createTrace({ events: [] }) says so';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const format = formatOfValue(value);
  if (format !== undefined) return `it looks like ${format}: unwrap(importTrace(value)) gives what expect() takes`;
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  const names = typeof first === 'object' && first !== null ? Object.keys(first) : [];
  return names.length === 1 && names[0] !== 'action' && names[0] !== 'kind' && /^[A-Za-z_]\w*$/.test(names[0]!)
    ? `a step is written { action: '${names[0]}', args: { … } } in code`
    : undefined;
}

function describe(value: unknown): string {
  if (value instanceof Uint8Array) return 'bytes';
  if (!Array.isArray(value)) return typeof value === 'object' ? describeItem(value) : kindOf(value);
  if (value.length === 0) return 'an empty list';
  const told = value.findIndex((item) => !['kind', 'action'].some((key) => isText((item as Keyed)?.[key])));
  if (told > 0) return `a list with ${describeItem(value[told])} as item ${told + 1}`;
  return told === 0 ? `a list that begins with ${describeItem(value[0])}` : 'a list of both events and steps';
}

type Keyed = Readonly<Record<string, unknown>> | null | undefined;
const isText = (value: unknown): boolean => typeof value === 'string';

/** Keys alone: values are of a trace, and an assertion's message is no place for them. */
function describeItem(value: unknown): string {
  const kind = kindOf(value);
  if (kind !== 'an object') return kind;
  const keys = Object.keys(value as object);
  const named = keys.filter((key) => /^[A-Za-z_][\w.-]{0,30}$/.test(key)).slice(0, MAX_KEYS);
  if (named.length === 0) return kind;
  const word = keys.length === 1 ? 'key' : 'keys';
  return `an object with the ${word} ${named.join(', ')}${keys.length > named.length ? ', …' : ''}`;
}
