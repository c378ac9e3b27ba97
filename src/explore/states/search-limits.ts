import { createRequire } from 'node:module';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type StateTable, tableBytes } from '../../tla/machine/state-table.ts';
import type { ExploreOptions } from '../explore-options.ts';
import type { EdgeLog } from '../liveness/edge-log.ts';

/** Ends a search that may not go on, from inside generated code. */
export class LimitReached extends Error {
  readonly limit: Diagnostic;

  constructor(what: string) {
    super(what);
    this.limit = {
      code: 'explore/limit',
      message: `${what}: the search was given up, and says nothing about the rest`,
      hint: 'raise the limit, or make the model smaller by its constants',
    };
  }
}

/** Bytes that the states of a search take at most by default. */
const MAX_TABLE_BYTES = 4 * 2 ** 30;

/** Part of the JavaScript heap that may be in use; past it the process would soon be ended. */
const MAX_HEAP_SHARE = 0.9;

/** A table that is full is copied to one of twice its size: for a moment there are both. */
const GROWTH = 1.5;

/** The module is loaded by a search that lasts: it brings streams along, which costs more than to check a small model. */
const heapStatistics = (): { readonly used_heap_size: number; readonly heap_size_limit: number } =>
  createRequire(import.meta.url)('node:v8').getHeapStatistics();

/** Whether a search has time, until `end` as `performance.now()` tells it, and memory left. Throws {@link LimitReached} if not. */
export function refuseToExceed(options: ExploreOptions, end: number, table: StateTable, edges: EdgeLog | null): void {
  const { maxMilliseconds, maxBytes = MAX_TABLE_BYTES } = options;
  if (maxMilliseconds !== undefined && performance.now() > end) {
    throw new LimitReached(`not done after ${maxMilliseconds} ms and ${table.count} distinct states`);
  }
  const bytes = tableBytes(table) + (edges?.targets.items.byteLength ?? 0);
  if (bytes * GROWTH > maxBytes) throw new LimitReached(`the ${table.count} distinct states take too much memory`);
  const heap = heapStatistics();
  if (heap.used_heap_size > heap.heap_size_limit * MAX_HEAP_SHARE) {
    throw new LimitReached(`the values of ${table.count} distinct states fill the memory of the process`);
  }
}
