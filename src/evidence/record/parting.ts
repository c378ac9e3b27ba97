import type { StepRecord, Verdict } from '../../model/model.ts';
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
}

/**
 * The first step in which attack and control differ, and the first guard atom that refused in the attack from there on. Null if either
 * leg was not recorded or they never part.
 */
export function partingOf(attack: Verdict, control: Verdict): PartingPoint | null {
  const one = attack.run?.steps;
  const two = control.run?.steps;
  if (one === undefined || two === undefined) return null;
  for (let index = 0; index < Math.max(one.length, two.length); index++) {
    const a = one[index] ?? null;
    const c = two[index] ?? null;
    const how = difference(a, c);
    if (how === null) continue;
    const refused = one.slice(index).find((step) => step.refusals.length > 0);
    return { attack: a, control: c, how, refusal: refused?.refusals[0] ?? attack.divergence?.refusals[0] ?? null };
  }
  return null;
}

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
