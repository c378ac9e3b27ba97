import type { Expr } from '../syntax/ast.ts';
import { factsOf } from './analysis.ts';
import { mayBranch } from './branching.ts';
import { type Context, functionIn, type Generator } from './generator.ts';
import { type Block, child, emit } from './output.ts';
import type { Definition, Env, Meaning } from './scope.ts';

/** The action that a path through the next-state relation belongs to, named as TLC names it, with what it was given. */
export interface Label {
  readonly name: string;
  readonly definition: Definition | null;
  readonly args: readonly { readonly name: string; readonly js: string }[];
}

/** Where generation stands on one way through an action. */
export interface Path {
  readonly assigned: ReadonlySet<number>;
  readonly label: Label;
  /** Whether the action is known: below the first part that is not a choice. */
  readonly frozen: boolean;
}

/** What comes after a part of an action. */
export interface Rest {
  readonly last: boolean;
  emit(path: Path, block: Block): void;
}

export interface ActionOptions {
  readonly target: 'initial' | 'next';
  /** What to do with a complete assignment. */
  readonly leaf: (label: Label, assigned: ReadonlySet<number>, block: Block) => void;
  /** Code stops at the first assignment: generated functions give true to say so. */
  readonly stops: boolean;
  readonly label: Label;
  /** Code that tells whether a labelled action is asked for; null if all are. */
  readonly wanted: ((label: Label) => string) | null;
  /** Report each part that comes out false. */
  readonly explain: boolean;
  /** For ENABLED: gets the variables of instances that it is free to choose. */
  readonly free?: Map<Meaning, number>;
}

type Act = (walk: Walk, expr: Expr, env: Env, path: Path, block: Block, rest: Rest) => void;

/** What the code of one action is generated with. */
export interface Walk extends ActionOptions {
  readonly g: Generator;
  /** Goes on into a part. */
  readonly act: Act;
  readonly variables: number;
  readonly inlined: Definition[];
  /** Functions for function definitions that branch, by the variables assigned before them. */
  readonly lambdas: Map<Definition, Map<string, string>>;
  /** See `Context.free`. */
  readonly free: Map<Meaning, number>;
  /** Where the action is written. */
  readonly home: Env;
  /** Whether it is ENABLED inside of an instance with substituted variables. */
  readonly instanced: boolean;
  /** Where `I!` stands and the scope of the definition that was entered through it, outermost first. */
  readonly entered: { readonly from: Env; readonly to: Env }[];
}

export const context = (walk: Walk, env: Env, path: Path, block: Block): Context => ({
  env,
  block,
  mode: walk.target === 'initial' ? 'initial' : 'state',
  at: null,
  assigned: path.assigned,
  ...(walk.stops ? { free: walk.free } : {}),
  hoisted: false,
});

/** Whether every variable of the spec has its value. What ENABLED is free to choose does not count: there may be more of it. */
export function isComplete(walk: Walk, path: Path): boolean {
  let known = 0;
  for (const index of path.assigned) if (index < FIRST_FREE) known++;
  return known === walk.variables;
}

/** Fixes the label, and asks whether it is wanted. */
export function frozen(walk: Walk, path: Path, block: Block, inner: (path: Path, block: Block) => void): void {
  if (path.frozen) {
    inner(path, block);
    return;
  }
  const known = { ...path, frozen: true };
  if (walk.wanted === null) {
    inner(known, block);
    return;
  }
  const whole = child(block);
  emit(whole, `if (${walk.wanted(path.label)}) {`);
  inner(known, child(whole));
  emit(whole, '}');
}

/** The variables that have a value on a path: code after it depends on nothing else. */
export const keyOf = ({ assigned }: Path): string => [...assigned].sort((a, b) => a - b).join();

/** A rest that is generated once for each set of assigned variables, as a function; for parts that lead to it in several ways. */
export function joined(walk: Walk, rest: Rest, block: Block): Rest {
  if (rest.last) return rest;
  const slot = child(block);
  const known = new Map<string, string>();
  return {
    last: false,
    emit: (path, inner) => {
      const key = keyOf(path);
      let name = known.get(key);
      if (name === undefined) {
        name = functionIn(walk.g, slot, 'j', [], (body) => {
          rest.emit(path, body);
          return walk.stops ? 'false' : '';
        });
        known.set(key, name);
      }
      emit(inner, walk.stops ? `if (${name}()) return true;` : `${name}();`);
    },
  };
}

/** A formula that neither primes nor branches is a test and nothing else. */
export function cannotAct(walk: Walk, expr: Expr, env: Env): boolean {
  const facts = factsOf(walk.g.analysis, expr, env);
  return facts.level < (walk.target === 'next' ? 2 : 1) && !mayBranch(walk.g.analysis, expr, env);
}

/** Each item in turn, then what comes next. */
export function inTurn(
  items: readonly Expr[],
  path: Path,
  block: Block,
  rest: Rest,
  each: (item: Expr, path: Path, block: Block, rest: Rest) => void,
): void {
  const [item, ...others] = items;
  if (item === undefined) {
    rest.emit(path, block);
    return;
  }
  each(item, path, block, { last: false, emit: (later, inner) => inTurn(others, later, inner, rest, each) });
}

/** Past the numbers of all variables of a spec. */
export const FIRST_FREE = 1_000_000;
