import type { Bound } from './bound.ts';

const DAY_MS = 86_400_000;

/** Bounds of webhooks. */
export const WEBHOOK_BOUNDS = {
  webhookEndpoints: { max: 10, unit: 'entries', beyond: 'A further endpoint of the organization is refused.' },
  webhookUrl: { max: 2_000, unit: 'characters', beyond: 'The endpoint is refused.' },
  webhookDescription: { max: 255, unit: 'characters', beyond: 'The endpoint is refused.' },
  webhookAttemptTime: { max: 10_000, unit: 'ms', beyond: 'The attempt has failed, and is made again later.' },
  webhookAnswer: {
    max: 64 * 1024,
    unit: 'bytes',
    beyond: 'The rest of the answer to an event is not read; its status counts.',
  },
  webhookRetries: {
    max: 3 * DAY_MS,
    unit: 'ms',
    setting: 'WEBHOOK_RETRY_FOR_MS',
    beyond: 'An endpoint whose attempts have all failed for that long is disabled; what waits for it is kept.',
  },
  webhookRetention: { max: 30 * DAY_MS, unit: 'ms', beyond: 'Events and attempts are deleted.' },
  webhookOldSecret: { max: DAY_MS, unit: 'ms', beyond: 'Events are signed with the new secret only.' },
  webhookDeliveriesPerWorker: {
    max: 100,
    unit: 'connections',
    beyond: 'Endpoints wait for a slot; an organization has at most one attempt under way at each of its endpoints.',
  },
} as const satisfies Record<string, Bound>;
