import { DETAIL_WORDS } from '../../eio/vocabulary/detail-words.ts';
import { AUTHENTICITIES, DECISIONS, EVENT_KINDS, ORIGINS, SCOPES, TRUST } from '../../trace/event.ts';
import type { Segment } from './paths.ts';
import { CUT_MARK } from './shown-text.ts';

// Where in a trace or a state ids, names and words of ours stand, and where data.

/** Ids and tool names: no spaces, no markup, no quotes. */
export const NAME = /^[A-Za-z0-9_.:/@#=,()+-]{1,160}$/;

/** Fields of the normal form that hold ids, tool names, kinds and enumerated values (design section 3). Persons and addresses are not in it. */
const NAME_FIELDS = new Set([
  'tool',
  'server',
  'call',
  'approval',
  'exec',
  'item',
  'session',
  'agent',
  'kind',
  'origin',
  'trust',
  'effect',
  'decision',
  'scope',
  'status',
  'authenticity',
  'basis',
  'part_of',
  'producer',
  'rule',
  'policy',
  'claim',
  'instruction',
]);

/** Below these fields everything is data, whatever its key is called. */
const DATA_FIELDS = new Set([
  'args',
  'edited_args',
  'bound',
  'value',
  'text',
  'authority',
  'before',
  'after',
  'requests',
  'key',
]);

/** Enumerated values of the normal form (design section 3), shown wherever they stand. */
export const ENUMERATED: readonly string[] = [
  ...TRUST,
  ...ORIGINS,
  ...DECISIONS,
  ...SCOPES,
  ...AUTHENTICITIES,
  ...EVENT_KINDS,
  ...['permit', 'prohibit', 'require_approval', 'allow', 'deny', 'ask', 'ok', 'error', 'denied', 'unknown'],
  CUT_MARK,
  '',
];

/** Whether a value, or a key below it, is one of the words that our own code writes there. */
export function isWord(text: string, path: readonly Segment[]): boolean {
  const last = path.findLast((segment) => segment.kind === 'key');
  return last?.kind === 'key' && DETAIL_WORDS.get(last.key)?.has(text) === true && !inData(path);
}

/** Whether a value stands below a field of data. */
export const inData = (path: readonly Segment[]): boolean =>
  path.some((segment) => segment.kind === 'key' && DATA_FIELDS.has(segment.key));

/** Whether a value stands in a field of an id or a name. */
export function isNameField(path: readonly Segment[]): boolean {
  const last = path.findLast((segment) => segment.kind === 'key' && !segment.key.startsWith('#'));
  return last?.kind === 'key' && NAME_FIELDS.has(last.key) && !inData(path);
}
