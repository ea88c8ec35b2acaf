import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabasePool } from 'slonik';
import { createDatabase, sql } from '../../../../engine/db/core/slonik.ts';
import { listSubscribers } from '../../../../engine/db/subscribers/subscribers.ts';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import { z } from 'zod';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

describe('a page of subscribers that are much larger than they are stored', () => {
  let database: TestDatabase;
  let db: DatabasePool;
  let listId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = await createDatabase(database.url, { connections: 1 });
    const { rows } = await database.pool.query<{ id: number }>(
      `with o as (insert into organizations (name) values ('O') returning id)
       insert into mailing_lists (organization_id, name) select id, 'L' from o returning id`,
    );
    listId = rows[0]!.id;
    await database.pool.query('alter table subscribers set (autovacuum_enabled = false)');
    await database.pool.query(
      `insert into subscribers (mailing_list_id, key, email, custom_fields)
       select $1, n || '@example.com', n || '@example.com', jsonb_build_object('1', repeat('x', $2))
       from generate_series(1, 200) n`,
      [listId, BOUNDS.subscriberData.max],
    );
  });
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const read = (limit: number) => listSubscribers(db, listId, { afterId: 0, limit, offset: 0 });
  /** Blocks of large values that were read since the start; the connection reports its statistics at once. */
  const blocksRead = async () => {
    await db.query(sql.unsafe`select pg_stat_force_next_flush()`);
    return db.oneFirst(sql.type(z.object({ blocks: z.number() }))`
      select toast_blks_hit + toast_blks_read as blocks from pg_statio_user_tables where relname = 'subscribers'
    `);
  };
  const blocksOf = async (limit: number) => {
    const before = await blocksRead();
    const { rows, found } = await read(limit);
    expect(found).toBe(rows.length + 1);
    return (await blocksRead()) - before;
  };

  it('ends at the byte limit, and says that there are more', async () => {
    const { rows, found } = await read(500);
    const fits = Math.ceil(BOUNDS.pageBytes.max / BOUNDS.subscriberData.max);
    expect(rows.map(({ email }) => email)).toEqual(Array.from({ length: fits }, (_, i) => `${i + 1}@example.com`));
    expect(found).toBe(fits + 1);
  });

  it('does not read the values of those that do not fit', async () => {
    const few = await blocksOf(20);
    expect(few).toBeGreaterThan(0);
    expect(await blocksOf(200)).toBeLessThanOrEqual(few);
  });
});
