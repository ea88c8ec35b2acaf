import type { Logger } from 'pino';
import type { WaitingEndpoint } from '../../db/webhooks/job-events.ts';
import { callTemporal } from '../../platform/timeouts.ts';
import { announceEvents } from '../../jobs/webhook-endpoint.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';

/** Announces events to the workflows of their endpoints. */
export type CallEndpoints = (endpoints: readonly WaitingEndpoint[]) => Promise<void>;

const CALL_MS = 2_000;

/** Creates the announcement; one that Temporal does not take in time is left to maintenance. */
export function createEndpointCalls(client: TemporalClient, log: Pick<Logger, 'warn'>): CallEndpoints {
  return async (endpoints) => {
    const calls = endpoints.map(async (endpoint) => {
      try {
        await callTemporal(client, CALL_MS, () => announceEvents(client, endpoint));
      } catch (error) {
        log.warn(
          { endpointId: endpoint.id, err: error },
          'the events of an endpoint were not announced; maintenance delivers them',
        );
      }
    });
    await Promise.all(calls);
  };
}
