import type { EventKind } from '../../trace/event.ts';
import type {
  Action,
  Authority,
  Entity,
  Episode,
  Identity,
  Instruction,
  Item,
  Outcome,
  Policy,
  State,
  Verification,
} from './entity.ts';

/** Something in a trace that contradicts the trace: a reference to nothing, a result with no call, a turn that is not there. */
export interface Defect {
  /** `seq` of the event that makes the reference. */
  readonly event: number;
  readonly what:
    | 'no-such-item'
    | 'no-such-call'
    | 'no-such-approval'
    | 'no-such-execution'
    | 'no-such-event'
    | 'no-such-turn'
    | 'result-without-call'
    | 'two-issuers';
  /** The reference, as the trace has it. */
  readonly reference: string;
}

/** The evidence graph of one trace: entities in order of time, and what the trace declares complete. */
export interface Graph {
  readonly items: readonly Item[];
  readonly instructions: readonly Instruction[];
  /** Real ones and, last, those only requested. */
  readonly actions: readonly Action[];
  readonly states: readonly State[];
  readonly outcomes: readonly Outcome[];
  readonly policies: readonly Policy[];
  readonly identities: readonly Identity[];
  readonly verifications: readonly Verification[];
  readonly authorities: readonly Authority[];
  readonly episodes: readonly Episode[];
  readonly itemById: ReadonlyMap<string, Item>;
  readonly instructionById: ReadonlyMap<string, Instruction>;
  readonly identityById: ReadonlyMap<string, Identity>;
  readonly actionByCall: ReadonlyMap<string, Action>;
  readonly itemByCall: ReadonlyMap<string, Item>;
  /** Actions that do what an instruction asks for, or take a distinctive value from its item alone; absent: too many to compare. */
  readonly followed: ReadonlyMap<Instruction, readonly Action[]>;
  /** Actions that some instruction of trusted content asks for. */
  readonly wanted: ReadonlySet<Action>;
  /** Actions that have a value of the item's text. */
  readonly actionsOf: ReadonlyMap<Item, readonly Action[]>;
  /** Event kinds that are declared complete. */
  readonly observes: ReadonlySet<EventKind>;
  /** What the recording lost, in words; null if nothing. */
  readonly gaps: string | null;
  readonly defects: readonly Defect[];
  /** Turn of each event, by `seq`; null where none is known. */
  turnOf(event: number): number | null;
  hasEvent(event: number): boolean;
  sessionOf(event: number): string;
  /** Sessions that are linked make one episode. */
  episodeOf(session: string): string;
  /** How many events of a kind there were: the count of a typed absence. */
  count(kind: EventKind): number;
}

/** The members that a parameter of this type ranges over; null if the graph holds no entities of the type. */
export function membersOf(graph: Graph, type: string): readonly Entity[] | null {
  switch (type.replace(/^eio\.entity\./, '')) {
    case 'content':
    case 'content-span':
    case 'retrieval':
    case 'message':
    case 'tool-result':
    case 'trusted-content':
    case 'untrusted-content':
      return graph.items;
    case 'instruction':
      return graph.instructions;
    case 'action':
    case 'protected-action':
    case 'tool-invocation':
    case 'decision':
      return graph.actions;
    case 'state-fact':
      return [...graph.states, ...graph.outcomes];
    case 'verification-state':
      return graph.verifications;
    case 'policy-rule':
    case 'prohibition':
    case 'obligation':
      return graph.policies;
    case 'identity':
    case 'agent':
    case 'subject':
      return graph.identities;
    case 'authority':
      return graph.authorities;
    case 'episode':
      return graph.episodes;
    default:
      return null;
  }
}
