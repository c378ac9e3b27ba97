import fc from 'fast-check';

/** Values of the two variables x and y, each 0, 1 or 2. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A formula of one state, with its own meaning. */
interface Predicate {
  readonly text: string;
  readonly holds: (at: Point) => boolean;
}

interface Action {
  readonly name: string;
  readonly text: string;
  readonly steps: (at: Point) => readonly Point[];
}

type Subscript = 'x' | 'y' | 'vars';

interface AngleAction {
  readonly action: Action;
  readonly subscript: Subscript;
}

/** A temporal formula; actions stand only where TLC takes them. */
export type Temporal =
  | { readonly kind: 'predicate'; readonly predicate: Predicate }
  | { readonly kind: 'enabled' | 'infinitely' | 'finally'; readonly angle: AngleAction }
  | { readonly kind: 'not' | 'always' | 'eventually'; readonly of: Temporal }
  | { readonly kind: 'and' | 'or' | 'implies' | 'leadsTo'; readonly left: Temporal; readonly right: Temporal };

interface Fairness extends AngleAction {
  readonly strength: 'WF' | 'SF';
}

/** A small specification with fairness and a temporal property, whose meaning can be worked out without reading its text. */
export interface LivenessSpec {
  readonly initial: readonly Point[];
  readonly actions: readonly Action[];
  readonly fairness: readonly Fairness[];
  readonly property: Temporal;
}

const value = fc.integer({ min: 0, max: 2 });
const name = fc.constantFrom('x' as const, 'y' as const);
const OPERATORS = {
  '=': (a: number, b: number) => a === b,
  '#': (a: number, b: number) => a !== b,
  '<': (a: number, b: number) => a < b,
  '>=': (a: number, b: number) => a >= b,
} as const;

const predicate: fc.Arbitrary<Predicate> = fc
  .tuple(name, fc.constantFrom(...(Object.keys(OPERATORS) as (keyof typeof OPERATORS)[])), fc.oneof(value, name))
  .map(([left, op, right]) => ({
    text: `${left} ${op} ${right}`,
    holds: (at) => OPERATORS[op](at[left], typeof right === 'number' ? right : at[right]),
  }));

interface Update {
  readonly text: (variable: string) => string;
  readonly values: (at: Point, variable: 'x' | 'y') => readonly number[];
}

const update: fc.Arbitrary<Update> = fc.oneof(
  value.map((to): Update => ({ text: (v) => `${v}' = ${to}`, values: () => [to] })),
  fc.constantFrom<Update>(
    { text: (v) => `UNCHANGED ${v}`, values: (at, v) => [at[v]] },
    { text: (v) => `${v}' = (${v} + 1) % 3`, values: (at, v) => [(at[v] + 1) % 3] },
    { text: (v) => `${v}' = (IF ${v} < 2 THEN ${v} + 1 ELSE 2)`, values: (at, v) => [Math.min(2, at[v] + 1)] },
    { text: (v) => `${v}' = (x + y) % 3`, values: (at) => [(at.x + at.y) % 3] },
    { text: (v) => `${v}' \\in {0, 2}`, values: () => [0, 2] },
    { text: (v) => `${v}' \\in {${v}, 1}`, values: (at, v) => [at[v], 1] },
  ),
);

const action = (own: string): fc.Arbitrary<Action> =>
  fc.tuple(fc.array(predicate, { maxLength: 2 }), update, update).map(([guards, x, y]) => ({
    name: own,
    text: [...guards.map((guard) => guard.text), x.text('x'), y.text('y')].join(' /\\ '),
    steps: (at) =>
      guards.every((guard) => guard.holds(at))
        ? x.values(at, 'x').flatMap((nextX) => y.values(at, 'y').map((nextY) => ({ x: nextX, y: nextY })))
        : [],
  }));

const point = fc.record({ x: value, y: value });
const subscript = fc.constantFrom<Subscript>('vars', 'vars', 'x', 'y');

