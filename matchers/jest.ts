import { expect } from '@jest/globals';
import { evidenceSerializer } from './evidence-snapshot.ts';
import type { SnapshotExpect } from './to-match-evidence-snapshot.ts';
import { type TraceMatchers, traceMatchers } from './trace-matchers.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends TraceMatchers<R> {}
}
declare global {
  // For `@types/jest`, whose `expect` is a global of its own.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: type parameters of a merged interface must match
    interface Matchers<R, T = {}> extends TraceMatchers<R> {}
  }
}

expect.extend(traceMatchers(expect as unknown as SnapshotExpect) as unknown as Parameters<typeof expect.extend>[0]);
expect.addSnapshotSerializer(evidenceSerializer);
