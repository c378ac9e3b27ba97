import type { Ltl } from './formula.ts';

/** One state of an automaton: what must hold where a behaviour is in it. */
export interface AutomatonState {
  /** Atoms that must be true, and false. */
  readonly positive: readonly number[];
  readonly negative: readonly number[];
  readonly initial: boolean;
  successors: readonly number[];
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
  const keyOf = (one: Ltl): string => {
    const key = text(one);
    formulas.set(key, one);
    return key;
  };
  const found: { readonly node: Node; readonly id: number }[] = [];
  const stack: Node[] = [{ incoming: new Set([INITIAL]), pending: [keyOf(formula)], old: new Set(), next: new Set() }];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const key = node.pending.pop();
    if (key === undefined) {
      const same = found.find(({ node: known }) => sameSet(known.old, node.old) && sameSet(known.next, node.next));
      if (same !== undefined) {
        for (const from of node.incoming) same.node.incoming.add(from);
        continue;
      }
      const id = found.length;
      if (id >= MAX_STATES) return null;
      found.push({ node, id });
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
        stack.push(grown([]));
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
  const states = found.map(({ node }): AutomatonState => {
    const atoms = [...node.old].map((key) => formulas.get(key)!).filter((one) => one.kind === 'atom');
    return {
      positive: atoms.filter((one) => one.holds).map((one) => one.atom),
      negative: atoms.filter((one) => !one.holds).map((one) => one.atom),
      initial: node.incoming.has(INITIAL),
      successors: [],
      fulfils: untils.map(
        ([key, one]) =>
          !node.old.has(key) || (one.kind === 'until' && (one.right.kind === 'true' || node.old.has(text(one.right)))),
      ),
    };
  });
  states.forEach((state, id) => {
    state.successors = found.filter(({ node }) => node.incoming.has(id)).map((one) => one.id);
  });
  return { states, eventualities: untils.length };
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

function text(one: Ltl): string {
  switch (one.kind) {
    case 'true':
    case 'false':
      return one.kind;
    case 'atom':
      return `${one.holds ? '' : '!'}${one.atom}`;
    default:
      return `(${text(one.left)} ${one.kind} ${text(one.right)})`;
  }
}
