import type { StepRecord, Verdict } from '../../model/model.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';

/** Where two runs part, before redaction; see `parting` of the record. */
export interface PartingPoint {
  readonly attack: StepRecord | null;
  readonly control: StepRecord | null;
  readonly how: 'different step' | 'different result' | 'ended';
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
