import type { EventOf } from '../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { field, nameField, numberField, objectField, stringField } from './fields.ts';

type Decided = EventOf<'approval.decided'>;

/** An approval of the OpenClaw gateway, as its request tells. */
export interface Approval {
  readonly id: string;
  readonly command: string | undefined;
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly createdAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly bound: JsonObject | undefined;
  /** The call in the trace, once it is known. */
  readonly call?: string | undefined;
}

export interface ApprovalEvent {
  readonly approval: Approval;
  readonly at: number | undefined;
  readonly decision: Decided['decision'] | undefined;
  readonly scope: Decided['scope'];
  readonly by: string | undefined;
}

/** What the request binds beyond the command: compared with what is bound at the execution. */
const BOUND = [
  'cwd',
  'resolvedPath',
  'host',
  'nodeId',
  'sessionKey',
  'agentId',
  'commandArgv',
  'envKeys',
  'systemRunPlan',
];

/**
 * An approval event: `{event, payload}` as the gateway broadcasts it, or a stored record. `decision: null` on a resolved record is a request that expired.
 */
export function approvalOf(value: Json): ApprovalEvent | undefined {
  const name = stringField(value, 'event', 'method') ?? stringField(value, 'type');
  const broadcast = name === 'exec.approval.requested' || name === 'exec.approval.resolved';
  const payload = broadcast ? (objectField(value, 'payload', 'params', 'data') ?? value) : value;
  const id = nameField(payload, 'id', 'approvalId');
  const request = objectField(payload, 'request');
  const isRecord = request !== undefined && numberField(payload, 'createdAtMs') !== undefined;
  if (id === undefined || !(broadcast || isRecord)) return undefined;
  const createdAt = numberField(payload, 'createdAtMs');
  const expiresAt = numberField(payload, 'expiresAtMs');
  const resolvedAt = numberField(payload, 'resolvedAtMs') ?? numberField(payload, 'ts');
  const bound = Object.fromEntries(
    BOUND.flatMap((key) => {
      const found = field(request, key);
      return found === undefined || found === null ? [] : [[key, found] as const];
    }),
  );
  const approval: Approval = {
    id,
    command: stringField(request, 'command'),
    session: nameField(request, 'sessionKey'),
    agent: nameField(request, 'agentId'),
    createdAt,
    expiresAt,
    bound: isJsonObject(request) && Object.keys(bound).length > 0 ? bound : undefined,
  };
  const decided = decisionOf(field(payload, 'decision'), name === 'exec.approval.resolved' || resolvedAt !== undefined);
  const at = resolvedAt ?? (decided.decision === 'expire' ? expiresAt : createdAt);
  return { approval, at, ...decided, by: nameField(payload, 'resolvedBy') };
}

function decisionOf(value: Json | undefined, resolved: boolean): Pick<ApprovalEvent, 'decision' | 'scope'> {
  switch (value) {
    case 'allow-once':
      return { decision: 'approve', scope: 'once' };
    case 'allow-always':
      return { decision: 'approve', scope: 'always' };
    case 'deny':
      return { decision: 'deny', scope: 'once' };
    default:
      return { decision: resolved ? 'expire' : undefined, scope: 'once' };
  }
}
