import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { readItf } from '../importers/itf.ts';
import type { Model } from '../model/model.ts';
import type { Step } from '../model/state-machine.ts';
import { stepsOfItf } from '../tla/itf-steps.ts';
import type { TlaMachine } from '../tla/machine/tla-machine.ts';
import type { ScenarioHost } from './host.ts';
import { recordedBytes } from './leg-input.ts';
import { type ItfSource, isItf, type LegSource, mapSources, sourcesOf, type Trio } from './trio.ts';

/**
 * The trio with each ITF trace turned into the steps that it takes in its TLA+ model. An attack may be a behaviour of the model without the
 * guard that the negative control weakens: then it says what was done, not what came of it.
 */
export function withItfSteps(trio: Trio, models: readonly Model[], host: ScenarioHost): Result<Trio> {
  const itf = sourcesOf(trio).filter(isItf);
  if (itf.length === 0) return ok(trio);
  const { attack, negativeControl: negative } = trio;
  const read = new Map<LegSource, LegSource>();
  for (const source of itf) {
    if (negative.kind === 'weaken' && source === negative.recording) {
      const message = 'an ITF trace is a behaviour of a model, and no recording of a weakened system';
      return fail({ code: 'scenario/itf-recording', message, at: source.at });
    }
    const more =
      negative.kind === 'weaken' && attack.sources.includes(source) ? without(models, negative.guard.name) : [];
    const steps = itfSteps(source, [...models, ...more], host);
    if (!steps.ok) return steps;
    read.set(source, { kind: 'steps', steps: steps.value, spans: steps.value.map(() => source.at) });
  }
  return ok(mapSources(trio, (source) => read.get(source) ?? source) ?? trio);
}

const without = (models: readonly Model[], guard: string): readonly Model[] =>
  models.flatMap((model) => {
    const weakened = model.weaken(guard);
    return weakened.ok ? [weakened.value] : [];
  });

/** By the first of the models that has this behaviour. */
function itfSteps(source: ItfSource, models: readonly Model[], host: ScenarioHost): Result<readonly Step[]> {
  const { file, at } = source;
  const machines = models.flatMap((model) => (isTla(model) ? [model.machine] : []));
  if (machines.length === 0) {
    return fail({
      code: 'scenario/itf-needs-tla',
      message: 'an ITF trace is a behaviour of a TLA+ model, and this trio has none',
      at,
    });
  }
  const bytes = recordedBytes(source, host);
  if (!bytes.ok) return bytes;
  const itf = readItf(bytes.value, { file });
  if (!itf.ok) return itf;
  const problems: Diagnostic[] = [];
  for (const [index, machine] of machines.entries()) {
    const steps = stepsOfItf(machine, itf.value);
    if (steps.ok) return ok(index === 0 ? steps.value : steps.value.map(({ observed: _observed, ...step }) => step));
    problems.push(steps.errors[0]);
  }
  // What the model as it is says of the trace is what its author looks for.
  return fail({ ...problems[0]!, at });
}

const isTla = (model: Model): model is Model & { readonly machine: TlaMachine } =>
  'machine' in model && (model.machine as { kind?: unknown }).kind === 'tla';
