import type { Span } from '../../diagnostics/diagnostic.ts';
import type { Outcome, PredicateInfo } from '../../model/claim.ts';
import type { Model, RunRecord, Verdict } from '../../model/model.ts';
import type { ModelText } from '../../model/model-text.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { AtomReport } from '../../model/state-machine.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Integrity, Role } from './schema.ts';

/** What one leg of a trio, or the one trace of a matcher, came to. */
export interface LegInput {
  readonly role: Role;
  readonly source: 'steps' | 'trace' | 'events' | 'agent';
  readonly at?: Span;
  /** Guards that the model lacked in this leg. */
  readonly weakened?: readonly string[];
  /** Whether the leg did what the trio needs of it. */
  readonly met: boolean;
  /** From a fold that recorded (`record: true`), so that steps can be shown. */
  readonly verdict: Verdict;
  /** The events, where the leg has any; they are what the sequence diagram shows. */
  readonly events?: readonly TraceEvent[];
  /** By predicate: the atoms that decided it in the state of its claim (`StateMachine.explain`). */
  readonly atoms?: ReadonlyMap<string, readonly AtomReport[]>;
  /** The shortest run that still fails, where there is one: its steps and events are shown instead of the whole. */
  readonly shrunk?: ShrunkRun;
}

/** A shorter run that fails the same claim; steps and events keep the numbers that they have in the whole. */
export interface ShrunkRun {
  /** Steps or events of the whole. */
  readonly from: number;
  /** False if the search hit its bound. */
  readonly complete: boolean;
  /** Null for a model that has no steps. */
  readonly run: RunRecord | null;
  readonly events?: readonly TraceEvent[];
}

/** Everything that an evidence record is made of, before redaction. */
export interface EvidenceInput {
  readonly subject: {
    readonly kind: 'trio' | 'trace';
    readonly id: string;
    readonly claim?: string;
    readonly guard?: string;
    readonly at?: Span;
  };
  readonly model: {
    readonly kind: Model['kind'];
    readonly name: string;
    readonly predicates: readonly PredicateInfo[];
    /** The texts that the model was read from: its identity, and the literals that may be shown. */
    readonly texts?: readonly ModelText[];
  };
  readonly outcome: Outcome;
  readonly problems?: readonly {
    readonly leg: Role | null;
    readonly code: string;
    readonly text: Phrase;
    readonly at?: Span;
  }[];
  readonly legs: readonly LegInput[];
  readonly integrity?: Integrity;
}
