import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import type { Refusal, Step } from '../../model/state-machine.ts';
import { isModelError } from '../semantics/evaluation-error.ts';
import type { Hook } from '../semantics/generator.ts';
import type { Program } from '../semantics/program.ts';
import { textOfRange } from '../semantics/semantic-error.ts';
import type { Expr } from '../syntax/ast.ts';
import { toItf } from '../values/itf.ts';
import type { Store, Value } from '../values/store.ts';
import type { Arguments } from './step-arguments.ts';
import { atomReports, isPartOf, refusedText } from './told-parts.ts';

const MAX_REFUSALS = 20;
const MAX_ATOMS = 12;

interface Refused {
  /** A program that explains, with the state loaded. */
  readonly program: Program;
  readonly store: Store;
  readonly step: Step;
  readonly args: Arguments;
  /** Paths of the guard parts by their nodes. */
  readonly paths: ReadonlyMap<Expr, string>;
  readonly hooks: ReadonlyMap<Expr, Hook>;
}

/** Why a step is refused: the formulas that came out false, down to their atoms, or arguments that the model does not give. */
export function refusalsOf({ program, store, step, args, paths, hooks }: Refused): readonly Refusal[] {
  const { runtime } = program;
  const found: Refusal[] = [];
  const offers = createOffers(args);
  const assumedName = (node: Expr) => (hooks.get(node)?.kind === 'assume' ? paths.get(node) : undefined);
  runtime.wanted = (label, values) => {
    const { name, parameters } = program.labels[label]!;
    return name === step.action && offers.offer(parameters, values);
  };
  runtime.refuse = (site, parts) => {
    if (found.length >= MAX_REFUSALS) return;
    const { at, node } = program.sites[site]!;
    // `~c` is made of the condition of `IF c THEN FALSE`.
    const guard = node?.kind === 'operator' && node.args[0]?.at === at ? node.args[0] : node;
    const own = guard === null ? undefined : paths.get(guard);
    const assumed = node !== null && hooks.get(node)?.kind === 'assume';
    const told = runtime.explanation.told.filter(isPartOf(program, site));
    const atoms = atomReports(program, store, told, assumedName)
      .filter(({ holds }) => !holds)
      .slice(0, MAX_ATOMS);
    found.push({
      guard: own ?? `${step.action}/${textOfRange(at, 60)}`,
      text: assumed ? phrase`${own ?? ''} was seen to be false` : refusedText(program, store, site, parts),
      at: at.source.span(at.start, at.end),
      ...(assumed || atoms.length === 0 ? {} : { atoms }),
    });
  };
  runtime.emit = () => {};
  try {
    program.next();
  } catch (error) {
    // Only the step's own action is explained; it was evaluated without an error before.
    if (!isModelError(error)) throw error;
  }
  return found.length > 0 ? distinct(found) : [notOffered(step, args, offers, store)];
}

/** What the model offers of one action in a state. */
interface Offers {
  /** Takes note of one way; gives whether it is what the step asks for. */
  offer(parameters: readonly string[], values: readonly Value[]): boolean;
  readonly any: () => boolean;
  readonly has: (name: string, value: Value | undefined) => boolean;
  readonly fitted: () => boolean;
  /** The values that a parameter may have, in the order in which they are offered. */
  readonly of: (name: string) => readonly Value[];
}

function createOffers(args: Arguments): Offers {
  const offered = new Map<string, Set<Value>>();
  let any = false;
  let fitted = false;
  return {
    offer: (parameters, values) => {
      any = true;
      if ([...args.keys()].some((name) => !parameters.includes(name))) return false;
      let fits = true;
      for (const [name, value] of args) {
        const one = values[parameters.indexOf(name)]!;
        offered.set(name, (offered.get(name) ?? new Set()).add(one));
        if (one !== value) fits = false;
      }
      fitted ||= fits;
      return fits;
    },
    any: () => any,
    has: (name, value) => value !== undefined && offered.get(name)?.has(value) === true,
    fitted: () => fitted,
    of: (name) => [...(offered.get(name) ?? [])],
  };
}

/** More values than a reader wants to compare are not listed. */
const MAX_OFFERED = 6;

/** No formula refused: the model never comes to the step with these arguments. */
function notOffered(step: Step, args: Arguments, offers: Offers, store: Store): Refusal {
  const { action } = step;
  if (!offers.any()) return { guard: action, text: phrase`${action} is never taken in this state` };
  if (offers.fitted()) return { guard: action, text: phrase`${action} leads to no state` };
  const names = [...args.keys()];
  const odd = names.filter((name) => !offers.has(name, args.get(name)));
  const told = joined(
    (odd.length > 0 ? odd : names).map((name) => phrase`${name} = ${shown(step.args![name]!, `args.${name}`)}`),
    ' and ',
  );
  if (odd.length === 0)
    return { guard: action, text: phrase`${action} is never taken with ${told} together in this state` };
  const [name] = odd;
  const taken =
    odd.length === 1 ? offers.of(name!).map((value) => phrase`${shown(toItf(store, value), `args.${name}`)}`) : [];
  const instead =
    taken.length === 0 || taken.length > MAX_OFFERED ? '' : phrase`; ${name!} may be ${joined(taken, ', ')}`;
  return { guard: action, text: phrase`${action} is never taken with ${told} in this state${instead}` };
}

const joined = (parts: readonly Phrase[], by: string): Phrase =>
  parts.reduce<Phrase>((so, part, i) => phrase`${so}${i === 0 ? '' : by}${part}`, []);

function distinct(found: readonly Refusal[]): readonly Refusal[] {
  if (found.length === 1) return found;
  const seen = new Set<string>();
  return found.filter((one) => {
    const key = JSON.stringify([one.guard, one.text, one.atoms]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
