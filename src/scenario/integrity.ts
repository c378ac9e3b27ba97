import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Integrity } from '../evidence/record/schema.ts';
import { sourceName } from '../evidence/render/source-name.ts';
import { type Phrase, phrase, shown } from '../model/phrase.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventOf, TraceEvent } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import { applyEventEdits, applyStepEdits } from './apply-edits.ts';
import type { LegInput } from './leg-input.ts';
import type { Edit, LegSource, NegativeControl } from './trio.ts';

/** How the negative control differs from the attack, and what is wrong with that. */
export interface IntegrityFinding {
  readonly integrity: Integrity;
  /** The first difference that nobody declared; null if it holds. */
  readonly problem: Phrase | null;
}

/** One source of the attack, and what the negative control makes of it. */
export interface IntegrityPair {
  readonly source: LegSource['kind'];
  readonly attack: LegInput;
  readonly own: LegInput;
}

/**
 * How the negative control differs from the attack (design section 5, "Integrity"): by one guard and nothing else, by the declared edits
 * and nothing else, or, for its own recording, by differences that must all be declared. Where the system itself goes without the guard (a live
 * agent, a recording of the weakened system), its events differ by nature, and what it was given must not.
 */
export function integrityOf(
  negative: NegativeControl,
  [first, ...more]: readonly [IntegrityPair, ...IntegrityPair[]],
): IntegrityFinding {
  switch (negative.kind) {
    case 'weaken': {
      const own = [first, ...more].filter((pair) => pair.own !== pair.attack);
      const problem = own.map(otherwiseGiven).find((one) => one !== null) ?? null;
      const systems = own.length === 0 ? {} : { systems: own.map(({ source }) => source) };
      return {
        integrity: { kind: 'weaken', guard: negative.guard.name, ...systems, holds: problem === null },
        problem,
      };
    }
    case 'edit':
      return { integrity: { kind: 'edit', operations: negative.edits.map(operation), holds: true }, problem: null };
    case 'own': {
      const expected = items(editedInput(first.attack, negative.edits));
      const actual = items(first.own);
      const differences: (Integrity & { kind: 'recording' })['differences'] = negative.edits.map((edit) => ({
        event: operation(edit).position,
        text: [...phrase`${edit.kind} at position ${String(operation(edit).position)}`],
        declared: true,
      }));
      const at = firstDifference(expected, actual);
      if (at === null) return { integrity: { kind: 'recording', differences, holds: true }, problem: null };
      const text = phrase`differs from the attack at position ${String(at + 1)}: ${shown(kindOf(actual[at]), 'kind')} for ${shown(kindOf(expected[at]), 'kind')}`;
      differences.push({ event: at + 1, text: [...text], declared: false });
      return {
        integrity: { kind: 'recording', differences, holds: false },
        problem: phrase`the negative control differs from the attack by more than it declares`,
      };
    }
  }
}

/** The first thing that the system without the guard was given and the attack was not, or the other way round. */
function otherwiseGiven({ source, attack, own }: IntegrityPair): Phrase | null {
  if (attack.kind === 'steps' || own.kind === 'steps') return null;
  const [expected, actual] = [attack.trace.events.filter(isGiven), own.trace.events.filter(isGiven)];
  const at = firstDifference(expected.map(told), actual.map(told));
  if (at === null) return null;
  const [wanted, found] = [expected[at], actual[at]];
  if (wanted !== undefined && found !== undefined && given(wanted)[0] === given(found)[0]) {
    return phrase`without the guard ${sourceName(source)} was given other ${given(found)} at event ${String(found.seq)} than the attack at event ${String(wanted.seq)}`;
  }
  const what = found === undefined ? phrase`nothing` : phrase`${given(found)} at event ${String(found.seq)}`;
  const instead = wanted === undefined ? phrase`nothing more` : phrase`${given(wanted)} at event ${String(wanted.seq)}`;
  return phrase`without the guard ${sourceName(source)} was given something else: ${what}, where the attack was given ${instead}`;
}

type Given = EventOf<'context.added'> | EventOf<'policy.declared'> | EventOf<'tools.advertised'>;

/** What a system is given whatever it does: words of people, policies and tools. Results and documents come because it asked for them. */
function isGiven(event: TraceEvent): event is Given {
  switch (event.kind) {
    case 'context.added':
      return event.origin === 'system' || event.origin === 'developer' || event.origin === 'user';
    case 'policy.declared':
    case 'tools.advertised':
      return true;
    default:
      return false;
  }
}

/** The number of an item depends on what came before. */
function told(event: Given): Json {
  const { seq: _seq, src: _src, at: _at, ...rest } = event;
  return (rest.kind === 'context.added' ? { ...rest, item: '' } : rest) as unknown as Json;
}

const given = (event: Given): Phrase =>
  event.kind === 'context.added' ? phrase`${event.origin} content` : phrase`${event.kind}`;

/** An edit at a place that the attack does not have; known for recorded legs only once they are read. */
export function misplacedEdit(attack: LegInput, edits: readonly Edit[]): Diagnostic | null {
  const length = items(attack).length;
  const misplaced = edits.find((edit) => (edit.kind === 'insert' ? edit.before > length + 1 : edit.position > length));
  if (misplaced === undefined) return null;
  const what = attack.kind === 'steps' ? 'steps' : 'events';
  const message = `the attack has ${length} ${what}, and this edit is at ${operation(misplaced).position}`;
  return { code: 'scenario/edit-position', message, at: misplaced.at };
}

/** The attack with declared edits. */
export function editedInput(attack: LegInput, edits: readonly Edit[]): LegInput {
  switch (attack.kind) {
    case 'steps':
      return { kind: 'steps', steps: applyStepEdits(attack.steps, edits) };
    case 'trace':
      return { kind: 'trace', trace: { ...attack.trace, events: applyEventEdits(attack.trace.events, edits) } };
  }
}

function operation(edit: Edit): { op: 'drop' | 'insert' | 'replace'; position: number } {
  return { op: edit.kind, position: edit.kind === 'insert' ? edit.before : edit.position };
}

/** What is compared: everything but the number of an event and where it was read. */
function items(input: LegInput): readonly Json[] {
  if (input.kind === 'steps') return input.steps as unknown as readonly Json[];
  return input.trace.events.map(({ seq: _seq, src: _src, ...rest }) => rest as unknown as Json);
}

function firstDifference(expected: readonly Json[], actual: readonly Json[]): number | null {
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const [one, other] = [expected[index], actual[index]];
    if (one === undefined || other === undefined || canonicalJson(one) !== canonicalJson(other)) return index;
  }
  return null;
}

function kindOf(item: Json | undefined): string {
  if (item === undefined) return 'nothing';
  const { kind, action } = item as { kind?: string; action?: string };
  return kind ?? action ?? 'nothing';
}
