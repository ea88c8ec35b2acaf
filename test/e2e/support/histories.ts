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
