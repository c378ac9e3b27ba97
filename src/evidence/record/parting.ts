import type { StepRecord, Verdict } from '../../model/model.ts';
import type { Choice } from '../../model/state-machine.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Json } from '../../trace/json.ts';

/** A step of a run; step 0 where the model has no steps, only events. */
type Place = Pick<StepRecord, 'step' | 'event'>;

/** Where two runs part, before redaction; see `parting` of the record. */
export interface PartingPoint {
  readonly attack: Place | null;
  readonly control: Place | null;
  readonly how: 'different step' | 'different result' | 'different event' | 'ended';
  readonly refusal: StepRecord['refusals'][number] | null;
  /** The first condition that chose otherwise in the control, where no guard refused: as it was in the attack. */
  readonly choice?: PartingChoice;
}

interface PartingChoice {
  readonly attack: Place;
  readonly control: Place;
  readonly condition: Choice;
}

/**
 * The first step in which attack and control differ, and the first guard atom that refused in the attack from there on. Null if either
 * leg was not recorded or they never part. `explain`: where nothing refused, look for the condition that chose otherwise.
 */
export function partingOf(attack: Verdict, control: Verdict, explain: boolean): PartingPoint | null {
  const one = attack.run?.steps;
  const two = control.run?.steps;
  if (one === undefined || two === undefined) return null;
  for (let index = 0; index < Math.max(one.length, two.length); index++) {
    const a = one[index] ?? null;
    const c = two[index] ?? null;
    const how = difference(a, c);
    if (how === null) continue;
    const refused = one.slice(index).find((step) => step.refusals.length > 0);
    const refusal = refused?.refusals[0] ?? attack.divergence?.refusals[0] ?? null;
    const choice = refusal === null && explain ? choiceOf(one, two, index) : null;
    return { attack: a, control: c, how, refusal, ...(choice === null ? {} : { choice }) };
  }
  return null;
}

/** Each step of the attack from its parting on, beside the step of the control that does the same action for the same time. */
function choiceOf(attack: readonly StepRecord[], control: readonly StepRecord[], from: number): PartingChoice | null {
  const times = new Map<string, number>();
  for (const [index, step] of attack.entries()) {
    const { action } = step.action;
    const time = times.get(action) ?? 0;
    times.set(action, time + 1);
    if (index < from) continue;
    const other = control.filter((one) => one.action.action === action)[time];
    const conditions = other === undefined ? [] : (step.choices?.() ?? []);
    const others = new Map(
      (conditions.length === 0 ? [] : (other?.choices?.() ?? [])).map((one) => [placeOf(one), one]),
    );
    const condition = conditions.find((one) => others.get(placeOf(one))?.holds === !one.holds);
    if (condition !== undefined) return { attack: step, control: other!, condition };
  }
  return null;
}

const placeOf = ({ at, bindings }: Choice): string => canonicalJson([at ?? null, bindings] as unknown as Json);

function difference(a: StepRecord | null, c: StepRecord | null): PartingPoint['how'] | null {
  if (a === null || c === null) return 'ended';
  if (canonicalJson(a.action as unknown as Json) !== canonicalJson(c.action as unknown as Json))
    return 'different step';
  return a.result === c.result ? null : 'different result';
}

/**
 * The first event in which attack and control differ, for models without steps: whatever was recorded of it but its number, its time and
 * where it was read. Null if they never part.
 */
export function eventPartingOf(attack: readonly TraceEvent[], control: readonly TraceEvent[]): PartingPoint | null {
  const place = (event: TraceEvent | undefined): Place | null =>
    event === undefined ? null : { step: 0, event: event.seq };
  for (let index = 0; index < Math.max(attack.length, control.length); index++) {
    const [one, two] = [attack[index], control[index]];
    if (one !== undefined && two !== undefined && told(one) === told(two)) continue;
    const how = one === undefined || two === undefined ? 'ended' : 'different event';
    return { attack: place(one), control: place(two), how, refusal: null };
  }
  return null;
}

function told({ seq: _seq, at: _at, src: _src, ...rest }: TraceEvent): string {
  return canonicalJson(rest as unknown as Json);
}
