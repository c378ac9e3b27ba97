import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { parseConfiguration } from '../../tla/config/parse-configuration.ts';
import { type TlaMachine, tlaMachine } from '../../tla/machine/tla-machine.ts';
import { loadSpec, type ModuleReader } from '../../tla/modules/load-spec.ts';
import { createModel } from '../../tla/semantics/model.ts';
import { numbers } from '../../tla/syntax/testing/mutate.ts';
import { rewritten } from '../../tla/syntax/testing/rewritten.ts';
import { exploreModel } from '../explore-model.ts';
import { withinTime } from '../time-limit.ts';

/** A module and a configuration of it. */
export interface CheckSeed {
  readonly module: string;
  readonly config: string;
}

/** What a run saw. */
export interface CheckFuzzReport {
  /** How many checks ended which way. */
  readonly outcomes: { readonly [outcome: string]: number };
  /** The inputs that broke a promise. */
  readonly broken: readonly { readonly input: CheckSeed; readonly why: unknown }[];
}

const LIMITS = { maxStates: 200, maxMilliseconds: 5000 };
/** Far more than any of the inputs needs: past it a check is taken to hang. */
const HANGS_AFTER = 60_000;

/**
 * Checks `count` modules with some expressions replaced, and takes their steps. The promises: nothing is thrown, everything ends, and
 * every error has a place and a line.
 */
export function fuzzChecks(
  seeds: readonly CheckSeed[],
  beside: ModuleReader,
  count: number,
  seed: number,
): CheckFuzzReport {
  const random = numbers(seed);
  const outcomes: { [outcome: string]: number } = {};
  const broken: { input: CheckSeed; why: unknown }[] = [];
  for (let input = 0; input < count; input++) {
    const { module, config } = seeds[Math.floor(random() * seeds.length)]!;
    const changed = { module: rewritten(module, random), config };
    try {
      const outcome = withinTime(HANGS_AFTER, () => tryOne(changed, beside));
      if (outcome === undefined) broken.push({ input: changed, why: 'it hangs' });
      else outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    } catch (error) {
      broken.push({ input: changed, why: error });
    }
  }
  return { outcomes, broken };
}

function tryOne({ module, config }: CheckSeed, beside: ModuleReader): string {
  const loaded = loadSpec(sourceText('fuzz.tla', module), beside);
  if (!loaded.ok) return refused(loaded.errors[0]);
  const configuration = parseConfiguration(sourceText('fuzz.cfg', config));
  if (!configuration.ok) return refused(configuration.errors[0]);
  const model = createModel(loaded.value, configuration.value);
  if (!model.ok) return refused(model.errors[0]);
  const { result } = exploreModel(model.value, LIMITS);
  if (result.error !== null) refused(result.error);
  const machine = tlaMachine(model.value);
  if (!machine.ok) refused(machine.errors[0]);
  else walk(machine.value);
  return result.outcome;
}

/** Takes and is refused steps from an initial state and from what they lead to, and asks why. */
function walk(machine: TlaMachine): void {
  const initial = machine.initial();
  if (!initial.ok) {
    refused(initial.errors[0]);
    return;
  }
  const [first] = initial.value;
  const found = first === undefined ? undefined : machine.successors?.(first);
  if (found !== undefined && !found.ok) refused(found.errors[0]);
  const states = [first, found?.ok === true ? found.value[0]?.state : undefined];
  for (const state of states) {
    if (state === undefined) continue;
    for (const { name } of machine.actions.slice(0, 4)) {
      const outcome = machine.step(state, { action: name });
      if (outcome.kind === 'error') refused(outcome.error);
      if (outcome.kind === 'taken') machine.choices?.(state, { action: name }, outcome.successors[0]!);
    }
    for (const { id } of machine.invariants) {
      const outcome = machine.invariant(state, id);
      if (outcome.kind === 'error') refused(outcome.error);
      else machine.explain(state, id);
    }
  }
}

/** Errors that are of no place: of the search as a whole. */
const PLACELESS = new Set(['explore/limit', 'tla/no-initial-state', 'tla/never-true']);

function refused(error: Diagnostic): 'refused' {
  const placed = error.at !== undefined && error.lineText !== undefined;
  if (!placed && !PLACELESS.has(error.code)) throw new Error(`no place: ${error.message} [${error.code}]`);
  return 'refused';
}
