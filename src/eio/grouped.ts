/** Groups of values by key, in order. */
export function grouped<K, V>(pairs: Iterable<readonly [K, V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of pairs) push(groups, key, value);
  return groups;
}

/** Adds a value to the group of a key. */
export function push<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** As {@link push}, for values that come in order, each of them once a group. */
export function pushOnce<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else if (group[group.length - 1] !== value) group.push(value);
}
