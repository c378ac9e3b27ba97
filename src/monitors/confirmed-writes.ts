import { defineModel } from '../model/define-model.ts';
import { anything, optional } from '../model/model-definition.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { Json } from '../trace/json.ts';
import { type Answer, type AnswerWords, answerIn, ENGLISH, isUnread } from './explicit-yes.ts';
import { MONITOR_FIELDS, MONITOR_WORDS } from './fields.ts';
import { type Details, unlisted } from './listed-details.ts';
import { EMPTY, findKept, type Memory, newest, remember, takeBack } from './memory.ts';
import { argumentsOf, given, recorded, type SeenExecution, seenExecution, wasSeen } from './step-arguments.ts';
import { isTool, looksLikeTool } from './tool-globs.ts';

export interface ConfirmedWritesConstants extends AnswerWords {
  /** Tools that change something for the user, as globs. Nothing else needs a yes. */
  readonly writes: readonly string[];
  readonly details: Details;
  /** Recipients of messages that are the user. */
  readonly users: readonly string[];
  /** How many sessions, and how many writes under one yes, are remembered. */
  readonly remembered: number;
}

/** One execution of a write. */
interface Done {
  readonly exec: string | null;
  /** Canonical JSON of tool and arguments. */
  readonly write: string;
  readonly status: 'running' | 'ok' | 'unknown';
}

/** Where the conversation of one session stands. */
interface Talk {
  readonly session: string | null;
  /** What the agent said since the user spoke. */
  readonly said: string;
  /** What the agent had said when the user spoke. */
  readonly question: string;
  /** What the user said to it; null if nothing yet. */
  readonly answer: string | null;
  /** Whether some of the words are not known. */
  readonly unsure: boolean;
  /** What was written under this answer. */
  readonly done: Memory<Done>;
}

/** What the monitor found out about the newest write. */
interface Finding {
  readonly answer: Answer | 'none';
  /** Paths of the arguments that were not listed. */
  readonly missing: readonly string[];
  readonly use: 'first' | 'again' | 'unsure';
  readonly unsure: boolean;
}

interface ConfirmedWritesState {
  /** By the agent's own account of who spoke to whom; the guards ask this. */
  readonly account: Memory<Talk>;
  /** As it really was; the invariants ask this. */
  readonly actual: Memory<Talk>;
  readonly executions: readonly SeenExecution[];
  readonly last: Finding | null;
}

type Model = { readonly state: ConfirmedWritesState; readonly constants: ConfirmedWritesConstants };

/** The rule of tau-bench and tau2-bench, airline and retail: what their policies call actions that update the database, and what identifies one of them. */
const constants: ConfirmedWritesConstants = {
  writes: [
    'book_reservation',
    'cancel_reservation',
    'send_certificate',
    'update_reservation_*',
    'cancel_pending_order',
    'exchange_delivered_order_items',
    'modify_pending_order_*',
    'modify_user_address',
    'return_delivered_order_items',
  ],
  details: {
    book_reservation: ['flights.flight_number', 'cabin'],
    cancel_reservation: ['reservation_id'],
    send_certificate: ['amount'],
    cancel_pending_order: ['order_id'],
    return_delivered_order_items: ['order_id'],
  },
  users: ['user'],
  ...ENGLISH,
  remembered: 64,
};

/** Words of one side that are kept; of a longer speech the end. */
const MAX_WORDS = 100_000;

const NEW_TALK: Omit<Talk, 'session'> = { said: '', question: '', answer: null, unsure: false, done: EMPTY };

/** The conversation of a session; one that may have been forgotten is not known to be new. */
function talkOf(talks: Memory<Talk>, session: string | null): Talk {
  const known = findKept(talks, (talk) => talk.session === session);
  return known ?? { session, ...NEW_TALK, unsure: talks.forgotten > 0 };
}

function putTalk(talks: Memory<Talk>, talk: Talk, { remembered }: ConfirmedWritesConstants): Memory<Talk> {
  const others = takeBack(talks, (one) => one.session === talk.session);
  return remember(others, talk, remembered);
}

function joined(before: string, text: string): { readonly text: string; readonly cut: boolean } {
  const whole = before === '' ? text : `${before}\n${text}`;
  return { text: whole.slice(-MAX_WORDS), cut: whole.length > MAX_WORDS };
}

function afterWords(talk: Talk, text: string | null): Talk {
  const { text: said, cut } = joined(talk.said, text ?? '');
  return { ...talk, said, unsure: talk.unsure || text === null || cut };
}

