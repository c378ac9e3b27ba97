import { createRecorder } from '../../recorder/recorder.ts';
import type { Agent } from '../host.ts';

/** What may be wrong with the agent below. */
export interface PayAgentFaults {
  /** Pays whatever it is told to. */
  readonly noGuard?: boolean;
  /** Keeps its guard whatever it is told to switch off. */
  readonly stubborn?: boolean;
  /** Never pays. */
  readonly lazy?: boolean;
  /** Records no approvals. */
  readonly blind?: boolean;
  /** Hears something else when its guard is off. */
  readonly otherWords?: boolean;
}

/** A live agent on the gate of `gate-model.ts`: it pays when a user says so, if a clerk approved before. */
export function payAgent(faults: PayAgentFaults = {}): Agent {
  return ({ stimuli, weaken }) => {
    const observes = faults.blind ? [] : (['approval.requested', 'approval.decided'] as const);
    const recorder = createRecorder({ source: 'pay-agent', observes });
    const guarded = !faults.noGuard && (faults.stubborn || weaken !== 'pay/allowed');
    let approved = false;
    for (const stimulus of stimuli) {
      if (stimulus.kind === 'approval.decided') {
        approved = true;
        if (faults.blind) continue;
        const approval = recorder.requestApproval(recorder.propose('pay', {}));
        recorder.decideApproval(approval, 'approve', { by: 'clerk', authenticity: 'server' });
      }
      if (stimulus.kind !== 'context.added') continue;
      recorder.user(faults.otherWords && weaken !== null ? 'Pay twice.' : String(stimulus.text));
      if (guarded && !approved) recorder.say('No.');
      else if (!faults.lazy) recorder.start('pay', {}).ended('paid');
    }
    return recorder.trace();
  };
}
