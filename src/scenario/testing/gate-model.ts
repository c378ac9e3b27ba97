import { defineModel } from '../../model/define-model.ts';
import { anything } from '../../model/model-definition.ts';

type Phase = 'idle' | 'asked' | 'approved';

/** A small gate: paying needs an approval, and stopping needs nothing. */
export const gateModel = defineModel({
  name: 'gate',
  constants: { approvalRequired: true as boolean },
  initial: () => ({ phase: 'idle' as Phase, paid: 0, unapproved: 0 }),
  guards: {
    approvalOk: ({ state, constants }) => !constants.approvalRequired || state.phase === 'approved',
  },
  actions: {
    ask: {
      guards: { idle: ({ state }) => state.phase === 'idle' },
      next: ({ state }) => ({ ...state, phase: 'asked' as const }),
    },
    approve: {
      guards: { asked: ({ state }) => state.phase === 'asked' },
      next: ({ state }) => ({ ...state, phase: 'approved' as const }),
    },
    pay: {
      parameters: { call: anything<string>() },
      guards: { allowed: ({ guards }) => guards.approvalOk() },
      next: ({ state }) => ({
        ...state,
        paid: state.paid + 1,
        unapproved: state.unapproved + (state.phase === 'approved' ? 0 : 1),
      }),
    },
  },
  invariants: {
    PaymentsApproved: {
      when: ({ state }) => state.paid > 0,
      holds: ({ state }) => state.unapproved === 0,
      show: ({ state }) => ({ unapproved: state.unapproved }),
    },
  },
  goals: { paid: ({ state }) => state.paid > 0 },
  on: {
    'approval.requested': () => ({ action: 'ask' }),
    'approval.decided': (event) => (event.decision === 'approve' ? { action: 'approve' } : null),
    'exec.started': (event) => ({
      action: 'pay',
      args: { call: event.call ?? event.exec },
      assume: { 'pay/allowed': true },
    }),
  },
});