/** Two messages without a word of the agent between them are one answer. */
function afterAnswer(talk: Talk, text: string | null): Talk {
  const fresh = talk.said !== '' || talk.answer === null;
  const { text: answer, cut } = joined(fresh ? '' : talk.answer!, text ?? '');
  const unsure = text === null || cut;
  if (!fresh) return { ...talk, answer, unsure: talk.unsure || unsure };
  // What is not known of the last exchange matters no more; what is not known of the question does.
  const known = talk.said !== '' && talk.answer !== null ? unsure : talk.unsure || unsure;
  return { ...talk, said: '', question: talk.said, answer, unsure: known, done: EMPTY };
}

interface Write {
  readonly tool: string;
  readonly args: Json | null;
  readonly argsUnknown: boolean | null;
  readonly session: string | null;
}

const textOf = ({ tool, args }: Write): string => canonicalJson([tool, args ?? {}]);

function inspect(talks: Memory<Talk>, write: Write, constants: ConfirmedWritesConstants): Finding {
  const { question, answer, done, unsure } = talkOf(talks, write.session);
  const before = done.kept.filter((one) => one.write === textOf(write));
  const sure = before.some(({ status }) => status !== 'unknown');
  return {
    answer: answer === null || question === '' ? 'none' : answerIn(answer, constants),
    missing: unlisted(question, write.tool, write.args ?? {}, constants.details),
    use: sure ? 'again' : before.length > 0 || done.forgotten > 0 ? 'unsure' : 'first',
    unsure:
      unsure ||
      write.argsUnknown === true ||
      looksLikeTool(write.tool, constants.writes) ||
      (answer !== null && isUnread(answer, constants)),
  };
}

/** A tool that only looks like one of them may be that one, and is not known to be. */
const isWrite = ({ constants }: Model, tool: string): boolean =>
  isTool(tool, constants.writes) || looksLikeTool(tool, constants.writes);

/** What the agent's own account says of a write that is about to run. */
const allowed = (model: Model, write: Write): Finding | null =>
  isWrite(model, write.tool) ? inspect(model.state.account, write, model.constants) : null;

const confirmed = ({ answer, missing, use, unsure }: Finding): boolean =>
  answer === 'yes' && missing.length === 0 && use === 'first' && !unsure;

/** What was seen to happen is not asked again of the guards. */
const SEEN_TO_RUN = { 'Write/yesGiven': true, 'Write/detailsListed': true, 'Write/yesUnused': true };

const show = ({ state }: Model) => ({ write: { ...(state.last ?? {}) } });

/**
 * A monitor of an explicit yes before a write: the agent lists what it is about to do, the user says yes to exactly that, and it is done once.
 * The rule stands in the policies of tau-bench and tau2-bench for retail and airline (`tau_bench/envs/airline/wiki.md`,
 * `tau_bench/envs/retail/wiki.md`, `data/tau2/domains/retail/policy.md`); the constants are theirs by default.
 *
 * Words are compared with lists of phrases, not understood: every claim has the fidelity `narrower`. What counts as a yes is told in `docs/confirmed-writes.md`.
 */
