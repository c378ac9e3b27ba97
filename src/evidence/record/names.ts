import type { Verdict } from '../../model/model.ts';
import { MAX_NAMES } from '../../model/model-text.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../../trace/json.ts';
import type { RedactionOptions } from '../redaction/allow-list.ts';
import { NAME } from '../redaction/name-fields.ts';
import { hasSecret } from '../redaction/secrets.ts';
import type { UnsealedRecord } from './file.ts';

// Names are values that may be shown wherever they stand: what the model or the scenario itself says, and the ids and tool names of a
// trace. Equality decides, so a secret that merely stands next to a name stays hidden.

/** Keys that the model or the scenario's author chose, as far as the record itself tells. */
export function recordFields(record: UnsealedRecord): ReadonlySet<string> {
  const fields = new Set<string>();
  const own = (...objects: readonly (JsonObject | undefined)[]): void => {
    for (const object of objects) for (const key of Object.keys(object ?? {})) fields.add(key);
  };
  for (const leg of record.legs) {
    // Of a recorded trace, the model chose only the first level: variables, parameters, what a formula binds.
    const written = leg.source === 'steps' || leg.source === 'events';
    const steps = leg.run?.steps ?? [];
    for (const { action, changes, refusals } of [
      ...steps,
      ...(leg.divergence === null ? [] : [{ ...leg.divergence, changes: [] }]),
    ]) {
      own(action.args, ...refusals.flatMap(({ atoms = [] }) => atoms.map(({ bindings }) => bindings)));
      for (const change of changes) {
        fields.add(change.variable);
        if (written) keysWithin([change.before, change.after], fields);
      }
      if (written) keysWithin([action.args ?? null, action.observed ?? null], fields);
    }
    keysWithin(leg.run?.initial ?? null, fields);
    for (const claim of leg.claims) {
      own(
        claim.bindings,
        ...claim.atoms.map(({ bindings }) => bindings),
        ...claim.evidence.map(({ details }) => details),
      );
    }
    if (!written) continue;
    for (const { text } of leg.timeline)
      for (const part of text) if (typeof part !== 'string') keysWithin(part.value, fields);
  }
  return fields;
}

function keysWithin(value: Json, into: Set<string>): void {
  const stack: Json[] = [value];
  for (let item = stack.pop(); item !== undefined && into.size < MAX_NAMES; item = stack.pop()) {
    if (Array.isArray(item)) for (const child of item) stack.push(child as Json);
    else if (isJsonObject(item)) {
      for (const key of Object.keys(item)) {
        into.add(key);
        stack.push(item[key] as Json);
      }
    }
  }
}

/** Every string and number in a value that a scenario's author wrote. */
export function writtenNames(value: Json, into: Set<Json>): void {
  const stack: Json[] = [value];
  for (let item = stack.pop(); item !== undefined && into.size < MAX_NAMES; item = stack.pop()) {
    if (typeof item === 'string' || typeof item === 'number') into.add(item);
    else if (Array.isArray(item)) for (const child of item) stack.push(child as Json);
    else if (isJsonObject(item)) for (const key of Object.keys(item)) stack.push(item[key] as Json);
  }
}

/** Arguments of the steps that a scenario's author wrote. */
export function stepNames(verdict: Verdict, into: Set<Json>): void {
  const actions = [...(verdict.run?.steps ?? []), ...(verdict.divergence === null ? [] : [verdict.divergence])];
  for (const { action } of actions) if (action.args !== undefined) writtenNames(action.args, into);
  // Without a trace every value in a state comes from the model or from those steps.
  for (const step of verdict.run?.steps ?? []) for (const change of step.changes) writtenNames(change.after, into);
}

/** Ids and tool names of recorded events, where they have the form of a name and hold no secret. */
export function eventNames(events: readonly TraceEvent[], into: Set<Json>): void {
  for (const event of events) {
    if (into.size >= MAX_NAMES) return;
    for (const name of [...namesOf(event), ...idsOf(event)]) {
      if (name !== undefined && NAME.test(name) && !hasSecret(name)) into.add(name);
    }
  }
}

/** Ids that a recorder made up: they differ from run to run and say nothing of what happened. */
export function eventIds(events: readonly TraceEvent[], into: Set<string>): void {
  for (const event of events) {
    if (into.size >= MAX_NAMES) return;
    for (const id of idsOf(event)) if (id !== undefined) into.add(id);
  }
}

function idsOf(event: TraceEvent): readonly (string | undefined)[] {
  const { session } = event;
  switch (event.kind) {
    case 'context.added':
      return [session, event.item, event.producer];
    case 'instruction':
      return [session, event.id, event.part_of];
    case 'policy.decided':
    case 'call.proposed':
      return [session, event.call];
    case 'approval.requested':
      return [session, event.approval, event.call];
    case 'approval.decided':
      return [session, event.approval];
    case 'exec.started':
      return [session, event.exec, event.call, event.approval];
    case 'exec.ended':
      return [session, event.exec, event.result];
    case 'message.sent':
      return [session, ...(event.items ?? [])];
    case 'state.written':
      return [session, ...(event.from ?? [])];
    case 'state.read':
      return [session, event.item];
    case 'session.linked':
      return [session, event.from, event.to];
    case 'tools.advertised':
    case 'policy.declared':
    case 'handoff':
    case 'identity.asserted':
    case 'identity.verified':
    case 'config.changed':
    case 'truth':
      return [session];
  }
}

/** Names that people gave: of tools, agents and rules. */
function namesOf(event: TraceEvent): readonly (string | undefined)[] {
  const { agent } = event;
  switch (event.kind) {
    case 'instruction':
      return [agent, event.requests?.tool];
    case 'tools.advertised':
      return [agent, event.tool, event.server];
    case 'policy.declared':
      return [agent, event.id, ...event.tools];
    case 'policy.decided':
      return [agent, event.rule];
    case 'call.proposed':
    case 'approval.requested':
    case 'exec.started':
      return [agent, event.tool];
    case 'handoff':
      return [agent, event.from, event.to];
    case 'context.added':
    case 'approval.decided':
    case 'exec.ended':
    case 'message.sent':
    case 'state.written':
    case 'state.read':
    case 'session.linked':
    case 'identity.asserted':
    case 'identity.verified':
    case 'config.changed':
    case 'truth':
      return [agent];
  }
}

/** What redaction lets through because the model says it, beside what the user allows. */
export const redactionFor = (
  model: { readonly names?: readonly string[]; readonly fields?: readonly string[] },
  redaction: RedactionOptions = {},
): RedactionOptions => ({
  ...redaction,
  names: [...(redaction.names ?? []), ...(model.names ?? [])],
  fields: [...(redaction.fields ?? []), ...(model.fields ?? [])],
});
