import { ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { Model } from '../../model/model.ts';
import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import type { Step } from '../../model/state-machine.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { JsonObject } from '../../trace/json.ts';
import type { TrioProblem } from '../judge-run.ts';
import { located } from '../plan-judgement.ts';
import type { Run } from '../plan-runs.ts';
import type { ResolvedModel } from '../resolve-model.ts';
import type { Leg, LegSource, LegSources, Trio } from '../trio.ts';
import { type Divergence, followSteps, stimuliOf } from './replay.ts';

/** The trio with `stimuli: steps` filled in: the steps of the leg, read backwards through the mapping of its first model. */
export function withReplayedStimuli(trio: Trio, models: readonly ResolvedModel[]): Result<Trio> {
  const attack = filledIn(trio.attack, models[0]!.model);
  if (!attack.ok) return attack;
  const control = filledIn(trio.control, models[0]!.model);
  return control.ok ? ok({ ...trio, attack: attack.value, control: control.value }) : control;
}

function filledIn<L extends Leg>(leg: L, model: Model): Result<L> {
  const steps = replayedSteps(leg);
  if (steps === null) return ok(leg);
  const stimuli = stimuliOf(model, steps);
  if (!stimuli.ok) return located(stimuli.errors, agentOf(leg)?.at ?? leg.at);
  const given = stimuli.value as unknown as readonly JsonObject[];
  const sources = leg.sources.map((source) => (source.kind === 'agent' ? { ...source, stimuli: given } : source));
  return ok({ ...leg, sources: sources as unknown as LegSources });
}

const agentOf = ({ sources }: Pick<Leg, 'sources'>) =>
  sources.find((source): source is Extract<LegSource, { kind: 'agent' }> => source.kind === 'agent');

/** The steps that a live agent of the leg replays; null if it does not. */
function replayedSteps({ sources }: Pick<Leg, 'sources'>): readonly Step[] | null {
  if (agentOf({ sources })?.replays !== true) return null;
  const own = sources.find((source) => source.kind === 'steps');
  return own?.kind === 'steps' ? own.steps : null;
}

/**
 * Where live agents parted from the steps that they were given. In the negative control the agent without its guard is held against the
 * model without it.
 */
export function divergencesOf(
  trio: Trio,
  runs: readonly Run[],
  models: readonly ResolvedModel[],
): Result<readonly TrioProblem[]> {
  const { model } = models[0]!;
  const problems: TrioProblem[] = [];
  for (const run of runs) {
    if (run.source !== 'agent' || run.input.kind !== 'trace') continue;
    const steps = replayedSteps(run.leg === 'control' ? trio.control : trio.attack);
    if (steps === null) continue;
    const negative = trio.negativeControl;
    const judge =
      run.leg === 'negative-control' && negative.kind === 'weaken' ? model.weaken(negative.guard.name) : ok(model);
    if (!judge.ok) return judge;
    const replay = followSteps(judge.value, steps, run.input.trace);
    if (!replay.ok) return replay;
    const { divergence } = replay.value;
    if (divergence === null) continue;
    problems.push({ code: 'trio/divergence', leg: run.leg, text: divergenceText(divergence, steps), at: run.at });
  }
  return ok(problems);
}

/** The step, what differs, and both states in the variables in which they differ. */
export function divergenceText({ step, text, expected, actual }: Divergence, steps: readonly Step[]): Phrase {
  const action = steps[step - 1]?.action;
  const where = action === undefined ? 'after the last step' : `at step ${step}, ${action}`;
  const head = phrase`the live agent parts from the model ${where}: ${text}`;
  if (actual === null) return phrase`${head}. The model: ${stateText(expected, Object.keys(expected))}`;
  const unlike = Object.keys(expected).filter(
    (name) => canonicalJson(expected[name] ?? null) !== canonicalJson(actual[name] ?? null),
  );
  return unlike.length === 0
    ? phrase`${head}. Both: ${stateText(expected, Object.keys(expected))}`
    : phrase`${head}. The model: ${stateText(expected, unlike)}. The agent: ${stateText(actual, unlike)}`;
}

const stateText = (state: JsonObject, variables: readonly string[]): Phrase =>
  variables.reduce<Phrase>(
    (text, name, index) => phrase`${text}${index === 0 ? '' : ', '}${name} = ${shown(state[name] ?? null, name)}`,
    [],
  );
