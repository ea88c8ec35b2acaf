import { Connection } from '@temporalio/client';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../app-options.ts';
import { claimTemporal } from '../../../engine/jobs/installation/claim-temporal.ts';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';
import { withTimeout } from '../../../engine/platform/timeouts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Resolves when the namespace is known to belong to the database, which calls of Temporal wait for.
     * @throws ConfigurationError when it belongs to another installation; whatever the clients throw while a service is down
     */
    ownTemporal: () => Promise<void>;
  }
}

export default fp(
  async (app: FastifyInstance, { onRefusal = () => undefined }: AppOptions) => {
    const { databaseUrl, temporalAddress, serversAreEmbedded: isAlone } = app.config;
    const { temporalOptions } = app;
    if (temporalOptions === null || databaseUrl === undefined || temporalAddress === undefined) {
      app.decorate('ownTemporal', () => Promise.resolve());
      return;
    }
    // Without retries of its own, so that an API whose Temporal is down starts at once.
    const connection = Connection.lazy({ ...temporalOptions, interceptors: [] });
    const client = new TemporalClient(app.config, { connection });
    const sides = { client, pool: app.service.pool, databaseUrl, temporalAddress };
    let last = Promise.resolve();
    const ownTemporal = untilKnown(() => {
      last = client.withDeadline(Date.now() + CLAIM_MS, () => claimTemporal(sides, { isAlone }));
      return last;
    }, onRefusal);
    app.decorate('ownTemporal', ownTemporal);
    app.addHook('onClose', async () => {
      await last.catch(() => undefined);
      await connection.close();
    });
    await withTimeout(CLAIM_MS, ownTemporal()).catch((error: unknown) => {
      // The API starts, reads and takes imports while Temporal is down.
      if (error instanceof ConfigurationError) throw error;
      app.log.warn({ err: error }, 'Temporal does not answer: jobs wait');
    });
  },
  { name: 'installation', dependencies: ['connections', 'schema', 'temporal'] },
);

const CLAIM_MS = 3_000;

/** Repeats a claim at each call until it succeeds or is refused; concurrent calls share one. */
function untilKnown(claim: () => Promise<void>, onRefusal: (error: ConfigurationError) => void): () => Promise<void> {
  let current: Promise<void> | null = null;
  return () =>
    (current ??= claim().catch((error: unknown) => {
      if (error instanceof ConfigurationError) onRefusal(error);
      else current = null;
      throw error;
    }));
}
