import { canonicalJson } from '../trace/canonical-json.ts';
import { type EventKind, eventInput, type TraceEvent } from '../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import type { EventInput } from '../trace/trace.ts';
import { fieldAt, valueMatcher } from './event-fields.ts';
import type { BackwardReading, MappedSteps } from './mapping.ts';
import type { Step } from './state-machine.ts';

/** One rule of a YAML mapping, with its steps in order. */
export interface BackwardRule {
  readonly event: EventKind;
  /** Field path to a value, or to several of which one will do; strings are globs. */
  readonly where: { readonly [path: string]: Json };
  readonly moves: readonly { readonly action: string; readonly args: JsonObject }[];
  /** Guard to its observed value, or to the field that tells it. */
  readonly assume: { readonly [guard: string]: boolean | string };
  readonly takenBy: BackwardReading['takenBy'];
}

const SYSTEM_KINDS: readonly EventKind[] = [
  'policy.decided',
  'exec.started',
  'exec.ended',
  'message.sent',
  'state.written',
  'state.read',
];

/** What shows how a guard decided is the system's own act, and so are executions, messages and what it reads and writes. */
export const takerOf = (kind: EventKind, assume: object | undefined): BackwardReading['takenBy'] =>
  SYSTEM_KINDS.includes(kind) || Object.keys(assume ?? {}).length > 0 ? 'system' : 'environment';

/**
 * Every way to read the step at a position backwards: an event whose forward image it is, or begins. `why` says of the rules that come nearest
 * what stands against them, where no way is left.
 */
export function readBackwards(
  rules: readonly BackwardRule[],
  forward: (event: TraceEvent) => MappedSteps,
  steps: readonly Step[],
  at: number,
): { readonly readings: readonly BackwardReading[]; readonly why: string } {
  const step = steps[at]!;
  const readings: BackwardReading[] = [];
  let why: string | undefined;
  for (const rule of rules) {
    if (rule.moves[0]?.action !== step.action) continue;
    for (const assumed of assumptionsOf(rule)) {
      const read = eventOf(rule, steps.slice(at, at + rule.moves.length), assumed, at + 1);
      if (typeof read === 'string') why ??= read;
      else if (!isImage(forward(read), steps.slice(at, at + rule.moves.length), assumed)) {
        why ??= `an earlier rule takes such an event (${rule.event}), or says something else of it`;
      } else {
        const { seq: _seq, ...event } = read;
        readings.push({ event: event as EventInput, steps: rule.moves.length, takenBy: rule.takenBy, assume: assumed });
      }
    }
  }
  return { readings, why: why ?? `no rule begins with ${step.action}` };
}

/** What may have been observed under a rule: a guard that a field tells may have had either value. */
function assumptionsOf({ assume }: BackwardRule): readonly { readonly [guard: string]: boolean }[] {
  const told = Object.values(assume).filter((value) => typeof value === 'string');
  const [first] = told;
  const all = (value: boolean) =>
    Object.fromEntries(Object.entries(assume).map(([guard, own]) => [guard, typeof own === 'string' ? value : own]));
  return first === undefined ? [all(true)] : [all(true), all(false)];
}

/** The event that a rule makes these steps of; what stands against it, if there is none. */
function eventOf(
  rule: BackwardRule,
  steps: readonly Step[],
  assumed: { readonly [guard: string]: boolean },
  number: number,
): TraceEvent | string {
  let event: JsonObject = { kind: rule.event };
  const put = (path: string, value: Json): string | null => {
    const before = fieldAt(event, path) as Json | undefined;
    if (before !== undefined && canonicalJson(before) !== canonicalJson(value)) {
      return `the field "${path}" of ${rule.event} would have two values`;
    }
    const changed = withField(event, path.split('.'), value);
    if (changed === null) return `the field "${path}" of ${rule.event} would stand in a value`;
    event = changed;
    return null;
  };
  for (const [index, { action, args }] of rule.moves.entries()) {
    const step = steps[index];
    if (step?.action !== action) return `${rule.event} makes ${rule.moves.length} steps, and the next is not ${action}`;
    const given = step.args ?? {};
    const untold = Object.keys(given).find((name) => !Object.hasOwn(args, name));
    if (untold !== undefined) return `no field of ${rule.event} tells the argument "${untold}"`;
    for (const [name, template] of Object.entries(args)) {
      const value = Object.hasOwn(given, name) ? given[name]! : undefined;
      const field = typeof template === 'string' && template.startsWith('$') ? template.slice(1) : null;
      if (field === null) {
        if (value === undefined || canonicalJson(value) !== canonicalJson(template)) {
          return `${rule.event} always gives "${name}" the value ${canonicalJson(template)}`;
        }
      } else if (value !== undefined) {
        const wrong = put(field, value);
        if (wrong !== null) return wrong;
      }
    }
  }
  for (const [guard, template] of Object.entries(rule.assume)) {
    const wrong = typeof template === 'string' ? put(template.slice(1), assumed[guard]!) : null;
    if (wrong !== null) return wrong;
  }
  for (const [path, wanted] of Object.entries(rule.where)) {
    const value = fieldAt(event, path) as Json | undefined;
    if (value !== undefined) {
      if (!matches(value, wanted))
        return `the rule takes ${rule.event} only where "${path}" is ${canonicalJson(wanted)}`;
      continue;
    }
    const witness = witnessOf(wanted);
    if (witness === undefined) return `no value is found that matches ${canonicalJson(wanted)} for "${path}"`;
    const wrong = put(path, witness);
    if (wrong !== null) return wrong;
  }
  const filled = { ...WITNESSES[rule.event](number), ...event };
  for (const [index, { args }] of rule.moves.entries()) {
    const open = Object.entries(args).find(
      ([name, template]) =>
        !Object.hasOwn(steps[index]?.args ?? {}, name) &&
        typeof template === 'string' &&
        fieldAt(filled, template.slice(1)) !== undefined,
    );
    if (open !== undefined) return `it leaves "${open[0]}" open, and every such ${rule.event} gives it a value`;
  }
  const checked = eventInput.safeParse(filled);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return `the field "${issue?.path.join('.')}" of ${rule.event} cannot have that value`;
  }
  return { ...filled, seq: number } as unknown as TraceEvent;
}

