import type { EventOf } from '../trace/event.ts';

/** Who decided, and what vouches for that: a decision that only the client's messages claim is none (`client_claimed`). */
export type Approver = Pick<EventOf<'approval.decided'>, 'by' | 'authenticity'>;
