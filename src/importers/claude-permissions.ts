import { sameJson } from '../trace/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import type { Conversation, Stamp } from './conversation.ts';
import { arrayField, field, nameField, objectField, stringField } from './fields.ts';
import { type Counted, type Place, placeBelow } from './run-builder.ts';

/** What was answered on a call before it could run. */
export interface CallAnswer {
  readonly approval?: string;
  readonly denied: boolean;
  /** The arguments that it was allowed with, where they are others than those that were asked for. */
  readonly edited?: Json;
}

/** The decisions that the control protocol of a session records. */
export interface ClaudePermissions {
  /** By the id of the call in the recording. */
  readonly answers: ReadonlyMap<string, CallAnswer>;
  /** A line of the control protocol; undefined if it decides nothing. */
  read(line: JsonObject, at: Place, stamp: Stamp): Counted | undefined;
}

/** A question that is not answered yet. */
type Question =
  | { readonly kind: 'permission'; readonly id: string | undefined; readonly args: Json }
  | { readonly kind: 'hook'; readonly id: string; readonly hook: string };

/**
 * The control protocol, by which the program around the agent decides on its calls: `can_use_tool` (the callback `canUseTool`,
 * `--permission-prompt-tool stdio`) and hooks of PreToolUse. Questions are on the output of the program, answers on its input: who records only the
 * output has requests without decisions. A rule of the settings decides without a question.
 * Shape: `SDKControlRequest` and `SDKControlResponse` in `src/claude_agent_sdk/types.py`, answers as `_internal/query.py` writes them, of
 * https://github.com/anthropics/claude-agent-sdk-python.
 */
export function claudePermissions(talk: Conversation): ClaudePermissions {
  const { run } = talk;
  const open = new Map<string, Question>();
  const answers = new Map<string, CallAnswer>();

  const ask = (request: string, asked: JsonObject, at: Place, stamp: Stamp): Counted => {
    const id = nameField(asked, 'tool_use_id');
    const tool = nameField(asked, 'tool_name');
    if (tool === undefined) return run.dropped('malformed', at);
    const args = field(asked, 'input') ?? null;
    const more = { ...stamp, agent: nameField(asked, 'agent_id') ?? stamp.agent };
    const known = id === undefined ? undefined : talk.callOf(id);
    const [alike] = id === undefined ? talk.open.alike(tool, args) : [];
    const call =
      known ?? alike?.call ?? talk.propose({ id, tool, args }, at, { ...more, inferred: 'call-from-approval' });
    const rule = alike === undefined ? {} : ({ inferred: 'approval-by-position' } as const);
    talk.requestApproval({ approval: request, call, tool, args }, at, { ...more, ...rule });
    open.set(request, { kind: 'permission', id: id ?? alike?.rawId, args });
    return run.imported();
  };

  const decide = (request: string, question: Question, answer: JsonObject, at: Place, stamp: Stamp): void => {
    if (question.kind === 'hook') {
      const effect = hookEffect(answer);
      const call = talk.callOf(question.id);
      if (effect === undefined || call === undefined) return;
      const time = stamp.at === undefined ? {} : { at: stamp.at };
      run.add({ ...time, session: stamp.session, kind: 'policy.decided', call, effect, rule: question.hook }, at);
      if (effect === 'deny') answers.set(question.id, { denied: true });
      return;
    }
    const behavior = stringField(answer, 'behavior');
    if (behavior !== 'allow' && behavior !== 'deny') return;
    const given = field(answer, 'updatedInput');
    const edited = given !== undefined && given !== null && !sameJson(given, question.args) ? given : undefined;
    const decision = behavior === 'deny' ? 'deny' : edited === undefined ? 'approve' : 'edit';
    talk.decideApproval(
      {
        approval: request,
        decision,
        scope: behavior === 'allow' ? scopeOf(answer) : 'once',
        by: /^user_/.test(stringField(answer, 'decisionClassification') ?? '') ? 'human' : 'unknown',
        authenticity: 'server',
        editedArgs: decision === 'edit' ? edited : undefined,
      },
      at,
      stamp,
    );
    const id = question.id;
    if (id !== undefined)
      answers.set(id, {
        approval: request,
        denied: decision === 'deny',
        ...(decision === 'edit' ? { edited: edited! } : {}),
      });
  };

  return {
    answers,
    read(line, at, stamp) {
      const type = stringField(line, 'type');
      if (type === 'control_request') {
        const request = nameField(line, 'request_id');
        const asked = objectField(line, 'request');
        if (request === undefined || asked === undefined) return run.dropped('malformed', at);
        const place = placeBelow(at, 'request');
        if (stringField(asked, 'subtype') === 'can_use_tool') return ask(request, asked, place, stamp);
        const hook = hookQuestion(asked);
        if (hook !== undefined) open.set(request, hook);
        return undefined;
      }
      if (type !== 'control_response') return undefined;
      const response = objectField(line, 'response');
      // Older versions have the id beside the response.
      const request = nameField(response, 'request_id') ?? nameField(line, 'request_id');
      const question = request === undefined ? undefined : open.get(request);
      if (request === undefined || question === undefined) return undefined;
      open.delete(request);
      const answer = field(response, 'response');
      // An error is no answer: the question stays undecided, and the call does not run.
      if (stringField(response, 'subtype') !== 'error' && isJsonObject(answer))
        decide(request, question, answer, placeBelow(at, 'response', 'response'), stamp);
      return run.imported();
    },
  };
}

/** Whether an allowance is to stand: rules that it adds for the session, or in settings that outlive it. */
function scopeOf(answer: JsonObject): 'once' | 'session' | 'always' {
  const added = (arrayField(answer, 'updatedPermissions') ?? []).filter(
    (update) => stringField(update, 'type') === 'setMode' || stringField(update, 'behavior') === 'allow',
  );
  if (added.length === 0) return 'once';
  return added.every((update) => stringField(update, 'destination') === 'session') ? 'session' : 'always';
}

function hookQuestion(asked: JsonObject): Question | undefined {
  const input = objectField(asked, 'input');
  const id = nameField(asked, 'tool_use_id') ?? nameField(input, 'tool_use_id');
  if (stringField(asked, 'subtype') !== 'hook_callback' || id === undefined) return undefined;
  if (stringField(input, 'hook_event_name') !== 'PreToolUse') return undefined;
  return { kind: 'hook', id, hook: nameField(asked, 'callback_id') ?? 'PreToolUse' };
}

/** What a hook decided on a call; it may decide nothing. */
function hookEffect(answer: JsonObject): 'allow' | 'deny' | 'ask' | undefined {
  switch (
    stringField(objectField(answer, 'hookSpecificOutput'), 'permissionDecision') ??
    stringField(answer, 'decision')
  ) {
    case 'allow':
    case 'approve':
      return 'allow';
    case 'deny':
    case 'block':
      return 'deny';
    case 'ask':
      return 'ask';
    default:
      return undefined;
  }
}
