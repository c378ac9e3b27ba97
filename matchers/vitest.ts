import { expect } from 'vitest';
import { evidenceSerializer } from './evidence-snapshot.ts';
import { type ModelMatchers, modelMatchers } from './model-matchers.ts';
import type { SnapshotExpect } from './to-match-evidence-snapshot.ts';
import { type TraceMatchers, traceMatchers } from './trace-matchers.ts';

// Vitest 3 and 4 have `Matchers<T>`, 5 has `Matchers<R, T>`: only Chai's interface is the same in all three.
declare global {
  namespace Chai {
    interface Assertion extends TraceMatchers<void>, ModelMatchers<void> {}
  }
}
declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest types its own asymmetric matchers
  interface AsymmetricMatchersContaining extends TraceMatchers<any>, ModelMatchers<any> {}
}

const matchers = { ...traceMatchers(expect as unknown as SnapshotExpect), ...modelMatchers };
expect.extend(matchers as unknown as Parameters<typeof expect.extend>[0]);
expect.addSnapshotSerializer(evidenceSerializer);
