import { createHmac, timingSafeEqual } from 'node:crypto';

/** The subscriber and list of a token, and the campaign and content of its mail; null if there is none. */
export interface UnsubscribeToken {
  readonly mailingListId: number;
  readonly subscriberId: number;
  readonly campaignId: number | null;
  readonly contentId: number | null;
}

/** Creates the token that replaces %%unsubscribe_token%% in a mail: four ids and their signature, in base64url. */
export function mintUnsubscribeToken(secret: Uint8Array, token: UnsubscribeToken): string {
  const ids = Buffer.alloc(IDS_BYTES);
  const { mailingListId, subscriberId, campaignId, contentId } = token;
  [mailingListId, subscriberId, campaignId ?? 0, contentId ?? 0].forEach((id, at) => {
    ids.writeBigUInt64BE(BigInt(id), at * ID_BYTES);
  });
  return Buffer.concat([ids, sign(secret, ids)]).toString('base64url');
}

/** Verifies and decodes a token; null when it was not minted with this secret. */
export function readUnsubscribeToken(secret: Uint8Array, text: string): UnsubscribeToken | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== IDS_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== text) return null;
  const ids = bytes.subarray(0, IDS_BYTES);
  if (!timingSafeEqual(bytes.subarray(IDS_BYTES), sign(secret, ids))) return null;
  const idAt = (at: number) => Number(ids.readBigUInt64BE(at * ID_BYTES));
  return {
    mailingListId: idAt(0),
    subscriberId: idAt(1),
    campaignId: idAt(2) || null,
    contentId: idAt(3) || null,
  };
}

const ID_BYTES = 8;
const IDS_BYTES = 4 * ID_BYTES;
const SIGNATURE_BYTES = 32;

function sign(secret: Uint8Array, ids: Uint8Array): Buffer {
  // The purpose is signed too: no other kind of token under the same secret can pass for this one.
  return createHmac('sha256', secret).update('unsubscribe\0').update(ids).digest();
}
