import type { DeliveryRound, WebhookEndpointInput } from '../../../machines/webhook-endpoint.ts';
import { nextDelivery, readEndpointProgress, recordAttempt } from '../../db/webhooks/deliveries.ts';
import type { AttemptResult, WaitingDelivery } from '../../db/webhooks/deliveries.ts';
import { openWebhookSecret } from '../../webhooks/secret.ts';
import { postEvent } from '../../webhooks/post-event.ts';
import { signEvent } from '../../webhooks/sign-event.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** A round ends after so many events, or so long, or so many failures in a row. */
const ROUND_EVENTS = 100;
const ROUND_MS = 60_000;
const FAILURES_IN_A_ROW = 2;

/**
 * Delivers a round of the events that wait for an endpoint, one after the other, the oldest first. Each attempt is recorded when it has
 * ended: an event whose attempt a crash interrupts is delivered again. An event that fails does not hold back those after it.
 */
export function deliverWebhooks(deps: ActivityDeps) {
  const { pool, webhookRetryForMs, log } = deps;
  return ({ endpointId }: WebhookEndpointInput): Promise<DeliveryRound> =>
    whileHeartbeating(async (signal) => {
      const endsAt = performance.now() + ROUND_MS;
      const failed: number[] = [];
      let delivered = 0;
      let failuresInARow = 0;
      while (
        delivered + failed.length < ROUND_EVENTS &&
        failuresInARow < FAILURES_IN_A_ROW &&
        performance.now() < endsAt
      ) {
        const delivery = await nextDelivery(pool, endpointId, failed);
        if (delivery === null) break;
        const { eventId } = delivery;
        const result = await attempt(deps, endpointId, delivery, signal);
        await recordAttempt(pool, { endpointId, eventId }, result, webhookRetryForMs);
        log.debug({ endpointId, eventId, status: result.status, durationMs: result.durationMs }, 'sent an event');
        if (result.error === null) {
          delivered++;
          failuresInARow = 0;
        } else {
          failed.push(eventId);
          failuresInARow++;
        }
      }
      const progress = await readEndpointProgress(pool, endpointId, webhookRetryForMs);
      return { delivered, failed: failed.length, ...progress };
    });
}

async function attempt(
  { secrets: box, allowPrivateUrls }: ActivityDeps,
  endpointId: number,
  { secrets, url, now: at, ...event }: WaitingDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const began = performance.now();
  const ended = (result: Pick<AttemptResult, 'status' | 'error'>) => ({
    at,
    durationMs: Math.round(performance.now() - began),
    ...result,
  });
  const opened = secrets
    .map((sealed) => openWebhookSecret(box, endpointId, sealed))
    .filter((secret) => secret !== null);
  if (opened.length === 0) return ended({ status: null, error: UNREADABLE_SECRET });
  return ended(await postEvent(url, signEvent(event, opened, at), { signal, allowPrivateUrls }));
}

const UNREADABLE_SECRET =
  'The secret was encrypted with another SECRET_KEY: rotate the secret, or give workers the SECRET_KEY of the API.';
