import type { Span } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import type { Step } from '../model/state-machine.ts';
import type { Trace } from '../trace/event.ts';
import type { JsonObject } from '../trace/json.ts';
import type { Binding } from './bindings/binding.ts';

/** Attack, control and negative control: the unit of proof (design section 5). One YAML document is one trio. */
export interface Trio {
  /** Unique in the project: `nodes-run/approval-replay`. */
  readonly id: string;
  readonly claim: string;
  /** Scenario file, relative to the project root. */
  readonly file: string;
  readonly source: SourceText;
  /** The value of the `trio` key. */
  readonly at: Span;
  readonly models: readonly ModelRef[];
  /** Predicates that must not be reached; null means all of the model's. */
  readonly forbidden: readonly Named[] | null;
  readonly attack: Leg;
  readonly control: ControlLeg;
  readonly negativeControl: NegativeControl;
  /** Of a trio that was declared with others: its legs are events that the model decides by itself, its guard is found with the model. */
  readonly binding?: Binding;
}

/** A name from the YAML with its place. */
export interface Named {
  readonly name: string;
  readonly at: Span;
}

/** Which model judges, as the YAML names it; paths are relative to the project root. */
export interface ModelRef {
  /** A file (`.tla`, `.yaml`, `.ts`, `.js`), or a model that the package ships (`eio:…`, `monitor:…`). */
  readonly spec: string;
  readonly config: string | null;
  readonly mapping: string | null;
  readonly constants: JsonObject;
  /** Where the configuration and the mapping are named; where the model is, if they are not. */
  readonly configAt: Span;
  readonly mappingAt: Span;
  /** Where the constants stand; where the model is named, if there are none. */
  readonly constantsAt: Span;
  readonly predicates: readonly Named[] | null;
  readonly at: Span;
}

export const LEGS = ['attack', 'control', 'negative-control'] as const;

export type LegName = (typeof LEGS)[number];

export interface Leg {
  /** The key of the leg. */
  readonly at: Span;
  /** The model, a recording, the live system: each is judged by itself, and they must agree. */
  readonly sources: LegSources;
}

export type Recording = Extract<LegSource, { kind: 'events' | 'trace' }>;

export const isRecording = (source: LegSource): source is Recording =>
  source.kind === 'events' || source.kind === 'trace';

export type ItfSource = Extract<LegSource, { kind: 'trace' }>;

/** Whether a leg is a behaviour of a model in the Informal Trace Format, by its name or by `format: itf`: its steps are folded, not events. */
export const isItf = (source: LegSource): source is ItfSource =>
  source.kind === 'trace' && (source.format === 'itf' || (source.format === null && source.file.endsWith('.itf.json')));

export type LegSources = readonly [LegSource, ...LegSource[]];

/** The model first: what the others are held against. */
export const SOURCE_KINDS = ['steps', 'events', 'trace', 'agent'] as const satisfies readonly LegSource['kind'][];

export type LegSource =
  | { readonly kind: 'steps'; readonly steps: readonly Step[]; readonly spans: readonly Span[] }
  | { readonly kind: 'events'; readonly trace: Trace; readonly spans: readonly Span[] }
  | { readonly kind: 'trace'; readonly file: string; readonly format: string | null; readonly at: Span }
  | {
      readonly kind: 'agent';
      readonly name: string;
      readonly stimuli: readonly JsonObject[];
      /** Its stimuli are the steps of the leg, read backwards; they are known with the model. */
      readonly replays?: true;
      readonly at: Span;
    };

export interface ControlLeg extends Leg {
  /** Goals that the control must reach. */
  readonly reaches: readonly Named[];
}

/** The same attack with one thing changed, so that the forbidden state *is* reached. */
export type NegativeControl = {
  readonly at: Span;
  readonly violates: readonly Named[] | null;
} /** `recording` is of the weakened system, and stands in place of the attack's. */ & (
  | { readonly kind: 'weaken'; readonly guard: Named; readonly recording: Recording | null }
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  /** Its own recording; `edits` declares every difference from the attack. */
  | { readonly kind: 'own'; readonly source: LegSource; readonly edits: readonly Edit[] }
);

/** One declared change to the attack's steps or events; positions count from 1 in the attack as written. */
export type Edit = { readonly at: Span } & (
  | { readonly kind: 'drop'; readonly position: number }
  | { readonly kind: 'insert'; readonly before: number; readonly item: EditItem }
  | { readonly kind: 'replace'; readonly position: number; readonly item: EditItem }
);

export type EditItem =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'event'; readonly event: JsonObject };

/** Every source of a trio, in the order of its legs. */
export function sourcesOf({ attack, control, negativeControl: negative }: Trio): readonly LegSource[] {
  switch (negative.kind) {
    case 'weaken':
      return [...attack.sources, ...control.sources, ...(negative.recording === null ? [] : [negative.recording])];
    case 'edit':
      return [...attack.sources, ...control.sources];
    case 'own':
      return [...attack.sources, ...control.sources, negative.source];
  }
}

/** The trio with each source changed; one that becomes null is left out, and the trio is null if a leg then has none. */
export function mapSources(trio: Trio, change: (source: LegSource) => LegSource | null): Trio | null {
  const all = (sources: LegSources): LegSources | null => {
    const [first, ...more] = sources.map(change).filter((source) => source !== null);
    return first === undefined ? null : [first, ...more];
  };
  const [attack, control] = [all(trio.attack.sources), all(trio.control.sources)];
  const negative = changedNegative(trio.negativeControl, change);
  if (attack === null || control === null || negative === null) return null;
  return {
    ...trio,
    attack: { ...trio.attack, sources: attack },
    control: { ...trio.control, sources: control },
    negativeControl: negative,
  };
}

function changedNegative(
  negative: NegativeControl,
  change: (source: LegSource) => LegSource | null,
): NegativeControl | null {
  switch (negative.kind) {
    case 'weaken': {
      const recording = negative.recording === null ? null : change(negative.recording);
      return { ...negative, recording: recording !== null && isRecording(recording) ? recording : null };
    }
    case 'edit':
      return negative;
    case 'own': {
      const source = change(negative.source);
      return source === null ? null : { ...negative, source };
    }
  }
}
