import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { Json } from './json.ts';

/** SHA-256 over the UTF-8 bytes of a text, as `sha256:<64 hex digits>`. */
export const textDigest = (text: string): string => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;

/** SHA-256 over the canonical bytes of a JSON value, as `sha256:<64 hex digits>`; equal values have equal digests. */
export const jsonDigest = (value: Json): string => textDigest(canonicalJson(value));
