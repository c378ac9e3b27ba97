import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { readItf } from '../importers/itf.ts';
import type { Model } from '../model/model.ts';
import type { Step } from '../model/state-machine.ts';
import { stepsOfItf } from '../tla/itf-steps.ts';
import type { TlaMachine } from '../tla/machine/tla-machine.ts';
import type { LegSource } from './trio.ts';

type Recorded = Extract<LegSource, { kind: 'trace' }>;

/** The name by which a leg asks for this format, where the file's does not end in `.itf.json`. */
export const ITF_FORMAT = 'itf';

/** Whether a leg is a behaviour of a model in the Informal Trace Format: its steps are folded, not events. */
export const isItf = (source: LegSource): source is Recorded =>
  source.kind === 'trace' &&
  (source.format === ITF_FORMAT || (source.format === null && source.file.endsWith('.itf.json')));

/**
 * The steps of an ITF trace in a TLA+ model with the same variables. The first of `models` that has this behaviour reads it; an attack may be one of the
 * model without the guard that stops it, and then says what was done, not what came of it.
 */
export function itfSteps(source: Recorded, bytes: Uint8Array, models: readonly Model[]): Result<readonly Step[]> {
  const machines = models.flatMap((model) => (isTla(model) ? [model.machine] : []));
  if (machines.length === 0) {
    return fail({
      code: 'scenario/itf-needs-tla',
      message: 'an ITF trace is a behaviour of a TLA+ model, and this trio has none',
      at: source.at,
    });
  }
  const itf = readItf(bytes, { file: source.file });
  if (!itf.ok) return itf;
  const problems: Diagnostic[] = [];
  for (const [index, machine] of machines.entries()) {
    const steps = stepsOfItf(machine, itf.value);
    if (steps.ok) return ok(index === 0 ? steps.value : steps.value.map(({ observed: _observed, ...step }) => step));
    problems.push(steps.errors[0]);
  }
  // What the model as it is says of the trace is what its author looks for.
  return fail({ ...problems[0]!, at: source.at });
}

const isTla = (model: Model): model is Model & { readonly machine: TlaMachine } =>
  'machine' in model && (model.machine as { kind?: unknown }).kind === 'tla';
