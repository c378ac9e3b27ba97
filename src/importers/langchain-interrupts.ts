import { isJsonArray, isJsonObject, type Json } from '../trace/json.ts';
import { arrayField, field, nameField, objectField, stringField } from './fields.ts';

/** What was decided on one request; `tool` and `args` are those of an edited action. */
export interface HitlDecision {
  readonly decision: 'approve' | 'deny' | 'edit';
  readonly tool?: string | undefined;
  readonly args?: Json | undefined;
}

/** The interrupts of a stream chunk, a result or a state: `__interrupt__`, or `interrupts` of its tasks. */
export function interruptsOf(value: Json): readonly Json[] | undefined {
  const direct = arrayField(value, '__interrupt__');
  if (direct !== undefined) return direct;
  const list = arrayField(value, 'interrupts');
  return list !== undefined && list.length > 0 && list.every((entry) => field(entry, 'value') !== undefined)
    ? list
    : undefined;
}

/** The calls that an interrupt asks about: of the human-in-the-loop middleware, or of the older agent inbox. */
export function hitlRequests(value: Json): readonly { readonly tool: string; readonly args: Json }[] {
  const list = arrayField(value, 'actionRequests', 'action_requests') ?? (isJsonArray(value) ? value : [value]);
  return list.flatMap((request) => {
    const action = objectField(request, 'action_request', 'actionRequest') ?? request;
    const tool = nameField(action, 'name', 'action');
    return tool === undefined || !isJsonObject(action)
      ? []
      : [{ tool, args: field(action, 'args') ?? field(action, 'arguments') ?? {} }];
  });
}

/** The decisions that resume an interrupt, by the place of their requests. */
export function hitlDecisions(value: Json): readonly Json[] | undefined {
  const resume = field(value, 'resume') ?? value;
  const decisions = arrayField(resume, 'decisions');
  if (decisions !== undefined) return decisions;
  const list = isJsonArray(resume) && resume !== value ? resume : undefined;
  return list?.every((entry) => decisionOf(entry) !== undefined) === true && list.length > 0 ? list : undefined;
}

export function decisionOf(value: Json): HitlDecision | undefined {
  switch (stringField(value, 'type')) {
    case 'approve':
    case 'accept':
      return { decision: 'approve' };
    case 'reject':
    case 'ignore':
    case 'respond':
    case 'response':
      return { decision: 'deny' };
    case 'edit': {
      const action = objectField(value, 'editedAction', 'edited_action', 'args');
      return {
        decision: 'edit',
        tool: nameField(action, 'name', 'action'),
        args: field(action, 'args') ?? field(action, 'arguments'),
      };
    }
    default:
      return undefined;
  }
}
