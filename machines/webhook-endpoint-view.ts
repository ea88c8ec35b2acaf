import type { WebhookEndpointSnapshot } from './webhook-endpoint.ts';

export type WebhookEndpointState = 'delivering' | 'retrying' | 'idle' | 'disabled';

/** The public view of the delivery to a webhook endpoint; plain JSON. */
export interface WebhookEndpointView {
  readonly state: WebhookEndpointState;
  readonly health: 'ok' | 'stalled';
  readonly error_message: string | null;
  /** Rounds since the last one that delivered an event. */
  readonly failed_rounds: number;
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function webhookEndpointView(snapshot: WebhookEndpointSnapshot): WebhookEndpointView {
  const { error, failedRounds } = snapshot.context;
  return {
    state: publicState(snapshot),
    health: snapshot.hasTag('stalled') ? 'stalled' : 'ok',
    error_message: error ?? null,
    failed_rounds: failedRounds,
  };
}

function publicState({ value, context }: WebhookEndpointSnapshot): WebhookEndpointState {
  if (value === 'idle' || value === 'disabled') return value;
  return context.failedRounds > 0 ? 'retrying' : 'delivering';
}
