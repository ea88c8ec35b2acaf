import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../engine/db/core/transaction.ts';
import { sql } from '../../../engine/db/core/slonik.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { watchHeldConnections } from '../support/held-connections.ts';

const OF_ONE = 3;
/** Of all organizations: the share of one, and eight. */
const OF_ALL = OF_ONE + 8;
const WAIT = 'select pg_advisory_xact_lock_shared(7)';
const WAITS = sql.unsafe`select pg_advisory_xact_lock_shared(7)`;

const ENDS = 'select pg_terminate_backend(pg_backend_pid())';
const ENDS_TYPED = sql.unsafe`select pg_terminate_backend(pg_backend_pid())`;

type Work = (request: FastifyRequest) => Promise<unknown>;

/** Calls that wait in Postgres while a test holds a lock there. They give their slot back at once, as an upload does. */
const WORK: Readonly<Record<string, Work>> = {
  db: ({ db }) => db.query(WAITS),
  pool: ({ pool }) => pool.query(WAIT),
  read: ({ read }) => read((db) => db.query(WAITS)),
  transaction: ({ pool }) => inTransaction(pool, (client) => client.query(WAIT)),
  many: ({ db, pool, read }) =>
    Promise.all([
      db.query(WAITS),
      pool.query(WAIT),
      read((reads) => Promise.all([1, 2].map(() => reads.query(WAITS)))),
    ]),
  nested: ({ db }) => db.transaction(() => db.query(sql.unsafe`select 1`)),
  'nested-pool': ({ db, pool }) => inTransaction(pool, () => db.query(sql.unsafe`select 1`)),
};

const filesDown: Work = () => {
  throw new FileStoreDown('ECONNREFUSED', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
};

const filesRefuse: Work = () => {
  throw new FileStoreDown('AccessDenied', { status: 403 });
};

/** Calls whose connection Postgres ends. */
const BROKEN: Readonly<Record<string, Work>> = {
  'ends-db': ({ db }) => db.query(ENDS_TYPED),
  'ends-pool': ({ pool }) => pool.query(ENDS),
  'ends-read': ({ read }) => read((db) => db.query(ENDS_TYPED)),
  'ends-transaction': ({ pool }) => inTransaction(pool, (client) => client.query(ENDS)),
};

const SLOW = 'set local statement_timeout = 10; select pg_sleep(1)';

/** Calls with a statement that takes longer than it may. */
const TOO_SLOW: Readonly<Record<string, Work>> = {
  'slow-db': ({ db }) =>
    db.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`set local statement_timeout = 10`);
      return transaction.query(sql.unsafe`select pg_sleep(1)`);
    }),
  'slow-pool': ({ pool }) => inTransaction(pool, (client) => client.query(SLOW)),
};

