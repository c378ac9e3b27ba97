import type { Step } from '../model/state-machine.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Edit, EditItem } from './trio.ts';

/**
 * The attack with its declared edits (design section 5, "Integrity"). Positions are those of the attack as written, so the order of the
 * edits does not matter, except among insertions at one place.
 */
export function applyEdits<T>(items: readonly T[], edits: readonly Edit[], make: (item: EditItem) => T): readonly T[] {
  const dropped = new Set<number>();
  const replaced = new Map<number, T>();
  const inserted = new Map<number, T[]>();
  for (const edit of edits) {
    switch (edit.kind) {
      case 'drop':
        dropped.add(edit.position);
        break;
      case 'replace':
        replaced.set(edit.position, make(edit.item));
        break;
      case 'insert':
        inserted.set(edit.before, [...(inserted.get(edit.before) ?? []), make(edit.item)]);
        break;
    }
  }
  const edited: T[] = [];
  for (let position = 1; position <= items.length + 1; position++) {
    edited.push(...(inserted.get(position) ?? []));
    if (position > items.length || dropped.has(position)) continue;
    edited.push(replaced.get(position) ?? items[position - 1]!);
  }
  return edited;
}

export const applyStepEdits = (steps: readonly Step[], edits: readonly Edit[]): readonly Step[] =>
  applyEdits(steps, edits, (item) => {
    if (item.kind !== 'step') throw new TypeError('an edit of steps holds steps');
    return item.step;
  });

/** The events renumbered from 1; an inserted event that has its own `seq` keeps it only if it still fits. */
export const applyEventEdits = (events: readonly TraceEvent[], edits: readonly Edit[]): readonly TraceEvent[] =>
  applyEdits(events, edits, (item) => {
    if (item.kind !== 'event') throw new TypeError('an edit of events holds events');
    return item.event as unknown as TraceEvent;
  }).map((event, index) => ({ ...event, seq: index + 1 }));
