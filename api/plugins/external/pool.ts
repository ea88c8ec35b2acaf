import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createPool } from '../../../engine/db/core/pool.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * For transactions that share their statements with the worker, for COPY, and for a read that is prepared because clients repeat it;
     * everything else goes through `db`.
     */
    pool: Pool;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const { databaseUrl } = app.config;
    if (databaseUrl === undefined) throw new ConfigurationError(['DATABASE_URL must be set.']);
    const pool = createPool(databaseUrl, {
      max: app.config.callsPerOrganization + SPARE_CONNECTIONS,
      applicationName: 'sluice-api',
      statementTimeoutMs: 30_000,
    });
    app.decorate('pool', pool);
    app.addHook('onClose', () => pool.end());
    done();
  },
  { name: 'pool' },
);

/** Connections that are left when one organization uses as many as it may. */
const SPARE_CONNECTIONS = 4;
