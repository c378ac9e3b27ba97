import { phrase } from '../../model/phrase.ts';
import type { Action, Entity } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { exclusiveLinks } from '../graph/links.ts';
import { type Decision, FAILS, FAILS_NARROWER, HOLDS, HOLDS_NARROWER, incomplete } from '../logic/truth.ts';
import { type AtomTable, closedActions, closedWorld, type RelationResolver } from './atom-table.ts';
import { absenceRef, actionRefs, instructionRefs, itemRef } from './evidence.ts';
import { followingCandidates, followingOf, instructionName, nameOf, TOO_MANY, UNDECLARED } from './requests.ts';

export const UNSEEN = incomplete('exec.started');

/** Whether the events themselves say that an action belongs to an instruction or a content. */
export const isDeclaredChild = (action: Action, parent: Entity): boolean =>
  action.parents.length > 0 &&
  action.parents.some((one) => one === parent.id || (parent.event !== null && one === parent.event));

/** Whether an action carries an instruction out. */
export const implementsRelation: RelationResolver = {
  decides: 'eio.relation.implements',
  resolver: 'eio.resolver.tool-receipt',
  looksAt:
    'Performed actions, save those that ended in an error, that come later than the content: those that name the instruction as their parent (exact), those that match its declared request, took a telling value from its content alone, or are what its known words name (narrower), unless trusted content asks for the same.',
  cannotSee: 'Whether the agent acted because of the text, paraphrased arguments, and the same end by another tool.',
  table(graph, use) {
    return use.subjectConstant !== null || use.objectConstant !== null ? null : { table: implementsTable(graph) };
  },
};

function implementsTable(graph: Graph): AtomTable {
  const following = followingOf(graph);
  const decide = ({ 0: action, 1: instruction }: readonly (Entity | null)[]): Decision => {
    if (instruction?.kind !== 'instruction') return closedWorld(graph, 'instruction', 'context.added');
    const gap = instruction.requests === undefined ? UNDECLARED : graph.followed.has(instruction) ? null : TOO_MANY;
    const closed = closedActions(graph);
    if (action == null) return closed.truth !== 0 ? closed : (gap ?? FAILS_NARROWER);
    if (action.kind !== 'action') return FAILS;
    if (action.status === 'requested') return closed.truth === 0 ? FAILS_NARROWER : closed;
    if (action.rank <= instruction.rank) return FAILS;
    if (!following.has(instruction, action)) {
      return gap === null ? FAILS_NARROWER : action.status === 'prevented' ? FAILS : gap;
    }
    if (action.status === 'prevented') return FAILS;
    if (action.status === 'unseen') return UNSEEN;
    if (action.failed) return FAILS_NARROWER;
    if (isDeclaredChild(action, instruction)) return HOLDS;
    const trusted = graph.itemById.get(instruction.partOf)?.trust === 'trusted';
    return graph.wanted.has(action) && !trusted ? FAILS_NARROWER : HOLDS_NARROWER;
  };
  return {
    decide,
    candidates: followingCandidates(graph, 1),
    openPairs([, instruction]) {
      if (instruction?.kind !== 'instruction') return [];
      return graph.actions
        .filter((action) => action.status === 'performed' && action.rank > instruction.rank)
        .filter((action) => decide([action, instruction]).gap?.kind === 'open')
        .map((action) => [action, instruction] as const);
    },
    explain([action, instruction], decision) {
      const evidence = instruction?.kind === 'instruction' ? instructionRefs(graph, instruction) : [];
      if (action?.kind !== 'action' || action.status === 'requested') {
        const because =
          decision.truth === 0
            ? phrase`nothing that ran does what ${instructionName(instruction)} asks for`
            : phrase`it is not known whether anything carried out ${instructionName(instruction)}`;
        if (decision.truth !== 0) return { because, evidence };
        const near = instruction ?? null;
        const kinds = (['call.proposed', 'exec.started', 'message.sent'] as const).filter((kind) =>
          graph.observes.has(kind),
        );
        return {
          because,
          evidence: [...evidence, absenceRef(graph, 'action that does what the instruction asks for', near, kinds)],
        };
      }
      const source = instruction?.kind === 'instruction' ? instruction.partOf : null;
      const links = exclusiveLinks(action.origins, (item) => item.id === source)
        .slice(0, 4)
        .map((link) => itemRef(link.item, link));
      return {
        because: verdict(action, instruction, decision),
        evidence: [...evidence, ...actionRefs(action), ...links],
      };
    },
  };
}

function verdict(action: Action, instruction: Entity | null | undefined, decision: Decision) {
  if (decision.truth === 2) {
    const how = decision.fidelity === 'exact' ? 'as the events declare' : 'by its tool and arguments';
    return phrase`${nameOf(action)} carries out ${instructionName(instruction)}, ${how}`;
  }
  if (decision.truth === 1) return phrase`${nameOf(action)} may carry out ${instructionName(instruction)}`;
  if (action.status === 'prevented') {
    const how = action.denied === null ? 'it never ran' : 'it was denied';
    return phrase`${nameOf(action)} is what ${instructionName(instruction)} asks for, but ${how}`;
  }
  return phrase`${nameOf(action)} does not carry out ${instructionName(instruction)}`;
}