describe('the connections of calls', () => {
  let api: TestApi;
  let held: PoolClient | null = null;
  beforeAll(async () => {
    api = await build({ callsPerOrganization: OF_ONE }, (app) => {
      app.register((held_, _options, done) => {
        addRoutes(held_, app);
        done();
      });
    });
  });
  const hold = async () => {
    held = await api.database.pool.connect();
    await held.query('select pg_advisory_lock(7)');
  };
  const letGo = async () => {
    await held?.query('select pg_advisory_unlock_all()');
    held?.release();
    held = null;
  };
  afterEach(letGo);

  const call = async (name: string, key: string) => {
    const response = await api.inject({ url: `/work/${name}`, headers: { authorization: `Basic ${key}` } });
    return response.statusCode;
  };
  const waiting = async () => {
    const { rows } = await api.database.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_locks where locktype = 'advisory' and objid = 7 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.count;
  };

  it.each(Object.keys(WORK).filter((name) => !name.startsWith('nested')))(
    'are shared: many calls of one organization that need one for "%s" leave the others to the next organization',
    async (name) => {
      const [many, one] = [await api.addOrganization(), await api.addOrganization()];
      await hold();
      const calls = Array.from({ length: 2 * OF_ALL }, () => call(name, many.key));
      const share = name === 'read' ? Math.min(OF_ONE, BOUNDS.concurrentReads.max) : OF_ONE;
      await expect.poll(waiting).toBe(share);
      const other = call('db', one.key);
      await expect.poll(waiting).toBe(share + 1);
      await letGo();
      expect(new Set(await Promise.all([...calls, other]))).toEqual(new Set([200]));
    },
  );

  it('leave the health checks and the look-up of keys alone', async () => {
    const organizations = await Promise.all(Array.from({ length: 5 }, () => api.addOrganization()));
    await hold();
    const calls = organizations.flatMap(({ key }) => Array.from({ length: 2 * OF_ONE }, () => call('db', key)));
    await expect.poll(waiting).toBe(OF_ALL);
    for (const url of ['/healthz', '/readyz']) {
      expect((await api.inject({ url })).json()).toMatchObject({ data: { parts: { postgres: { state: 'up' } } } });
    }
    const unknown = Buffer.from('1:unknown').toString('base64');
    expect(await call('db', unknown)).toBe(401);
    await letGo();
    await Promise.all(calls);
  });

  it.each(['nested', 'nested-pool'])(
    'are one for each call: %s use of a second one is a fault, and ends',
    async (name) => {
      const { key } = await api.addOrganization();
      expect(await Promise.all(Array.from({ length: 2 * OF_ONE }, () => call(name, key)))).toEqual(
        Array<number>(2 * OF_ONE).fill(500),
      );
      expect(api.log.join()).toContain('A call asked for a second connection');
      expect(await call('db', key)).toBe(200);
    },
  );

  const AWAY = { status: 503, retryAfter: '10', ends: ': try again in 10 seconds' };
  const REFUSED = { status: 500, retryAfter: undefined, ends: '.' };
  it.each([
    ...Object.keys(BROKEN).map((name) => [name, 'the database of the service does not answer', AWAY] as const),
    ['files-down', 'the file store of the service failed (ECONNREFUSED)', AWAY] as const,
    ['files-refuse', 'The file store failed (AccessDenied)', REFUSED] as const,
  ])('are said to be away where Postgres ends one, and no others: %s', async (name, what, answer) => {
    const response = await api.inject({ url: `/work/${name}`, headers: { authorization: `Basic ${api.admin}` } });
    expect(response.statusCode).toBe(answer.status);
    expect(response.headers['retry-after']).toBe(answer.retryAfter);
    expect(response.json()).toMatchObject({
      error_code: 'internal_error',
      error_message: `${what}${answer.ends}`,
    });
    expect(await call('many', api.admin)).toBe(200);
  });

  it.each(Object.keys(TOO_SLOW))('are said to be busy where a statement takes too long: %s', async (name) => {
    const response = await api.inject({ url: `/work/${name}`, headers: { authorization: `Basic ${api.admin}` } });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('10');
    expect(response.json()).toMatchObject({
      error_code: 'requested_too_many',
      error_message:
        'the call took too long, since others change the same records or the database has much to do: try again in 10 seconds',
    });
  });

  it('are one at a time, also of a call that reads several things at once', async () => {
    const { key } = await api.addOrganization();
    const connections = watchHeldConnections(api.app.service.pool);
    expect(await connections.call(() => call('many', key))).toBe(200);
    expect(connections.most()).toBe(1);
    connections.stop();
  });
});

function addRoutes(held: FastifyInstance, app: FastifyInstance): void {
  held.addHook('onRequest', app.authenticate);
  held.addHook('onRequest', app.takeShare);
  for (const [name, work] of Object.entries({
    ...WORK,
    ...BROKEN,
    ...TOO_SLOW,
    'files-down': filesDown,
    'files-refuse': filesRefuse,
  })) {
    held.get(`/work/${name}`, async (request) => {
      request.share?.leave();
      await work(request);
      return {};
    });
  }
}
