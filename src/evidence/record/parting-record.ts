import type { LegInput } from './input.ts';
import { eventPartingOf, type PartingPoint, partingOf } from './parting.ts';
import { choiceOf, refusalOf } from './record-parts.ts';
import type { EvidenceRecord } from './schema.ts';

/** Where the legs of a trio part; null where there are not both, or they never do. */
export function partingOfLegs(legs: readonly LegInput[], explain: boolean): PartingPoint | null {
  const attack = legs.find((leg) => leg.role === 'attack');
  const control = legs.find((leg) => leg.role === 'control');
  if (attack === undefined || control === undefined) return null;
  if (attack.verdict.run !== undefined && control.verdict.run !== undefined) {
    return partingOf(attack.verdict, control.verdict, explain);
  }
  return attack.events === undefined || control.events === undefined
    ? null
    : eventPartingOf(attack.events, control.events);
}

/** The parting as a record tells it. */
export function partingRecord(parting: PartingPoint): EvidenceRecord['parting'] {
  const { choice } = parting;
  const place = (step: PartingPoint['attack']) => (step === null ? null : { step: step.step, event: step.event });
  return {
    attack: place(parting.attack),
    control: place(parting.control),
    how: parting.how,
    refusal: parting.refusal === null ? null : refusalOf(parting.refusal),
    ...(choice === undefined
      ? {}
      : {
          choice: {
            attack: { step: choice.attack.step, event: choice.attack.event },
            control: { step: choice.control.step, event: choice.control.event },
            condition: choiceOf(choice.condition),
          },
        }),
  };
}

// Field by field and never by spreading: a field that a verdict gains must not reach a record before somebody has redacted it.
