import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../secrets/secret-box.ts';

/** Creates a random secret in the notation of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Seals a secret for the endpoint of that id. */
export function sealWebhookSecret(box: SecretBox, endpointId: number, secret: string): Buffer {
  return box.seal(secret, recordOf(endpointId));
}

/** The secret; null when it was sealed with another key. */
export function openWebhookSecret(box: SecretBox, endpointId: number, sealed: Buffer): string | null {
  return box.open(sealed, recordOf(endpointId));
}

function recordOf(endpointId: number): Buffer {
  return Buffer.from(`webhook-endpoint/${endpointId}`);
}
