import fc from 'fast-check';
import { evaluate, type Formula, type Tuple, variablesOf } from '../formula.ts';
import { solve } from '../solve.ts';
import type { Bound, Member, Table } from '../table.ts';
import { type Decision, FAILS, HOLDS, open, type Truth } from '../truth.ts';

// The evaluator as it is defined: every tuple of every domain. Slow and obvious, so that the indexed search can be held against it.

export interface Problem {
  readonly formula: Formula;
  readonly domains: readonly (readonly Member[])[];
  readonly given: Tuple<Member>;
  readonly variables: readonly number[];
  readonly witnesses: ReadonlySet<number>;
}

/** Every tuple with its value, null included in every domain. */
export function bruteForce(problem: Problem): { tuple: Tuple<Member>; truth: Truth }[] {
  let tuples: (Member | null)[][] = [[]];
  problem.domains.forEach((domain, variable) => {
    const choices = problem.variables.includes(variable) ? [...domain, null] : [problem.given[variable] ?? null];
    tuples = tuples.flatMap((tuple) => choices.map((member) => [...tuple, member]));
  });
  return tuples.map((tuple) => ({ tuple, truth: evaluate(problem.formula, tuple) }));
}

/** What the two evaluators say differently; empty if they agree. */
export function agreement(problem: Problem): string[] {
  const differences: string[] = [];
  const found = solve({ ...problem, domain: (variable) => problem.domains[variable]! }, problem.given, {
    steps: 1e7,
    solutions: 1e7,
  });
  if (found === null) return ['budget'];
  const keyOf = (tuple: Tuple<Member>) =>
    tuple.map((one, at) => (problem.witnesses.has(at) ? '*' : (one?.number ?? 'n'))).join();
  const indexed = new Map(found.map((one) => [keyOf(one.tuple), one.truth]));
  for (const one of found) {
    if (evaluate(problem.formula, one.tuple) !== one.truth) differences.push(`${keyOf(one.tuple)} has another value`);
  }
  const best = new Map<string, { tuple: Tuple<Member>; truth: Truth }>();
  for (const one of bruteForce(problem)) {
    const known = best.get(keyOf(one.tuple));
    if (known === undefined || known.truth < one.truth) best.set(keyOf(one.tuple), one);
  }
  for (const [key, truth] of indexed) {
    if ((best.get(key)?.truth ?? 0) < truth) differences.push(`${key} is invented`);
  }
  for (const [key, { tuple, truth }] of best) {
    if (truth === 0 || (indexed.get(key) ?? 0) >= truth) continue;
    if (!coveredBy(tuple, truth, keyOf, indexed, problem)) differences.push(`${key} is missed (${truth})`);
  }
  return differences;
}

// A tuple is covered by one that has null where it has a member, and that is at least as true.
function coveredBy(
  tuple: Tuple<Member>,
  truth: Truth,
  keyOf: (tuple: Tuple<Member>) => string,
  indexed: ReadonlyMap<string, Truth>,
  problem: Problem,
): boolean {
  const count = 1 << problem.variables.length;
  for (let mask = 1; mask < count; mask++) {
    const hidden = tuple.map((member, at) => {
      const place = problem.variables.indexOf(at);
      return place >= 0 && (mask & (1 << place)) !== 0 ? null : member;
    });
    if ((indexed.get(keyOf(hidden)) ?? 0) >= truth) return true;
  }
  return false;
}

interface Cells {
  readonly cells: ReadonlyMap<string, Truth>;
  readonly openRows: ReadonlySet<number>;
  readonly lists: boolean;
}

const UNKNOWN_CELL = open('whether it is so');
const asDecision = (truth: Truth): Decision => (truth === 2 ? HOLDS : truth === 1 ? UNKNOWN_CELL : FAILS);

