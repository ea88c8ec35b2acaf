import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LABEL_PREFIX } from '../../../engine/db/core/session-label.ts';
import { readLockWaits } from '../../../engine/db/core/lock-waits.ts';
import { findJob } from '../../../engine/db/jobs/operator.ts';
import { JOB_KINDS, withPrefix } from '../../../engine/job-kinds/index.ts';
import { performJobAction } from '../../../engine/jobs/job-actions.ts';
import type { CommandActor } from '../../../workflows/messages.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';
import { usersOf } from '../users/support.ts';

const PATIENCE = { timeout: 20_000, interval: 20 };

describe('unblock', () => {
  let api: TestApi;
  let id: number;
  beforeAll(async () => {
    api = await build();
    id = (await createImport(api, await addList(api, {}, api.admin), {}, api.admin)).data.id;
  });
  const { create } = usersOf(() => api);

  const connect = async (name: string) => {
    const client = new pg.Client({ connectionString: api.database.url, application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return client;
  };
  const unblock = async (by: CommandActor) => {
    const { db, pool } = api.app.service;
    const job = await findJob(db, withPrefix(JOB_KINDS, ''), `subscriber-import/${id}`);
    const temporal = () => Promise.reject(new Error('Temporal is not called.'));
    return performJobAction({ by, temporal, pool: () => Promise.resolve(pool) }, { job: job!, action: 'unblock' });
  };
  const activity = async () =>
    (await api.call<any[]>('GET', `/subscriber_imports/${id}/activity`)).data.map(({ command, actor }) => [
      command,
      actor,
    ]);

  it('ends the sessions that hold the lock, and is in the activity of the job with its sender', async () => {
    const { data: user } = await create({ full_name: 'Ann Berg', role: 'system_admin' });
    const senders = [
      { sent: { type: 'user', id: user.id }, shown: { type: 'user', id: user.id, name: 'Ann Berg' } },
      { sent: { type: 'operator', name: 'bo@host' }, shown: { type: 'operator', id: null, name: 'bo@host' } },
    ] as const;
    for (const { sent, shown } of senders) {
      const holder = await connect('a console');
      await holder.query('begin; lock table seed_lists in access exclusive mode');
      const waiter = await connect(`${LABEL_PREFIX}subscriber-import/${id}`);
      const waiting = waiter.query('select 1 from seed_lists');
      await vi.waitFor(async () => expect(await readLockWaits(api.app.service.pool)).toHaveLength(1), PATIENCE);
      expect(await unblock(sent)).toMatch(/^Ended the database sessions that held locks/);
      await waiting;
      expect((await activity()).at(-1)).toEqual(['unblock', shown]);
    }
  });

  it('is not in the activity when the job waits for no lock', async () => {
    const before = await activity();
    await expect(unblock({ type: 'operator', name: 'bo@host' })).rejects.toThrow('is not waiting for a lock');
    expect(await activity()).toEqual(before);
  });
});
