import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import type { Connections } from '../../engine/db/core/connections.ts';
import { isHeldOf, whileHeld } from '../../engine/db/core/held-connection.ts';
import { isStatementTimeout } from '../../engine/db/core/slonik.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { RequestedTooMany, SluiceError } from '../../engine/platform/errors.ts';
import { createFairQueue, QueueFull } from '../../engine/platform/fair-queue.ts';
import { READ_CONNECTIONS } from '../../engine/platform/pool-sizes.ts';
import { TooManyReads } from './errors.ts';

/** The connections to Postgres that a call may use: one at a time. Further statements of the call wait for it. */
export interface CallConnections {
  /** For typed queries. */
  readonly db: Database;
  /** For transactions that share their statements with the worker, for COPY, and for a read that is prepared because clients repeat it. */
  readonly pool: Connections;
  /**
   * Runs a read whose time grows with what is stored: a few of each organization at a time, each query for READ_TIMEOUT_MS
   * at most.
   * @throws TooManyReads; RequestedTooMany when a query takes longer
   */
  readonly read: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
}

/** The pools of all calls of this process. A call reaches them through its CallConnections only. */
export interface CallPools {
  readonly db: DatabasePool;
  readonly pool: Pool;
  /** Its connections end a query after `readTimeoutMs`. */
  readonly reads: DatabasePool;
  readonly readTimeoutMs: number;
  /** Connections of all organizations, and of one. */
  readonly connections: number;
  readonly connectionsPerOrganization: number;
}

/** Shares the pools between the calls of all organizations, which take turns. @returns what makes the connections of one call */
export function shareConnections(pools: CallPools): (organizationId: number) => CallConnections {
  const held = createFairQueue({
    slots: pools.connections,
    slotsPerKey: pools.connectionsPerOrganization,
    // As many as there are calls, which have a bound of their own.
    waitingPerKey: Infinity,
  });
  const reads = createFairQueue({
    slots: READ_CONNECTIONS,
    slotsPerKey: BOUNDS.concurrentReads.max,
    waitingPerKey: BOUNDS.readsWaiting.max,
  });
  return (organizationId) => createCallConnections(pools, { organization: String(organizationId), held, reads });
}

interface Share {
  readonly organization: string;
  readonly held: ReturnType<typeof createFairQueue>;
  readonly reads: ReturnType<typeof createFairQueue>;
}

function createCallConnections(pools: CallPools, { organization, held, reads }: Share): CallConnections {
  let last = Promise.resolve();

  /** Waits for the connection of this call. @returns what gives it back */
  const enter = async (): Promise<() => void> => {
    // It would wait for itself.
    if (isHeldOf(pool)) throw new Error('A call asked for a second connection: use the one of its transaction.');
    const before = last;
    let end = () => {};
    last = new Promise((resolve) => (end = resolve));
    await before;
    const leave = await held.enter(organization);
    return () => {
      leave();
      end();
    };
  };
  const hold = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const leave = await enter();
    try {
      return await whileHeld(pool, work);
    } finally {
      leave();
    }
  };

  const pool: Connections = {
    connect: async () => {
      const leave = await enter();
      try {
        const client = await pools.pool.connect();
        const release = client.release.bind(client);
        client.release = (error) => {
          release(error);
          leave();
        };
        return client;
      } catch (error) {
        leave();
        throw error;
      }
    },
    query: (statement, values) => hold(() => pools.pool.query(statement, values)),
  };
  const read: CallConnections['read'] = async (work) => {
    const leave = await reads.enter(organization).catch((error: unknown) => {
      throw error instanceof QueueFull ? new TooManyReads(BOUNDS.concurrentReads.max + BOUNDS.readsWaiting.max) : error;
    });
    try {
      return await hold(() => onOneConnection(pools.reads, work));
    } catch (error) {
      throw isStatementTimeout(error) ? tookTooLong(pools.readTimeoutMs) : error;
    } finally {
      leave();
    }
  };
  return { db: holding(hold, pools.db), pool, read };
}

/** Queries of a pool, each of which holds the connection of the call. */
function holding(hold: <Result>(work: () => Promise<Result>) => Promise<Result>, db: Database): Database {
  return {
    any: (query) => hold(() => db.any(query)),
    anyFirst: (query) => hold(() => db.anyFirst(query)),
    exists: (query) => hold(() => db.exists(query)),
    many: (query) => hold(() => db.many(query)),
    manyFirst: (query) => hold(() => db.manyFirst(query)),
    maybeOne: (query) => hold(() => db.maybeOne(query)),
    maybeOneFirst: (query) => hold(() => db.maybeOneFirst(query)),
    one: (query) => hold(() => db.one(query)),
    oneFirst: (query) => hold(() => db.oneFirst(query)),
    query: (query) => hold(() => db.query(query)),
    stream: (query, handler) => hold(() => db.stream(query, handler)),
    transaction: (handler, retries) => hold(() => db.transaction(handler, retries)),
  };
}

/** Runs reads on one connection. It is kept after a refusal, since nothing is wrong with it then; slonik would end it. */
async function onOneConnection<Result>(pool: DatabasePool, work: (db: Database) => Promise<Result>): Promise<Result> {
  const outcome = await pool.connect(async (connection) => {
    try {
      return { result: await work(connection) };
    } catch (refusal) {
      if (!(refusal instanceof SluiceError)) throw refusal;
      return { refusal };
    }
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}

function tookTooLong(milliseconds: number): RequestedTooMany {
  return new RequestedTooMany(
    `reading took longer than ${milliseconds / 1000} seconds and was ended: ask for fewer records with per_page, ` +
      'for pages by page_token, or for a segment with fewer clauses',
  );
}
