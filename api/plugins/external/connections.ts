import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { createPool } from '../../../engine/db/core/pool.ts';
import { CONNECTED_WITHIN_MS } from '../../../engine/db/core/session.ts';
import { refuseSharedSessions } from '../../../engine/db/core/shared-sessions.ts';
import { createDatabase } from '../../../engine/db/core/slonik.ts';
import { createEpochMemory } from '../../../engine/db/installation/epoch-memory.ts';
import type { EpochMemory } from '../../../engine/db/installation/epoch-memory.ts';
import { keepEpoch } from '../../../engine/db/installation/epoch.ts';
import { traceQueries } from '../../../engine/tracing/trace-queries.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';
import { apiPools } from '../../../engine/platform/pool-sizes.ts';
import { shareConnections } from '../../http/call-connections.ts';
import type { CallConnections } from '../../http/call-connections.ts';
import { pingCallPools } from '../../http/ping-call-pools.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Connections of the service itself: credentials, health, metrics, event streams. Work of calls never waits on them or takes
     * them, and each user has a bound of its own, together below their number. Routes use those of their request.
     */
    service: {
      readonly db: DatabasePool;
      readonly pool: Pool;
      /** The database as its connections have seen it last. */
      readonly epochMemory: EpochMemory;
      /** Whether Postgres answers calls. @throws when it does not */
      readonly pingCallPools: () => Promise<void>;
    };
  }
  /** All calls without a key have the share of one organization. */
  interface FastifyRequest {
    readonly db: CallConnections['db'];
    readonly pool: CallConnections['pool'];
    readonly read: CallConnections['read'];
  }
}

export default fp(
  async (app: FastifyInstance) => {
    const { databaseUrl, callsPerOrganization, otlpEndpoint, readTimeoutMs } = app.config;
    if (databaseUrl === undefined) throw new ConfigurationError(['DATABASE_URL must be set.']);
    const pools = apiPools(app.config);
    const connections = pools.calls;
    const [db, reads, serviceDb] = await Promise.all([
      createDatabase(databaseUrl, { connections }),
      createDatabase(databaseUrl, { connections: pools.reads, statementTimeoutMs: readTimeoutMs }),
      createDatabase(databaseUrl, { connections: pools.service.db }),
    ]);
    const options = { applicationName: 'sluice-api', statementTimeoutMs: 30_000 };
    // No call waits for a free one: there is one for each of those that are let in.
    const pool = createPool(databaseUrl, { ...options, max: connections, connectedWithinMs: CONNECTED_WITHIN_MS });
    const epochMemory = createEpochMemory();
    const servicePool = createPool(databaseUrl, {
      ...options,
      max: pools.service.pool,
      begin: (session) => keepEpoch(session, epochMemory),
    });
    await refuseSharedSessions(servicePool);
    if (otlpEndpoint !== undefined) [pool, servicePool].forEach(traceQueries);
    app.decorate('service', {
      db: serviceDb,
      pool: servicePool,
      epochMemory,
      pingCallPools: () => pingCallPools({ db, pool, connections }),
    });
    app.addHook('onClose', () => Promise.all([db.end(), reads.end(), serviceDb.end(), pool.end(), servicePool.end()]));

    const connectionsPerOrganization = callsPerOrganization;
    const share = shareConnections({ db, pool, reads, readTimeoutMs, connections, connectionsPerOrganization });
    const ofCalls = new WeakMap<FastifyRequest, CallConnections>();
    const ofCall = (request: FastifyRequest) => {
      const known = ofCalls.get(request);
      if (known !== undefined) return known;
      const caller = request.caller as FastifyRequest['caller'] | undefined;
      const created = share(caller?.organizationId ?? NO_ORGANIZATION);
      ofCalls.set(request, created);
      return created;
    };
    app.decorateRequest('db', { getter: getterOf((request) => ofCall(request).db) });
    app.decorateRequest('pool', { getter: getterOf((request) => ofCall(request).pool) });
    app.decorateRequest('read', { getter: getterOf((request) => ofCall(request).read) });
  },
  { name: 'connections' },
);

const NO_ORGANIZATION = 0;

function getterOf<Value>(read: (request: FastifyRequest) => Value) {
  return function (this: FastifyRequest): Value {
    return read(this);
  };
}
