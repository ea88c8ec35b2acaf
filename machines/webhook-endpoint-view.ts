import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';
import type { WebhookEndpointSnapshot } from './webhook-endpoint.ts';

export type WebhookEndpointState = 'delivering' | 'retrying' | 'idle' | 'disabled';

/** The public view of the delivery to a webhook endpoint; plain JSON. */
export interface WebhookEndpointView extends JobView<WebhookEndpointState> {
  /** Rounds since the last one that delivered an event. */
  readonly failed_rounds: number;
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function webhookEndpointView(snapshot: WebhookEndpointSnapshot): WebhookEndpointView {
  return {
    ...jobView(snapshot),
    state: publicState(snapshot),
    failed_rounds: snapshot.context.failedRounds,
  };
}

function publicState({ value, context }: WebhookEndpointSnapshot): WebhookEndpointState {
  if (value === 'idle' || value === 'disabled') return value;
  return context.failedRounds > 0 ? 'retrying' : 'delivering';
}
