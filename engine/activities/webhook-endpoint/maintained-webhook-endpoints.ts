import { findWaitingEndpoints, purgeWebhookEvents } from '../../db/webhooks/deliveries.ts';
import { webhookEndpointStart } from '../../jobs/webhook-endpoint.ts';
import type { MaintainedKind } from '../maintained-kind.ts';

/** Deliveries to webhook endpoints as maintenance finds them: one that lost its workflow is started again, with what waits. */
export const maintainedWebhookEndpoints: MaintainedKind = {
  purgeExpired: async ({ pool }) => {
    await purgeWebhookEvents(pool);
    return 0;
  },
  unfinishedJobs: async ({ pool, client }, olderThanSeconds) => {
    const endpoints = await findWaitingEndpoints(pool, olderThanSeconds);
    return endpoints.map((endpoint) => {
      const start = webhookEndpointStart(endpoint, client.names.workflowIdPrefix);
      // Its workflow ends whenever nothing waits.
      return { start, wasStarted: false, state: start.state };
    });
  },
};
