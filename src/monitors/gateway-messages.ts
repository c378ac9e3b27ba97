import type { Delivery, GatewayModel } from './gateway-state.ts';
import { recall } from './memory.ts';

// Where messages go, and who sent what comes in.

/** Origins that speak with the authority of people. */
const PEOPLE = ['system', 'developer', 'user'];

/** Whether a message, and what it carries, goes where its session may send to. */
export function deliveryOf(
  { state, constants }: GatewayModel,
  message: { to: string; channel: string | null; session: string | null; items: readonly string[] },
): Delivery {
  const judge = (session: string): Delivery => {
    if (!Object.hasOwn(constants.deliveries, session)) return 'free';
    const places = constants.deliveries[session]!;
    const here = places.includes(message.to) || (message.channel !== null && places.includes(message.channel));
    return here ? 'in place' : 'elsewhere';
  };
  const carried = message.items.map((item): Delivery => {
    const known = recall(state.items, (one) => one.item === item);
    return known === undefined ? 'free' : known === 'forgotten' ? known : judge(known.session);
  });
  const all = message.session === null ? carried : [judge(message.session), ...carried];
  return (['elsewhere', 'forgotten', 'in place'] as const).find((one) => all.includes(one)) ?? 'free';
}

/** Whether what enters with the authority of people was sent here by an agent: the same text, addressed to this session. */
export function senderOf(
  { state }: GatewayModel,
  { origin, session, text }: { origin: string; session: string | null; text: string | null },
): 'agent' | 'outside' | 'forgotten' {
  if (!PEOPLE.includes(origin) || session === null || text === null) return 'outside';
  const message = recall(state.sent, (one) => one.to === session && one.text === text);
  return message === 'forgotten' ? 'forgotten' : message === undefined ? 'outside' : 'agent';
}
