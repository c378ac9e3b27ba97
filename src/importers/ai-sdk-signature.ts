import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { EventOf } from '../trace/event.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { nameField } from './fields.ts';
import type { ImportCode } from './import-code.ts';

interface SignedRequest {
  readonly approval: string;
  readonly call: string | undefined;
  readonly request: JsonObject | undefined;
  readonly proposal: { readonly tool: string; readonly args: Json } | undefined;
}

type Authenticity =
  | {
      readonly value: EventOf<'approval.decided'>['authenticity'];
      readonly warning?: undefined;
      readonly message?: undefined;
    }
  | { readonly value: 'client_claimed'; readonly warning: ImportCode; readonly message: string };

/**
 * Whether an approval is what a server issued. The signature of the AI SDK is HMAC-SHA256 over approval id, call id, tool and the digest of the input, one a line, in base64url
 * (`tool-approval-signature.ts` of the package `ai` 6.0); it binds the request to its call. A signature that nobody checks proves nothing.
 */
export function authenticityOf(secret: string | Uint8Array | undefined, signed: SignedRequest): Authenticity {
  const signature = nameField(signed.request, 'signature');
  if (signature === undefined) return { value: 'client_claimed' };
  if (secret === undefined) {
    return {
      value: 'client_claimed',
      warning: 'importers/signature-unchecked',
      message: 'an approval is signed, but without approvalSecret the signature proves nothing',
    };
  }
  if (matches(secret, signature, signed)) return { value: 'signed' };
  return {
    value: 'client_claimed',
    warning: 'importers/signature-wrong',
    message: 'the signature of an approval does not fit its call',
  };
}

function matches(
  secret: string | Uint8Array,
  signature: string,
  { approval, call, request, proposal }: SignedRequest,
): boolean {
  if (call === undefined || proposal === undefined) return false;
  const rawCall = nameField(request, 'toolCallId') ?? call;
  const inputDigest = createHash('sha256').update(canonicalJson(proposal.args)).digest('base64url');
  const payload = `${approval}\n${rawCall}\n${proposal.tool}\n${inputDigest}`;
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
