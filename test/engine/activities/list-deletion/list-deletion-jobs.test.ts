import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { composeActivities } from '../../../../engine/activities/compose.ts';
import { reconcileJobs } from '../../../../engine/activities/maintenance/reconcile-jobs.ts';
import { createListDeletionActivities, maintainedListDeletions } from '../../../../engine/activities/list-deletion.ts';
import { maintainedSubscriberExports } from '../../../../engine/activities/subscriber-export.ts';
import { maintainedSubscriberImports } from '../../../../engine/activities/subscriber-import.ts';
import { lockMailingList } from '../../../../engine/db/lists/mailing-lists.ts';
import { listLock } from '../../../../engine/db/lists/list-lock.ts';
import { createDatabase } from '../../../../engine/db/core/slonik.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { standInClient } from '../../../support/stand-in-client.ts';
import { createEnvironment } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

/** A Temporal that knows some workflows, notes who is told to cancel, and what is started. */
function fakeTemporal(running: readonly string[]) {
  const cancelled: string[] = [];
  const started: unknown[] = [];
  const known = (id: string) => {
    if (!running.includes(id)) throw new WorkflowNotFoundError('not found', id, undefined);
  };
  const workflow = {
    getHandle: (id: string) => ({
      signal: async (name: string) => {
        await Promise.resolve(known(id));
        cancelled.push(`${name} ${id}`);
      },
      describe: () => Promise.resolve(id).then((it) => (known(it), { runId: it, status: { name: 'RUNNING' } })),
    }),
    start: (type: string, options: { workflowId: string; args: unknown[] }) => {
      started.push([type, options.workflowId, ...options.args]);
      return Promise.resolve();
    },
  };
  const workflowService = { getWorkflowExecutionHistory: () => Promise.resolve({}) };
  return { cancelled, started, client: standInClient({ workflow, workflowService }) };
}

async function addJob(table: string, listId: number, organizationId: number, state: string): Promise<void> {
  const columns = 'mailing_list_id, organization_id, name, state';
  await fixture.pool.query(`insert into ${table} (${columns}) values ($1, $2, 'Job', $3)`, [
    listId,
    organizationId,
    state,
  ]);
}

async function jobsOf(table: string, listId: number): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ state: string }>(
    `select state from ${table} where mailing_list_id = $1 order by id`,
    [listId],
  );
  return rows.map(({ state }) => state);
}

async function markDeleted({ id, organizationId }: TestList): Promise<void> {
  await fixture.pool.query('update mailing_lists set deleted_at = now() where id = $1', [id]);
  await fixture.pool.query('insert into list_deletions (mailing_list_id, organization_id) values ($1, $2)', [
    id,
    organizationId,
  ]);
}

async function stateOf(importId: number): Promise<unknown> {
  const { rows } = await fixture.pool.query(
    'select state, finished_at is not null as ended, error_message from subscriber_imports where id = $1',
    [importId],
  );
  return rows[0];
}

describe('cancelling the jobs of a list', () => {
  it('tells each unfinished import that runs, and ends those without a workflow', async () => {
    const list = await fixture.createList();
    const [running, unstarted, finished, elsewhere] = [
      await fixture.createImport(list, 'a@x.io\n'),
      await fixture.createImport(list, 'a@x.io\n'),
      await fixture.createImport(list, 'a@x.io\n'),
      await fixture.createImport(await fixture.createList(), 'a@x.io\n'),
    ];
    await fixture.pool.query(`update subscriber_imports set state = 'finished', finished_at = now() where id = $1`, [
      finished,
    ]);
    const ids = [running, finished, elsewhere].map((id) => `subscriber-import/${id}`);
    const { client, cancelled } = fakeTemporal(ids);

    const { cancelJobs } = createListDeletionActivities({
      ...fixture.deps,
      client,
      maintainedKinds: [maintainedSubscriberImports],
    });
    await markDeleted(list);
    const input = { mailingListId: list.id, asked: [] };
    expect(await createEnvironment().run(cancelJobs, input)).toEqual({ jobs: [`subscriber-import/${running}`] });

    expect(cancelled).toEqual([`cancel subscriber-import/${running}`]);
    expect(await stateOf(unstarted)).toEqual({ state: 'cancelled', ended: true, error_message: null });
    expect(await stateOf(running)).toMatchObject({ state: 'scheduled', ended: false });
    expect(await stateOf(elsewhere)).toMatchObject({ state: 'scheduled', ended: false });
  });

  it('ends exports, and campaigns that are scheduled or being sent', async () => {
    const list = await fixture.createList();
    const other = await fixture.createList();
    for (const { id, organizationId } of [list, other]) {
      for (const state of ['idle', 'exporting', 'finished'])
        await addJob('subscriber_exports', id, organizationId, state);
      for (const state of ['idle', 'scheduled', 'sending', 'failed'])
        await addJob('campaigns', id, organizationId, state);
    }

    const { cancelJobs } = createListDeletionActivities({
      ...fixture.deps,
      client: fakeTemporal([]).client,
      maintainedKinds: [maintainedSubscriberExports],
    });
    await markDeleted(list);
    await createEnvironment().run(cancelJobs, { mailingListId: list.id, asked: [] });

    expect(await jobsOf('subscriber_exports', list.id)).toEqual(['cancelled', 'cancelled', 'finished']);
    expect(await jobsOf('campaigns', list.id)).toEqual(['idle', 'cancelled', 'cancelled', 'failed']);
    expect(await jobsOf('subscriber_exports', other.id)).toEqual(['idle', 'exporting', 'finished']);
    expect(await jobsOf('campaigns', other.id)).toEqual(['idle', 'scheduled', 'sending', 'failed']);
  });

  it('does not tell an import twice', async () => {
    const list = await fixture.createList();
    const id = await fixture.createImport(list, 'a@x.io\n');
    const { client, cancelled } = fakeTemporal([`subscriber-import/${id}`]);

    const { cancelJobs } = createListDeletionActivities({
      ...fixture.deps,
      client,
      maintainedKinds: [maintainedSubscriberImports],
    });
    await markDeleted(list);
    const input = { mailingListId: list.id, asked: [`subscriber-import/${id}`] };
    expect(await createEnvironment().run(cancelJobs, input)).toEqual({ jobs: [`subscriber-import/${id}`] });
    expect(cancelled).toEqual([]);
  });
});

