import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWithin, limitConnecting } from '../../../../engine/db/core/limit-connecting.ts';
import { isPostgresAway } from '../../../../engine/db/core/postgres-away.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { startPlainServer } from '../../../support/plain-server.ts';

const WITHIN_MS = 500;

/** Keeps this process busy for longer than a connection may take. */
function standStill(): void {
  const end = performance.now() + 3 * WITHIN_MS;
  while (performance.now() < end);
}

describe('the limit of connecting', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: false });
  });
  afterAll(() => database.drop());

  it('counts no time for which the process stands still', async () => {
    const client = new pg.Client({ connectionString: database.url });
    limitConnecting(client, WITHIN_MS);
    const connected = client.connect();
    standStill();
    await connected;
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  it('counts none in a pool either', async () => {
    const pool = new pg.Pool({ connectionString: database.url, Client: clientWithin(WITHIN_MS) });
    const answered = pool.query('select 1 as one');
    standStill();
    expect((await answered).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('ends a connection to a server that says nothing, as one to a database that is away', async () => {
    const server = await startPlainServer(() => undefined);
    const connectionString = `postgres://u@${server.address}/x`;
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    limitConnecting(client, WITHIN_MS);
    const pool = new pg.Pool({ connectionString, Client: clientWithin(WITHIN_MS) });
    for (const failed of [client.connect(), pool.query('select 1')])
      expect(isPostgresAway(await failed.then(null, (error: unknown) => error))).toBe(true);
    await server.close();
  });
});