/** A table of listed cells over one or two positions; in an open row what is not listed is unknown, elsewhere it is false. */
export function listedTable({ cells, openRows, lists }: Cells, domains: readonly (readonly Member[])[]): Table {
  const key = (members: readonly (Bound | undefined)[]) => members.map((one) => one?.number ?? 'n').join();
  const isOpen = (members: readonly (Bound | undefined)[]) => members[0] != null && openRows.has(members[0].number);
  const table: Table = {
    decide: (members) => asDecision(cells.get(key(members)) ?? (isOpen(members) ? 1 : 0)),
  };
  if (!lists) return table;
  return {
    ...table,
    candidates: (position, members) => {
      const others = members.filter((one, at) => at !== position && one === undefined);
      // With the other side unbound every listed member is a candidate, and open rows make every member one.
      const listed = domains[position]!.filter((member) =>
        domains.length === 1
          ? (cells.get(String(member.number)) ?? 0) > 0 || openRows.has(member.number)
          : (others.length > 0 ? [...domains[1 - position]!, null] : [members[1 - position] ?? null]).some((other) => {
              const pair = position === 0 ? [member, other] : [other, member];
              return (cells.get(key(pair)) ?? 0) > 0 || (position === 0 && openRows.has(member.number));
            }),
      );
      const rowOpen = position === 1 && (others.length > 0 ? openRows.size > 0 : isOpen(members));
      return { members: listed, open: rowOpen };
    },
  };
}

const beforeTable: Table = {
  nullOpen: true,
  decide: ([left, right]) => (left == null || right == null ? UNKNOWN_CELL : left.rank < right.rank ? HOLDS : FAILS),
  range: (position, members) => {
    const other = members[1 - position];
    if (other == null) return undefined;
    return position === 0 ? { from: -Infinity, to: other.rank } : { from: other.rank + 1, to: Infinity };
  },
};

const truth = fc.constantFrom<Truth>(0, 1, 2);

/** A random problem: up to three variables of small domains, random tables, a random formula over them. */
export const randomCase: fc.Arbitrary<Problem> = fc
  .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 })
  .chain((sizes) => {
    let number = 0;
    const domains = sizes.map((size) => Array.from({ length: size }, (_, rank) => ({ number: number++, rank })));
    const variable = fc.nat({ max: sizes.length - 1 });
    const cellsFor = (variables: readonly number[]) => {
      const pairs =
        variables.length === 1
          ? domains[variables[0]!]!.map((one) => String(one.number))
          : domains[variables[0]!]!.flatMap((left) =>
              domains[variables[1]!]!.map((right) => `${left.number},${right.number}`),
            );
      return fc.record({
        cells: fc
          .array(truth, { minLength: pairs.length, maxLength: pairs.length })
          .map((truths) => new Map(pairs.map((pair, at): [string, Truth] => [pair, truths[at]!]))),
        sparse: fc.array(fc.nat({ max: 2 }), { minLength: pairs.length, maxLength: pairs.length }),
        openRows: fc.subarray(domains[variables[0]!]!.map((one) => one.number)),
        lists: fc.boolean(),
      });
    };
    const atom: fc.Arbitrary<Formula> = fc.uniqueArray(variable, { minLength: 1, maxLength: 2 }).chain((variables) =>
      fc
        .oneof(
          { weight: 5, arbitrary: cellsFor(variables) },
          { weight: variables.length === 2 ? 1 : 0, arbitrary: fc.constant(null) },
        )
        .map((cells): Formula => {
          if (cells === null) return { kind: 'atom', atom: { table: beforeTable, variables, label: null } };
          const kept = new Map([...cells.cells].filter((_, at) => cells.sparse[at] !== 0));
          const table = listedTable(
            { cells: kept, openRows: new Set(cells.openRows), lists: cells.lists },
            variables.map((one) => domains[one]!),
          );
          return { kind: 'atom', atom: { table, variables, label: null } };
        }),
    );
    const formula = fc.letrec<{ node: Formula }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        { weight: 4, arbitrary: atom },
        { weight: 1, arbitrary: truth.map((one): Formula => ({ kind: 'constant', truth: one })) },
        { weight: 2, arbitrary: tie('node').map((part): Formula => ({ kind: 'not', part })) },
        {
          weight: 4,
          arbitrary: fc
            .tuple(fc.constantFrom<'all' | 'any'>('all', 'any'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
            .map(([kind, parts]): Formula => ({ kind, parts })),
        },
      ),
    })).node;
    return fc
      .record({ formula, bound: fc.nat({ max: 7 }), witness: fc.nat({ max: 7 }), pick: fc.nat() })
      .map(({ formula, bound, witness, pick }): Problem => {
        const used = [...variablesOf(formula)].sort((left, right) => left - right);
        const isGiven = (one: number) => (bound & (1 << one)) !== 0 && (domains[one]?.length ?? 0) > 0;
        const variables = used.filter((one) => !isGiven(one));
        return {
          formula,
          domains,
          given: domains.map((domain, one) => (isGiven(one) ? domain[pick % domain.length]! : null)),
          variables,
          witnesses: new Set(variables.filter((one) => (witness & (1 << one)) !== 0)),
        };
      });
  });
