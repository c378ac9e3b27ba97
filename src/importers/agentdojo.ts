import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { isWithheld, ownWords, type StatedOutcome, statedOutcome } from './agentdojo-outcomes.ts';
import { type Conversation, conversation } from './conversation.ts';
import { arrayField, booleanField, contentText, field, nameField, objectField, stringField } from './fields.ts';
import type { ImportContext, Importer, RecordReader } from './importer.ts';
import { MIN_SAID, saidBy } from './injected-text.ts';
import { type Counted, type Place, placeBelow, placeIn } from './run-builder.ts';

/**
 * AgentDojo run logs and their relatives: AgentDyn (the same fields), DRIFT (`conversations`, `tool_permission`), Luna (`evaluation`) and exports in
 * JSON Lines (`metadata`, calls in OpenAI shape).
 * Shape: https://github.com/ethz-spylab/agentdojo `src/agentdojo/logging.py` (TraceLogger) and `types.py` (ChatMessage), `benchmark.py` (TaskResults:
 * what `security` means); https://github.com/leolee99/AgentDyn, https://github.com/SaFo-Lab/DRIFT and
 * https://github.com/Liu-Ruotian/agentdojo-luna-trajectories for the variants.
 *
 * Truth is normalised to `attack_succeeded`, whatever the polarity of the label: in AgentDojo `security: true` says that the attacker's goal was
 * reached, and says nothing of a run without attack or with an error; in Luna it says that the run was safe. There are no approvals. Injected text
 * that the log names becomes `instruction` events in the items that really hold it.
 */
export const agentdojo: Importer = {
  format: 'agentdojo',
  title: 'AgentDojo',
  unit: 'message',
  marks: [
    {
      name: '"suite_name"',
      test: (records) =>
        records.some(
          (r) =>
            stringField(r, 'suite_name') !== undefined ||
            stringField(objectField(r, 'metadata'), 'suite_name') !== undefined,
        ),
    },
    {
      name: '"messages" or "conversations"',
      test: (records) => records.some((r) => arrayField(r, 'messages', 'conversations') !== undefined),
    },
  ],
  start: (context) => agentdojoReader(context),
};

function agentdojoReader(context: ImportContext): RecordReader {
  return {
    record(record) {
      const values = isJsonArray(record.value) ? record.value : undefined;
      if (values === undefined) readRun(context, record.value, placeIn(record));
      for (const [index, value] of (values ?? []).entries()) readRun(context, value, placeIn(record, index));
    },
    end() {},
  };
}

function readRun(context: ImportContext, value: Json, at: Place): void {
  // The first line of an export sums up the others.
  if (!isJsonObject(value) || arrayField(value, 'messages', 'conversations') === undefined) return;
  const key = arrayField(value, 'messages') === undefined ? 'conversations' : 'messages';
  const injected = Object.entries(objectField(value, 'injections') ?? {}).flatMap(([vector, text]) =>
    typeof text === 'string' ? [{ vector, text, said: saidBy(text) }] : [],
  );
  const talk = conversation(
    context.open({
      source: 'AgentDojo',
      observes: [
        'context.added',
        // A log that has the field names every text that was injected, and an empty one says that none was.
        ...(objectField(value, 'injections') === undefined ? [] : ['instruction' as const]),
        'call.proposed',
        'exec.started',
        'exec.ended',
        'message.sent',
        'truth',
      ],
      name: nameOf(value),
    }),
    context.options.trust,
  );
  const drift =
    key === 'conversations' ||
    field(value, 'tool_permission') !== undefined ||
    field(value, 'initial_trajectory') !== undefined;
  const reader: RunReader = { talk, injected, drift, prompt: undefined, pending: [] };
  for (const [index, message] of (arrayField(value, key) ?? []).entries())
    readMessage(reader, message, placeBelow(at, key, index));
  readTruth(talk, value, at);
}

interface RunReader {
  readonly talk: Conversation;
  readonly injected: readonly { readonly vector: string; readonly text: string; readonly said: string }[];
  readonly drift: boolean;
  /** What the user asked first. */
  prompt: string | undefined;
  /** Calls that wait for a one-time password, in order. */
  readonly pending: string[];
}

const about = (run: JsonObject, key: string): string | undefined =>
  nameField(run, key) ?? nameField(objectField(run, 'metadata'), key);

function nameOf(run: JsonObject): string {
  const parts = [
    about(run, 'suite_name'),
    about(run, 'user_task_id') ?? nameField(run, 'run_id'),
    about(run, 'attack_type'),
    about(run, 'injection_task_id'),
  ];
  return parts.filter((part) => part !== undefined).join('/');
}

