import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Integrity } from '../evidence/record/schema.ts';
import { phrase, shown } from '../model/phrase.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import { applyEventEdits, applyStepEdits } from './apply-edits.ts';
import type { LegInput } from './leg-input.ts';
import type { Edit, NegativeControl } from './trio.ts';

/**
 * How the negative control differs from the attack (design section 5, "Integrity"): by one guard and nothing else, by the declared edits
 * and nothing else, or, for its own recording, by differences that must all be declared.
 */
export function integrityOf(negative: NegativeControl, attack: LegInput, own: LegInput): Integrity {
  switch (negative.kind) {
    case 'weaken':
      return { kind: 'weaken', guard: negative.guard.name, holds: true };
    case 'edit':
      return { kind: 'edit', operations: negative.edits.map(operation), holds: true };
    case 'own': {
      const expected = items(editedInput(attack, negative.edits));
      const actual = items(own);
      const differences: (Integrity & { kind: 'recording' })['differences'] = negative.edits.map((edit) => ({
        event: operation(edit).position,
        text: [...phrase`${edit.kind} at position ${String(operation(edit).position)}`],
        declared: true,
      }));
      const at = firstDifference(expected, actual);
      if (at !== null) {
        const text = phrase`differs from the attack at position ${String(at + 1)}: ${shown(kindOf(actual[at]), 'kind')} for ${shown(kindOf(expected[at]), 'kind')}`;
        differences.push({ event: at + 1, text: [...text], declared: false });
      }
      return { kind: 'recording', differences, holds: at === null };
    }
  }
}

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
