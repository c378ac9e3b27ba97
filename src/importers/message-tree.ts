import type { JsonObject } from '../trace/json.ts';
import { field, nameField } from './fields.ts';

/**
 * The entries on the active branch of a tree of messages: the path from the last entry with an id up to its root, and every entry without an id. A tree that was never
 * branched is its own active branch.
 */
export function activeBranch(
  entries: readonly JsonObject[],
  idKey: string,
  parentKey: string,
): ReadonlySet<JsonObject> {
  const byId = new Map<string, JsonObject>();
  for (const entry of entries) {
    const id = nameField(entry, idKey);
    if (id !== undefined && field(entry, parentKey) !== undefined) byId.set(id, entry);
  }
  const active = new Set<JsonObject>(entries.filter((entry) => byId.get(nameField(entry, idKey) ?? '') !== entry));
  let current: JsonObject | undefined = [...byId.values()].at(-1);
  // The set also ends a hostile circle of parents.
  while (current !== undefined && !active.has(current)) {
    active.add(current);
    current = byId.get(nameField(current, parentKey) ?? '');
  }
  return active;
}
