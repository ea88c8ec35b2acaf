import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { findSchemaFault } from '../../../engine/db/schema/schema-check.ts';
import { findServerFault, requireServer, serverFaultText } from '../../../engine/db/core/server-check.ts';
import { describeError } from '../../../engine/platform/describe-error.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';
import { withTimeout } from '../../../engine/platform/timeouts.ts';
import { coalesce } from '../../http/coalesce.ts';
import { DatabaseUpgraded } from '../../http/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads why this version cannot work with the database; null when it can. @throws what the driver throws when it does not answer */
    readDatabaseFault: () => Promise<string | null>;
    /** Refuses calls for as long as the schema is not one that this version knows. @throws DatabaseUpgraded */
    requireSchema: () => Promise<void>;
  }
}

/** An API with another schema than it knows starts, answers no call, and is not ready. */
export default fp(
  async (app: FastifyInstance) => {
    const { pool } = app.service;
    let known: string | null = null;
    const read = coalesce(async () => {
      const ofServer = await findServerFault(pool);
      const fault = ofServer === null ? await findSchemaFault(pool) : serverFaultText(ofServer);
      if (fault !== known) {
        if (fault === null) app.log.info('the database has a schema that this version knows: calls are answered');
        else app.log.error({ reason: fault }, 'calls are refused: this version cannot work with the database');
      }
      known = fault;
      return fault;
    });
    app.decorate('readDatabaseFault', read);
    app.decorate('requireSchema', async () => {
      if (known !== null && (await read()) !== null) throw new DatabaseUpgraded();
    });
    try {
      await withTimeout(START_MS, requireServer(pool).then(read));
    } catch (error) {
      if (error instanceof ConfigurationError) throw error;
      app.log.warn({ fault: describeError(error) }, 'Postgres does not answer: its schema is looked at later');
    }
    const timer = setInterval(() => void read().catch(() => undefined), LOOK_MS).unref();
    app.addHook('onClose', (_app, closed) => {
      clearInterval(timer);
      closed();
    });
  },
  { name: 'schema', dependencies: ['connections'] },
);

const LOOK_MS = 5_000;
/** An API whose Postgres does not answer starts after this. */
const START_MS = 3_000;
