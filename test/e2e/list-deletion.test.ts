import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandJob } from '../support/commands.ts';
import type { ListDeletionView } from '../../machines/list-deletion-view.ts';
import { updates } from '../../workflows/messages.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import type { TestEngine } from '../support/engine.ts';
import { maintain } from '../support/maintenance.ts';
import { startTestEngine } from '../support/engine.ts';
import { storedSourceKey } from '../support/file-owner.ts';
import { createImport, emailsOf, succeed } from '../support/imports.ts';
import { addListOf, countOf, holdDeletion } from './support/deleted-lists.ts';
import {
  command,
  DOWNLOADING,
  holdImport,
  MANY_PIECES,
  MERGING,
  PLACES,
  stagingTables,
} from './support/staged-import.ts';

const PATIENCE = { timeout: 30_000, interval: 20 };

describe('a confirmed deletion of a list', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  describe.each(PLACES.filter((place) => place !== MERGING))('while an import is $name', (place) => {
    it('cancels the import and leaves no subscriber', async () => {
      const held = await holdImport(engine, place);
      const other = await addListOf(engine, 'Untouched', 3);

      await deleteList(held.listId);
      expect(await detailOf(held)).toMatchObject({ state: 'cancelled', finished_at: expect.any(String) });
      expect(await deletion(held.listId).result()).toMatchObject({ state: 'finished', jobs: [] });

      expect(await workflowOf(held).result()).toMatchObject({ state: 'cancelled' });
      expect(await rowOf(held)).toMatchObject({ state: 'cancelled', ended: true });
      expect(await detailOf(held)).toMatchObject({ state: 'cancelled', finished_at: expect.any(String) });
      expect(await emailsOf(engine, held.listId)).toEqual([]);
      expect(await stagingTables(engine, held.id)).toEqual([]);
      expect(await engine.app.files.size(await storedSourceKey(engine.pool, held.id))).toBeNull();
      expect(await emailsOf(engine, other)).toHaveLength(3);
    });
  });

  it('waits for the chunks that are being merged, and lets no other begin', async () => {
    const held = await holdImport(engine, MERGING);

    const deleting = deleteList(held.listId);
    await untilListIsWaitedFor();
    await held.release();
    await deleting;

    expect(await deletion(held.listId).result()).toMatchObject({ state: 'finished' });
    expect(await workflowOf(held).result()).toMatchObject({ state: 'cancelled' });
    expect(await rowOf(held)).toMatchObject({ state: 'cancelled' });
    expect(await emailsOf(engine, held.listId)).toEqual([]);
  });

  it('leaves what it has cancelled to be read, with the logs, until the retention of logs is over', async () => {
    const held = await holdImport(engine, MERGING);
    await engine.pool.query(
      `insert into subscriber_exports (organization_id, mailing_list_id, name, state) values (1, $1, 'x', 'exporting')`,
      [held.listId],
    );
    const deleting = deleteList(held.listId);
    await untilListIsWaitedFor();
    await held.release();
    await deleting;
    const jobs = async () => {
      const { data } = await engine.call('GET', '/jobs/all?state=cancelled');
      return (data as Record<string, unknown>[]).filter(({ mailing_list_id }) => mailing_list_id === held.listId);
    };
    const EXPECTED = [
      { job_type: 'SubscriberExport', finished_at: expect.any(String) },
      { job_type: 'SubscriberImport', id: held.id, finished_at: expect.any(String) },
    ];
    const byType = (found: Record<string, unknown>[]) =>
      found.sort((a, b) => String(a.job_type).localeCompare(String(b.job_type)));
    expect(byType(await jobs())).toMatchObject(EXPECTED);

    expect(await deletion(held.listId).result()).toMatchObject({ state: 'finished' });
    const detail = await detailOf(held);
    expect(detail).toMatchObject({ state: 'cancelled', error_message: null, mailing_list_id: held.listId });
    const added = (detail.stats as { subscribers: { added: number } }).subscribers.added;
    expect(added).toBeGreaterThan(0);
    expect((await logOf(held)).trim().split('\n')).toHaveLength(added);
    expect(byType(await jobs())).toMatchObject(EXPECTED);
    expect(await emailsOf(engine, held.listId)).toEqual([]);

    for (const table of ['subscriber_imports', 'subscriber_exports']) {
      await engine.pool.query(
        `update ${table} set finished_at = now() - interval '7 days' where mailing_list_id = $1`,
        [held.listId],
      );
    }
    await engine.pool.query(`update mailing_lists set deleted_at = now() - interval '8 days' where id = $1`, [
      held.listId,
    ]);
    expect(await engine.call('GET', `/subscriber_imports/${held.id}`)).toMatchObject({ error_code: 'not_found' });
    expect(await logOf(held)).toContain('not_found');
    expect(await jobs()).toEqual([]);
    await maintain(engine.temporal, 'purge');
    const { rows } = await engine.pool.query('select 1 from import_logs where subscriber_import_id = $1', [held.id]);
    expect(rows).toEqual([]);
  });

  it('cancels imports that are paused or scheduled', async () => {
    const paused = await holdImport(engine, DOWNLOADING);
    await command(engine, paused, 'pause');
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await createImport(engine, paused.listId, 'email\nann@example.com\n', { begins_at });

    await deleteList(paused.listId);

    expect(await deletion(paused.listId).result()).toMatchObject({ state: 'finished' });
    for (const id of [paused.id, scheduled]) expect(await rowOf({ id })).toMatchObject({ state: 'cancelled' });
  });

  it('cancels an import that never got a workflow, and finishes after the sweep has found it', async () => {
    const list = await addListOf(engine, 'Forgotten', 2);
    const { rows } = await engine.pool.query<{ id: number }>(
      `insert into subscriber_imports (organization_id, mailing_list_id, created_at, begins_at, options, policy)
       values (1, $1, now(), now(), '{}', '{}') returning id`,
      [list],
    );
    await engine.pool.query('update mailing_lists set deleted_at = now() where id = $1', [list]);
    await engine.pool.query(
      `insert into list_deletions (mailing_list_id, organization_id, created_at) values ($1, 1, now() - interval '1 hour')`,
      [list],
    );

    await maintain(engine.temporal, 'reconcile');

    expect(await deletion(list).result()).toMatchObject({ state: 'finished', subscribers: { deleted: 2, total: 2 } });
    expect(await rowOf({ id: rows[0]?.id ?? 0 })).toMatchObject({ state: 'cancelled' });
  });

  it('changes no row while it is paused, and says how far it is', async () => {
    const { list, gate } = await holdDeletion(engine, deleteList);

    const paused = (await commandJob(engine, `/mailing_lists/${list}/deletion/pause`)).data;
    const left = (await countOf(engine, list)) ?? 0;
    expect(left).toBeLessThan(12_000);
    expect(left).toBeGreaterThan(0);
    const stats = { number_of_subscribers: 12_000, subscribers_deleted: 12_000 - left };
    expect(paused).toMatchObject({ state: 'paused', stats });
    expect((await engine.call('GET', '/jobs/unfinished?job_type=MailingListDeletion')).data).toMatchObject([
      { id: list, state: 'paused', paused: true, progress_value: 12_000 - left, progress_total: 12_000 },
    ]);
    await gate.open();
    expect(await countOf(engine, list)).toBe(left);
    expect(await currentDetailsOf(engine.temporal, deletion(list).workflowId)).toContain(
      `${12_000 - left} of 12000 subscribers deleted`,
    );
    await expect(deletion(list).executeUpdate(updates.cancel)).rejects.toThrow();

    await commandJob(engine, `/mailing_lists/${list}/deletion/unpause`);
    expect(await deletion(list).result()).toMatchObject({ state: 'finished', subscribers: { deleted: 12_000 } });
    expect((await engine.call('GET', `/mailing_lists/${list}/deletion`)).data.state).toBe('finished');
    expect(await countOf(engine, list)).toBe(0);
  });

  it('is not ended by a cancellation of its workflow', async () => {
    const { list, gate } = await holdDeletion(engine, deleteList);
    const workflow = deletion(list);

    await workflow.cancel();
    await workflow.signal('pause');
    await vi.waitFor(async () => expect(await viewOf(workflow)).toMatchObject({ state: 'paused' }), PATIENCE);
    await gate.open();
    await workflow.signal('unpause');

    expect(await workflow.result()).toMatchObject({ state: 'finished', health: 'ok' });
    expect(await countOf(engine, list)).toBe(0);
  });

  it('is stalled by what Postgres refuses, found by its health, and goes on when it is told to', async () => {
    const list = await addListOf(engine, 'Referenced', 1);
    await engine.pool.query(
      `create table referring as select id, mailing_list_id from subscribers where mailing_list_id = ${list};
       alter table referring add foreign key (mailing_list_id, id) references subscribers`,
    );

    await deleteList(list);
    const workflow = deletion(list);
    await vi.waitFor(async () => {
      expect(await viewOf(workflow)).toMatchObject({ state: 'deleting_subscribers', health: 'stalled' });
    }, PATIENCE);
    expect((await workflow.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobHealth)).toBe('stalled');
    expect(await currentDetailsOf(engine.temporal, workflow.workflowId)).toContain('SQLSTATE 23503');

    await engine.pool.query('drop table referring');
    await workflow.signal('retry');
    expect(await workflow.result()).toMatchObject({ state: 'finished', error_message: null });
  });

  const deletion = (list: number): WorkflowHandle => engine.temporal.workflow.getHandle(`list-deletion/${list}`);
  const workflowOf = ({ workflowId }: { workflowId: string }) => engine.temporal.workflow.getHandle(workflowId);
  const viewOf = (workflow: WorkflowHandle) => workflow.query<ListDeletionView>('jobView');

  const detailOf = async ({ id }: { id: number }) =>
    succeed(await engine.call('GET', `/subscriber_imports/${id}`)).data as Record<string, unknown>;
  const logOf = ({ id }: { id: number }) => engine.text(`/subscriber_imports/${id}/logs/added`);

  async function deleteList(list: number): Promise<void> {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    const path = `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`;
    expect(await engine.call('DELETE', path)).toMatchObject({ success: true, data: null });
  }

  async function rowOf({ id }: { id: number }) {
    const { rows } = await engine.pool.query(
      `select state, finished_at is not null as ended from subscriber_imports where id = $1`,
      [id],
    );
    return rows[0];
  }

  async function untilListIsWaitedFor(): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await engine.pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted and classid = 7201956
            and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toHaveLength(1);
    }, PATIENCE);
  }
});
