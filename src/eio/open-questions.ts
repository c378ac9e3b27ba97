import type { Trace } from '../trace/event.ts';
import { instancesOf } from './claims/instances.ts';
import { graphBuilder } from './graph/build-graph.ts';
import type { Entity } from './graph/entity.ts';
import type { Graph } from './graph/graph.ts';
import { grounds } from './logic/formula.ts';
import {
  type AnswerBook,
  allowsSemantic,
  type OpenAnswer,
  type OpenQuestion,
  questionKey,
  questionOf,
  type RecordedAnswer,
} from './resolvers/answers.ts';
import type { CompiledPredicate } from './resolvers/compile-predicate.ts';

/**
 * A resolver of the user's own for questions that need an understanding of language. It is asked only what nothing recorded decides, it
 * never decides whether a predicate applies, and what it answers is never proven (reference section 3, "Resolver authority").
 */
export interface OpenResolver {
  /** Named in claims and errors. */
  readonly name: string;
  /** Full ids of the relations that it answers for; default: all. */
  readonly relations?: readonly string[];
  /** Null to leave the question to the next resolver. The graph is for reading what the question speaks of. */
  answer(question: OpenQuestion, graph: Graph): OpenAnswer | null | Promise<OpenAnswer | null>;
}

/** How open questions are put to a resolver. */
export interface AskOptions {
  /** Milliseconds that one answer may take. Default: 30,000. */
  readonly timeout?: number;
  /** Questions that are put at most; the rest stay open. Default: 1,000. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 1_000;
const DEFAULT_TIMEOUT = 30_000;

/** The questions that keep claims of these predicates open, once each, in the order of predicates and bindings. */
export function openQuestions(
  compiled: readonly CompiledPredicate[],
  answers: AnswerBook,
  limit = DEFAULT_LIMIT,
): OpenQuestion[] {
  const questions = new Map<string, OpenQuestion>();
  const ask = (relation: string, subject: Entity, object: Entity): boolean => {
    const question = questionOf(relation, subject, object);
    const key = questionKey(question);
    if (!answers.has(key)) questions.set(key, question);
    return questions.size < limit;
  };
  for (const predicate of compiled) {
    for (const { tuple, applicable, condition } of instancesOf(predicate) ?? []) {
      if (applicable !== 2 || condition !== 1) continue;
      for (const { atom, members, decision } of grounds(predicate.condition, tuple)) {
        const { relation, table } = atom.label;
        if (relation === null || decision.gap?.kind !== 'open' || !allowsSemantic(predicate.predicate, relation))
          continue;
        const [subject, object] = members;
        const pairs =
          subject != null && object != null ? [[subject, object] as const] : (table.openPairs?.(members) ?? []);
        for (const [left, right] of pairs) if (!ask(relation, left, right)) return [...questions.values()];
      }
    }
  }
  return [...questions.values()];
}

/** Puts questions to resolvers that answer at once; a promise is an error of the resolver. */
export function askNow(
  questions: readonly OpenQuestion[],
  resolvers: readonly OpenResolver[],
  graph: Graph,
): AnswerBook {
  const book = new Map<string, RecordedAnswer>();
  for (const question of questions) {
    for (const resolver of resolversFor(question, resolvers)) {
      const recorded = attempt(resolver, question, graph);
      if (recorded instanceof Promise) {
        // Nobody waits for it, and its failure must not end the process.
        recorded.catch(() => undefined);
        book.set(
          questionKey(question),
          failed(resolver, 'it answers later, and a fold does not wait: use answerOpenQuestions'),
        );
        break;
      }
      if (recorded === null) continue;
      book.set(questionKey(question), recorded);
      break;
    }
  }
  return book;
}

/** Puts questions to resolvers that may take their time; one that throws or does not answer in time is recorded as such. */
export async function askAll(
  questions: readonly OpenQuestion[],
  resolvers: readonly OpenResolver[],
  graph: Graph,
  options: AskOptions,
): Promise<AnswerBook> {
  const book = new Map<string, RecordedAnswer>();
  for (const question of questions) {
    for (const resolver of resolversFor(question, resolvers)) {
      const recorded = await within(options.timeout ?? DEFAULT_TIMEOUT, resolver, attempt(resolver, question, graph));
      if (recorded === null) continue;
      book.set(questionKey(question), recorded);
      break;
    }
  }
  return book;
}

/** The graph of a whole trace. */
export function graphOf(trace: Trace): Graph {
  const builder = graphBuilder(trace.header);
  for (const event of trace.events) builder.event(event);
  return builder.graph();
}

const resolversFor = (question: OpenQuestion, resolvers: readonly OpenResolver[]): readonly OpenResolver[] =>
  resolvers.filter((resolver) => resolver.relations === undefined || resolver.relations.includes(question.relation));

const failed = (resolver: OpenResolver, message: string): RecordedAnswer => ({
  resolver: resolver.name,
  kind: 'error',
  message,
});

type Attempt = RecordedAnswer | null;

function attempt(resolver: OpenResolver, question: OpenQuestion, graph: Graph): Attempt | Promise<Attempt> {
  try {
    const answer = resolver.answer(question, graph);
    if (!(answer instanceof Promise)) return recordedOf(resolver, answer);
    return answer.then(
      (later) => recordedOf(resolver, later),
      (error: unknown) => failed(resolver, messageOf(error)),
    );
  } catch (error) {
    return failed(resolver, messageOf(error));
  }
}

async function within(timeout: number, resolver: OpenResolver, pending: Attempt | Promise<Attempt>): Promise<Attempt> {
  if (!(pending instanceof Promise)) return pending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Attempt>((resolve) => {
    timer = setTimeout(() => resolve(failed(resolver, `it did not answer within ${timeout} ms`)), timeout);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

function recordedOf(resolver: OpenResolver, answer: unknown): Attempt {
  if (answer === null) return null;
  return isAnswer(answer)
    ? { resolver: resolver.name, kind: 'answer', answer: { holds: answer.holds, evidence: [...answer.evidence] } }
    : failed(
        resolver,
        'what it answered is no answer: expected { holds: true, false or "abstain", evidence: [{ event, turn? }] }',
      );
}

function isAnswer(answer: unknown): answer is OpenAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  const { holds, evidence } = answer as { readonly holds?: unknown; readonly evidence?: unknown };
  if (holds !== true && holds !== false && holds !== 'abstain') return false;
  return (
    Array.isArray(evidence) &&
    evidence.every((one: unknown) => {
      if (typeof one !== 'object' || one === null) return false;
      const { event, turn } = one as { readonly event?: unknown; readonly turn?: unknown };
      return Number.isInteger(event) && (turn === undefined || Number.isInteger(turn));
    })
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'it threw what is no error');
