import { createRuntime, type Runtime, runtimeFunctions, sharedFunctions } from '../standard-modules/runtime.ts';
import type { Expr } from '../syntax/ast.ts';
import type { Store, Value } from '../values/store.ts';
import { action } from './action.ts';
import type { Label } from './action-walk.ts';
import type { Analysis } from './analysis.ts';
import { enabled } from './enabled.ts';
import { expression } from './expression.ts';
import {
  type Context,
  functionIn,
  type Generator,
  type Hook,
  type Mode,
  type Site,
  site,
  truth,
  value,
} from './generator.ts';
import type { LinkedSpec } from './link.ts';
import { block, child, emit, render } from './output.ts';
import type { Definition, Scoped } from './scope.ts';

/** What a program shall compute. Everything is computed over the state loaded last. */
export interface ProgramParts {
  /** Initial predicate. */
  readonly init?: Scoped | null;
  /** Next-state relation, with the name of its action if it has none of its own. */
  readonly next?: (Scoped & { readonly name: string }) | null;
  /** Formulas of a state, or of a step where they speak of the next state. */
  readonly formulas?: readonly Scoped[];
  /** Expressions of a state. */
  readonly values?: readonly Scoped[];
  /** The formulas see no state: a variable in them is an error when it is read. */
  readonly stateless?: boolean;
}

export interface ProgramOptions {
  /** Keep track of where evaluation stands: slower. */
  readonly traced?: boolean;
  /** Give arguments of actions, and ask `runtime.wanted` before an action is tried. */
  readonly labelled?: boolean;
  /** Set to report refused formulas; told each formula that is tested on the way. */
  readonly explain?: (tested: Scoped) => void;
  /** Told each expression that says what a step does: the values that it assigns, and the choices between its actions. */
  readonly effect?: (effect: Scoped) => void;
  /** Report comparisons with integer constants that come out false. */
  readonly watchBounds?: boolean;
  /** What else to do at nodes of the tree. */
  readonly hooks?: ReadonlyMap<Expr, Hook>;
}

/** Generated code, ready to run. Its functions throw EvaluationFailure. */
export interface Program {
  readonly runtime: Runtime;
  readonly sites: readonly Site[];
  /** Names of bound variables, by the number that `runtime.atom` is given. */
  readonly names: readonly string[];
  /** Actions, by the number that `runtime.emit` is given. */
  readonly labels: readonly {
    readonly name: string;
    readonly definition: Definition | null;
    readonly parameters: readonly string[];
  }[];
  /** Takes the current state from a row. */
  load(rows: Int32Array, offset: number): void;
  /** Takes the next state from a row. */
  loadNext(rows: Int32Array, offset: number): void;
  /** Forgets the next state. */
  clearNext(): void;
  init(): void;
  next(): void;
  readonly formulas: readonly (() => boolean)[];
  readonly values: readonly (() => Value)[];
}

interface Generated {
  readonly load: (rows: Int32Array, offset: number) => void;
  readonly loadNext: (rows: Int32Array, offset: number) => void;
  readonly clearNext: () => void;
  readonly init: () => void;
  readonly next: () => void;
  readonly formulas: readonly (() => boolean)[];
  readonly values: readonly (() => Value)[];
}

const SHARED = `const { ${Object.keys(sharedFunctions).join(', ')} } = P;`;

