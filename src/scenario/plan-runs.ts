import { type Diagnostic, fail, ok, type Result, type Span } from '../diagnostics/diagnostic.ts';
import { sourceName } from '../evidence/render/source-name.ts';
import type { StepFoldOptions } from '../model/machine-model.ts';
import type { Model } from '../model/model.ts';
import type { ScenarioHost } from './host.ts';
import { editedInput, misplacedEdit } from './integrity.ts';
import { type LegInput, legInput, sameDeeds } from './leg-input.ts';
import { type LiveAgents, liveAgents } from './live-agent.ts';
import { located, planGoals } from './plan-judgement.ts';
import type { ResolvedModel } from './resolve-model.ts';
import type { ScenarioErrorCode } from './scenario-reader.ts';
import { isRecording, type Leg, type LegName, type LegSource, type Named, type Trio } from './trio.ts';

/** One source of one leg, as it is folded by the models. */
export interface Run {
  readonly leg: LegName;
  readonly source: LegSource['kind'];
  readonly at: Span;
  /** Whether other sources of the leg are run too. */
  readonly several: boolean;
  readonly input: LegInput;
  /** Names that the trio forbids in so many words: an observation among them counts as a finding. */
  readonly forbidden: readonly Named[];
  /** One a model. */
  readonly models: readonly RunModel[];
}

export interface RunModel {
  readonly model: Model;
  /** The guard that the model lacks in this run. */
  readonly weakened: string | null;
  readonly options: StepFoldOptions;
}

/** The runs of a trio: one for each source of each leg. Those of the negative control stand in the order of the attack's. */
export interface Runs {
  readonly attack: readonly Run[];
  readonly control: readonly Run[];
  readonly negative: readonly Run[];
}

/** A source and what it came to. */
interface Input {
  readonly source: LegSource;
  readonly input: LegInput;
}

/** Reads, imports and runs everything that a trio names. */
export async function planRuns(
  trio: Trio,
  models: readonly ResolvedModel[],
  predicates: readonly (readonly string[])[],
  host: ScenarioHost,
): Promise<Result<Runs>> {
  const weakened = weakenedModels(trio, models);
  if (!weakened.ok) return weakened;
  const agents = liveAgents(host);
  const attack = await readAll(trio.attack.sources, host, agents);
  if (!attack.ok) return attack;
  const control = await readAll(trio.control.sources, host, agents);
  if (!control.ok) return control;
  const repeated = control.value.find((one) => attack.value.some((other) => doesTheSame(one, other)));
  if (repeated !== undefined) return fail(controlEqualsAttack(trio, repeated));
  const negative = await negativeInputs(trio, attack.value, host, agents);
  if (!negative.ok) return negative;
  const goals = planGoals(trio.control.reaches, models);
  if (!goals.ok) return goals;

  const forbidden = [...(trio.forbidden ?? []), ...(trio.negativeControl.violates ?? [])];
  const guard = trio.negativeControl.kind === 'weaken' ? trio.negativeControl.guard.name : null;
  const tolerated = weakened.value.map((model) => (model === null ? {} : { tolerate: guard! }));
  const optionsOf = (index: number): StepFoldOptions => ({ predicates: predicates[index]! });
  const plain = (more: (index: number) => StepFoldOptions): readonly RunModel[] =>
    models.map(({ model }, index) => ({ model, weakened: null, options: { ...optionsOf(index), ...more(index) } }));
  const runOf = (
    leg: LegName,
    at: Pick<Leg, 'at'>,
    { source, input }: Input,
    several: boolean,
  ): Omit<Run, 'models'> => ({
    leg,
    source: source.kind,
    at: several ? (placeOf(source) ?? at.at) : at.at,
    several,
    input,
    forbidden,
  });
  const of = (
    inputs: readonly Input[],
    leg: LegName,
    at: Pick<Leg, 'at'>,
    modelsOf: (input: Input) => readonly RunModel[],
  ) => inputs.map((input) => ({ ...runOf(leg, at, input, inputs.length > 1), models: modelsOf(input) }));
  return ok({
    attack: of(attack.value, 'attack', trio.attack, () => plain((index) => tolerated[index]!)),
    control: of(control.value, 'control', trio.control, () => plain((index) => ({ goals: goals.value[index]! }))),
    negative: of(negative.value, 'negative-control', trio.negativeControl, ({ source }) =>
      weakensModel(trio, source)
        ? models.map(({ model }, index) => {
            const without = weakened.value[index]!;
            return { model: without ?? model, weakened: without === null ? null : guard, options: optionsOf(index) };
          })
        : plain(() => ({})),
    ),
  });
}

