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
    ['a card number with points', 'card 4111.1111.1111.1111 ok', 'card [REDACTED:card] ok'],
    ['a basic authorization', `Authorization: Basic ${btoa('app:hunter22')}`, 'Authorization: Basic [REDACTED:secret]'],
    ['a key by its name', `api_key=${token('', 20)}&page=2`, 'api_key=[REDACTED:secret]&page=2'],
    ['a password by its name', '{"password": "hunter22x"}', '{"password": "[REDACTED:secret]"}'],
  ])('hides %s', (_, text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  const SECRETS = [
    ['a provider key', token('sk-', 24), 'secret'],
    ['an e-mail address', 'alice.smith@mail.example.org', 'email'],
    ['a card number', '4111 1111 1111 1111', 'card'],
  ] as const;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const escaped = (text: string, write: (code: string) => string) =>
    [...text].map((sign) => write(sign.charCodeAt(0).toString(16).padStart(4, '0'))).join('');
  const CARRIERS: readonly (readonly [name: string, encode: (text: string) => string])[] = [
    ['base64', base64],
    ['base64url among other words', (text) => Buffer.from(`ключ ${text} ключ`).toString('base64url')],
    ['hexadecimal', (text) => Buffer.from(text).toString('hex')],
    ['percent escapes', (text) => escaped(text, (code) => `%${code.slice(2)}`)],
    ['a URL', (text) => encodeURIComponent(text).replaceAll('-', '%2D')],
    ['JSON escapes', (text) => escaped(text, (code) => `\\u${code}`)],
    ['HTML entities', (text) => escaped(text, (code) => `&#x${code};`)],
    ['full width letters', (text) => text.replaceAll(/[!-~]/g, (s) => String.fromCharCode(s.charCodeAt(0) + 0xfee0))],
    ['letters with what nobody sees between', (text) => [...text].join('\u200b')],
    ['base64 of percent escapes', (text) => base64(escaped(text, (code) => `%${code.slice(2)}`))],
    ['base64 of base64', (text) => base64(base64(text))],
  ];

  it.each(
    SECRETS.flatMap(([what, secret, name]) => CARRIERS.map(([how, encode]) => [what, how, encode(secret), name])),
  )('hides %s in %s, and nothing else', (_what, _how, encoded, name) => {
    const masked = maskSecrets(`before ${encoded} after`);
    expect(masked).toBe(`before [REDACTED:${name}] after`);
    expect(maskSecrets(masked)).toBe(masked);
  });

  it.each(CARRIERS)('leaves what holds no secret as it is: %s', (_, encode) => {
    for (const text of ['the quick brown fox jumps', 'order 4711 of Monday', 'nodes.run of the gateway']) {
      expect(maskSecrets(encode(text))).toBe(encode(text));
    }
  });

  it.each([
    'password: required',
    'the token is: expired',
    'a basic understanding',
    '1.2.3.4.5.6.7.8.9.1.2.3.4',
    '4111.1111.1111.1112',
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
      'token=',
      'token=a1',
      '%41',
      '\uff11',
      'QUJD',
      '.',
      'a.',
    ]) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      expect(typeof maskSecrets(text)).toBe('string');
    }
  });
});
