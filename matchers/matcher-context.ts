/** The part of `this` in a custom matcher that Vitest 3.2, 4, 5 and Jest 30 have in common; `dontThrow` is Jest's alone. */
export interface MatcherContext {
  readonly isNot?: boolean;
  readonly promise?: string;
  readonly currentTestName?: string;
  readonly testPath?: string;
  /** Vitest's own. */
  readonly task?: { readonly meta?: Record<string, unknown> };
  readonly dontThrow?: () => void;
  readonly utils?: {
    readonly diff?: (a: unknown, b: unknown, options?: never) => unknown;
    readonly printReceived?: (value: unknown) => string;
    readonly printExpected?: (value: unknown) => string;
    readonly RECEIVED_COLOR?: (text: string) => string;
    readonly EXPECTED_COLOR?: (text: string) => string;
    readonly DIM_COLOR?: (text: string) => string;
    readonly BOLD_WEIGHT?: (text: string) => string;
  };
}

/** What a custom matcher returns. `actual` and `expected` feed Vitest's diff; `meta` reaches reporters. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly meta?: object;
}
