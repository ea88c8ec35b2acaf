import { Connection } from '@temporalio/client';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../app-options.ts';
import { temporalConnectionOptions } from '../../../engine/jobs/temporal.ts';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';
import { runWatch } from '../../../engine/jobs/watch/watch.ts';

/** The API keeps the watch, since it is what still runs when no worker does. */
export default fp(
  (app: FastifyInstance, { jobs }: AppOptions, done: () => void) => {
    const { temporalAddress } = app.config;
    if (jobs === undefined && temporalAddress !== undefined) {
      const options = { ...temporalConnectionOptions(app.config, temporalAddress), interceptors: [] };
      const connection = Connection.lazy(options);
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
