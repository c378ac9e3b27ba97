import { fail } from '../src/diagnostics/diagnostic.ts';
import { nearestHint } from '../src/diagnostics/nearest.ts';
import { TracefoldError, unwrap } from '../src/diagnostics/tracefold-error.ts';
import type { Redaction } from '../src/evidence/record/build.ts';
import { CLAIM_STATES, type Claim, type ClaimState, outcomeOf } from '../src/model/claim.ts';
import type { Model } from '../src/model/model.ts';
import { type Phrase, phrase, shown } from '../src/model/phrase.ts';
import { canonicalJson } from '../src/trace/canonical-json.ts';
import type { Json, JsonObject } from '../src/trace/json.ts';
import { inputOf, report, verdictOf } from './judge.ts';
import type { MatcherContext, MatcherResult } from './matcher-context.ts';
import { checkOptions } from './unfit-input.ts';

/**
 * Passes if the model makes a claim about the predicate or invariant that has this state and, where bindings are given, binds each of their
 * names to that value (a claim may bind more). Says what is claimed, not whether that is good: an unknown state can be asked for as any other.
 * That a claim is not APPLICABLE_FAIL is not shown by an unknown one: there the assertion fails under `.not` too.
 * Throws for a predicate, a state or a binding that does not exist.
 */
export function toHaveClaim(
  this: MatcherContext,
  received: unknown,
  model: Model,
  predicate: string,
  state: ClaimState,
  bindings: JsonObject = {},
  options: { readonly redaction?: Redaction } = {},
): MatcherResult {
  checkOptions('toHaveClaim', options, ['redaction']);
  const input = inputOf(received, model);
  if (!CLAIM_STATES.includes(state)) throw unknownState(state);
  const foldOptions = { predicates: [predicate] };
  const { claims } = verdictOf(model, input, foldOptions);
  checkBindings(claims, bindings);
  const wanted = claims.filter((claim) => binds(claim, bindings));
  const found = wanted.some((claim) => claim.state === state);
  const hidden = state === 'APPLICABLE_FAIL' && wanted.some((claim) => outcomeOf(claim) === 'unknown');
  const about = phrase`${predicate}${boundTo(bindings)}`;
  return report(this, {
    matcher: 'toHaveClaim',
    model,
    input,
    options: foldOptions,
    outcome: found ? 'pass' : hidden ? 'unknown' : 'fail',
    problem: found
      ? phrase`expected no claim ${state} of ${about}, and there is one`
      : phrase`expected a claim ${state} of ${about}, ${instead(wanted)}`,
    redaction: options.redaction,
  });
}

const binds = (claim: Claim, bindings: JsonObject): boolean =>
  Object.entries(bindings).every(
    ([name, value]) =>
      Object.hasOwn(claim.bindings, name) &&
      canonicalJson(claim.bindings[name] as Json) === canonicalJson(value as Json),
  );

function boundTo(bindings: JsonObject): Phrase {
  return Object.keys(bindings)
    .sort()
    .reduce<Phrase>((text, name, at) => {
      const value = bindings[name] as Json;
      const shownValue = typeof value === 'string' ? value : canonicalJson(value);
      return phrase`${text}${at === 0 ? ' for ' : ', '}${name} = ${shown(shownValue, name)}`;
    }, []);
}

/** What is claimed in place of what was expected: how many claims there are in each state. */
function instead(claims: readonly Claim[]): Phrase {
  if (claims.length === 0) return phrase`and no claim binds that`;
  const counts = CLAIM_STATES.map((state) => ({ state, count: claims.filter((one) => one.state === state).length }));
  const text = counts
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${state}${count === 1 ? '' : ` (${count} times)`}`)
    .join(', ');
  return phrase`and it is ${text}`;
}

function unknownState(state: string): TracefoldError {
  const hint = nearestHint(state, CLAIM_STATES);
  return new TracefoldError([
    {
      code: 'matchers/unknown-claim-state',
      message: `there is no claim state "${state}"`,
      expected: CLAIM_STATES.join(', '),
      ...(hint === undefined ? {} : { hint }),
    },
  ]);
}

// All claims of one predicate bind the same names, so that a name that the first lacks is a slip of the test.
function checkBindings(claims: readonly Claim[], bindings: JsonObject): void {
  const [first] = claims;
  if (first === undefined) return;
  const known = Object.keys(first.bindings);
  const name = Object.keys(bindings).find((one) => !known.includes(one));
  if (name === undefined) return;
  const hint = nearestHint(name, known);
  unwrap(
    fail({
      code: 'matchers/unknown-binding',
      message: `${first.predicate} binds no "${name}"`,
      expected: known.length === 0 ? 'no bindings' : known.join(', '),
      ...(hint === undefined ? {} : { hint }),
    }),
  );
}