function readMessage(reader: RunReader, message: Json, at: Place): Counted {
  const { talk } = reader;
  if (!isJsonObject(message)) return talk.run.dropped('not-an-object', at);
  const text = contentText(field(message, 'content'));
  switch (stringField(message, 'role')) {
    case 'system':
      noteInjections(reader, talk.context('system', text, at), text, at);
      return talk.run.imported();
    case 'user':
      return readUser(reader, text, at);
    case 'assistant':
      return readAssistant(reader, message, text, at);
    case 'tool':
      return readResult(reader, message, text, at);
    case undefined:
      return talk.run.dropped('malformed', at);
    default:
      return talk.run.dropped('unknown-type', at);
  }
}

// DRIFT answers a refused plan in the role of the user; the user never wrote that.
const DRIFT_REFUSAL = /^\s*<\/function_error>|\[CALL ERROR\]/;

// So does CaMeL with an error of the code that it ran, in which the output of tools may stand.
const CAMEL_ERROR = 'Running the code gave the following error:';

function readUser(reader: RunReader, text: string | undefined, at: Place): Counted {
  const { talk } = reader;
  if (reader.drift && text !== undefined && DRIFT_REFUSAL.test(text.slice(0, 200))) {
    talk.context('system', text, at, { inferred: 'harness-message' });
    return talk.run.imported();
  }
  if (talk.turn > 0 && text?.startsWith(CAMEL_ERROR) === true) {
    noteInjections(reader, talk.context('tool_result', text, at, { inferred: 'harness-message' }), text, at);
    return talk.run.imported();
  }
  if (text !== undefined && text === reader.prompt) {
    // A defence repeats the request after each result; the user does not speak again.
    talk.context('user', text, at, { inferred: 'harness-message' });
    return talk.run.imported();
  }
  reader.prompt ??= text;
  talk.beginTurn();
  noteInjections(reader, talk.context('user', text, at), text, at);
  return talk.run.imported();
}

function readAssistant(reader: RunReader, message: JsonObject, text: string | undefined, at: Place): Counted {
  const { talk } = reader;
  talk.beginStep();
  const words = reader.drift ? finalAnswer(text) : text;
  const speaks = words !== undefined && words.trim() !== '';
  if (speaks) talk.say(words, at);
  const calls = arrayField(message, 'tool_calls') ?? [];
  let proposed = 0;
  for (const [index, call] of calls.entries()) {
    const place = placeBelow(at, 'tool_calls', index);
    const called = objectField(call, 'function');
    const tool = nameField(call, 'function') ?? nameField(called, 'name');
    if (tool === undefined) {
      talk.run.dropped('malformed', place);
      continue;
    }
    const args = field(call, 'args') ?? field(called, 'arguments');
    talk.propose({ id: nameField(call, 'id'), tool, args }, place);
    proposed++;
  }
  if (speaks || proposed > 0) return talk.run.imported();
  return talk.run.skipped(text === undefined || text.trim() === '' ? 'empty' : 'reasoning', at);
}

/** What a DRIFT message says to the user; the rest of it is the model's thought and its calls once more. */
function finalAnswer(text: string | undefined): string | undefined {
  const start = text?.lastIndexOf('<final_answer>') ?? -1;
  if (text === undefined || start < 0) return text?.includes('<function_thought>') ? undefined : text;
  const end = text.indexOf('</final_answer>', start);
  return text.slice(start + '<final_answer>'.length, end < 0 ? undefined : end).trim();
}

function readResult(reader: RunReader, message: JsonObject, text: string | undefined, at: Place): Counted {
  const { talk } = reader;
  const error = stringField(message, 'error');
  // A failed call has no content: the agent is shown the error.
  const shown = text === undefined || text === '' ? (error ?? '') : text;
  const said = ownWords(shown);
  const outcome = error === undefined ? statedOutcome(said) : 'failed';
  const stated = error === undefined && (outcome === 'failed' || outcome === 'pending');
  // CaMeL runs code: its results come with their calls and without proposals of them.
  const made = objectField(message, 'tool_call');
  const tool = nameField(made, 'function');
  const args = objectField(made, 'args');
  const { call, item } = talk.result(
    {
      id: nameField(message, 'tool_call_id') ?? nameField(made, 'id'),
      tool,
      text: shown,
      status: error === undefined && !stated ? 'ok' : 'error',
      ...(stated ? { statusRule: 'failure-text' as const } : {}),
      ...(isWithheld(said) ? { status: 'unknown' as const, withheld: true } : {}),
      recorded: tool === undefined ? undefined : { tool, args: args ?? null },
    },
    at,
  );
  noteVerification(reader, outcome, call, item, said, at);
  if (item !== undefined) noteInjections(reader, item, shown, at);
  return talk.run.imported();
}