/** Generates and loads code for parts of a spec. Throws a SemanticFailure on what cannot be compiled. */
export function compileProgram(
  spec: LinkedSpec,
  store: Store,
  analysis: Analysis,
  parts: ProgramParts,
  options: ProgramOptions = {},
): Program {
  const top = block();
  const g: Generator = {
    spec,
    store,
    analysis,
    uses: new Map(),
    top,
    variants: new Map(),
    sites: [],
    traced: options.traced === true,
    watchBounds: options.watchBounds === true,
    hooks: options.hooks ?? new Map(),
    tested: options.explain ?? null,
    effect: options.effect ?? null,
    followed: [...(options.hooks?.values() ?? [])].some(({ kind }) => kind === 'choice'),
    names: [],
    drawn: new Map(),
    counter: 0,
    depth: 0,
    expression: (expr, context) => expression(g, expr, context),
    enabled: (expr, context) => enabled(g, expr, context),
  };
  const n = spec.variables.length;
  const indices = Array.from({ length: n }, (_, i) => i);
  const labels: { name: string; definition: Definition | null; parameters: string[] }[] = [];
  const numberOf = (label: Label): number => {
    const parameters = label.args.map((arg) => arg.name);
    const known = labels.findIndex((one) => one.name === label.name && one.parameters.join() === parameters.join());
    return known >= 0 ? known : labels.push({ name: label.name, definition: label.definition, parameters }) - 1;
  };
  const argsOf = (label: Label): string => `[${label.args.map((arg) => arg.js).join(', ')}]`;
  const labelled = options.labelled === true;
  const act = (scoped: Scoped, name: string, target: 'initial' | 'next') =>
    functionIn(g, top, target === 'initial' ? 'init' : 'next', [], (body) => {
      const letter = target === 'initial' ? 's' : 'n';
      action(g, scoped.expr, scoped.env, body, {
        target,
        stops: false,
        label: { name, definition: null, args: [] },
        explain: g.tested !== null && target === 'next',
        wanted: labelled && target === 'next' ? (label) => `R.wanted(${numberOf(label)}, ${argsOf(label)})` : null,
        leaf: (label, assigned, piece) => {
          const missing = indices.filter((i) => !assigned.has(i));
          if (missing.length > 0) {
            // Traced code says which action it is.
            if (g.traced) emit(piece, `enter(${site(g, label.definition?.at ?? scoped.expr.at)});`);
            emit(piece, `incomplete([${missing.join(', ')}], ${target === 'next'});`);
            return;
          }
          emit(piece, indices.map((i) => `buf[${i}] = ${letter}${i};`).join(' '));
          emit(piece, `R.emit(${numberOf(label)}, ${labelled ? argsOf(label) : 'none'});`);
        },
      });
      return '';
    });
  const formula = (scoped: Scoped, make: (context: Context) => string, mode: Mode): string =>
    functionIn(g, top, 'p', [], (body) =>
      make({ env: scoped.env, block: body, mode, at: null, assigned: new Set(), hoisted: false }),
    );

  const init = parts.init == null ? null : act(parts.init, 'Init', 'initial');
  const next = parts.next == null ? null : act(parts.next, parts.next.name, 'next');
  const formulas = (parts.formulas ?? []).map((one) =>
    formula(one, (c) => truth(g, one.expr, c), parts.stateless ? 'initial' : 'state'),
  );
  const values = (parts.values ?? []).map((one) => formula(one, (c) => value(g, one.expr, c), 'state'));

  const runtime = createRuntime(spec.variables.map((variable) => variable.name));
  const table = runtimeFunctions(runtime);
  const head = block();
  emit(head, '"use strict";');
  emit(head, SHARED);
  emit(head, `const { ${Object.keys(table).join(', ')} } = F; const buf = R.buffer; const none = [];`);
  // Counts the states loaded: what was worked out for one of them says nothing about the next.
  emit(head, 'let E = 1;');
  if (n > 0) emit(head, `let ${indices.flatMap((i) => [`s${i} = U`, `n${i} = U`]).join(', ')};`);
  head.parts.push(top);
  const tail = child(head);
  emit(tail, 'return {');
  emit(tail, `load(rows, offset) { E++; ${indices.map((i) => `s${i} = rows[offset + ${i}];`).join(' ')} },`);
  emit(tail, `loadNext(rows, offset) { ${indices.map((i) => `n${i} = rows[offset + ${i}];`).join(' ')} },`);
  emit(tail, `clearNext() { ${indices.map((i) => `n${i} = U;`).join(' ')} },`);
  const resetState = indices.map((i) => `s${i} = U;`).join(' ');
  emit(tail, `init() { E++; ${resetState} ${init === null ? '' : `${init}();`} },`);
  emit(tail, `next: ${next ?? '() => {}'},`);
  emit(tail, `formulas: [${formulas.join(', ')}],`);
  emit(tail, `values: [${values.join(', ')}],`);
  emit(tail, '};');
  // Only names made here, integers and a fixed vocabulary reach this text: nothing of the spec's own names or strings.
  const generated = new Function('P', 'F', 'S', render(head))(sharedFunctions, table, store) as Generated;
  return { runtime, sites: g.sites, names: g.names, labels, ...generated };
}
