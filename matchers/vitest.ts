import { expect } from 'vitest';
import { type ModelMatchers, modelMatchers } from './model-matchers.ts';
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

expect.extend({ ...traceMatchers, ...modelMatchers } as unknown as Parameters<typeof expect.extend>[0]);
