import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSecret, maskSecrets } from './secrets.ts';

// Joined at run time, so that scanners of this repository do not take them for leaks.
const token = (prefix: string, length: number): string => prefix + 'a1B2c3D4e5F6'.repeat(8).slice(0, length);

describe('masking secrets', () => {
  it.each([
    ['an e-mail address', 'ask alice.smith+x@mail.example.org now', 'ask [REDACTED:email] now'],
    ['a national id with hyphens', 'id 078-05-1120.', 'id [REDACTED:national_id].'],
    ['an IBAN', 'to DE89370400440532013000 today', 'to [REDACTED:national_id] today'],
    ['a card number with spaces', 'card 4111 1111 1111 1111 ok', 'card [REDACTED:card] ok'],
    ['the last four digits', 'last 4: 1234', 'last 4: [REDACTED:last4]'],
    ['a provider key', `key ${token('sk-', 24)}!`, 'key [REDACTED:secret]!'],
    ['a cloud access key', token('AKIA', 16), '[REDACTED:secret]'],
    ['a GitHub token', token('ghp_', 36), '[REDACTED:secret]'],
    ['a fine-grained GitHub token', token('github_pat_', 40), '[REDACTED:secret]'],
    ['a chat token', token('xoxb-', 20), '[REDACTED:secret]'],
    ['a GitLab token', token('glpat-', 20), '[REDACTED:secret]'],
    ['an npm token', token('npm_', 36), '[REDACTED:secret]'],
    ['a payment key', token('sk_live_', 24), '[REDACTED:secret]'],
    ['a JSON Web Token', `${token('eyJ', 20)}.${token('eyJ', 20)}.${token('', 20)}`, '[REDACTED:secret]'],
    ['a password in a URL', 'postgres://app:hunter22@db/x', 'postgres://[REDACTED:secret]@db/x'],
    ['a bearer token', `Bearer ${token('', 24)}`, 'Bearer [REDACTED:secret]'],
    [
      'a private key',
      `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIE\n-----END ${'RSA PRIVATE'} KEY-----`,
      '[REDACTED:private_key]',
    ],
  ])('hides %s', (_, text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it.each([
    'nodes.run',
    'call_01HQ3',
    'toolu_abcdef',
    'the approval a-1 was for 1234567890123',
    'card 4111 1111 1111 1112 fails the check',
    'Inv_SharedNodesRunSafe',
    'ask-for-permission',
  ])('leaves "%s" as it is', (text) => {
    expect(hasSecret(text)).toBe(false);
  });

  it('changes nothing when it runs again', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'a@b.co',
        '4111111111111111',
        token('sk-', 12),
        'last4 1234',
        '[REDACTED:email]',
        '[REDACTED:',
        ' ',
        '-',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const once = maskSecrets(parts.join(''));
        expect(maskSecrets(once)).toBe(once);
      }),
    );
  });

  it('ends on a megabyte of each character that its patterns begin with', () => {
    for (const unit of [
      'a@',
      '1',
      '1 ',
      'A1',
      'sk-',
      'eyJ',
      '-----BEGIN PRIVATE KEY-----',
      '://a:',
      'last4 ',
      '.',
      'a.',
    ]) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      expect(typeof maskSecrets(text)).toBe('string');
    }
  });
});
