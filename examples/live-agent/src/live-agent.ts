import type { Agent } from 'tracefold';
import { runAssistant } from './agent.ts';
import { GUARDS, type Guard } from './gateway.ts';

const isGuard = (name: string): name is Guard => (GUARDS as readonly string[]).includes(name);

/** The assistant as scenarios call it: stimuli in, trace out, and one guard switched off if they say so. */
export const shopAgent: Agent = ({ stimuli, weaken }) => {
  if (weaken !== null && !isGuard(weaken)) throw new Error(`it has no guard "${weaken}" (${GUARDS.join(', ')})`);
  const texts = (origin: string): string[] =>
    stimuli.filter((each) => each.kind === 'context.added' && each.origin === origin).map(({ text }) => String(text));
  const decisions = new Map(
    stimuli.filter(({ kind }) => kind === 'approval.decided').map((each) => [each.approval, each]),
  );
  return runAssistant(
    {
      messages: texts('user'),
      inbox: texts('tool_result'),
      approver: (approval) => {
        const decision = decisions.get(approval);
        return decision === undefined ? null : { approved: decision.decision === 'approve', by: String(decision.by) };
      },
    },
    weaken,
  );
};
