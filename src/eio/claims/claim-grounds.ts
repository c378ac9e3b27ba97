import type { EvidenceRef } from '../../model/claim.ts';
import { type Phrase, phrase } from '../../model/phrase.ts';
import type { Entity } from '../graph/entity.ts';
import type { Ground, Tuple } from '../logic/formula.ts';
import type { Gap } from '../logic/truth.ts';
import type { AtomLabel } from '../resolvers/compile-predicate.ts';
import type { EvidenceRole } from '../vocabulary/detail-words.ts';
import { refKey } from './witness.ts';

// The atoms that a claim rests on: what they cite, what they say, and when.

export type AtomGround = Ground<Entity, AtomLabel>;

export const NO_GAPS: readonly Gap[] = [];

/** What keeps atoms open. */
export const gapsOf = (all: readonly AtomGround[]): Gap[] => all.flatMap((ground) => ground.decision.gap ?? []);

/** The atom that only says where evidence counts; nothing is cited for it. */
const SAME_EPISODE = 'same-episode';

/** What the atoms cite, each place once, and the sentences that they make. */
export function explain(applicability: readonly AtomGround[], conditions: readonly AtomGround[]) {
  const evidence: EvidenceRef[] = [];
  const because: Phrase[] = [];
  const seen = new Set<string>();
  const add = (ground: AtomGround, role: EvidenceRole) => {
    const { table, resolver, name } = ground.atom.label;
    if (name === SAME_EPISODE) return;
    const explanation = table.explain(ground.members, ground.decision);
    because.push(ground.members.every((member) => member === null) ? noCase(name, ground) : explanation.because);
    for (const ref of explanation.evidence) {
      const key = refKey(ref);
      if (seen.has(key)) continue;
      seen.add(key);
      evidence.push({ ...ref, details: { ...ref.details, atom: name, resolver, role } });
    }
  };
  for (const ground of applicability) add(ground, 'applicability');
  for (const ground of conditions) add(ground, ground.negated ? 'counterevidence' : 'condition');
  return { evidence, because };
}

// Nothing is bound: the sentence is about the whole record.
const noCase = (name: string, ground: AtomGround): Phrase =>
  ground.decision.truth === 0
    ? phrase`no case of ${name} is recorded`
    : phrase`whether there is a case of ${name} is not recorded`;

/** The event that decided a claim: the last action that it binds, else the last event that it cites. */
export function eventOf(
  tuple: Tuple<Entity>,
  applicability: readonly AtomGround[],
  conditions: readonly AtomGround[],
): number | null {
  let action: Entity | undefined;
  for (const member of tuple) {
    if (member?.kind !== 'action' && member?.kind !== 'outcome') continue;
    if (member.event !== null && (action === undefined || member.rank > action.rank)) action = member;
  }
  if (action !== undefined) return action.event;
  let last: number | null = null;
  for (const { atom, members, decision } of [...applicability, ...conditions]) {
    if (atom.label.name === SAME_EPISODE) continue;
    for (const { event } of atom.label.table.explain(members, decision).evidence) {
      if (event !== null && (last === null || event > last)) last = event;
    }
  }
  return last;
}

/** The turn of the last member that has one. */
export function turnOf(tuple: Tuple<Entity>): number | null {
  for (let at = tuple.length - 1; at >= 0; at--) {
    const turn = tuple[at]?.turn;
    if (turn != null) return turn;
  }
  return null;
}

/** A search is of the claim's own turn unless it says otherwise. */
export const placed = (evidence: readonly EvidenceRef[], turn: number | null): EvidenceRef[] =>
  evidence.map((ref) =>
    ref.event === null && ref.details.turn === null ? { ...ref, details: { ...ref.details, turn } } : ref,
  );
