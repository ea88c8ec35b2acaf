import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { DatabasePool } from 'slonik';
import { createDatabase } from '../../../engine/db/core/slonik.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    db: DatabasePool;
  }
}

export default fp(
  async (app: FastifyInstance) => {
    const { databaseUrl } = app.config;
    if (databaseUrl === undefined) throw new ConfigurationError(['DATABASE_URL must be set.']);
    const db = await createDatabase(databaseUrl, { connections: app.config.callsPerOrganization + SPARE_CONNECTIONS });
    app.decorate('db', db);
    app.addHook('onClose', () => db.end());
  },
  { name: 'database' },
);

/** Connections that are left when one organization uses as many as it may. */
const SPARE_CONNECTIONS = 8;