describe('a deletion without its row, or of a list that is not deleted', () => {
  it.each([
    ['no row', 'delete from list_deletions where mailing_list_id = $1'],
    ['a list that is there', 'update mailing_lists set deleted_at = null where id = $1'],
  ])('deletes nothing and fails with a sentence: %s', async (_, goBack) => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: 'kept@x.io' }]);
    await addJob('campaigns', list.id, list.organizationId, 'scheduled');
    await markDeleted(list);
    await fixture.pool.query(goBack, [list.id]);
    const { client } = fakeTemporal([]);
    const activities = createListDeletionActivities({
      ...fixture.deps,
      client,
      maintainedKinds: [maintainedSubscriberImports],
    });

    const input = { mailingListId: list.id, asked: [] };
    for (const activity of [activities.cancelJobs, activities.deleteSubscribers, activities.purgeList]) {
      await expect(createEnvironment().run(activity as typeof activities.purgeList, input)).rejects.toMatchObject({
        type: 'RowLost',
        nonRetryable: true,
        message: expect.stringContaining('The database has no row of this job'),
      });
    }
    expect(await jobsOf('campaigns', list.id)).toEqual(['scheduled']);
    expect(await fixture.readSubscribers(list.id)).toHaveLength(1);
  });
});

describe('the sweep', () => {
  it('starts a deletion that has no workflow, also when it had one', async () => {
    const lists = [await addDeletion('1 minute'), await addDeletion('1 minute', 'now()'), await addDeletion('0 s')];
    const { client, started } = fakeTemporal([`list-deletion/${(await addDeletion('1 minute')).id}`]);

    const sweep = reconcileJobs({ ...fixture.deps, client, maintainedKinds: [maintainedListDeletions] });
    expect(await createEnvironment().run(sweep)).toEqual({ started: 2, failed: 0 });

    expect(started).toEqual(
      lists.slice(0, 2).map(({ id }) => ['listDeletion', `list-deletion/${id}`, { mailingListId: id }]),
    );
  });

  it('knows a kind of job from the registry alone', () => {
    const factory = (deps: { maintainedKinds: readonly unknown[] }) => ({ swept: () => deps.maintainedKinds });
    const { client } = fakeTemporal([]);
    const activities = composeActivities({ factory, maintainedListDeletions }, { ...fixture.deps, client });

    expect((activities as { swept(): unknown }).swept()).toEqual([maintainedListDeletions]);
    expect(() => composeActivities({ factory, twin: factory }, { ...fixture.deps, client })).toThrow('swept');
  });

  async function addDeletion(age: string, startedAt = 'null'): Promise<TestList> {
    const list = await fixture.createList();
    await fixture.pool.query(
      `insert into list_deletions (mailing_list_id, organization_id, created_at, workflow_started_at)
       values ($1, $2, now() - $3::interval, ${startedAt})`,
      [list.id, list.organizationId, age],
    );
    return list;
  }
});

describe('the lock of a list', () => {
  it('waits for the merges that hold the list, and lets none that comes later overtake it', async () => {
    const { id } = await fixture.createList();
    const { rows } = await fixture.pool.query<{ name: string }>('select current_database() as name');
    const address = new URL(inject('postgres').adminUrl);
    address.pathname = `/${rows[0]?.name}`;
    const db = await createDatabase(address.href);
    const pass = `select pg_advisory_xact_lock_shared($1, $2)`;
    const merge = await hold(fixture.pool, pass, listLock(id));
    await merge.client.query('select 1 from mailing_lists where id = $1 for share', [id]);
    const order: string[] = [];

    const deletion = db.transaction(async (transaction) => {
      await lockMailingList(transaction, id);
      order.push('deletion');
    });
    await merge.untilWaitedFor();
    const later = hold(fixture.pool, pass, listLock(id)).then((holder) => {
      order.push('merge');
      return holder;
    });
    await merge.release();
    await Promise.all([deletion, later.then((holder) => holder.release())]);

    expect(order).toEqual(['deletion', 'merge']);
    await db.end();
  });
});
