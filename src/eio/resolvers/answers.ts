import type { EvidenceRef } from '../../model/claim.ts';
import { phrase } from '../../model/phrase.ts';
import type { Entity } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import type { Bound } from '../logic/table.ts';
import { type Decision, type Truth, UNKNOWN } from '../logic/truth.ts';
import type { Predicate } from '../types.ts';
import type { AtomTable } from './atom-table.ts';
import { nameOf } from './requests.ts';

/** A question that the recording leaves open, put to the resolvers of the user. */
export interface OpenQuestion {
  /** Full relation id. */
  readonly relation: string;
  readonly subject: { readonly id: string; readonly type: string; readonly event: number | null };
  readonly object: { readonly id: string; readonly type: string; readonly event: number | null };
}

/** What a resolver answers. Every answer cites the events that it rests on; `abstain` where mere mention or chance would explain them. */
export interface OpenAnswer {
  readonly holds: boolean | 'abstain';
  readonly evidence: readonly {
    /** `seq` of an event of the trace. */
    readonly event: number;
    /** Turn that the event is claimed to be of; checked against the trace. */
    readonly turn?: number;
  }[];
}

/** An answer that was given, or what became of the question. */
export type RecordedAnswer = { readonly resolver: string } & (
  | { readonly kind: 'answer'; readonly answer: OpenAnswer }
  | { readonly kind: 'error'; readonly message: string }
);

/** Answers to open questions by {@link questionKey}; data, so that a model with them folds as purely as one without. */
export type AnswerBook = ReadonlyMap<string, RecordedAnswer>;

/** The place of a question in an answer book: relation, subject and object with the events that they came from, as JSON. */
export const questionKey = (question: OpenQuestion): string =>
  [question.relation, question.subject.id, question.subject.event, question.object.id, question.object.event]
    .map((part) => JSON.stringify(part))
    .join(' ');

export const questionOf = (relation: string, subject: Entity, object: Entity): OpenQuestion => ({
  relation,
  subject: { id: subject.id, type: subject.type, event: subject.event },
  object: { id: object.id, type: object.type, event: object.event },
});

const SEMANTIC = 'eio.resolver.semantic-relation';

/** Whether a predicate lets a semantic resolver decide a relation. */
export const allowsSemantic = (predicate: Predicate, relation: string): boolean =>
  predicate.resolvers.some((use) => use.id === SEMANTIC && (use.relation === undefined || use.relation === relation));

/**
 * The table with answers in the places that it leaves open. What it decides itself is never opened again. The place that stands for all
 * unnamed members is closed once every open pair behind it has an answer.
 */
export function withAnswers(graph: Graph, relation: string, table: AtomTable, answers: AnswerBook): AtomTable {
  const answerOf = (subject: Entity, object: Entity): RecordedAnswer | undefined =>
    answers.get(questionKey(questionOf(relation, subject, object)));
  const behind = (members: readonly Bound<Entity>[]) => table.openPairs?.(members) ?? [];
  const decide = (members: readonly Bound<Entity>[]): Decision => {
    const own = table.decide(members);
    if (own.truth !== UNKNOWN || own.gap?.kind !== 'open') return own;
    const [subject, object] = members;
    if (subject != null && object != null) {
      const recorded = answerOf(subject, object);
      return recorded === undefined ? own : decisionOf(graph, recorded);
    }
    const pairs = behind(members);
    if (pairs.length === 0) return own;
    for (const [left, right] of pairs) {
      const recorded = answerOf(left, right);
      if (recorded === undefined) return own;
    }
    // Pairs that hold or stay unknown are tuples of their own; nothing unnamed is left.
    return { truth: 0, fidelity: 'narrower', decidedBy: 'semantic' };
  };
  return {
    ...table,
    decide,
    ...(table.candidates === undefined
      ? {}
      : {
          candidates(position: number, members: readonly (Bound<Entity> | undefined)[]) {
            const own = table.candidates!(position, members);
            if (own === undefined || !own.open) return own;
            const bound = members.map((one, at) => (at === position ? null : (one ?? null)));
            const more = behind(bound)
              .map((pair) => pair[position]!)
              .filter((one) => {
                const other = members[1 - position];
                if (other == null) return true;
                const recorded = position === 0 ? answerOf(one, other) : answerOf(other, one);
                return recorded !== undefined;
              });
            const all = [...new Set([...own.members, ...more])].sort((a, b) => a.rank - b.rank || a.number - b.number);
            return { members: all, open: own.open };
          },
        }),
    explain(members, decision) {
      const [subject, object] = members;
      if (decision.decidedBy !== 'semantic' && decision.gap?.kind !== 'abstained')
        return table.explain(members, decision);
      if (subject == null || object == null) {
        return { because: phrase`resolvers found nothing else to be so`, evidence: [] };
      }
      const recorded = answerOf(subject, object);
      const cited =
        recorded?.kind === 'answer' ? recorded.answer.evidence.map((one) => citation(graph, one.event)) : [];
      const verb = decision.truth === 2 ? 'says that' : decision.truth === 0 ? 'denies that' : 'would not say whether';
      const name = relation.replace(/^eio\.relation\./, '');
      return {
        because: phrase`resolver "${recorded?.resolver ?? ''}" ${verb} ${nameOf(subject)} ${name} ${nameOf(object)}`,
        evidence: [...table.explain(members, decision).evidence, ...cited],
      };
    },
  };
}

// A semantic citation points at an event and witnesses nothing.
const citation = (graph: Graph, event: number): EvidenceRef => ({
  kind: 'PROVENANCE',
  event,
  details: { source: 'JUROR_INFERENCE', anchor: 'none', turn: graph.turnOf(event), basis: 'semantic' },
  text: phrase`cited by a resolver`,
});

function decisionOf(graph: Graph, recorded: RecordedAnswer): Decision {
  const { resolver } = recorded;
  const unknown = (gap: Decision['gap']): Decision => ({
    truth: UNKNOWN,
    fidelity: 'narrower',
    decidedBy: 'semantic',
    ...(gap === undefined ? {} : { gap }),
  });
  if (recorded.kind === 'error') return unknown({ kind: 'error', resolver, message: recorded.message });
  const { holds, evidence } = recorded.answer;
  if (holds === 'abstain') return unknown({ kind: 'abstained', resolver });
  if (evidence.length === 0) return unknown({ kind: 'invalid', resolver, message: 'it cites no evidence' });
  for (const { event, turn } of evidence) {
    if (!graph.hasEvent(event)) {
      return unknown({ kind: 'invalid', resolver, message: `it cites event ${event}, which is not in the trace` });
    }
    if (turn !== undefined && graph.turnOf(event) !== turn) {
      return unknown({
        kind: 'invalid',
        resolver,
        message: `it cites turn ${turn} for event ${event}, which is not of that turn`,
      });
    }
  }
  const truth: Truth = holds ? 2 : 0;
  return { truth, fidelity: 'narrower', decidedBy: 'semantic' };
}
