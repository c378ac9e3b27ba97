import { type Phrase, phrase, shown } from '../../model/phrase.ts';
import type { AtomReport } from '../../model/state-machine.ts';
import type { Json } from '../../trace/json.ts';
import { isModelError } from '../semantics/evaluation-error.ts';
import type { Program } from '../semantics/program.ts';
import { textOfRange } from '../semantics/semantic-error.ts';
import type { RefusedPart, ToldPart } from '../standard-modules/explanation.ts';
import type { Expr } from '../syntax/ast.ts';
import { recordOf, toItf } from '../values/itf.ts';
import type { Store } from '../values/store.ts';

/** The parts of a formula that evaluation told of, those that are to blame first, each once; `assumed` names guards that were. */
export function atomReports(
  program: Program,
  store: Store,
  told: readonly ToldPart[],
  assumed: (node: Expr) => string | undefined = () => undefined,
): readonly AtomReport[] {
  const seen = new Set<string>();
  return (['blamed', 'condition', 'premise'] as const)
    .flatMap((role) => told.filter((part) => part.role === role))
    .map((part) => atomReport(program, store, part, assumed))
    .filter((report) => {
      if (told.length === 1) return true;
      const key = JSON.stringify([report.text, report.bindings]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

const atomReport = (
  program: Program,
  store: Store,
  part: ToldPart,
  assumed: (node: Expr) => string | undefined,
): AtomReport => {
  const { at, node } = program.sites[part.site]!;
  const name = node === null ? undefined : assumed(node);
  const text = `${name === undefined ? `${textOfRange(at)} is` : `${name} was seen to be`} ${part.holds ? 'true' : 'false'}`;
  return {
    text: withValues(text, valuesOf(program, store, part.parts)),
    holds: part.role === 'premise',
    bindings: recordOf(part.bindings.map(([index, value]) => [program.names[index]!, toItf(store, value)] as const)),
    at: at.source.span(at.start, at.end),
  };
};

/** Whether a told part is not the whole formula: one that is its own only atom has told its values already. */
export function isPartOf(program: Program, site: number): (part: { readonly site: number }) => boolean {
  const whole = program.sites[site]!.at;
  return (part) => {
    const { at } = program.sites[part.site]!;
    return at.source !== whole.source || at.start !== whole.start || at.end !== whole.end;
  };
}

/** What a formula came to, with the values in it. */
export function valuedText(
  program: Program,
  store: Store,
  site: number,
  holds: boolean,
  parts: readonly RefusedPart[],
): Phrase {
  return withValues(`${textOfRange(program.sites[site]!.at)} is ${holds}`, valuesOf(program, store, parts));
}

/** What came out so that it refused, with the values in it. */
export function refusedText(program: Program, store: Store, site: number, parts: readonly RefusedPart[]): Phrase {
  const { at, node } = program.sites[site]!;
  if (node?.kind === 'boolean') return phrase`the model says FALSE`;
  const text = textOfRange(at);
  const made = node?.kind === 'operator' && node.args[0]?.at === at ? node.op : null;
  const head =
    made === '~' ? `${text} is true` : made === 'UNCHANGED' ? `UNCHANGED ${text} is false` : `${text} is false`;
  const values = valuesOf(program, store, parts);
  if (made === 'UNCHANGED')
    return withValues(
      head,
      values.map(([part, value], i) => [i === 0 ? part : `${part}'`, value]),
    );
  // That the formula itself has the value FALSE is said.
  return withValues(
    head,
    values.filter(([part]) => part !== text),
  );
}

function valuesOf(program: Program, store: Store, parts: readonly RefusedPart[]): (readonly [string, Json])[] {
  return parts.flatMap(([part, value]) => {
    try {
      return [[textOfRange(program.sites[part]!.at, 60), toItf(store, value())] as const];
    } catch (error) {
      // A part that fails has no value to show; the formula as a whole is shown all the same.
      if (!isModelError(error)) throw error;
      return [];
    }
  });
}

/** `text: part = value, part = value`, the values kept apart from the text. */
function withValues(text: string, values: readonly (readonly [string, Json])[]): Phrase {
  return values.reduce<Phrase>(
    (so, [part, value], i) => phrase`${so}${i === 0 ? ': ' : ', '}${part} = ${shown(value, part)}`,
    phrase`${text}`,
  );
}