function noteVerification(
  { talk, pending }: RunReader,
  outcome: StatedOutcome,
  call: string | undefined,
  item: string | undefined,
  said: string,
  at: Place,
): void {
  if (outcome === 'pending' && call !== undefined) pending.push(call);
  const answers = outcome === 'verified' || said.startsWith('Account verified.');
  const waited = answers ? whichWaited(talk, pending, said) : undefined;
  // Verified in vain: the call that waited has had its answer.
  if (outcome !== 'verified') return;
  const proposal = waited === undefined ? undefined : talk.proposal(waited);
  if (proposal === undefined) return;
  const exec = talk.execution(waited, proposal.tool, proposal.args, at, { inferred: 'executed-once-verified' });
  talk.ended(exec, 'ok', item, at, { inferred: 'executed-once-verified' });
}

/** Which call a confirmation carries out: the one whose name its words share most with, else the last that waits. */
function whichWaited(talk: Conversation, pending: string[], said: string): string | undefined {
  const words = said.toLowerCase();
  let best = pending.length - 1;
  let most = 0;
  for (const [index, call] of pending.entries()) {
    const parts = (talk.proposal(call)?.tool ?? '')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((part) => part.length > 2);
    const shared = parts.filter((part) => words.includes(part.slice(0, 5))).length;
    if (shared < most || shared === 0) continue;
    most = shared;
    best = index;
  }
  return pending.splice(best, 1)[0];
}

function noteInjections(reader: RunReader, item: string, text: string | undefined, at: Place): void {
  if (reader.injected.length === 0 || text === undefined) return;
  const said = saidBy(text);
  for (const { vector, text: words, said: wanted } of reader.injected) {
    if (wanted.length < MIN_SAID || !said.includes(wanted)) continue;
    // The injected words are an item of their own inside the result: what else stands there is not the attacker's.
    const part = `${item}/${vector}`;
    reader.talk.addItem(part, 'tool_result', words, at, { parent: item, inferred: 'injected-text-found' });
    const id = `injection:${vector}@${item}`;
    reader.talk.run.add({ kind: 'instruction', id, part_of: part, text: words }, at, 'injected-text-found');
  }
}

function readTruth(talk: Conversation, run: JsonObject, at: Place): void {
  const truth = (name: string, value: Json, ...path: string[]): void =>
    talk.run.add({ kind: 'truth', name, value }, placeBelow(at, ...path));
  const evaluation = objectField(run, 'evaluation');
  const metadata = objectField(run, 'metadata');
  const utility =
    booleanField(run, 'utility') ?? booleanField(evaluation, 'utility') ?? booleanField(metadata, 'success');
  if (utility !== undefined) truth('utility', utility);
  if (evaluation !== undefined) {
    const safe = booleanField(evaluation, 'security');
    if (safe === undefined) return;
    truth('attack_succeeded', !safe, 'evaluation', 'security');
    truth('run', safe ? 'attack_resisted' : 'attack_succeeded', 'evaluation', 'security');
    for (const name of ['outcome', 'opened_poison', 'used_untrusted_source', 'forbidden_behavior']) {
      const value = field(evaluation, name);
      if (typeof value === 'string' || typeof value === 'boolean') truth(name, value, 'evaluation', name);
    }
    return;
  }
  const security = booleanField(run, 'security') ?? booleanField(metadata, 'security');
  const attack = about(run, 'attack_type');
  const injection = about(run, 'injection_task_id');
  if (stringField(run, 'error') !== undefined) {
    // Both labels default to true when the provider fails.
    talk.run.warn(
      'importers/label-unknown',
      'the run ended in an error: its labels say nothing',
      placeBelow(at, 'error'),
    );
    truth('run', 'errored', 'error');
    return;
  }
  if (injection === undefined && (attack === undefined || attack === 'none')) {
    const control = about(run, 'user_task_id')?.startsWith('injection_task') === true;
    truth('attack_succeeded', false);
    truth('run', control ? 'user_authorised_control' : 'benign');
    return;
  }
  if (security === undefined) {
    talk.run.warn('importers/label-unknown', 'an attacked run has no "security" label', at);
    return;
  }
  truth('attack_succeeded', security, 'security');
  truth('run', security ? 'attack_succeeded' : 'attack_resisted', 'security');
}
