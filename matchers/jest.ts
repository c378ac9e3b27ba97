import { expect } from '@jest/globals';
import { evidenceSerializer } from './evidence-snapshot.ts';
import { type ModelMatchers, modelMatchers } from './model-matchers.ts';
import type { SnapshotExpect } from './to-match-evidence-snapshot.ts';
import { type TraceMatchers, traceMatchers } from './trace-matchers.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends TraceMatchers<R>, ModelMatchers<R> {}
}
declare global {
  // For `@types/jest`, whose `expect` is a global of its own.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: type parameters of a merged interface must match
    interface Matchers<R, T = {}> extends TraceMatchers<R>, ModelMatchers<R> {}
  }
}

const matchers = { ...traceMatchers(expect as unknown as SnapshotExpect), ...modelMatchers };
expect.extend(matchers as unknown as Parameters<typeof expect.extend>[0]);
expect.addSnapshotSerializer(evidenceSerializer);
