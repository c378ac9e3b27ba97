import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Step } from './state-machine.ts';

const RUNNING: unique symbol = Symbol.for('tracefold.running') as never;

// What a model's own functions give back. A promise, or the `undefined` of a forgotten `return`, would pass for a decision if it were only
// looked at for its truth.

interface Running {
  part: string;
}

/** The part of a model that is being asked, for who stops it. One for all copies of this module: that of a matcher, that of `defineModel`. */
export const running: Running = (globalThis as { [RUNNING]?: Running })[RUNNING] ?? { part: 'its evaluation' };
(globalThis as { [RUNNING]?: Running })[RUNNING] = running;

const FAULT = Symbol('fault of a model');

/** An error that tells what a model's function did wrong, where it threw none itself. */
const fault = (message: string): Error => Object.assign(new Error(message), { [FAULT]: true });

/** The value, if it is true or false; otherwise throws, naming the function. */
export function decision(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw fault(`${where} gave ${kindOf(value)}, where true or false is needed`);
}

/** What an event is mapped to, as a list. Throws where it is no step, no list of steps and not null. */
export function stepsOf(value: unknown): readonly Step[] {
  if (value === null) return [];
  const steps: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const step of steps) {
    if (typeof (step as Partial<Step> | null | undefined)?.action === 'string') continue;
    throw fault(`it gave ${kindOf(step)}, where a step ({ action, args }), several or null is needed`);
  }
  return steps.length === 1
    ? [withGivenArguments(steps[0] as Step)]
    : (steps as readonly Step[]).map(withGivenArguments);
}

/** The step without the arguments that are `undefined`: code writes so what is left out. */
export function withGivenArguments(step: Step): Step {
  const { args } = step;
  if (args === undefined) return step;
  const names = Object.keys(args);
  if (!names.some((name) => args[name] === undefined)) return step;
  return { ...step, args: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) };
}

/**
 * The value, if it can be a state: an object of data all through, and frozen, so that a model that changes a state in place throws where it does
 * so. Otherwise throws, naming the function and the part that is no data.
 */
export function stateOf(value: unknown, where: string, before: unknown): object {
  if (typeof value !== 'object' || value === null || isPromise(value) || Array.isArray(value)) {
    throw fault(`${where} gave ${kindOf(value)}, where a state is needed`);
  }
  return frozenData(value, where, objectOr(before));
}

/** An object of a state that is being looked through. */
interface Open {
  readonly item: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Null for a list, whose keys are its positions. */
  readonly keys: readonly string[] | null;
  next: number;
  /** What stands at this place in the state before the step. */
  readonly before: Readonly<Record<string | number, unknown>>;
  /** How many entries the list has lost at its front since then, as far as it was looked through. */
  shift: number;
}

const NOTHING: Open['before'] = Object.create(null);
const objectOr = (value: unknown): Open['before'] =>
  typeof value === 'object' && value !== null ? (value as Open['before']) : NOTHING;

// What the state before holds, and what is frozen, was looked at already, so a step costs what it made anew. Two states that differ only in
// a Set would count as one.
function frozenData(state: object, where: string, before: Open['before']): object {
  const open: Open[] = [opened(state, where, before, [])];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const inner = nextInner(top, where, open);
    if (inner !== null) open.push(inner);
    else {
      Object.freeze(top.item);
      open.pop();
    }
  }
  return state;
}

function opened(item: object, where: string, before: Open['before'], open: readonly Open[]): Open {
  for (const outer of open) {
    if (outer.item === item) throw fault(`${where} gave a state that holds itself, in ${pathOf(open)}`);
  }
  const list = Array.isArray(item);
  if (!list && !isPlain(item))
    throw fault(`${where} gave a state with ${kindOf(item)} in ${pathOf(open)}, where ${DATA}`);
  // V8 reads a frozen list ten times slower than a copy of it.
  const entries = list && Array.isArray(before) ? objectOr([...before]) : before;
  return { item: item as Open['item'], keys: list ? null : Object.keys(item), next: 0, before: entries, shift: 0 };
}

// In quotes, by which redaction tells what may come from a trace.
const pathOf = (open: readonly Open[]): string =>
  open.map(({ keys, next }) => (keys === null ? next - 1 : `"${keys[next - 1]}"`)).join('.');

/** The next object in an object that has to be looked through itself; null if there is no more. */
function nextInner(top: Open, where: string, open: readonly Open[]): Open | null {
  const { item, keys, before } = top;
  const length = keys?.length ?? (item as readonly unknown[]).length;
  while (top.next < length) {
    const key = keys === null ? top.next : keys[top.next]!;
    const value = (item as Readonly<Record<string | number, unknown>>)[key];
    top.next++;
    if (value !== undefined && typeof value !== 'function') {
      if (keys !== null) {
        if (value === before[key]) continue;
      } else {
        if (value === before[top.next - 1 + top.shift]) continue;
        // A list of the newest entries has lost its oldest.
        if (value === before[top.next + top.shift]) {
          top.shift++;
          continue;
        }
      }
    }
    if (typeof value === 'object' && value !== null) {
      if (!Object.isFrozen(value) || !isData(value)) return opened(value, where, objectOr(before[key]), open);
    } else if (!isScalar(value)) {
      const what = Number.isNaN(value) ? 'NaN' : kindOf(value);
      throw fault(`${where} gave a state with ${what} in ${pathOf(open)}, where ${DATA}`);
    }
  }
  return null;
}

