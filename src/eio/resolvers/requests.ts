import { phrase, shown } from '../../model/phrase.ts';
import type { Action, Entity, Instruction } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import { FAILS, HOLDS, HOLDS_NARROWER, open } from '../logic/truth.ts';
import { type AtomTable, closedWorld, listed, NONE, type RelationResolver } from './atom-table.ts';
import { actionRefs, instructionRefs } from './evidence.ts';

export const UNDECLARED = open('which action the instruction asks for, since it declares none');
export const TOO_MANY = open('which actions the instruction asks for, since there are too many to compare');

/** Instructions and the actions that match them, both ways round. */
export interface Following {
  matches(instruction: Instruction): readonly Action[];
  has(instruction: Instruction, action: Action): boolean;
  /** Instructions that an action matches, and those that declare no request. */
  instructionsFor(action: Action): readonly Instruction[];
  readonly all: readonly Action[];
  readonly undeclared: readonly Instruction[];
}

const cache = new WeakMap<Graph, Following>();

export function followingOf(graph: Graph): Following {
  const known = cache.get(graph);
  if (known !== undefined) return known;
  const sets = new Map([...graph.followed].map(([instruction, actions]) => [instruction, new Set(actions)]));
  const reverse = lazy(() =>
    grouped(
      [...graph.followed].flatMap(([instruction, actions]) => actions.map((action) => [action, instruction] as const)),
    ),
  );
  const undeclared = graph.instructions.filter(
    (instruction) => instruction.requests === undefined || !graph.followed.has(instruction),
  );
  const made: Following = {
    matches: (instruction) => graph.followed.get(instruction) ?? [],
    has: (instruction, action) => sets.get(instruction)?.has(action) ?? false,
    instructionsFor: (action) => [...new Set([...(reverse().get(action) ?? []), ...undeclared])].sort(byRank),
    all: [...new Set([...graph.followed.values()].flat())].sort(byRank),
    undeclared,
  };
  cache.set(graph, made);
  return made;
}

/** Candidates of a table over instruction and action, at these positions. */
export function followingCandidates(graph: Graph, instructionAt: number): NonNullable<AtomTable['candidates']> {
  const following = followingOf(graph);
  return (position, members) => {
    const instruction = members[instructionAt] as Instruction | null | undefined;
    const action = members[1 - instructionAt] as Action | null | undefined;
    if (position === instructionAt) {
      return listed(action == null ? graph.instructions : following.instructionsFor(action));
    }
    if (instruction === null) return NONE;
    if (instruction === undefined) return listed(following.all, following.undeclared.length > 0);
    return listed(following.matches(instruction), following.undeclared.includes(instruction));
  };
}

/** What an instruction asks for. */
export const requests: RelationResolver = {
  decides: 'eio.relation.requests',
  resolver: 'eio.resolver.tool-receipt',
  looksAt:
    'The tool and arguments that the instruction declares, compared with later actions; without a declaration, the telling values that an action took from its content alone, and the known words of the instruction.',
  cannotSee:
    'What a text asks for in words. An instruction that declares nothing, and of whose content no action has a value, stays open.',
  table(graph, use) {
    if (use.subjectConstant !== null || use.objectConstant !== null) return null;
    const following = followingOf(graph);
    const isUndeclared = (instruction: Instruction) =>
      instruction.requests === undefined ? UNDECLARED : graph.followed.has(instruction) ? null : TOO_MANY;
    const table: AtomTable = {
      decide({ 0: instruction, 1: action }) {
        if (instruction?.kind !== 'instruction') return closedWorld(graph, 'instruction', 'context.added');
        const gap = isUndeclared(instruction);
        if (action == null) return gap ?? FAILS;
        if (action.kind !== 'action') return FAILS;
        if (following.has(instruction, action)) return gap === null ? HOLDS : HOLDS_NARROWER;
        return gap !== null && action.rank > instruction.rank && action.status !== 'requested' ? gap : FAILS;
      },
      candidates: followingCandidates(graph, 0),
      explain([instruction, action], decision) {
        const verb = decision.truth === 2 ? 'asks for' : decision.truth === 0 ? 'does not ask for' : 'may ask for';
        return {
          because: phrase`${instructionName(instruction)} ${verb} ${nameOf(action)}`,
          evidence: [
            ...(instruction?.kind === 'instruction' ? instructionRefs(graph, instruction) : []),
            ...(decision.truth === 2 && action?.kind === 'action' ? actionRefs(action) : []),
          ],
        };
      },
    };
    return { table };
  },
};

export const nameOf = (entity: Entity | null | undefined) =>
  entity == null
    ? phrase`anything else`
    : entity.kind === 'action'
      ? entity.status === 'requested'
        ? phrase`${shown(entity.tool, 'tool')} (asked for, never called)`
        : phrase`${shown(entity.id, 'call')} (${shown(entity.tool, 'tool')})`
      : phrase`${shown(entity.id, entity.kind)}`;

/** An instruction, in words. */
export const instructionName = (instruction: Entity | null | undefined) =>
  instruction == null ? phrase`another instruction` : phrase`instruction ${nameOf(instruction)}`;
