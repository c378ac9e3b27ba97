import { fail, ok, type Result } from '../src/diagnostics/diagnostic.ts';
import { TracefoldError, unwrap } from '../src/diagnostics/tracefold-error.ts';
import { buildEvidence, type Redaction } from '../src/evidence/record/build.ts';
import type { EvidenceInput } from '../src/evidence/record/input.ts';
import { redactionFor } from '../src/evidence/record/names.ts';
import type { EvidenceRecord } from '../src/evidence/record/schema.ts';
import { type Colours, NO_COLOURS, renderText } from '../src/evidence/render/text.ts';
import { collect, wantsEvidence } from '../src/evidence/report/collect.ts';
import { shortestFailingRun } from '../src/explore/shrink/failing-run.ts';
import type { ItfTrace } from '../src/importers/itf.ts';
import type { Outcome } from '../src/model/claim.ts';
import { foldTrace } from '../src/model/fold-trace.ts';
import type { MachineModel } from '../src/model/machine-model.ts';
import { isMachineModel } from '../src/model/machine-model.ts';
import type { FoldOptions, Model, Verdict } from '../src/model/model.ts';
import { type Phrase, phrase } from '../src/model/phrase.ts';
import type { Step } from '../src/model/state-machine.ts';
import { withGivenArguments } from '../src/model/user-code.ts';
import { withinTime } from '../src/scenario/time-limit.ts';
import { stepsOfItf } from '../src/tla/itf-steps.ts';
import type { TlaMachine } from '../src/tla/machine/tla-machine.ts';
import { canonicalJson } from '../src/trace/canonical-json.ts';
import { checkEvents } from '../src/trace/check-events.ts';
import type { Trace } from '../src/trace/event.ts';
import type { Json, JsonObject } from '../src/trace/json.ts';
import { createTrace } from '../src/trace/trace.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { notAModel, notATrace } from './unfit-input.ts';

/** What is folded, once it is known which of its forms the received value has. */
export type Input =
  | { readonly kind: 'trace'; readonly trace: Trace }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] };

/**
 * What the matchers take, in one form: a trace, an import of one, events in the normal form, the steps of a state machine, or an ITF trace of a
 * TLA+ model. Throws for any other value: that fails the assertion, negated or not.
 */
export function inputOf(received: unknown, model: Model): Input {
  if (isItfTrace(received)) return { kind: 'steps', steps: unwrap(itfSteps(received, model)) };
  if (isTrace(received)) return { kind: 'trace', trace: received };
  if (typeof received === 'object' && received !== null && 'trace' in received && isTrace(received.trace)) {
    return { kind: 'trace', trace: received.trace };
  }
  if (Array.isArray(received) && received.length > 0) {
    if (received.every((item) => typeof (item as Partial<Step> | null)?.action === 'string')) {
      return { kind: 'steps', steps: (received as readonly Step[]).map(withGivenArguments) };
    }
    if (received.every((item) => typeof (item as { kind?: unknown } | null)?.kind === 'string')) {
      return { kind: 'trace', trace: createTrace({ events: unwrap(checkEvents(received)) }) };
    }
  }
  throw new TracefoldError([notATrace(received)]);
}

const isTrace = (value: unknown): value is Trace => {
  const trace = value as Partial<Trace> | null;
  return typeof trace === 'object' && trace !== null && trace.header?.tracefold === 1 && Array.isArray(trace.events);
};

const isItfTrace = (value: unknown): value is ItfTrace => {
  const itf = value as Partial<ItfTrace> | null;
  if (typeof itf !== 'object' || itf === null || !Array.isArray(itf.vars)) return false;
  return Array.isArray(itf.states) && itf.states.every((state) => state instanceof Map);
};

function itfSteps(itf: ItfTrace, model: Model): Result<readonly Step[]> {
  if (model.kind === 'tla' && 'machine' in model) return stepsOfItf(model.machine as TlaMachine, itf);
  return fail({
    code: 'matchers/itf-needs-tla',
    message: `an ITF trace is a behaviour of a TLA+ model, and ${model.name} is none`,
  });
}

/** The verdict of a model. Throws on a question that cannot be asked, such as an unknown invariant. */
export function verdictOf(model: Model, input: Input, options: FoldOptions): Verdict {
  const judge = () => fold(model, input, options);
  // Only code can go on for ever.
  return unwrap((model as Partial<Model> | null)?.kind === 'typescript' ? withinTime(judge) : judge());
}

function fold(model: Model, input: Input, options: FoldOptions): Result<Verdict> {
  if (typeof (model as Partial<Model> | null | undefined)?.fold !== 'function') {
    return fail(notAModel(model));
  }
  if (input.kind === 'trace') return foldTrace(model, input.trace, options);
  if (isMachineModel(model)) {
    const machine = model as MachineModel;
    const verdict = machine.foldSteps(input.steps, options);
    return verdict.ok ? ok(verdict.value) : verdict;
  }
  return fail({
    code: 'matchers/steps-need-machine',
    message: `the model ${model.name} is no state machine, so it takes no steps`,
  });
}

