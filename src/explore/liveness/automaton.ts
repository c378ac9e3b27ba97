import { type Ltl, text } from './ltl.ts';

/** One state of an automaton: what must hold where a behaviour is in it. */
export interface AutomatonState {
  /** Atoms that must be true, and false. */
  readonly positive: readonly number[];
  readonly negative: readonly number[];
  readonly initial: boolean;
  readonly successors: readonly number[];
  /** For each eventuality of the formula, whether this state does not owe it. */
  readonly fulfils: readonly boolean[];
}

/** A generalised Büchi automaton: a behaviour satisfies the formula if some run meets each eventuality's states again and again. */
export interface Automaton {
  readonly states: readonly AutomatonState[];
  readonly eventualities: number;
}

interface Node {
  readonly incoming: Set<number>;
  readonly pending: string[];
  readonly old: Set<string>;
  readonly next: Set<string>;
}

const INITIAL = -1;
const MAX_STATES = 4096;

/** The automaton of a formula, by the tableau of Gerth, Peled, Vardi and Wolper. Null if it would be too large. */
export function automatonOf(formula: Ltl): Automaton | null {
  const formulas = new Map<string, Ltl>();
  const keys = new Map<Ltl, string>();
  const keyOf = (one: Ltl): string => {
    const known = keys.get(one);
    if (known !== undefined) return known;
    const key = text(one);
    keys.set(one, key);
    formulas.set(key, one);
    return key;
  };
  const found: Node[] = [];
  const known = new Map<string, Node>();
  const stack: Node[] = [{ incoming: new Set([INITIAL]), pending: [keyOf(formula)], old: new Set(), next: new Set() }];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const key = node.pending.pop();
    if (key === undefined) {
      const owed = `${[...node.old].sort().join()};${[...node.next].sort().join()}`;
      const same = known.get(owed);
      if (same !== undefined) {
        for (const from of node.incoming) same.incoming.add(from);
        continue;
      }
      const id = found.length;
      if (id >= MAX_STATES) return null;
      found.push(node);
      known.set(owed, node);
      stack.push({ incoming: new Set([id]), pending: [...node.next], old: new Set(), next: new Set() });
      continue;
    }
    if (node.old.has(key)) {
      stack.push(node);
      continue;
    }
    const one = formulas.get(key)!;
    const grown = (more: readonly Ltl[], next: readonly Ltl[] = []): Node => ({
      incoming: new Set(node.incoming),
      pending: [...node.pending, ...more.map(keyOf)],
      old: new Set([...node.old, key]),
      next: new Set([...node.next, ...next.map(keyOf)]),
    });
    switch (one.kind) {
      case 'false':
        break;
      case 'true':
        // Nothing is owed for it, so that states which differ in it alone are one.
        stack.push(node);
        break;
      case 'atom':
        if (!node.old.has(text({ ...one, holds: !one.holds }))) stack.push(grown([]));
        break;
      case 'and':
        stack.push(grown([one.left, one.right]));
        break;
      case 'or':
        stack.push(grown([one.left]), grown([one.right]));
        break;
      case 'until':
        stack.push(grown([one.left], [one]), grown([one.right]));
        break;
      case 'release':
        stack.push(grown([one.right], [one]), grown([one.left, one.right]));
        break;
    }
  }
  const untils = [...formulas].filter(([, one]) => one.kind === 'until');
  const successors: number[][] = found.map(() => []);
  found.forEach((node, id) => {
    for (const from of node.incoming) if (from !== INITIAL) successors[from]!.push(id);
  });
  const states = found.map((node, id): AutomatonState => {
    const atoms = [...node.old].map((key) => formulas.get(key)!).filter((one) => one.kind === 'atom');
    return {
      positive: atoms.filter((one) => one.holds).map((one) => one.atom),
      negative: atoms.filter((one) => !one.holds).map((one) => one.atom),
      initial: node.incoming.has(INITIAL),
      successors: successors[id]!,
      fulfils: untils.map(
        ([key, one]) =>
          !node.old.has(key) || (one.kind === 'until' && (one.right.kind === 'true' || node.old.has(text(one.right)))),
      ),
    };
  });
  return { states, eventualities: untils.length };
}
