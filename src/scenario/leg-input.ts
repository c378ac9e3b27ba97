import { fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { importTrace } from '../importers/import-trace.ts';
import { TRACE_FORMATS, type TraceFormat } from '../importers/importer.ts';
import type { Model } from '../model/model.ts';
import type { Step } from '../model/state-machine.ts';
import { checkEvents } from '../trace/check-events.ts';
import type { Trace } from '../trace/event.ts';
import type { ScenarioHost } from './host.ts';
import { ITF_FORMAT, isItf, itfSteps } from './itf-leg.ts';
import { missingFile } from './resolve-model.ts';
import type { LegSource } from './trio.ts';

/** What a leg folds: steps, or a trace. */
export type LegInput =
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'trace'; readonly trace: Trace };

/** Reads, imports or runs what a leg names. `weaken` reaches a live agent only, `models` an ITF trace (see {@link itfSteps}). */
export async function legInput(
  source: LegSource,
  host: ScenarioHost,
  weaken: string | null,
  models: readonly Model[],
): Promise<Result<LegInput>> {
  switch (source.kind) {
    case 'steps':
      return ok({ kind: 'steps', steps: source.steps });
    case 'events':
      return ok({ kind: 'trace', trace: source.trace });
    case 'trace':
      return recordedTrace(source, host, models);
    case 'agent':
      return agentTrace(source, host, weaken);
  }
}

function recordedTrace(
  source: Extract<LegSource, { kind: 'trace' }>,
  host: ScenarioHost,
  models: readonly Model[],
): Result<LegInput> {
  const { file, format, at } = source;
  if (format !== null && format !== ITF_FORMAT && !isFormat(format)) {
    const hint = nearestHint(format, [...TRACE_FORMATS, ITF_FORMAT]);
    const message = `tracefold reads no format "${format}"`;
    return fail({ code: 'scenario/unknown-format', message, at, ...(hint === undefined ? {} : { hint }) });
  }
  const bytes = host.readBytes(file);
  if (bytes === null) return fail({ ...missingFile(file), at });
  if (isItf(source)) {
    const steps = itfSteps(source, bytes, models);
    return steps.ok ? ok({ kind: 'steps', steps: steps.value }) : steps;
  }
  const imported = importTrace(bytes, { file, ...(format === null ? {} : { format: format as TraceFormat }) });
  return imported.ok ? ok({ kind: 'trace', trace: imported.value.trace }) : imported;
}

const isFormat = (format: string): format is TraceFormat => (TRACE_FORMATS as readonly string[]).includes(format);

async function agentTrace(
  source: Extract<LegSource, { kind: 'agent' }>,
  host: ScenarioHost,
  weaken: string | null,
): Promise<Result<LegInput>> {
  const agent = host.agents?.get(source.name);
  if (agent === undefined) {
    const hint = nearestHint(source.name, host.agents?.keys() ?? []) ?? 'register it with defineAgent in a setup file';
    return fail({
      code: 'scenario/unknown-agent',
      message: `no agent is called "${source.name}"`,
      at: source.at,
      hint,
    });
  }
  try {
    const trace = await agent({ stimuli: source.stimuli, weaken });
    const events = checkEvents(trace.events);
    return events.ok ? ok({ kind: 'trace', trace }) : fail({ ...events.errors[0], at: source.at });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: 'scenario/agent-threw', message: `the agent "${source.name}" threw: ${why}`, at: source.at });
  }
}
