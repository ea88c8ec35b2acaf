import type { Client } from '@temporalio/client';

/** Everything that Temporal keeps of all workflows, as text, with the contents of payloads readable. */
export async function textOfHistories(client: Client): Promise<string> {
  const parts: unknown[] = [];
  for await (const { workflowId, runId } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId);
    parts.push((await handle.describe()).raw, await handle.fetchHistory());
  }
  return JSON.stringify(parts, (name, value: unknown) => (name === 'data' ? readable(value) : value));
}

/** Bytes turn themselves into base64, or into lists of numbers, before they come here. */
function readable(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value, 'base64').toString('utf8');
  if (Array.isArray(value)) return Buffer.from(value as number[]).toString('utf8');
  return value;
}

/** Every encrypted payload that Temporal keeps of all workflows, in the JSON of Protobuf. */
export async function encryptedPayloads(client: Client): Promise<object[]> {
  const found: object[] = [];
  for await (const { workflowId, runId } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId);
    collect((await handle.describe()).raw, found);
    collect(await handle.fetchHistory(), found);
  }
  return found;
}

function collect(part: unknown, found: object[]): void {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return;
  const { metadata, data } = part as { metadata?: Record<string, Uint8Array>; data?: Uint8Array };
  if (data instanceof Uint8Array && metadata?.encoding instanceof Uint8Array) {
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const fields = Object.entries(metadata).map(([name, bytes]) => [name, base64(bytes)] as const);
    if (Buffer.from(metadata.encoding).toString() === 'binary/encrypted') {
      found.push({ metadata: Object.fromEntries(fields), data: base64(data) });
    }
    return;
  }
  for (const value of Object.values(part)) collect(value, found);
}
