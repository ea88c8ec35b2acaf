import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDatabase, sql } from '../../../../engine/db/core/slonik.ts';
import type { Database } from '../../../../engine/db/core/slonik.ts';
import { listLiveJobs } from '../../../../engine/db/jobs/listed-live-jobs.ts';
import { CLIENT_JOB_KINDS } from '../../../../engine/job-kinds/index.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const DAY_MS = 86_400_000;
const ENDED = 20_000;
const LIMIT = 10;

describe('the jobs of organizations', () => {
  let database: TestDatabase;
  let db: DatabasePool;
  const lists: number[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    db = await createDatabase(database.url);
    for (const name of ['One', 'Two', 'Three']) {
      const { rows } = await database.pool.query<{ id: number }>(
        `with o as (insert into organizations (name) values ($1) returning id)
         insert into mailing_lists (organization_id, name) select id, 'List' from o returning id`,
        [name],
      );
      lists.push(Number(rows[0]!.id));
    }
    await addEnded(1, ENDED);
    await addEnded(2, 5);
    await database.pool.query('analyze');
  });
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  /** Imports that have ended, a second apart. */
  const addEnded = (organization: number, count: number) =>
    database.pool.query(
      `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy, state, finished_at, totals)
       select $1, $2, now(), '{}', '{}', 'finished', now() - n * interval '1 second', '{"added": 3}'
         from generate_series(1, $3::int) n`,
      [organization, lists[organization - 1], count],
    );
  const addUnfinished = async (organization: number, columns: Record<string, unknown>) => {
    const names = Object.keys(columns);
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy, ${names.join(', ')})
       values ($1, $2, now(), '{}', '{}', ${names.map((_, at) => `$${at + 3}`).join(', ')}) returning id`,
      [organization, lists[organization - 1], ...Object.values(columns)],
    );
    return Number(rows[0]!.id);
  };
  const read = (
    organizationIds: readonly number[] | null,
    first: readonly string[] = [],
    limit = LIMIT,
    from: Database = db,
  ) =>
    listLiveJobs(from, CLIENT_JOB_KINDS, { organizationIds, endedAfter: new Date(Date.now() - DAY_MS), limit, first });

  it('are the latest of each, with the time from which all are there', async () => {
    const [one, two, three] = await read([1, 2, 3]);
    expect(one).toMatchObject({ organizationId: 1, hasMore: false, hasMoreEnded: true });
    expect(one!.ended).toHaveLength(LIMIT);
    expect(one!.ended.every(({ finishedAt }) => finishedAt! > one!.endedAfter)).toBe(true);
    expect(two).toMatchObject({ organizationId: 2, hasMoreEnded: false });
    expect(two!.ended.map(({ done, counters }) => [done, counters])).toEqual(Array(5).fill([3, { added: 3 }]));
    expect(three).toMatchObject({ organizationId: 3, unfinished: [], ended: [] });
  });

  it('are read by indexes, however many have ended', async () => {
    for (const organizationIds of [[1], [2], null]) {
      const blocks = await db.connect(async (connection) => {
        const before = await blocksRead(connection);
        await read(organizationIds, [], LIMIT, connection);
        return (await blocksRead(connection)) - before;
      });
      expect([blocks > 0, blocks < 50]).toEqual([true, true]);
    }
  });

  it('begin with those that are asked for, then those under way, then those that wait, by their place', async () => {
    const asked = new Date();
    const waiting = { state: 'scheduled', turn_asked_at: asked };
    const later = await addUnfinished(3, { state: 'scheduled' });
    const large = await addUnfinished(3, { ...waiting, is_small: false });
    const small = await addUnfinished(3, { ...waiting, is_small: true });
    const running = await addUnfinished(3, { state: 'importing', turn: 'import' });
    const places = async (first: readonly string[] = [], limit = LIMIT) => {
      const [listed] = await read([3], first, limit);
      return [listed!.hasMore, ...listed!.unfinished.map(({ id, placeInQueue }) => [id, placeInQueue])];
    };
    // A small import is behind small ones only.
    expect(await places()).toEqual([false, [running, null], [large, 1], [small, 1], [later, null]]);
    expect((await places([], 2)).slice(0, 2)).toEqual([true, [running, null]]);
    expect((await places([`subscriber-import/${later}`], 2))[1]).toEqual([later, null]);
  });

  it('of all organizations are as many as of one', async () => {
    const [all] = await read(null);
    expect([all!.organizationId, all!.ended.length, all!.unfinished.length]).toEqual([null, LIMIT, 4]);
  });
});

const blockCount = z.object({ blocks: z.number() });

/** Blocks of subscriber_imports and its indexes that have been read so far, by this connection among others. */
async function blocksRead(connection: Database): Promise<number> {
  await connection.query(sql.unsafe`select pg_stat_force_next_flush()`);
  return connection.oneFirst(sql.type(blockCount)`
    select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit as blocks
      from pg_statio_user_tables where relname = 'subscriber_imports'`);
}
