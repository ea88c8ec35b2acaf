import { Connection } from '@temporalio/client';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';
import { runWatch } from '../../../engine/jobs/watch/watch.ts';

/** The API keeps the watch, since it is what still runs when no worker does. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const { temporalOptions } = app;
    if (temporalOptions !== null) {
      const connection = Connection.lazy({ ...temporalOptions, interceptors: [] });
      const client = new TemporalClient(app.config, { connection });
      const endWatch = runWatch({ client, pool: app.service.pool, log: app.log, own: app.ownTemporal });
      app.addHook('onClose', async () => {
        await endWatch();
        await connection.close();
      });
    }
    done();
  },
  { name: 'watch', dependencies: ['connections', 'installation'] },
);
