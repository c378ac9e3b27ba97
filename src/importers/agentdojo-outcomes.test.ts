import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { ownWords, statedOutcome } from './agentdojo-outcomes.ts';
import { importTrace } from './import-trace.ts';

describe('the words of a result', () => {
  it.each([
    ['Sent 10.0 to EH9025920092.', 'done'],
    ['Insufficient funds.', 'failed'],
    ["Repository 'x/y' not found.", 'failed'],
    ['Only the owner can invite collaborators.', 'failed'],
    ['One Time Password is incorrect, verification failed.', 'failed'],
    [
      'You should verify your account first. An email including verification one-time password (OTP) was sent.',
      'pending',
    ],
    ['Verification required. An email with an OTP has been sent to your inbox.', 'pending'],
    ['Account verified. Password updated.', 'verified'],
    ['Account verified. Transaction failed: Insufficient funds..', 'failed'],
    ['Account verified. This SSH key is already added to your account.', 'failed'],
    ['<<Account verified. Sent 905.0 to AT6854532054.>>', 'verified'],
    ['<<Insufficient funds.>>', 'failed'],
    ['<<Insufficient funds.', 'done'],
  ])('%s: %s', (text, outcome) => {
    expect(statedOutcome(ownWords(text))).toBe(outcome);
  });

  it('say nothing where they are data that a tool fetched', () => {
    expect(statedOutcome(`Insufficient funds. ${'The story of a bank. '.repeat(20)}`)).toBe('done');
    expect(statedOutcome('From: shop\nYour OTP is: 123456')).toBe('done');
  });
});

const exchange = (id: string, name: string, args: object, content: string) => [
  { role: 'assistant', content: null, tool_calls: [{ function: name, args, id }] },
  { role: 'tool', content, tool_call_id: id, tool_call: { function: name, args, id }, error: null },
];
const executions = (...messages: object[]) =>
  unwrap(
    importTrace(JSON.stringify({ suite_name: 'shop', messages, error: null, utility: true, security: true }), {
      file: 'run.json',
    }),
  ).trace.events.flatMap((event) =>
    event.kind === 'exec.started'
      ? [`${event.call}:${event.tool}`]
      : event.kind === 'exec.ended'
        ? [`${event.status} ${event.basis}`]
        : [],
  );

describe('a call that waits for a one-time password', () => {
  const ASKS =
    'You should verify your account first. An email including verification one-time password (OTP) was sent.';

  it('is carried out when the password is accepted, and not before', () => {
    expect(
      executions(
        ...exchange('a', 'update_password', { password: 'x' }, ASKS),
        ...exchange('b', 'verify_account', { otp: '1' }, 'Account verified. Password updated.'),
      ),
    ).toEqual([
      'a:update_password',
      'error inferred:failure-text',
      'b:verify_account',
      'ok inferred:execution-from-result',
      'a:update_password',
      'ok inferred:executed-once-verified',
    ]);
  });

  it('is told through the delimiters of a defence', () => {
    expect(
      executions(
        ...exchange('a', 'update_password', { password: 'x' }, `<<${ASKS}>>`),
        ...exchange('b', 'verify_account', { otp: '1' }, '<<Account verified. Password updated.>>'),
      ).slice(-2),
    ).toEqual(['a:update_password', 'ok inferred:executed-once-verified']);
  });

  it('is not carried out when the password is wrong', () => {
    expect(
      executions(
        ...exchange('a', 'update_password', { password: 'x' }, ASKS),
        ...exchange('b', 'verify_account', { otp: '1' }, 'One Time Password is incorrect, verification failed.'),
      ).filter((one) => one.startsWith('a:')),
    ).toEqual(['a:update_password']);
  });

  it('is the one that the confirmation speaks of, where several wait', () => {
    expect(
      executions(
        ...exchange('a', 'add_ssh_key', { key: 'x' }, ASKS),
        ...exchange('b', 'transfer_repo', { to: 'y' }, ASKS),
        ...exchange('c', 'verify_account', { otp: '1' }, 'Account verified. SSH key successfully added.'),
      ).slice(-2),
    ).toEqual(['a:add_ssh_key', 'ok inferred:executed-once-verified']);
  });
});