// Freezing a Map or a Date keeps nobody from changing it.
const isData = (value: object): boolean => Array.isArray(value) || isPlain(value);

const DATA = 'a state is data: texts, numbers, true, false, null, lists and plain objects';

const isScalar = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && !Number.isNaN(value));

/** Whether it is an object literal, of this realm or another. */
function isPlain(item: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(item);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** How often a function of a model is asked twice: what answers by the clock, by chance or by a counter does so from the start. */
const TRIALS = 16;

/** Asks the first few times, by kind of function and its name, whether an answer is the same a day later. */
export type Repeater = <T>(
  kind: 'on' | 'initial' | 'action' | 'invariant',
  name: string,
  answer: T,
  ask: () => T,
  isSame: (answer: T, later: T) => boolean,
) => T;

/** A {@link Repeater} with its own count; throws where the second answer is another one. */
export function repeater(): Repeater {
  const asked = {
    on: new Map<string, number>(),
    initial: new Map<string, number>(),
    action: new Map<string, number>(),
    invariant: new Map<string, number>(),
  };
  return (kind, name, answer, ask, isSame) => {
    const times = asked[kind].get(name) ?? 0;
    if (times >= TRIALS) return answer;
    asked[kind].set(name, times + 1);
    if (isSame(answer, aDayLater(ask))) return answer;
    throw fault(
      'the answer is another one a day later: a model has no clock, no random numbers, and no memory but its state',
    );
  };
}

function aDayLater<T>(run: () => T): T {
  const Clock = globalThis.Date;
  const now = (): number => Clock.now() + 86_400_000;
  class Later extends Clock {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = Later as DateConstructor;
  try {
    return run();
  } finally {
    globalThis.Date = Clock;
  }
}

/** What a model's own function threw, or did wrong. */
export function threw(where: string, error: unknown): Diagnostic {
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && FAULT in error) return { code: 'model/threw', message: `${where}: ${said}` };
  const own = engineMessage(error);
  if (own === null) return { code: 'model/threw', message: `${where} threw: "${said}"`, hint: HIDDEN };
  const frozen = /not extensible|read only|Cannot delete property/.test(said);
  const message = `${where} threw: ${own}`;
  return {
    code: 'model/threw',
    message: frozen ? `${message} (a state is not changed in place: return a new one)` : message,
  };
}

const HIDDEN = 'what a model throws may hold values of the trace: redaction: false shows it, on your own machine';

/** What the engine says of code, with the places in it where it names what may come from data. Its other messages may quote data anywhere. */
const ENGINE: readonly (readonly [form: RegExp, told: string])[] = [
  [
    /^Cannot (read|set) properties of (undefined|null) \((reading|setting) '(.*)'\)$/s,
    'Cannot $1 properties of $2 ($3 "$4")',
  ],
  [/^Cannot add property (.*), object is not extensible$/s, 'Cannot add property "$1", object is not extensible'],
  [/^Cannot (assign to read only|delete) property '(.*)' of .*$/s, 'Cannot $1 property "$2"'],
  [/^((?:[\w$.]|\(\.\.\.\)|\(intermediate value\))+ is not (?:a function|iterable|defined|a constructor))$/, '$1'],
  [/^(Maximum call stack size exceeded|Assignment to constant variable\.)$/, '$1'],
];

/** The engine's own message with what may come from a trace in quotes, by which redaction knows it; null for any other error. */
function engineMessage(error: unknown): string | null {
  if (!(error instanceof Error) || !/^(?:Type|Reference|Range)Error$/.test(error.name)) return null;
  const known = ENGINE.find(([form]) => form.test(error.message));
  return known === undefined ? null : error.message.replace(known[0], known[1]);
}

/** The kind of a value in a word or two, never the value: it may come from a trace. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (isPromise(value)) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  switch (typeof value) {
    case 'object':
      if (isPlain(value)) return 'an object';
      return /^(?:Map|Set|WeakMap|WeakSet|Date|RegExp|Error)$/.test(tag) ? `a ${tag}` : 'an instance of a class';
    case 'function':
      return tag === 'AsyncFunction' ? 'an async function' : 'a function';
    default:
      return `a ${typeof value}`;
  }
}

const isPromise = (value: unknown): boolean =>
  typeof (value as { readonly then?: unknown } | null)?.then === 'function';