/** Whether two sources come to the same, however they are written; what a live agent does is its own, and its goal is what counts. */
const doesTheSame = (one: Input, other: Input): boolean =>
  one.source.kind !== 'agent' && other.source.kind !== 'agent' && sameDeeds(one.input, other.input);

const controlEqualsAttack = (trio: Trio, { source }: Input): Diagnostic => ({
  code: 'scenario/control-equals-attack' satisfies ScenarioErrorCode,
  message: `the control does the same as the attack in ${sourceName(source.kind)}, so it cannot show that legitimate work still gets done`,
  at: placeOf(source) ?? trio.control.at,
  hint: 'let the control do what a legitimate user would',
});

function placeOf(source: LegSource): Span | undefined {
  switch (source.kind) {
    case 'steps':
    case 'events':
      return source.spans[0];
    case 'trace':
    case 'agent':
      return source.at;
  }
}

/**
 * Whether this source of the attack is told again by the model without the guard. A live agent switches its own guard off, a recording of the
 * weakened system is of one that did, and for both the model stays whole: their traces are judged as any other.
 */
function weakensModel({ negativeControl: negative }: Trio, source: LegSource): boolean {
  return negative.kind === 'weaken' && source.kind !== 'agent' && source !== negative.recording;
}

/** Each model without the guard, null for one that does not have it; an error if the guard is needed and none has it. */
function weakenedModels(trio: Trio, models: readonly ResolvedModel[]): Result<readonly (Model | null)[]> {
  const { negativeControl: negative } = trio;
  const none = models.map(() => null);
  if (negative.kind !== 'weaken') return ok(none);
  const recorded = (source: LegSource): boolean => negative.recording !== null && isRecording(source);
  if (trio.attack.sources.every((source) => source.kind === 'agent' || recorded(source))) return ok(none);
  const results = models.map(({ model }) => model.weaken(negative.guard.name));
  const [first] = results;
  if (results.some(({ ok: has }) => has)) return ok(results.map((result) => (result.ok ? result.value : null)));
  return first === undefined || first.ok ? ok(none) : located(first.errors, negative.guard.at);
}

async function readAll(
  sources: readonly LegSource[],
  host: ScenarioHost,
  agents: LiveAgents,
  weaken: string | null = null,
): Promise<Result<readonly Input[]>> {
  const inputs: Input[] = [];
  for (const source of sources) {
    const input = await legInput(source, host, agents, weaken);
    if (!input.ok) return input;
    inputs.push({ source, input: input.value });
  }
  return ok(inputs);
}

/** What the negative control makes of each source of the attack. */
async function negativeInputs(
  trio: Trio,
  attack: readonly Input[],
  host: ScenarioHost,
  agents: LiveAgents,
): Promise<Result<readonly Input[]>> {
  const negative = trio.negativeControl;
  // Edits stand alone: only an attack of one source takes them.
  const [{ source, input }] = attack as [Input];
  const misplaced = negative.kind === 'weaken' ? null : misplacedEdit(input, negative.edits);
  if (misplaced !== null) return fail(misplaced);
  switch (negative.kind) {
    case 'weaken': {
      const inputs: Input[] = [];
      for (const one of attack) {
        const recording = isRecording(one.source) ? negative.recording : null;
        if (recording === null && one.source.kind !== 'agent') {
          inputs.push(one);
          continue;
        }
        const read = await readAll([recording ?? one.source], host, agents, negative.guard.name);
        if (!read.ok) return read;
        inputs.push(...read.value);
      }
      return ok(inputs);
    }
    case 'edit':
      return ok([{ source, input: editedInput(input, negative.edits) }]);
    case 'own':
      return readAll([negative.source], host, agents);
  }
}
