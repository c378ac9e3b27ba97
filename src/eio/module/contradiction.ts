import type { Expression, Predicate } from '../types.ts';
import type { Report } from './report.ts';
import { expressionNodes, expressionText, termText } from './visit-expression.ts';

const MAX_ATOMS = 12;
const MAX_WORK = 200_000;

/**
 * A predicate that contradicts itself: it can never apply, or never be violated or satisfied, whatever is true of its atoms. Decided by
 * trying every valuation, so only for predicates of few atoms; what atoms mean is not looked into, but for `before`/`after` and
 * `eq`/`ne`.
 */
export function checkContradictions(report: Report, predicate: Predicate): void {
  const { applicableWhen, violatedWhen, satisfiedWhen } = predicate;
  const atoms = new Map<string, number>();
  const applicable = compile(applicableWhen, atoms);
  const judged = [
    { name: 'violated_when', what: 'violated', expression: violatedWhen },
    { name: 'satisfied_when', what: 'satisfied', expression: satisfiedWhen },
  ].flatMap((one) =>
    one.expression === undefined ? [] : [{ ...one, expression: one.expression, holds: compile(one.expression, atoms) }],
  );
  const size = [applicableWhen, violatedWhen, satisfiedWhen].reduce(
    (sum, one) => sum + (one === undefined ? 0 : [...expressionNodes(one)].length),
    0,
  );
  if (atoms.size > MAX_ATOMS || 2 ** atoms.size * size > MAX_WORK) return;

  const worlds = valuations([...atoms.keys()]);
  const where = worlds.filter(applicable);
  if (where.length === 0) {
    report.error('eio/contradiction', applicableWhen.at, {
      message: `"${predicate.id}" can never apply: applicable_when is false whatever holds`,
    });
    return;
  }
  for (const { name, what, expression, holds } of judged) {
    const also = where.filter(holds);
    if (also.length === 0) {
      const alone = worlds.filter(holds);
      const atom = [...atoms].find(([, index]) => opposed(where, alone, index));
      const reason =
        alone.length === 0
          ? `${name} is false whatever holds`
          : atom === undefined
            ? `applicable_when and ${name} exclude each other`
            : `applicable_when and ${name} disagree on "${atom[0]}"`;
      report.error('eio/contradiction', expression.at, {
        message: `"${predicate.id}" can never be ${what}: ${reason}`,
        related: [{ message: 'applicable_when', at: applicableWhen.at }],
      });
    } else if (also.length === where.length && predicate.polarity === 'risk' && what === 'violated') {
      report.warn('eio/contradiction', expression.at, {
        message: `"${predicate.id}" is violated by everything to which it applies`,
      });
    }
  }
  const [violated, satisfied] = judged;
  if (violated !== undefined && satisfied !== undefined) {
    const same = where.every((world) => violated.holds(world) === satisfied.holds(world));
    if (same) {
      report.error('eio/contradiction', satisfied.expression.at, {
        message: `"${predicate.id}" is satisfied exactly when it is violated`,
        related: [{ message: 'violated_when', at: violated.expression.at }],
      });
    }
  }
}

type World = readonly boolean[];
type Holds = (world: World) => boolean;

function compile(expression: Expression, atoms: Map<string, number>): Holds {
  const atom = (text: string): Holds => {
    const index = atoms.get(text) ?? atoms.size;
    atoms.set(text, index);
    return (world) => world[index] === true;
  };
  switch (expression.kind) {
    case 'boolean':
      return () => expression.value;
    case 'all': {
      const parts = expression.parts.map((part) => compile(part, atoms));
      return (world) => parts.every((part) => part(world));
    }
    case 'any': {
      const parts = expression.parts.map((part) => compile(part, atoms));
      return (world) => parts.some((part) => part(world));
    }
    case 'not': {
      const part = compile(expression.part, atoms);
      return (world) => !part(world);
    }
    case 'temporal':
      return expression.op === 'before'
        ? atom(`${termText(expression.reference)} after ${termText(expression.event)}`)
        : atom(expressionText(expression));
    case 'compare': {
      if (expression.op !== 'ne') return atom(expressionText(expression));
      const equal = atom(expressionText({ ...expression, op: 'eq' }));
      return (world) => !equal(world);
    }
    case 'relation':
    case 'fact':
    case 'exists':
      return atom(expressionText(expression));
  }
}

/** Every valuation of the atoms in which no two moments come after each other. */
function valuations(atoms: readonly string[]): World[] {
  const places = new Map(atoms.map((atom, index) => [atom, index]));
  const exclusive = atoms.flatMap((atom, index) => {
    const [later, earlier, more] = atom.split(' after ');
    const reversed = more === undefined && earlier !== undefined ? places.get(`${earlier} after ${later}`) : undefined;
    return reversed === undefined ? [] : [[index, reversed] as const];
  });
  return Array.from({ length: 2 ** atoms.length }, (_, bits) =>
    atoms.map((_, index) => ((bits >> index) & 1) === 1),
  ).filter((world) => exclusive.every(([a, b]) => !(world[a] && world[b])));
}

/** Whether an atom has one value in all of these worlds and the other in all of those. */
function opposed(these: readonly World[], those: readonly World[], atom: number): boolean {
  const value = these[0]?.[atom];
  return (
    those.length > 0 && these.every((world) => world[atom] === value) && those.every((world) => world[atom] !== value)
  );
}
