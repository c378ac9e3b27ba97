import { type Phrase, phrase } from '../../model/phrase.ts';
import { isJsonObject, type Json } from '../../trace/json.ts';
import type { Entity } from '../graph/entity.ts';
import { type Graph, membersOf } from '../graph/graph.ts';
import { sameValue } from '../graph/values.ts';
import type { Bound } from '../logic/table.ts';
import { type Decision, FAILS, HOLDS, open } from '../logic/truth.ts';
import type { CompareOp, TemporalOp } from '../types.ts';
import type { AtomTable } from './atom-table.ts';
import { nameOf } from './requests.ts';

const UNBOUND = open('what is compared');
const UNTIMED = open('when it happened');
const NO_VALUE = open('the value of an attribute, since it is not recorded');
const NO_MEMBERS = open('whether there is one, since traces have no entities of that type');

/** An attribute of an entity under its EIO name; undefined if it is not recorded. */
export function attributeOf(entity: Entity, name: string): Json | undefined {
  const common: { readonly [name: string]: Json | undefined } = { id: entity.id, at: entity.at, timestamp: entity.at };
  const own = ((): { readonly [name: string]: Json | undefined } => {
    switch (entity.kind) {
      case 'item':
        return { source_type: entity.origin, trust_level: entity.trust, text: entity.text };
      case 'instruction':
        return { issuer: entity.issuedBy, source_ref: entity.partOf };
      case 'action':
        return { action_type: entity.tool, tool: entity.tool, status: entity.status, agent: entity.agent };
      case 'state':
        return { key: entity.key, value: entity.value };
      case 'outcome':
        return { policy_id: entity.policy.id, status: entity.action === null ? 'not_reached' : 'reached' };
      case 'policy':
        return { policy_id: entity.id, effective_at: entity.from, valid_from: entity.from, valid_until: entity.until };
      case 'identity':
        return { identity_id: entity.id, role: entity.role, subject: entity.subject };
      case 'verification':
        return {
          method: entity.method,
          status: 'valid',
          subject: entity.identity,
          subject_id: entity.subject,
          valid_until: entity.validUntil,
        };
      case 'authority':
        return {
          issuer: entity.grant.by,
          valid_until: entity.grant.by === 'approval' ? entity.grant.until : undefined,
        };
      case 'episode':
        return {};
    }
  })();
  if (Object.hasOwn(own, name)) return own[name];
  return Object.hasOwn(common, name) ? common[name] : undefined;
}

/** An operand: a position of the table with an attribute of it (null: its id), or a value. */
export type Operand = { readonly position: number; readonly attribute: string | null } | { readonly value: Json };

const operandValue = (operand: Operand, members: readonly Bound<Entity>[]): Json | undefined => {
  if ('value' in operand) return operand.value;
  const member = members[operand.position];
  if (member == null) return undefined;
  return operand.attribute === null ? member.id : attributeOf(member, operand.attribute);
};

/** A comparison of attributes or values; unknown where one is not recorded or the two cannot be compared. */
export function compareTable(op: CompareOp, left: Operand, right: Operand): AtomTable {
  return {
    nullOpen: true,
    decide(members) {
      const [a, b] = [operandValue(left, members), operandValue(right, members)];
      if (a === undefined || b === undefined) return NO_VALUE;
      const result = compare(op, a, b);
      return result === undefined ? UNBOUND : result ? HOLDS : FAILS;
    },
    explain: (_members, decision) => ({ because: saying(phrase`the comparison ${op}`, decision), evidence: [] }),
  };
}

function compare(op: CompareOp, left: Json, right: Json): boolean | undefined {
  switch (op) {
    case 'eq':
      return sameValue(left, right);
    case 'ne':
      return !sameValue(left, right);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      const comparable =
        (typeof left === 'number' && typeof right === 'number') ||
        (typeof left === 'string' && typeof right === 'string');
      if (!comparable) return undefined;
      if (op === 'lt') return left < right;
      if (op === 'lte') return left <= right;
      return op === 'gt' ? left > right : left >= right;
    }
    case 'contains':
      if (typeof left === 'string') return typeof right === 'string' ? left.includes(right) : undefined;
      if (Array.isArray(left)) return left.some((one) => sameValue(one, right));
      return isJsonObject(left) && typeof right === 'string' ? Object.hasOwn(left, right) : undefined;
    case 'subset':
      if (!Array.isArray(left) || !Array.isArray(right)) return undefined;
      return left.every((one) => right.some((other) => sameValue(one, other)));
  }
}