const temporal = (angle: fc.Arbitrary<AngleAction>): fc.Arbitrary<Temporal> =>
  fc.letrec<{ whole: Temporal; plain: Temporal }>((tie) => {
    const one = (inner: fc.Arbitrary<Temporal>, ...kinds: ('not' | 'always' | 'eventually')[]) =>
      fc.tuple(fc.constantFrom(...kinds), inner).map(([kind, of]): Temporal => ({ kind, of }));
    const two = (inner: fc.Arbitrary<Temporal>, ...kinds: ('and' | 'or' | 'implies' | 'leadsTo')[]) =>
      fc.tuple(fc.constantFrom(...kinds), inner, inner).map(([kind, left, right]): Temporal => ({ kind, left, right }));
    const leaf = predicate.map((own): Temporal => ({ kind: 'predicate', predicate: own }));
    return {
      plain: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        angle.map((own): Temporal => ({ kind: 'enabled', angle: own })),
        one(tie('plain'), 'not', 'always', 'eventually'),
        two(tie('plain'), 'and', 'or', 'implies', 'leadsTo'),
      ),
      whole: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        one(tie('plain'), 'always', 'eventually'),
        two(tie('plain'), 'leadsTo'),
        fc
          .tuple(fc.constantFrom('infinitely' as const, 'finally' as const), angle)
          .map(([kind, own]): Temporal => ({ kind, angle: own })),
        one(tie('whole'), 'not'),
        two(tie('whole'), 'and', 'or', 'implies'),
      ),
    };
  }).whole;

/** Properties of the actions given that a behaviour keeps or breaks by its loop alone, however it got there. */
export const promises: fc.Arbitrary<(actions: readonly Action[]) => Temporal> = fc.letrec<{
  promise: (actions: readonly Action[]) => Temporal;
}>((tie) => ({
  promise: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constantFrom('infinitely' as const, 'finally' as const), index: fc.nat(2), subscript }).map(
      ({ kind, index, subscript: kept }) =>
        (actions: readonly Action[]): Temporal => ({
          kind,
          angle: { action: actions[index % actions.length]!, subscript: kept },
        }),
    ),
    fc.tuple(fc.constantFrom('or' as const, 'implies' as const), tie('promise'), tie('promise')).map(
      ([kind, left, right]) =>
        (actions: readonly Action[]): Temporal => ({ kind, left: left(actions), right: right(actions) }),
    ),
  ),
})).promise;

/** Random specifications of up to nine states. */
export const livenessSpec: fc.Arbitrary<LivenessSpec> = fc
  .record({
    initial: fc.uniqueArray(point, { minLength: 1, maxLength: 2, selector: ({ x, y }) => x * 3 + y }),
    actions: fc.integer({ min: 1, max: 3 }).chain((count) => fc.tuple(...['A', 'B', 'C'].slice(0, count).map(action))),
  })
  .chain(({ initial, actions }) => {
    const angle = fc.record({ action: fc.constantFrom(...actions), subscript });
    return fc.record({
      initial: fc.constant(initial),
      actions: fc.constant(actions),
      fairness: fc.array(
        fc.tuple(fc.constantFrom('WF' as const, 'SF' as const), angle).map(([strength, own]) => ({ strength, ...own })),
        { maxLength: 3 },
      ),
      property: temporal(angle),
    });
  });

function formulaText(formula: Temporal): string {
  switch (formula.kind) {
    case 'predicate':
      return formula.predicate.text;
    case 'enabled':
      return `ENABLED <<${formula.angle.action.name}>>_${formula.angle.subscript}`;
    case 'infinitely':
      return `[]<><<${formula.angle.action.name}>>_${formula.angle.subscript}`;
    case 'finally':
      return `<>[][~${formula.angle.action.name}]_${formula.angle.subscript}`;
    case 'not':
    case 'always':
    case 'eventually':
      return `${{ not: '~', always: '[]', eventually: '<>' }[formula.kind]}(${formulaText(formula.of)})`;
    default: {
      const operator = { and: '/\\', or: '\\/', implies: '=>', leadsTo: '~>' }[formula.kind];
      return `((${formulaText(formula.left)}) ${operator} (${formulaText(formula.right)}))`;
    }
  }
}

/** The module; its configuration is {@link LIVENESS_CONFIG}. */
export function livenessModule(spec: LivenessSpec, title: string): string {
  const fair = spec.fairness.map((one) => ` /\\ ${one.strength}_${one.subscript}(${one.action.name})`);
  return [
    `---- MODULE ${title} ----`,
    'EXTENDS Naturals',
    'VARIABLES x, y',
    'vars == <<x, y>>',
    `Init == ${spec.initial.map(({ x, y }) => `(x = ${x} /\\ y = ${y})`).join(' \\/ ')}`,
    ...spec.actions.map((one) => `${one.name} == ${one.text}`),
    `Next == ${spec.actions.map((one) => one.name).join(' \\/ ')}`,
    `Spec == Init /\\ [][Next]_vars${fair.join('')}`,
    `Live == ${formulaText(spec.property)}`,
    '====',
    '',
  ].join('\n');
}

export const LIVENESS_CONFIG = 'SPECIFICATION Spec\nPROPERTY Live\nCHECK_DEADLOCK FALSE\n';

const same = (a: Point, b: Point, subscript: Subscript): boolean =>
  (subscript === 'y' || a.x === b.x) && (subscript === 'x' || a.y === b.y);