function isImage(image: MappedSteps, steps: readonly Step[], assumed: { readonly [guard: string]: boolean }): boolean {
  if (!Array.isArray(image) || image.length !== steps.length) return false;
  const plain = ({ action, args }: Step): string => canonicalJson([action, args ?? {}]);
  return (image as readonly Step[]).every(
    (step, index) =>
      plain(step) === plain(steps[index]!) && canonicalJson(step.assume ?? {}) === canonicalJson(assumed),
  );
}

/** The object with a field in it; null if what stands on the way is no object. */
function withField(object: JsonObject, [key, ...rest]: readonly string[], value: Json): JsonObject | null {
  if (key === undefined || key === '__proto__') return null;
  if (rest.length === 0) return { ...object, [key]: value };
  const inner = Object.hasOwn(object, key) ? object[key]! : {};
  if (!isJsonObject(inner)) return null;
  const changed = withField(inner, rest, value);
  return changed === null ? null : { ...object, [key]: changed };
}

const matches = (value: Json, wanted: Json): boolean => valueMatcher(wanted)(value);

/** A value that matches: a literal itself, a glob with the simplest text for what it leaves open. */
function witnessOf(wanted: Json): Json | undefined {
  if (Array.isArray(wanted)) {
    for (const one of wanted) {
      const witness = witnessOf(one);
      if (witness !== undefined) return witness;
    }
    return undefined;
  }
  if (typeof wanted !== 'string') return wanted;
  // The glob itself is no witness where it is none: a tool is not called `nodes.*`.
  if (!/[*?[\]{}()!+@|\\]/.test(wanted)) return wanted;
  const simpler = (star: string): string =>
    wanted
      .replace(/\{([^{},]*)[^{}]*\}/g, '$1')
      .replace(/\[([^\]!^-])[^\]]*\]/g, '$1')
      .replace(/[@+*?!]\(([^()|]*)[^()]*\)/g, '$1')
      .replace(/\*+/g, star)
      .replace(/\?/g, 'x')
      .replace(/\\(.)/g, '$1');
  return [simpler('x'), simpler(''), simpler('x/x')].find((text) => text !== '' && matches(text, wanted));
}

/** Required fields of an event that a mapping does not look at. */
const WITNESSES: { readonly [kind in EventKind]: (number: number) => JsonObject } = {
  'context.added': (n) => ({ item: `item-${n}`, origin: 'user', trust: 'untrusted' }),
  instruction: (n) => ({ id: `instruction-${n}`, part_of: 'item' }),
  'tools.advertised': () => ({ tool: 'tool', definition: 'definition' }),
  'policy.declared': () => ({ id: 'policy', effect: 'permit', tools: [] }),
  'policy.decided': () => ({ call: 'call', effect: 'allow' }),
  'call.proposed': () => ({ call: 'call', tool: 'tool', args: {} }),
  'approval.requested': () => ({ approval: 'approval', tool: 'tool', args: {} }),
  'approval.decided': () => ({
    approval: 'approval',
    decision: 'approve',
    scope: 'once',
    by: 'person',
    authenticity: 'server',
  }),
  'exec.started': (n) => ({ exec: `exec-${n}`, tool: 'tool', args: {} }),
  'exec.ended': (n) => ({ exec: `exec-${n}`, status: 'ok' }),
  'message.sent': () => ({ to: 'someone' }),
  'state.written': () => ({ key: 'key' }),
  'state.read': () => ({ key: 'key' }),
  'identity.asserted': () => ({ identity: 'identity' }),
  'identity.verified': () => ({ identity: 'identity' }),
  handoff: () => ({ from: 'one', to: 'other' }),
  'session.linked': () => ({ from: 'one', to: 'other' }),
  'config.changed': () => ({ key: 'key', by: 'person' }),
  truth: () => ({ name: 'name', value: null }),
};
