import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endSessions, readLockWaits } from '../../../../engine/db/core/lock-waits.ts';
import { labelled } from '../../../../engine/db/core/session-label.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table things (id integer primary key)');
  await database.pool.query('insert into things values (1), (2)');
});
afterAll(() => database.drop());

describe('waits for locks', () => {
  it('are told by job, with who is at the head of the queue, and end with that session', async () => {
    const holder = await database.pool.connect();
    holder.on('error', () => undefined);
    const { rows } = await holder.query(
      `select pg_backend_pid() as pid, set_config('application_name', 'a console', false)`,
    );
    await holder.query('begin; update things set id = id where id = 1');
    const first = update('subscriber-import/1', [2, 1]);
    await untilWaiting(1);
    const second = update('list-deletion/2', [2]);
    await untilWaiting(2);

    const waits = await readLockWaits(database.pool);
    const holders = [
      expect.objectContaining({ pid: rows[0].pid, applicationName: 'a console', state: 'idle in transaction' }),
    ];
    expect(waits).toEqual(
      expect.arrayContaining([
        { workflowId: 'subscriber-import/1', seconds: expect.any(Number), holders },
        { workflowId: 'list-deletion/2', seconds: expect.any(Number), holders },
      ]),
    );

    expect(await endSessions(database.pool, [rows[0].pid as number])).toBe(1);
    await Promise.all([first, second]);
    expect(await readLockWaits(database.pool)).toEqual([]);
    holder.release(true);
  });

  it('of sessions that are at work for no job are nobody’s', async () => {
    const holder = await database.pool.connect();
    await holder.query('begin; update things set id = id where id = 1');
    const waiting = database.pool.query('update things set id = id where id = 1');
    await vi.waitFor(async () => {
      const locks = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(locks.rowCount).toBeGreaterThan(0);
    }, PATIENCE);
    expect(await readLockWaits(database.pool)).toEqual([]);
    await holder.query('rollback');
    holder.release();
    await waiting;
  });

  it('of a label with quotes and backslashes are told as any other', async () => {
    const name = `o'clock\\`;
    const label = await labelled(name, () =>
      inTransaction(database.pool, (client) => client.query('show application_name')),
    );
    expect(label.rows).toEqual([{ application_name: `sluice-worker ${name}` }]);
    expect((await database.pool.query('show application_name')).rows[0].application_name).not.toContain(name);
  });
});

function update(workflowId: string, ids: readonly number[]): Promise<unknown> {
  return labelled(workflowId, () =>
    inTransaction(database.pool, async (client) => {
      for (const id of ids) await client.query('update things set id = id where id = $1', [id]);
    }),
  );
}

async function untilWaiting(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await readLockWaits(database.pool)).toHaveLength(count), PATIENCE);
}

const PATIENCE = { timeout: 30_000, interval: 50 };
