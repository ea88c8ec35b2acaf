import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { PayloadKey } from '../platform/config-payloads.ts';
import { openBytes, sealBytes } from '../secrets/aes-gcm.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
const ENCODING = 'encoding';
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';

/** A payload that cannot be decrypted, for want of its key or because it was changed. */
export class UnreadablePayload extends Error {}

/**
 * A codec that encrypts payloads with AES-256-GCM; null without keys. The id of the key is in the metadata of the payload, and
 * authenticated with it. Payloads that are not encrypted are decoded as they are: those of jobs that began without keys, and
 * of commands from the Temporal UI or `temporal`.
 */
export function createPayloadCodec(keys: readonly PayloadKey[]): PayloadCodec | null {
  const bytesOf = new Map(keys.map(({ id, key }) => [id, Buffer.from(key, 'base64')]));
  const [first] = bytesOf;
  if (first === undefined) return null;
  const [id, key] = first;
  const idBytes = Buffer.from(id);

  const encode = (payload: Payload): Payload => ({
    metadata: { [ENCODING]: Buffer.from(ENCRYPTED), [KEY_ID]: idBytes },
    data: sealBytes(key, PayloadMessage.encode(payload).finish(), idBytes),
  });

  const decode = (payload: Payload): Payload => {
    if (textOf(payload, ENCODING) !== ENCRYPTED) return payload;
    const usedId = textOf(payload, KEY_ID);
    const usedKey = bytesOf.get(usedId);
    if (usedKey === undefined)
      throw new UnreadablePayload(`PAYLOAD_KEYS has no key "${usedId}", which encrypted this payload.`);
    const opened = openBytes(usedKey, payload.data ?? new Uint8Array(), Buffer.from(usedId));
    if (opened === null) {
      throw new UnreadablePayload(
        `The payload was encrypted with another key than "${usedId}" of PAYLOAD_KEYS, or was changed.`,
      );
    }
    return PayloadMessage.decode(opened);
  };

  return {
    encode: (payloads) => Promise.resolve(payloads.map(encode)),
    // A promise that rejects, as callers expect.
    decode: (payloads) => new Promise((resolve) => resolve(payloads.map(decode))),
  };
}

function textOf({ metadata }: Payload, name: string): string {
  return Buffer.from(metadata?.[name] ?? []).toString();
}
