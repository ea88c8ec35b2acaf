import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

/** Converts and encodes a value as the client does, for calls that the client has no method for. */
export async function toClientPayload(client: Client, value: unknown): Promise<Payload> {
  const { payloadConverter, payloadCodecs } = client.options.loadedDataConverter;
  let payload = payloadConverter.toPayload(value);
  for (const codec of payloadCodecs) {
    const [encoded = payload] = await codec.encode([payload]);
    payload = encoded;
  }
  return payload;
}

/**
 * Reads the value of a payload as the client does.
 * @throws UnreadablePayload when the payload was encrypted with a key that the client does not have
 */
export async function fromClientPayload<Value>(client: Client, encoded: Payload): Promise<Value> {
  const { payloadConverter, payloadCodecs } = client.options.loadedDataConverter;
  let payload = encoded;
  for (const codec of payloadCodecs.toReversed()) {
    const [decoded = payload] = await codec.decode([payload]);
    payload = decoded;
  }
  return payloadConverter.fromPayload<Value>(payload);
}
