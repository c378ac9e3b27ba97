import type { Choice, Step } from '../../model/state-machine.ts';
import { isModelError } from '../semantics/evaluation-error.ts';
import type { Program } from '../semantics/program.ts';
import { recordOf, toItf } from '../values/itf.ts';
import type { Store } from '../values/store.ts';
import { type Arguments, isOfStep } from './step-arguments.ts';
import { atomReports, isPartOf, valuedText } from './told-parts.ts';

const MAX_CHOICES = 20;
const MAX_ATOMS = 12;

interface Chosen {
  /** A program that follows choices. */
  readonly program: Program;
  readonly store: Store;
  readonly step: Step;
  readonly args: Arguments;
  /** Puts the program into the state before the step. */
  readonly load: () => void;
  /** Whether the state in the program's buffer is the one after the step. */
  readonly arrived: () => boolean;
}

/** The conditions on the way that a step took to a state, each with the atoms that made it what it was. */
export function choicesOf(chosen: Chosen): readonly Choice[] {
  try {
    const values: boolean[] = [];
    follow(chosen, values, []);
    // What made a condition true is told only by who knows that it is: so the same once more.
    return follow(chosen, [], values) ?? [];
  } catch (error) {
    if (!isModelError(error)) throw error;
    return [];
  }
}

/** Goes every way of the step once; gives what chose the first that arrived. `known` holds what the conditions come to, in their order. */
function follow({ program, store, step, args, load, arrived }: Chosen, values: boolean[], known: readonly boolean[]) {
  const { runtime } = program;
  const { explanation } = runtime;
  const way: Choice[] = [];
  let found: readonly Choice[] | null = null;
  // Conditions of a condition's own operators are parts of it.
  let depth = 0;
  runtime.choices = {
    begin: () => {
      if (depth++ === 0) explanation.begin(known[values.length] !== true);
    },
    end: (site, holds, parts, bindings) => {
      if (depth === 1) {
        const told = explanation.told.filter(isPartOf(program, site));
        const atoms = atomReports(program, store, told).filter((atom) => !atom.holds);
        const { at } = program.sites[site]!;
        values.push(holds);
        way.push({
          text: valuedText(program, store, site, holds, atoms.length > 0 ? [] : parts),
          holds,
          bindings: recordOf(bindings.map(([index, value]) => [program.names[index]!, toItf(store, value)] as const)),
          at: at.source.span(at.start, at.end),
          atoms: atoms.slice(0, MAX_ATOMS),
        });
      }
      depth--;
    },
    way: () => way.length,
    back: (to) => {
      way.length = Math.min(way.length, to);
    },
  };
  runtime.wanted = (label, given) => {
    return isOfStep(program, label, given, step, args);
  };
  runtime.emit = () => {
    if (found === null && arrived()) found = way.slice(0, MAX_CHOICES);
  };
  load();
  program.next();
  return found as readonly Choice[] | null;
}
