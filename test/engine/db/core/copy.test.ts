import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCopy } from '../../../../engine/db/core/copy.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

describe('a COPY that Postgres gives up while much is on its way', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(`
      create table slow (line text);
      create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
      create trigger wait before insert on slow for each row execute function wait()`);
  });
  afterAll(() => database.drop());

  it('fails, and leaves the process and its connection in order', async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query('begin');
    const sink = openCopy(client, 'slow (line)');
    const batch = Buffer.from(`${'x'.repeat(1023)}\n`.repeat(16_384));
    const writing = Promise.allSettled(Array.from({ length: 4 }, () => sink.write(batch)));
    await untilAsleep(rows[0]?.pid);

    await database.pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]);

    expect((await writing).at(-1)).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    // Its answer comes when the socket has taken all that was on its way.
    await client.query('rollback');
    await expect(sink.end()).rejects.toMatchObject({ code: '57014' });
    sink.abort(new Error('given up'));
    expect((await client.query('select count(*) as n from slow')).rows).toEqual([{ n: 0 }]);
    client.release();
  });

  /** By then the socket takes no more, and the stream holds the rest. */
  async function untilAsleep(pid: number | undefined): Promise<void> {
    const sleeps = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
    await vi.waitFor(async () => expect((await database.pool.query(sleeps, [pid])).rowCount).toBe(1), PATIENCE);
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };
