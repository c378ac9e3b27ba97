// Patterns of our own: the maintained detectors on npm are asynchronous or ESM-only, and a matcher under Jest is neither. The first five
// classes are EIO's redaction classes; the rest are the published token formats of their issuers. Every quantifier is bounded or runs over
// one character class, so that matching stays linear.

/** Classes of secret and personal data that no output shows, even where the allow-list lets a text through. */
export type SecretClass = 'private_key' | 'email' | 'national_id' | 'card' | 'secret' | 'last4';

/** A form that secrets of one class have. */
export interface SecretPattern {
  readonly class: SecretClass;
  readonly pattern: RegExp;
  /** The matched text that goes; default: all of it. */
  readonly keep?: (match: string) => string | null;
}

/** What stands in a secret's place. */
export const marker = (name: SecretClass): string => `[REDACTED:${name}]`;
export const MARKER = /\[REDACTED:[a-z0-9_]+\]/g;

/** In the order in which they are masked. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    class: 'private_key',
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?/g,
  },
  // The local part is bounded by RFC 5321, which also keeps the match linear.
  {
    class: 'email',
    pattern: /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g,
  },
  { class: 'national_id', pattern: /(?<![0-9])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9])/g },
  { class: 'national_id', pattern: /(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}(?![A-Za-z0-9])/g },
  {
    class: 'card',
    pattern: /(?<![0-9])(?:[0-9][ -]?){12,18}[0-9](?![0-9])/g,
    keep: (match) => (luhn(match) ? null : match),
  },
  // Groups of four as forms print them; single digits between points are versions and object ids.
  {
    class: 'card',
    pattern: /(?<![0-9.])[0-9]{4}([.\u00a0])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}(?![0-9.])/g,
    keep: (match) => (luhn(match) ? null : match),
  },
  { class: 'secret', pattern: /(?<![A-Za-z0-9])(?:sk-|AKIA|ASIA|gh[opsur]_|xox[a-z]-|xapp-)[A-Za-z0-9_-]{8,}/g },
  {
    class: 'secret',
    pattern:
      /(?<![A-Za-z0-9])(?:github_pat_|glpat-|npm_|hf_|pypi-|dop_v1_|shpat_|[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9_-]{16,}/g,
  },
  { class: 'secret', pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}/g },
  { class: 'secret', pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  // A JSON Web Token (RFC 7519) starts with the base64url of `{"`.
  { class: 'secret', pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?/g },
  { class: 'secret', pattern: /(?<=:\/\/)[^\s/:@]{1,128}:[^\s/@]{1,256}(?=@)/g },
  { class: 'secret', pattern: /(?<=bearer )[A-Za-z0-9._~+/-]{12,}=*/gi },
  { class: 'secret', pattern: /(?<=authorization["']?[:=] ?["']?basic )[A-Za-z0-9+/_-]{8,}={0,2}/gi },
  // Words after such a name are what people write of it; what has letters and digits is a value.
  {
    class: 'secret',
    pattern:
      /(?<=(?:api[_-]?key|secret|passw(?:or)?d|token)["']?[:=][ ]?["']?)(?=[^\s"'&,;]{0,200}[0-9])(?=[^\s"'&,;]{0,200}[A-Za-z])[^\s"'&,;[]{8,}/gi,
  },
  {
    class: 'last4',
    pattern: /(?:last ?4|ssn)[^0-9]{0,12}[0-9]{4}(?![0-9])/gi,
    keep: (match) => `${match.slice(0, -4)}${marker('last4')}`,
  },
];

/** Whether the digits pass the Luhn check of ISO/IEC 7812. */
function luhn(text: string): boolean {
  let sum = 0;
  let double = false;
  for (let i = text.length - 1; i >= 0; i--) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) continue;
    const value = double ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
    double = !double;
  }
  return sum % 10 === 0;
}