/** An order in time of two entities, by the order of events and, for times of validity, by recorded times. */
export function temporalTable(graph: Graph, op: TemporalOp): AtomTable {
  return {
    nullOpen: true,
    decide({ 0: event, 1: reference }) {
      // That nothing comes after what is not there can be said of no unnamed member.
      if (event == null || reference == null) return UNBOUND;
      switch (op) {
        case 'before':
          return event.rank < reference.rank ? HOLDS : FAILS;
        case 'after':
          return event.rank > reference.rank ? HOLDS : FAILS;
        case 'during':
        case 'active_at': {
          const [holder, moment] = op === 'during' ? [reference, event] : [event, reference];
          return within(graph, holder, moment);
        }
        case 'persists_until':
          if (event.kind !== 'state') return UNTIMED;
          return event.rank < reference.rank && event.replaced >= reference.rank ? HOLDS : FAILS;
      }
    },
    range(position, members) {
      const other = members[1 - position];
      if (other == null || (op !== 'before' && op !== 'after')) return undefined;
      const earlier = (op === 'before') === (position === 0);
      return earlier ? { from: -Infinity, to: other.rank } : { from: other.rank + 1, to: Infinity };
    },
    explain: ([event, reference], decision) => ({
      because: saying(phrase`${nameOf(event)} ${op} ${nameOf(reference)}`, decision),
      evidence: [],
    }),
  };
}

function within(graph: Graph, holder: Entity, moment: Entity): Decision {
  if (holder.kind === 'episode') return graph.episodeOf(moment.session) === holder.id ? HOLDS : FAILS;
  const from = holder.kind === 'policy' ? holder.from : undefined;
  const until =
    holder.kind === 'policy'
      ? holder.until
      : holder.kind === 'verification'
        ? holder.validUntil
        : holder.kind === 'authority' && holder.grant.by === 'approval'
          ? holder.grant.until
          : undefined;
  if (holder.rank >= moment.rank) return FAILS;
  if (from === undefined && until === undefined) return HOLDS;
  if (moment.at === undefined) return UNTIMED;
  return (from === undefined || from <= moment.at) && (until === undefined || moment.at < until) ? HOLDS : FAILS;
}

/** Whether some entity of a type has these attributes; false only over kinds that are declared complete. */
export function existsTable(
  graph: Graph,
  type: string,
  attributes: readonly { readonly name: string; readonly operand: Operand }[],
  absent: Decision,
): AtomTable {
  const members = membersOf(graph, type);
  return {
    decide(bound) {
      if (members === null) return NO_MEMBERS;
      let best: Decision = absent;
      for (const member of members) {
        let truth: 0 | 1 | 2 = 2;
        for (const { name, operand } of attributes) {
          const wanted = operandValue(operand, bound);
          let holds: 0 | 1 | 2;
          if (name === 'active_at') {
            const moment = 'position' in operand ? bound[operand.position] : null;
            holds = moment == null ? 1 : within(graph, member, moment).truth;
          } else {
            const actual = attributeOf(member, name);
            holds = wanted === undefined || actual === undefined ? 1 : sameValue(wanted, actual) ? 2 : 0;
          }
          if (holds < truth) truth = holds;
          if (truth === 0) break;
        }
        if (truth === 2) return HOLDS;
        if (truth === 1) best = NO_VALUE;
      }
      return best;
    },
    explain: (_bound, decision) => ({ because: saying(phrase`there is such a ${type}`, decision), evidence: [] }),
  };
}

const saying = (what: Phrase, decision: Decision): Phrase =>
  decision.truth === 2 ? what : decision.truth === 0 ? phrase`not: ${what}` : phrase`it is not known whether ${what}`;
