import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EventKind, Trace, TraceEvent, TraceHeader } from '../trace/event.ts';
import { EVENT_KINDS } from '../trace/event.ts';
import { toldPath } from '../trace/told-value.ts';
import type { ImportCode } from './import-code.ts';
import type { ImportReport, Tally } from './import-report.ts';
import {
  DROP_RULES,
  type DropRule,
  type GapRule,
  INFERENCE_RULES,
  type InferenceRule,
  SKIP_RULES,
  type SkipRule,
} from './rules.ts';
import type { SourceRecord } from './source-record.ts';

type NewEventOf<E> = E extends TraceEvent ? Omit<E, 'seq' | 'src' | 'basis'> : never;

/** An event as an importer makes it: the builder numbers it and says where it was read. */
export type NewEvent = NewEventOf<TraceEvent>;

/** Where something was read. */
export interface Place {
  readonly pointer: string;
  readonly file?: string;
}

/** Proof that a record was counted: a function that returns it has accounted for its record on every path. */
export type Counted = 'counted';

/** Collects the events of one run and counts what became of its records. */
export interface RunBuilder {
  add(event: NewEvent, at: Place, inferred?: InferenceRule): void;
  imported(): Counted;
  skipped(rule: SkipRule, at: Place): Counted;
  dropped(rule: DropRule, at: Place): Counted;
  /** Something ran that the recording does not tell, in a record that is kept all the same. */
  gap(rule: Exclude<GapRule, DropRule>): void;
  warn(code: ImportCode, message: string, at: Place, hint?: string): void;
  /** Says, once it is known, that the recording also shows these kinds. */
  observes(...kinds: EventKind[]): void;
  /** Takes out the events collected so far, for whoever passes them on one by one. */
  drain(): TraceEvent[];
  /** The header as far as it is known by now. */
  header(): TraceHeader;
  finish(): { readonly trace: Trace; readonly report: ImportReport; readonly name?: string };
}

/** A recording may be wrong on every line; a few warnings of a kind say as much as a million. */
const MAX_WARNINGS_PER_CODE = 5;

export function runBuilder(
  run: { readonly source: string; readonly observes: readonly EventKind[]; readonly name?: string },
  file: string,
  unit: string,
): RunBuilder {
  let seq = 0;
  let imported = 0;
  let events: TraceEvent[] = [];
  const observed = new Set<EventKind>(run.observes);
  const kinds = new Map<EventKind, number>();
  const warnings: Diagnostic<ImportCode>[] = [];
  const warned = new Map<ImportCode, number>();
  const skipped = tallies(SKIP_RULES);
  const dropped = tallies(DROP_RULES);
  const inferred = tallies(INFERENCE_RULES);
  const gaps = new Map<GapRule, number>();
  const gap = (rule: GapRule): void => {
    gaps.set(rule, (gaps.get(rule) ?? 0) + 1);
  };
  return {
    add(event, at, rule) {
      const src = at.pointer === '' ? { file: at.file ?? file } : { file: at.file ?? file, pointer: at.pointer };
      const whole: Record<string, unknown> = { seq: ++seq };
      for (const key of Object.keys(event)) {
        const value = (event as Record<string, unknown>)[key];
        if (value !== undefined) whole[key] = value;
      }
      whole.src = src;
      if (rule !== undefined) {
        whole.basis = `inferred:${rule}`;
        inferred.add(rule, at.pointer);
      }
      events.push(whole as unknown as TraceEvent);
      kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
    },
    imported() {
      imported++;
      return 'counted';
    },
    skipped(rule, at) {
      skipped.add(rule, at.pointer);
      return 'counted';
    },
    dropped(rule, at) {
      dropped.add(rule, at.pointer);
      gap(rule);
      return 'counted';
    },
    gap,
    warn(code, message, at, hint) {
      const count = (warned.get(code) ?? 0) + 1;
      warned.set(code, count);
      if (count > MAX_WARNINGS_PER_CODE) return;
      warnings.push({
        code,
        message: `${message}, at ${at.pointer === '' ? 'the top' : toldPath(at.pointer)}`,
        ...(hint === undefined ? {} : { hint }),
      });
    },
    observes: (...more) => {
      for (const kind of more) observed.add(kind);
    },
    header: () => ({
      tracefold: 1,
      source: run.source,
      observes: EVENT_KINDS.filter((kind) => observed.has(kind)),
      ...(gaps.size === 0 ? {} : { gaps: [...gaps].map(([rule, count]) => ({ rule, count })) }),
    }),
    drain() {
      const taken = events;
      events = [];
      return taken;
    },
    finish() {
      const suppressed = [...warned].filter(([, count]) => count > MAX_WARNINGS_PER_CODE);
      const report: ImportReport = {
        unit,
        records: imported + skipped.total() + dropped.total(),
        imported,
        skipped: skipped.list(),
        dropped: dropped.list(),
        inferred: inferred.list(),
        warnings: [
          ...warnings,
          ...suppressed.map(([code, count]) => ({
            code,
            message: `${count - MAX_WARNINGS_PER_CODE} more of this kind`,
          })),
        ],
        events: EVENT_KINDS.flatMap((kind) => {
          const count = kinds.get(kind);
          return count === undefined ? [] : [{ kind, count }];
        }),
      };
      const trace: Trace = { header: this.header(), events };
      return run.name === undefined ? { trace, report } : { trace, report, name: run.name };
    },
  };
}

function tallies<R extends string>(reasons: { readonly [rule in R]: string }) {
  const found = new Map<R, { count: number; first: string }>();
  return {
    add(rule: R, pointer: string) {
      const tally = found.get(rule);
      if (tally === undefined) found.set(rule, { count: 1, first: pointer });
      else tally.count++;
    },
    total: () => [...found.values()].reduce((sum, { count }) => sum + count, 0),
    list: (): Tally[] => [...found].map(([rule, { count, first }]) => ({ rule, why: reasons[rule], count, first })),
  };
}

/** Where a part of a record stands: the record's place and the steps down to the part. */
export function placeIn(record: SourceRecord, ...steps: (string | number)[]): Place {
  const pointer = record.pointer + steps.map((step) => `/${escapeStep(step)}`).join('');
  return record.file === undefined ? { pointer } : { pointer, file: record.file };
}

/** A place further down. */
export function placeBelow(place: Place, ...steps: (string | number)[]): Place {
  return { ...place, pointer: place.pointer + steps.map((step) => `/${escapeStep(step)}`).join('') };
}

const escapeStep = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');
