import type { EventOf } from '../../trace/event.ts';
import { addItem, base, type Collected, DEFAULT_SESSION, type Mutable } from './collected.ts';
import type { Instruction, Item } from './entity.ts';
import { NO_ORIGINS } from './links.ts';

export function takeContent(c: Collected, event: EventOf<'context.added'>): void {
  const output = event.origin === 'assistant';
  const item: Item = {
    kind: 'item',
    type: contentType(event),
    id: event.item,
    number: c.number++,
    rank: c.rank,
    event: event.seq,
    turn: c.turn,
    session: event.session ?? DEFAULT_SESSION,
    at: event.at,
    basis: event.basis ?? 'observed',
    origin: event.origin,
    trust: event.trust,
    text: event.text,
    producer: event.producer,
    parent: typeof event.parent === 'string' ? event.parent : undefined,
    output,
    origins: output && event.text !== undefined ? c.origins.of(event.text, c.turn) : NO_ORIGINS,
  };
  addItem(c, item);
  if (event.producer !== undefined) c.itemByCall.set(event.producer, item);
}

export function takeInstruction(c: Collected, event: EventOf<'instruction'>): void {
  const instruction: Mutable<Instruction> = {
    kind: 'instruction',
    type: 'eio.entity.instruction',
    ...base(c, event, event.id),
    partOf: event.part_of,
    issuedBy: event.issued_by,
    requests: event.requests as Instruction['requests'],
    text: event.text,
  };
  const known = c.instructionById.get(event.id);
  if (known !== undefined && known.issuedBy !== event.issued_by) {
    c.defects.add(event.seq, 'two-issuers', event.id);
  }
  c.instructions.push(instruction);
  if (known === undefined) c.instructionById.set(event.id, instruction);
}

function contentType(event: EventOf<'context.added'>): string {
  if (event.trust === 'untrusted') return 'eio.entity.untrusted-content';
  if (event.trust === 'trusted') return 'eio.entity.trusted-content';
  return event.origin === 'retrieval' ? 'eio.entity.retrieval' : 'eio.entity.content';
}
