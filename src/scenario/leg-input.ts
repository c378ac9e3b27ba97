import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import { importTrace } from '../importers/import-trace.ts';
import { TRACE_FORMATS, type TraceFormat } from '../importers/importer.ts';
import type { Step } from '../model/state-machine.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Trace, TraceEvent } from '../trace/event.ts';
import type { Json } from '../trace/json.ts';
import type { ScenarioHost } from './host.ts';
import type { LiveAgents } from './live-agent.ts';
import { missingFile } from './resolve-model.ts';
import type { LegSource } from './trio.ts';

/** What a source of a leg comes to: steps, or a trace. */
export type LegInput =
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'trace'; readonly trace: Trace };

/**
 * Whether two inputs do the same: the same actions with the same arguments, or the same events but for their numbers, their times and where
 * they were read. What was observed of a step is no part of it.
 */
export function sameDeeds(one: LegInput, other: LegInput): boolean {
  if (one.kind === 'steps') return other.kind === 'steps' && areAlike(one.steps, other.steps, stepDeed);
  return other.kind === 'trace' && areAlike(one.trace.events, other.trace.events, eventDeed);
}

/** Whether two lists come to the same, as far as they are told; nothing is told past the first difference. */
const areAlike = <T>(one: readonly T[], other: readonly T[], told: (item: T) => string): boolean =>
  one.length === other.length && one.every((item, at) => told(item) === told(other[at]!));

const stepDeed = ({ action, args = {}, assume = {} }: Step): string => canonicalJson([action, args, assume]);

const eventDeed = ({ seq: _seq, at: _at, src: _src, ...deed }: TraceEvent): string =>
  canonicalJson(deed as unknown as Json);

/** Reads, imports or runs one source of a leg. `weaken` reaches a live agent only. */
export async function legInput(
  source: LegSource,
  host: ScenarioHost,
  agents: LiveAgents,
  weaken: string | null,
): Promise<Result<LegInput>> {
  switch (source.kind) {
    case 'steps':
      return ok({ kind: 'steps', steps: source.steps });
    case 'events':
      return ok({ kind: 'trace', trace: source.trace });
    case 'trace':
      return asInput(recordedTrace(source, host));
    case 'agent':
      return asInput(await agents.call(source, weaken));
  }
}

const asInput = (trace: Result<Trace>): Result<LegInput> =>
  trace.ok ? ok({ kind: 'trace', trace: trace.value }) : trace;

/** The trace of a recording, whatever its format. */
export function recordedTrace(source: Extract<LegSource, { kind: 'trace' }>, host: ScenarioHost): Result<Trace> {
  const { file, format, at } = source;
  if (format !== null && !isFormat(format)) {
    const hint = nearestHint(format, TRACE_FORMATS);
    const message = `tracefold reads no format "${format}"`;
    return fail({ code: 'scenario/unknown-format', message, at, ...(hint === undefined ? {} : { hint }) });
  }
  const bytes = recordedBytes(source, host);
  if (!bytes.ok) return bytes;
  const imported = importTrace(bytes.value, { file, ...(format === null ? {} : { format }) });
  return imported.ok ? ok(imported.value.trace) : imported;
}

/** The bytes of a recording. */
export function recordedBytes(
  { file, at }: Extract<LegSource, { kind: 'trace' }>,
  host: ScenarioHost,
): Result<Uint8Array> {
  try {
    const bytes = host.readBytes(file);
    return bytes === null ? fail({ ...missingFile(file, host), at }) : ok(bytes);
  } catch (error) {
    // A link that leads out of the project.
    if (error instanceof TracefoldError) return fail({ ...error.diagnostics[0]!, at });
    throw error;
  }
}

const isFormat = (format: string): format is TraceFormat => (TRACE_FORMATS as readonly string[]).includes(format);
