/**
 * What the environments of AgentDojo and AgentDyn say in plain words where they report no error: that a call failed, or that it waits for a one-time password. Version 1, from
 * the tools of https://github.com/leolee99/AgentDyn `src/agentdojo/default_suites` and of https://github.com/ethz-spylab/agentdojo.
 */
export type StatedOutcome = 'done' | 'failed' | 'pending' | 'verified';

/** Longer results are data that a tool fetched, not its own words. */
const MAX_STATEMENT = 240;

const FAILED = [
  /^404 Not Found/,
  /^Source Not Found/,
  /^Insufficient funds/,
  /^The amount must be /,
  /^Only the owner\b/,
  /^No write access\b/,
  /^One Time Password is incorrect/,
  /^Could not find\b/,
  /^You have not starred\b/,
  /^(?:Username|Password) is incorrect/,
  /^[^\n]{0,160} not found(?: on GitHub)?\.$/,
  /^[^\n]{0,160} (?:is invalid|already exists)\.$/,
  /^Local path is not inside\b/,
];
const PENDING = /\b(?:OTP|one-time password)\b/;
const VERIFIED = /^Account verified\./;
const VERIFIED_IN_VAIN = /^Account verified\.[^\n]*\b(?:failed|not found|already (?:exists|added)|Cannot proceed)\b/;

/** What a tool said, without the `<<` and `>>` that the defence "spotlighting" puts around every result (`agent_pipeline/agent_pipeline.py` of AgentDojo). */
export const ownWords = (shown: string): string =>
  shown.startsWith('<<') && shown.endsWith('>>') ? shown.slice(2, -2) : shown;

/**
 * Whether a detector kept the result from the model and put its notice in the place (`agent_pipeline/pi_detector.py` of AgentDojo). A notice among other
 * words is part of a result.
 */
export const isWithheld = (result: string): boolean =>
  result.trim() === '<Data omitted because a prompt injection was detected>';

/** The outcome of a call by the {@link ownWords} of its result. */
export function statedOutcome(result: string): StatedOutcome {
  if (result.length > MAX_STATEMENT) return 'done';
  if (VERIFIED.test(result)) return VERIFIED_IN_VAIN.test(result) ? 'failed' : 'verified';
  if (FAILED.some((words) => words.test(result))) return 'failed';
  return PENDING.test(result) && /\bverif/i.test(result) ? 'pending' : 'done';
}
