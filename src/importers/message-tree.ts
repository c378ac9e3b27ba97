import type { JsonObject } from '../trace/json.ts';
import { field, nameField } from './fields.ts';

/**
 * The entries on the active branch of a tree of messages: the path from the last entry with an id up to its root, and every entry without an id. A tree that was never
 * branched is its own active branch. With `perRoot` each root begins a tree of its own, as after a compaction, and the last entry of each tree ends its branch.
 */
export function activeBranch(
  entries: readonly JsonObject[],
  keys: { readonly id: string; readonly parent: string },
  perRoot = false,
): ReadonlySet<JsonObject> {
  const byId = new Map<string, JsonObject>();
  for (const entry of entries) {
    const id = nameField(entry, keys.id);
    if (id !== undefined && field(entry, keys.parent) !== undefined) byId.set(id, entry);
  }
  const parentOf = (entry: JsonObject): JsonObject | undefined => byId.get(nameField(entry, keys.parent) ?? '');
  const active = new Set<JsonObject>(entries.filter((entry) => byId.get(nameField(entry, keys.id) ?? '') !== entry));
  const leaves = perRoot ? lastOfEachRoot([...byId.values()], parentOf) : [...byId.values()].slice(-1);
  for (const leaf of leaves) {
    let current: JsonObject | undefined = leaf;
    // The set also ends a hostile circle of parents.
    while (current !== undefined && !active.has(current)) {
      active.add(current);
      current = parentOf(current);
    }
  }
  return active;
}

function lastOfEachRoot(
  entries: readonly JsonObject[],
  parentOf: (entry: JsonObject) => JsonObject | undefined,
): readonly JsonObject[] {
  const roots = new Map<JsonObject, JsonObject>();
  const last = new Map<JsonObject, JsonObject>();
  for (const entry of entries) {
    const path: JsonObject[] = [];
    const walked = new Set<JsonObject>();
    let current: JsonObject = entry;
    for (;;) {
      const known = roots.get(current);
      const parent = known ?? parentOf(current);
      if (known !== undefined || parent === undefined || walked.has(current)) {
        const root = known ?? current;
        for (const step of [...path, current]) roots.set(step, root);
        last.set(root, entry);
        break;
      }
      walked.add(current);
      path.push(current);
      current = parent;
    }
  }
  return [...last.values()];
}
