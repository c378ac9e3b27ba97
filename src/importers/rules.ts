// One table for the report and the documentation: a rule that is not listed here cannot be used.

/** Why a record is known and still gives no event: nothing of it has a place in the normal form. */
export const SKIP_RULES = {
  bookkeeping: 'what the recorder notes for itself: titles, checkpoints, settings, usage',
  empty: 'has no content',
  'inactive-branch': 'stands on a branch that was left; only the active branch was seen by the agent',
  'not-an-agent-span': 'a span, log record or metric without agent content',
  partial: 'a piece of a stream whose whole is imported',
  reasoning: 'the private reasoning of the model',
  repeated: 'the same content was imported from an earlier record',
} as const;

/** Why a record is lost: each is a gap in what the trace can say. */
export const DROP_RULES = {
  'cut-off': 'the last line ends in the middle',
  malformed: 'lacks a field without which it says nothing',
  'not-an-object': 'is not an object',
  'unknown-type': 'has a type that the importer does not know',
} as const;

/** What else is lost when a record is kept: something ran of which the recording does not tell what. Counted as gaps, like the lost records. */
export const GAP_RULES = {
  'result-of-another-tool': 'a result names another tool than its call: which of them ran is not known',
  'result-without-call':
    'a result belongs to no call that is recorded: something ran before, or beside, what is recorded',
  'dropped-by-recorder': 'the recorder says that it dropped attributes or events of a span',
  'parent-not-recorded':
    'a span names a parent that is not recorded, in a trace whose beginning is: others may be missing too',
  'unknown-part': 'a part of a message has a type that the importer does not know: it may have been a call',
} as const;

/** How an event that the format does not record was concluded: `basis: inferred:<rule>`. */
export const INFERENCE_RULES = {
  'approval-cited-by-call': 'a call that the server ran cites the approval, so it was given',
  'approval-by-position': 'the request has no call id: it belongs to the open call with its name and arguments',
  'approval-from-state': 'the state of a call names a decision; when it fell is not recorded',
  'call-from-approval': 'an approval names a call that is not recorded itself',
  'call-from-execution': 'an execution was asked for, so the call was proposed',
  'call-from-result': 'a result records its call, of which no proposal is found',
  'denial-text': 'the text of the result is the one that the program writes when a call was refused',
  'execution-from-result': 'a call that has a result was executed',
  'executed-once-verified': 'a call that waited for a one-time password was carried out when the password was right',
  'failure-text':
    'the text of the result says that the call failed, or that it waits for more, where no error is recorded',
  'harness-message': 'a message in the role of the user that a defence or a harness wrote',
  'hand-off-tool': 'a call of a hand-off tool moves control',
  'injected-text-found': 'the text that the benchmark injected stands in the item',
  'result-withheld':
    'a detector kept the result from the agent: what the call came to is not known, and the notice in its place is of the harness',
  'paired-by-arguments':
    'the execution has no call id: it belongs to the open call with its name and arguments, or to the only one with its name',
  'paired-by-position': 'ids are missing: the result belongs to the first open call of its turn',
  'paired-by-repeated-id': 'the id stands for several calls: the result belongs to the first open one',
} as const;

export type SkipRule = keyof typeof SKIP_RULES;
export type DropRule = keyof typeof DROP_RULES;
export type GapRule = keyof typeof GAP_RULES | DropRule;
export type InferenceRule = keyof typeof INFERENCE_RULES;
