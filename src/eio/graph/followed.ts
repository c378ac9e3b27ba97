import { push, pushOnce } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import type { Action, Instruction, Item } from './entity.ts';
import { eachItem, NO_ORIGINS } from './links.ts';
import { lookedUpFor, looksUp, tookValue } from './telling-links.ts';
import { matchesLoosely } from './values.ts';
import { asksInWords, codeReader, namesCodeOf, type Wording, wordingOf } from './wording.ts';

/** Comparisons of an instruction with an action that one trace may cost. */
const MAX_COMPARISONS = 2_000_000;

export interface Followed {
  readonly followed: Map<Instruction, readonly Action[]>;
  readonly wanted: Set<Action>;
  /** One for each declared request that no action matches: what was asked for and did not happen. */
  readonly requested: readonly Action[];
}

/**
 * Which actions do what an instruction asks for. With declared `requests`: the same tool, later than the content, and all its arguments
 * (strings without regard to case), or at least one distinctive argument that comes from that content alone. Without: any later action that uses
 * such a value ({@link tookValue}) or that the known words of the instruction name ({@link asksInWords}). In both cases also what names the instruction as its parent.
 */
export function followedBy(
  instructions: readonly Instruction[],
  actions: readonly Action[],
  items: readonly Item[],
  itemById: ReadonlyMap<string, Item>,
  next: () => number,
): Followed {
  const byTool = new Map<string, Action[]>();
  const byItem = new Map<Item, Action[]>();
  const byParent = new Map<string | number, Action[]>();
  const ordering = new Set(instructions.map(({ partOf }) => itemById.get(partOf)));
  for (const action of instructions.length === 0 ? [] : actions) {
    push(byTool, action.tool, action);
    for (const parent of action.parents) pushOnce(byParent, parent, action);
    eachItem(action.origins, true, (item) => {
      if (ordering.has(item)) pushOnce(byItem, item, action);
    });
  }
  const vouching = lazy((): Wording[] =>
    items.filter((item) => item.trust === 'trusted' && !item.output && item.text !== undefined).map(wordingOf),
  );
  const codes = codeReader();
  const acting = lazy(() => actions.filter((action) => !looksUp(action.tool)));
  // A look-up with a value of the order brings values of its own: what uses one of them was led by the order.
  const foundFor = (item: Item, linked: ReadonlySet<Action>): readonly Action[] =>
    [...linked].flatMap((lookUp) => {
      if (!lookedUpFor(lookUp, item)) return [];
      const result = lookUp.result === undefined ? undefined : itemById.get(lookUp.result);
      if (result?.text === undefined) return [];
      const wording = wordingOf(result);
      return acting().filter(
        (action) =>
          action.rank > lookUp.rank && (tookValue(action, result) || namesCodeOf(wording, codes(action), vouching())),
      );
    });
  const namedBy = (instruction: Instruction, item: Item | undefined): readonly Action[] => {
    const { text } = instruction;
    if (text === undefined || item?.trust === 'trusted') return [];
    const asks = asksInWords(text, vouching(), codes);
    return acting().filter((action) => action.channel === 'tool' && action.rank > instruction.rank && asks(action));
  };
  const followed = new Map<Instruction, readonly Action[]>();
  const wanted = new Set<Action>();
  const requested: Action[] = [];
  let comparisons = 0;
  for (const instruction of instructions) {
    const item = itemById.get(instruction.partOf);
    const linked = new Set(item === undefined ? [] : (byItem.get(item) ?? []));
    const declared = [...(byParent.get(instruction.id) ?? []), ...(byParent.get(instruction.event ?? -1) ?? [])];
    const { requests } = instruction;
    let matches: Action[];
    if (requests === undefined) {
      const used = item === undefined ? [] : [...linked].filter((action) => tookValue(action, item));
      const found = item === undefined ? [] : foundFor(item, linked);
      matches = later(instruction, [...used, ...found, ...namedBy(instruction, item), ...declared]);
    } else {
      const candidates = byTool.get(requests.tool) ?? [];
      comparisons += candidates.length;
      if (comparisons > MAX_COMPARISONS) continue;
      matches = candidates.filter(
        (action) =>
          action.rank > instruction.rank &&
          (requests.args === undefined || linked.has(action) || matchesLoosely(requests.args, action.args)),
      );
      if (declared.length > 0) matches = later(instruction, [...matches, ...declared]);
      if (matches.length === 0) {
        const wish: Action = {
          kind: 'action',
          type: 'eio.entity.action',
          id: `${instruction.id}.requested`,
          number: next(),
          rank: Number.MAX_SAFE_INTEGER,
          event: null,
          turn: instruction.turn,
          session: instruction.session,
          at: undefined,
          basis: 'observed',
          channel: 'request',
          call: undefined,
          tool: requests.tool,
          args: requests.args ?? {},
          agent: undefined,
          status: 'requested',
          origins: NO_ORIGINS,
          parents: [],
          proposed: null,
          started: null,
          ended: null,
          failed: false,
          result: undefined,
          denied: null,
          allowed: null,
          approval: undefined,
          wantedBy: instruction.id,
        };
        requested.push(wish);
        matches = [wish];
      } else if (item?.trust === 'trusted') for (const action of matches) wanted.add(action);
    }
    followed.set(instruction, matches);
  }
  return { followed, wanted, requested };
}

const later = (instruction: Instruction, actions: readonly Action[]): Action[] =>
  [...new Set(actions)].filter((action) => action.rank > instruction.rank).sort(byRank);
