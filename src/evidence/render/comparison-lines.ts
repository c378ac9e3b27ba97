import { enumerated } from '../../diagnostics/enumerated.ts';
import { printable } from '../../diagnostics/printable.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import type { EvidenceRecord, LegRecord, Parting, Role, RunStepRecord } from '../record/schema.ts';
import { choiceLines, refusalLines } from './condition-lines.ts';
import { formatAction, formatPhrase } from './phrase.ts';
import { sourceName } from './source-name.ts';
import type { Notation } from './value.ts';

// What lies between the legs of a trio.

/** Where attack and control part. */
export function partingLines(record: EvidenceRecord, parting: Parting, notation: Notation): readonly string[] {
  const told = (role: Role, place: Parting['attack']): string => {
    const leg = record.legs.find((each) => each.role === role);
    if (place === null) return `the ${role} has ended`;
    const left = leg?.run != null && leg.run.shrunk !== null ? ', which the shortest run leaves out' : '';
    if (place.step === 0) {
      const said = leg?.timeline.find((each) => each.event === place.event);
      const what = said === undefined ? left : `: ${formatPhrase(said.text, notation)}`;
      return `the ${role}, event ${place.event}${what}`;
    }
    const step = leg?.run?.steps.find((each) => each.step === place.step);
    const result = step === undefined ? left : `: ${formatAction(step.action, notation)}, ${resultWord(step.result)}`;
    return `the ${role}, step ${place.step}${place.event === null ? '' : ` (event ${place.event})`}${result}`;
  };
  const lines = [told('attack', parting.attack), told('control', parting.control)];
  if (parting.refusal !== null) {
    const [guard, ...atoms] = refusalLines(parting.refusal, notation);
    lines.push(`first guard to stop the attack: ${guard}`, ...atoms.map((atom) => `  ${atom}`));
  }
  if (parting.choice !== undefined) {
    const { attack, control, condition } = parting.choice;
    const [head, ...atoms] = choiceLines(condition, notation);
    lines.push(
      `first condition to choose otherwise, in step ${attack.step} of the attack: ${head}`,
      ...atoms.map((atom) => `  ${atom}`),
      `in step ${control.step} of the control it is ${!condition.holds}`,
    );
  }
  return lines;
}

function resultWord(result: RunStepRecord['result']): string {
  switch (result) {
    case 'taken':
      return 'taken';
    case 'tolerated':
      return 'stopped by a guard';
    case 'refused':
      return 'refused';
    case 'error':
      return 'not evaluated';
  }
}

/** Where the guard bites: the first step that goes another way without it. */
function biteOf(record: EvidenceRecord): string {
  const [attack, negative] = (['attack', 'negative-control'] as const).map((role) => {
    const run = record.legs.find((leg) => leg.role === role)?.run;
    // A shorter run goes another way from its first step on, and one that is cut begins elsewhere.
    return run?.shrunk === null && run.omitted === 0 ? run.steps : undefined;
  });
  if (attack === undefined || negative === undefined) return '';
  const way = (step: RunStepRecord | undefined): string =>
    step === undefined ? '' : canonicalJson([step.result, step.changes] as unknown as Json);
  const index = attack.findIndex((step, position) => way(step) !== way(negative[position]));
  const step = attack[index];
  return step === undefined ? '' : `; the guard bites at step ${step.step}, ${printable(step.action.action)}`;
}

/** A system that goes without the guard by itself does something else by nature; what it was given is what did not change. */
const givenOf = (systems: readonly LegRecord['source'][] = []): string =>
  systems.length === 0 ? '' : `; ${enumerated(systems.map(sourceName))} went without it and was given the same`;

/** How the negative control differs from the attack; null where there is none. */
export function integrityLine(record: EvidenceRecord, notation: Notation): string | null {
  const { integrity } = record;
  switch (integrity?.kind) {
    case undefined:
      return null;
    case 'weaken':
      return integrity.holds
        ? `the negative control is the attack without ${printable(integrity.guard)}, and nothing else differs${biteOf(record)}${givenOf(integrity.systems)}`
        : `the negative control differs from the attack in more than ${printable(integrity.guard)}`;
    case 'edit': {
      const edits = integrity.operations
        .map(({ op, position }) => `${op} ${op === 'insert' ? 'before ' : ''}number ${position}`)
        .join(', ');
      return integrity.holds
        ? `the negative control is the attack with these edits and no others: ${edits}`
        : `the negative control differs from the attack in more than its edits: ${edits}`;
    }
    case 'recording': {
      const open = integrity.differences.filter((difference) => !difference.declared);
      if (integrity.holds) {
        return 'the negative control is a recording of its own; what differs from the attack is declared';
      }
      const first = open[0] === undefined ? '' : `; the first: it ${formatPhrase(open[0].text, notation)}`;
      const count = open.length === 1 ? 'a difference' : `${open.length} differences`;
      return `the negative control is a recording of its own with ${count} that nothing declares${first}`;
    }
  }
}
