/**
 * Distinct states as rows of values, in order of discovery, with exact comparison: no two states are ever taken for one.
 */
export interface StateTable {
  /** Values a row. */
  readonly width: number;
  /** Values of a row's key, where states are told apart by something else than their rows; 0 where by the rows. */
  readonly keyWidth: number;
  count: number;
  rows: Int32Array;
  keys: Int32Array;
  /** Index of the state that each was first reached from; -1 for initial states. */
  parents: Int32Array;
  slots: Int32Array;
  hashes: Int32Array;
}

export function createStateTable(width: number, keyWidth = 0): StateTable {
  const capacity = 1 << 10;
  return {
    width,
    keyWidth,
    count: 0,
    rows: new Int32Array(capacity * Math.max(1, width)),
    keys: new Int32Array(capacity * keyWidth),
    parents: new Int32Array(capacity),
    slots: new Int32Array(capacity * 2),
    hashes: new Int32Array(capacity),
  };
}

/**
 * The index of a state, which is added if it is new: then it is the table's former `count`. `key` is what tells it apart; the row itself where
 * the table has no keys of its own.
 */
export function addState(table: StateTable, row: Int32Array, key: Int32Array, parent: number): number {
  const keyed = table.keyWidth > 0;
  const width = keyed ? table.keyWidth : table.width;
  const known = keyed ? table.keys : table.rows;
  const stride = keyed ? table.keyWidth : Math.max(1, table.width);
  const hash = hashOf(key, width);
  const { slots, hashes } = table;
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (;;) {
    const entry = slots[slot]!;
    if (entry === 0) break;
    const index = entry - 1;
    if (hashes[index] === hash) {
      const offset = index * stride;
      let i = 0;
      while (i < width && known[offset + i] === key[i]) i++;
      if (i === width) return index;
    }
    slot = (slot + 1) & mask;
  }
  const index = table.count;
  if (index === table.parents.length) grow(table);
  const offset = index * Math.max(1, table.width);
  const { rows } = table;
  for (let i = 0; i < table.width; i++) rows[offset + i] = row[i]!;
  if (keyed) for (let i = 0; i < width; i++) table.keys[index * width + i] = key[i]!;
  table.parents[index] = parent;
  table.hashes[index] = hash;
  table.count = index + 1;
  if (table.slots === slots) slots[slot] = index + 1;
  else place(table, index);
  return index;
}

/** Gives every state another key; the states stay as distinct as they were. */
export function rekey(table: StateTable, write: (row: Int32Array, key: Int32Array) => void): void {
  const { width, keyWidth } = table;
  const stride = Math.max(1, width);
  table.slots.fill(0);
  for (let i = 0; i < table.count; i++) {
    const key = table.keys.subarray(i * keyWidth, (i + 1) * keyWidth);
    write(table.rows.subarray(i * stride, i * stride + width), key);
    table.hashes[i] = hashOf(key, keyWidth);
    place(table, i);
  }
}

function hashOf(key: Int32Array, width: number): number {
  let hash = 0x2545f491;
  for (let i = 0; i < width; i++) {
    hash = Math.imul(hash ^ key[i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function place(table: StateTable, index: number): void {
  const mask = table.slots.length - 1;
  let slot = table.hashes[index]! & mask;
  while (table.slots[slot] !== 0) slot = (slot + 1) & mask;
  table.slots[slot] = index + 1;
}

function grow(table: StateTable): void {
  const larger = (old: Int32Array): Int32Array => {
    const next = new Int32Array(old.length * 2);
    next.set(old);
    return next;
  };
  table.rows = larger(table.rows);
  table.keys = larger(table.keys);
  table.parents = larger(table.parents);
  table.hashes = larger(table.hashes);
  table.slots = new Int32Array(table.slots.length * 2);
  for (let i = 0; i < table.count; i++) place(table, i);
}

/** Bytes that the table holds. */
export const tableBytes = (table: StateTable): number =>
  table.rows.byteLength +
  table.keys.byteLength +
  table.parents.byteLength +
  table.slots.byteLength +
  table.hashes.byteLength;
