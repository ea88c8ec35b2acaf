import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { createDatabase, isStatementTimeout } from '../../../engine/db/core/slonik.ts';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { ConfigurationError, RequestedTooMany } from '../../../engine/platform/errors.ts';
import { createReadShares } from '../../http/read-shares.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs a read whose time grows with what is stored, on separate connections: a few of each organization concurrently,
     * each query for READ_TIMEOUT_MS at most.
     * @throws TooManyReads; RequestedTooMany when a query takes longer.
     */
    read: <Result>(organizationId: number, work: (db: Database) => Promise<Result>) => Promise<Result>;
  }
}

/** Connections for three organizations that use up their share. */
const CONNECTIONS = 12;

export default fp(
  async (app: FastifyInstance) => {
    const { databaseUrl, readTimeoutMs } = app.config;
    if (databaseUrl === undefined) throw new ConfigurationError(['DATABASE_URL must be set.']);
    const db = await createDatabase(databaseUrl, { connections: CONNECTIONS, statementTimeoutMs: readTimeoutMs });
    const share = createReadShares();
    app.decorate('read', (organizationId, work) =>
      share(organizationId, () => work(db)).catch((error: unknown) => {
        throw isStatementTimeout(error) ? tookTooLong(readTimeoutMs) : error;
      }),
    );
    app.addHook('onClose', () => db.end());
  },
  { name: 'reads' },
);

function tookTooLong(milliseconds: number): RequestedTooMany {
  return new RequestedTooMany(
    `reading took longer than ${milliseconds / 1000} seconds and was ended: ask for fewer records with per_page, ` +
      'for pages by page_token, or for a segment with fewer clauses',
  );
}
