import type { ConstantSignature } from './signatures.ts';

/** The six constants of context-trust; what each ranges over is the reference's proposal (section 1, "Terms"). */
export const CONSTANTS: readonly ConstantSignature[] = [
  {
    name: 'UntrustedContent',
    type: 'eio.entity.untrusted-content',
    meaning: 'Any content that is marked as untrusted.',
  },
  {
    name: 'ApplicablePolicy',
    type: 'eio.entity.policy-rule',
    meaning: 'Any policy that is in force at the time of the action.',
  },
  {
    name: 'EarlierTurn',
    type: 'eio.entity.turn',
    meaning: 'Any turn before that of the later action.',
  },
  {
    name: 'ValidVerificationState',
    type: 'eio.entity.verification-state',
    meaning: 'Any verification that is valid, for this subject, at this time, and as strong as required.',
  },
  {
    name: 'ScopedAuthority',
    type: 'eio.entity.authority',
    meaning: 'Any authority whose scope and time cover the action.',
  },
  {
    name: 'EvaluationRun',
    type: 'eio.entity.run',
    meaning: 'The run that is judged.',
  },
];