const isStep = ({ action: own, subscript: kept }: AngleAction, from: Point, to: Point): boolean =>
  !same(from, to, kept) && own.steps(from).some((next) => same(next, to, 'vars'));

const isEnabled = ({ action: own, subscript: kept }: AngleAction, at: Point): boolean =>
  own.steps(at).some((next) => !same(at, next, kept));

/** A behaviour without end: after the last point comes the one at `loopsTo`. */
export interface PointLasso {
  readonly points: readonly Point[];
  readonly loopsTo: number;
}

/** Whether each step of a lasso, that back to its loop included, is one of the specification or changes nothing, and the start initial. */
export function isBehaviour(spec: LivenessSpec, { points, loopsTo }: PointLasso): boolean {
  return (
    spec.initial.some((one) => same(one, points[0]!, 'vars')) &&
    points.every((from, i) => {
      const to = points[i + 1] ?? points[loopsTo]!;
      return (
        same(from, to, 'vars') || spec.actions.some((one) => one.steps(from).some((next) => same(next, to, 'vars')))
      );
    })
  );
}

/** Whether a lasso satisfies the fairness conditions, by their definition. */
export function isFair(spec: LivenessSpec, lasso: PointLasso): boolean {
  const loop = lasso.points.slice(lasso.loopsTo);
  return spec.fairness.every((one) => {
    const taken = loop.some((from, i) => isStep(one, from, loop[i + 1] ?? loop[0]!));
    const enabled = loop.map((at) => isEnabled(one, at));
    return taken || (one.strength === 'WF' ? enabled.includes(false) : !enabled.includes(true));
  });
}

/** The truth of a formula at each position of a lasso, by the definition of the operators. */
export function holdsAlong(formula: Temporal, lasso: PointLasso): readonly boolean[] {
  const { points, loopsTo } = lasso;
  const of = (part: Temporal): readonly boolean[] => holdsAlong(part, lasso);
  /** What holds at some position from each on: the rest of the list, and the whole loop. */
  const some = (at: readonly boolean[]): readonly boolean[] =>
    at.map((_, i) =>
      at.slice(Math.min(i, loopsTo)).some((holds, j) => holds && (j + Math.min(i, loopsTo) >= i || i >= loopsTo)),
    );
  const not = (at: readonly boolean[]): readonly boolean[] => at.map((holds) => !holds);
  switch (formula.kind) {
    case 'predicate':
      return points.map((at) => formula.predicate.holds(at));
    case 'enabled':
      return points.map((at) => isEnabled(formula.angle, at));
    case 'infinitely':
    case 'finally': {
      const loop = points.slice(loopsTo);
      const taken = loop.some((from, i) => isStep(formula.angle, from, loop[i + 1] ?? loop[0]!));
      return points.map(() => taken === (formula.kind === 'infinitely'));
    }
    case 'not':
      return not(of(formula.of));
    case 'eventually':
      return some(of(formula.of));
    case 'always':
      return not(some(not(of(formula.of))));
    case 'leadsTo': {
      const [left, later] = [of(formula.left), some(of(formula.right))];
      return not(some(left.map((holds, i) => holds && !later[i])));
    }
    default: {
      const [left, right] = [of(formula.left), of(formula.right)];
      return left.map((holds, i) =>
        formula.kind === 'and' ? holds && right[i]! : formula.kind === 'or' ? holds || right[i]! : !holds || right[i]!,
      );
    }
  }
}

/** A fair behaviour in the fewest points, at most `length` and loop included, that breaks the property, if there is one: by trying them all. */
export function shortestRefutation(spec: LivenessSpec, length: number): PointLasso | null {
  const nexts = (from: Point): readonly Point[] => [from, ...spec.actions.flatMap((one) => one.steps(from))];
  const extend = (points: readonly Point[], count: number): PointLasso | null => {
    const next = nexts(points[points.length - 1]!);
    if (points.length === count) {
      for (let loopsTo = 0; loopsTo < points.length; loopsTo++) {
        if (!next.some((to) => same(to, points[loopsTo]!, 'vars'))) continue;
        const lasso = { points, loopsTo };
        if (isFair(spec, lasso) && holdsAlong(spec.property, lasso)[0] === false) return lasso;
      }
      return null;
    }
    const seen = new Set<number>();
    for (const to of next) {
      if (seen.has(to.x * 3 + to.y)) continue;
      seen.add(to.x * 3 + to.y);
      const found = extend([...points, to], count);
      if (found !== null) return found;
    }
    return null;
  };
  for (let count = 1; count <= length; count++) {
    for (const start of spec.initial) {
      const found = extend([start], count);
      if (found !== null) return found;
    }
  }
  return null;
}