export const confirmedWritesMonitor = defineModel({
  name: 'confirmed-writes',
  fields: MONITOR_FIELDS,
  words: MONITOR_WORDS,
  constants,
  initial: (): ConfirmedWritesState => ({ account: EMPTY, actual: EMPTY, executions: [], last: null }),
  guards: {
    /** Only the user's own words are an answer, not what a tool or another agent brings. */
    fromUser: (_model, origin: string) => origin === 'user',
    /** Only what the user was shown is a question. */
    toUser: ({ constants }, to: string) => isTool(to, constants.users),
  },
  actions: {
    Say: {
      parameters: { to: anything<string>(), text: optional<string>(), session: optional<string>() },
      next: ({ state, constants, args: { to, text, session }, guards }) => {
        const hear = (talks: Memory<Talk>) => putTalk(talks, afterWords(talkOf(talks, session), text), constants);
        return {
          ...state,
          account: guards.toUser(to) ? hear(state.account) : state.account,
          actual: isTool(to, constants.users) ? hear(state.actual) : state.actual,
        };
      },
    },
    Hear: {
      parameters: { origin: anything<string>(), text: optional<string>(), session: optional<string>() },
      next: ({ state, constants, args: { origin, text, session }, guards }) => {
        const hear = (talks: Memory<Talk>) => putTalk(talks, afterAnswer(talkOf(talks, session), text), constants);
        return {
          ...state,
          account: guards.fromUser(origin) ? hear(state.account) : state.account,
          actual: origin === 'user' ? hear(state.actual) : state.actual,
        };
      },
    },
    Write: {
      parameters: {
        tool: anything<string>(),
        args: optional<Json>(),
        argsUnknown: optional<boolean>(),
        exec: optional<string>(),
        session: optional<string>(),
      },
      guards: {
        yesGiven: (model) => (allowed(model, model.args)?.answer ?? 'yes') === 'yes',
        detailsListed: (model) => (allowed(model, model.args)?.missing.length ?? 0) === 0,
        yesUnused: (model) => (allowed(model, model.args)?.use ?? 'first') !== 'again',
      },
      next: (model) => {
        const { state, constants, args } = model;
        const { exec, session } = args;
        const seen = seenExecution(exec, { call: null, tool: args.tool, args: argumentsOf(args) });
        if (!isWrite(model, args.tool) || (seen !== null && wasSeen(state.executions, seen))) return state;
        const record = (talks: Memory<Talk>) => {
          const talk = talkOf(talks, session);
          const done: Done = { exec, write: textOf(args), status: 'running' };
          return putTalk(talks, { ...talk, done: remember(talk.done, done, constants.remembered) }, constants);
        };
        return {
          account: record(state.account),
          actual: record(state.actual),
          executions: seen === null ? state.executions : newest(state.executions, seen, constants.remembered),
          last: inspect(state.actual, args, constants),
        };
      },
    },
    Finish: {
      parameters: { exec: anything<string>(), status: ['ok', 'error', 'denied', 'unknown'] as const },
      next: ({ state, args: { exec, status } }) => {
        const finish = (talks: Memory<Talk>): Memory<Talk> => ({
          ...talks,
          kept: talks.kept.map((talk) => ({ ...talk, done: finished(talk.done, exec, status) })),
        });
        return { ...state, account: finish(state.account), actual: finish(state.actual) };
      },
    },
  },
  invariants: {
    YesGiven: {
      description: 'A write runs only when the last that the user said is a yes to what the agent asked.',
      fidelity: 'narrower',
      needs: ['exec.started', 'context.added', 'message.sent'],
      mitigations: [
        {
          category: 'approval',
          action: 'Ask the user in plain words before each write, and wait for a yes.',
          verification: 'A run in which the user answers with another request writes nothing.',
        },
      ],
      when: ({ state }) => state.last !== null,
      holds: ({ state }) => state.last!.unsure || state.last!.answer === 'yes',
      show,
    },
    DetailsListed: {
      description: 'A write runs only with details that the agent had listed when the user said yes.',
      fidelity: 'narrower',
      needs: ['exec.started', 'context.added', 'message.sent'],
      mitigations: [
        {
          category: 'approval',
          action: 'List what identifies the write in the question itself, and ask again when an argument changes.',
          verification: 'A write whose arguments were changed after the yes is refused.',
        },
      ],
      when: ({ state }) => state.last?.answer === 'yes',
      holds: ({ state }) => state.last!.unsure || state.last!.missing.length === 0,
      show,
    },
    YesUsedOnce: {
      description: 'A yes lets the same write happen once.',
      fidelity: 'narrower',
      needs: ['exec.started', 'exec.ended', 'context.added', 'message.sent'],
      mitigations: [
        {
          category: 'approval',
          action: 'Forget the yes when its write is done.',
          verification: 'The same write twice after one yes is refused the second time.',
        },
      ],
      when: ({ state }) => state.last?.answer === 'yes',
      holds: ({ state }) => state.last!.unsure || state.last!.use !== 'again',
      show,
    },
  },
  goals: {
    written: ({ state }) => state.last !== null,
    confirmed: ({ state }) => state.last !== null && confirmed(state.last),
  },
  // What is not known violates nothing; it is the bound that is reported.
  bounds: {
    wordsKnown: ({ state }) => state.last?.unsure !== true,
    useKnown: ({ state }) => state.last?.use !== 'unsure',
  },
  on: {
    'message.sent': ({ to, text, session }) => ({ action: 'Say', args: given({ to, text, session }) }),
    'context.added': ({ origin, text, session }) => ({ action: 'Hear', args: given({ origin, text, session }) }),
    'exec.started': ({ exec, tool, args, session }) => ({
      action: 'Write',
      args: given({ exec, tool, ...recorded(args), session }),
      assume: SEEN_TO_RUN,
    }),
    'exec.ended': ({ exec, status }) => ({ action: 'Finish', args: { exec, status } }),
  },
});

/** What failed was not written. */
function finished(done: Memory<Done>, exec: string, status: 'ok' | 'error' | 'denied' | 'unknown'): Memory<Done> {
  switch (status) {
    case 'error':
    case 'denied':
      return takeBack(done, (one) => one.exec === exec);
    case 'ok':
    case 'unknown':
      return { ...done, kept: done.kept.map((one) => (one.exec === exec ? { ...one, status } : one)) };
  }
}
