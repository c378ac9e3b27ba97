export interface ExploreOptions {
  /** Report states without successors; default: as the configuration says. */
  readonly deadlock?: boolean;
  /** Give up, with an error, past this many distinct states. */
  readonly maxStates?: number;
  /** Give up, with an error, after this long: on states and on behaviours. One evaluation that takes longer is not interrupted. */
  readonly maxMilliseconds?: number;
  /** Give up, with an error, past this many bytes of states; default 4 GiB. */
  readonly maxBytes?: number;
  /** Called now and then. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** `behaviours`: all states are known, and temporal properties are judged; told once. */
  readonly phase: 'states' | 'behaviours';
  readonly distinctStates: number;
  readonly generatedStates: number;
  readonly queuedStates: number;
  readonly depth: number;
}