/** Passes on `pass`, fails on `fail`, and on `unknown` fails whether negated or not: unknown is never a pass. */
export const passUnlessUnknown = (outcome: Outcome, context: MatcherContext): boolean =>
  outcome === 'unknown' ? context.isNot === true : outcome === 'pass';

export interface JudgementReport {
  readonly matcher: string;
  readonly model: Model;
  readonly input: Input;
  readonly options: FoldOptions;
  readonly outcome: Outcome;
  /** What the assertion wanted and did not get. */
  readonly problem: Phrase;
  readonly redaction?: Redaction | undefined;
}

/** The matcher's result; the message and its evidence are made only if they are asked for. */
export function report(context: MatcherContext, judgement: JudgementReport): MatcherResult {
  const { model, input, outcome, redaction } = judgement;
  const evidence = () => {
    // Without its steps first: of a long trace that fails, only the few that matter are shown.
    const explained = verdictOf(model, input, { ...judgement.options, explain: true });
    const shrunk = shortestFailingRun(model, input, explained, judgement.options);
    const evidenceInput = traceEvidence(model, input, judgement.options, {
      id: judgement.matcher,
      outcome: outcome === 'pass' ? 'fail' : outcome,
      problems: [{ leg: 'trace', code: `matchers/${judgement.matcher}`, text: judgement.problem }],
      ...(shrunk !== null && input.kind === 'trace' ? { verdict: explained } : {}),
    });
    return buildEvidence(
      shrunk === null ? evidenceInput : { ...evidenceInput, legs: [{ ...evidenceInput.legs[0]!, shrunk }] },
      redaction === false ? false : redactionFor(model, redaction),
    );
  };
  const pass = passUnlessUnknown(outcome, context);
  const fails = pass === (context.isNot === true);
  const record = fails && wantsEvidence(false) ? evidence() : null;
  return {
    pass,
    message: () => renderText(record ?? evidence(), { colours: coloursOf(context) }),
    ...(record === null ? {} : { meta: { tracefold: leftForReporters(context, record) } }),
  };
}

/** What a reporter gets to know: Vitest's finds it in the error, Jest's in the folder that it named. */
function leftForReporters({ currentTestName, testPath }: MatcherContext, record: EvidenceRecord): JsonObject {
  const left = { evidence: JSON.stringify([record]) };
  if (currentTestName !== undefined && testPath !== undefined) {
    collect({ ...left, test: { file: testPath, name: currentTestName } });
  }
  return left;
}

/** What the evidence of one trace is made of. */
export function traceEvidence(
  model: Model,
  input: Input,
  options: FoldOptions,
  about: {
    readonly id: string;
    readonly outcome?: Outcome;
    readonly problems?: EvidenceInput['problems'];
    /** Default: that of a fold that records. */
    readonly verdict?: Verdict;
  },
): EvidenceInput {
  const verdict = about.verdict ?? verdictOf(model, input, { ...options, record: true });
  const atoms = verdict.run?.atoms ?? verdict.atoms;
  return {
    subject: { kind: 'trace', id: about.id },
    model: { kind: model.kind, name: model.name, predicates: model.predicates },
    outcome: about.outcome ?? verdict.outcome,
    problems: about.problems ?? [],
    legs: [
      {
        role: 'trace',
        source: input.kind === 'steps' ? 'steps' : 'trace',
        met: false,
        verdict,
        ...(input.kind === 'trace' ? { events: input.trace.events } : {}),
        ...(atoms === undefined ? {} : { atoms }),
      },
    ],
  };
}

/** The runner's own colours, so that its settings and those of the terminal are kept. */
export function coloursOf({ utils = {} }: MatcherContext): Colours {
  const { RECEIVED_COLOR, EXPECTED_COLOR, DIM_COLOR, BOLD_WEIGHT } = utils;
  return {
    bad: RECEIVED_COLOR ?? NO_COLOURS.bad,
    good: EXPECTED_COLOR ?? NO_COLOURS.good,
    unsure: BOLD_WEIGHT ?? NO_COLOURS.unsure,
    quiet: DIM_COLOR ?? NO_COLOURS.quiet,
    strong: BOLD_WEIGHT ?? NO_COLOURS.strong,
  };
}

/** The claims that keep a verdict from a pass, as one sentence; what several have in common is said once. */
export function reasons(verdict: Verdict, states: readonly string[]): Phrase {
  const all = verdict.claims.filter(({ state }) => states.includes(state)).map(({ reason }) => reason);
  const said = new Map(all.map((reason) => [canonicalJson(reason as unknown as Json), reason]));
  return [...said.values()].reduce<Phrase>((text, one) => (text.length === 0 ? one : phrase`${text}; ${one}`), []);
}
