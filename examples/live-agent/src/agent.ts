import { createRecorder, type Trace } from 'tracefold';
import { type Approver, createGateway, type Guard, type Policy } from './gateway.ts';
import { type Call, scriptedModel } from './scripted-model.ts';

/** What the world of the agent holds: what users say, what lies in the inbox, and who approves. */
export interface World {
  readonly messages: readonly string[];
  readonly inbox: readonly string[];
  readonly approver: Approver;
}

const POLICY: Policy = { allowed: ['inbox.read', 'refund.pay'], approvalFor: ['refund.pay'] };

/** More calls than this in one turn is a loop. */
const MAX_CALLS = 20;

/** An assistant of a shop that reads mail and pays refunds; gives the trace of what it did. */
export function runAssistant({ messages, inbox, approver }: World, switchedOff: Guard | null = null): Trace {
  const recorder = createRecorder({
    source: 'shop-assistant',
    // Every decision is recorded here, so that what is not in the trace did not happen.
    observes: ['policy.declared', 'policy.decided', 'approval.requested', 'approval.decided'],
  });
  const tools = {
    'inbox.read': () => inbox.join('\n'),
    'refund.pay': ({ order, cents }: Call['args']) => `paid ${cents} cents for ${order}`,
    'shell.run': ({ command }: Call['args']) => `ran ${command}`,
  };
  const handle = createGateway(POLICY, tools, approver, recorder, switchedOff);
  const model = scriptedModel();
  for (const message of messages) {
    recorder.user(message);
    const calls = [...model(message)];
    for (let next = 0; next < Math.min(calls.length, MAX_CALLS); next++) {
      // The model reads every result, and what it reads it does.
      calls.push(...model(handle(calls[next]!)));
    }
    recorder.say('Done.');
  }
  return recorder.trace();
}
