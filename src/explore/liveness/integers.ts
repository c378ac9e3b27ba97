/** A list of 32-bit integers that grows. */
export interface Integers {
  items: Int32Array;
  count: number;
}

export const createIntegers = (): Integers => ({ items: new Int32Array(1 << 8), count: 0 });

export function push(list: Integers, value: number): void {
  if (list.count === list.items.length) {
    const larger = new Int32Array(list.items.length * 2);
    larger.set(list.items);
    list.items = larger;
  }
  list.items[list.count++] = value;
}
