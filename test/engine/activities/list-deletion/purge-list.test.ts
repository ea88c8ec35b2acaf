import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeJobs } from '../../../../engine/activities/maintenance/purge-jobs.ts';
import { purgeList } from '../../../../engine/activities/list-deletion/purge-list.ts';
import { maintainedSubscriberImports } from '../../../../engine/activities/subscriber-import.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt, createEnvironment, importFile, stageImport, undisturbed } from '../pipeline.ts';
import { deletedList } from './deleted-list.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('purging a list', () => {
  it('leaves the logs of imports that its deletion has cancelled to the purge at the end of their retention', async () => {
    const list = await deletedList(fixture);
    await setDeleted(list, 'null');
    const before = await importFile(fixture, list, 'before@x.io\n');
    await fixture.pool.query(
      `update subscriber_imports set finished_at = finished_at - interval '1 minute' where id = $1`,
      [before.id],
    );
    await setDeleted(list, `now() - interval '1 s'`);
    const cancelled = await cancelledImport(list);
    const expired = await cancelledImport(list);
    await fixture.pool.query(`update subscriber_imports set policy = policy || '{"logRetentionMs": 0}' where id = $1`, [
      expired,
    ]);

    await createEnvironment().run(purgeList({ ...fixture.deps, maintainedKinds: [maintainedSubscriberImports] }), {
      mailingListId: list.id,
    });

    expect((await fixture.readImport(cancelled)).logs).toEqual({ failed: 'email,Error\nbad,"no address"\n' });
    for (const id of [before.id, expired]) expect((await fixture.readImport(id)).logs).toEqual({});
    for (const id of [before.id, cancelled, expired]) {
      expect(await fixture.deps.files.size(sourceKey({ id, jobKey: null }))).toBeNull();
      expect(await fixture.stagingTables(id)).toEqual([]);
    }

    const purge = () =>
      createEnvironment().run(purgeJobs({ ...fixture.deps, maintainedKinds: [maintainedSubscriberImports] }));
    const end = (ago: string) =>
      fixture.pool.query(`update subscriber_imports set finished_at = now() - $2::interval where id = $1`, [
        cancelled,
        ago,
      ]);
    await end('6 days 23 hours');
    await purge();
    expect((await fixture.readImport(cancelled)).logs).toEqual({ failed: expect.any(String) });
    await end('7 days');
    expect(await purge()).toEqual({ purged: 1 });
    expect(await fixture.readImport(cancelled)).toMatchObject({ state: 'cancelled', logs: {} });
  });

  async function setDeleted({ id }: TestList, at: string): Promise<void> {
    await fixture.pool.query(`update mailing_lists set deleted_at = ${at} where id = $1`, [id]);
  }

  /** An import with a log, staging tables and a source, as a worker leaves it that died before it cleaned up. */
  async function cancelledImport(list: TestList): Promise<number> {
    const id = await fixture.createImport(list, 'bad\n');
    await stageImport(id, { perform: undisturbed(fixture.deps) });
    await fixture.pool.query(`delete from import_logs where subscriber_import_id = $1`, [id]);
    await fixture.pool.query(
      `insert into import_logs (subscriber_import_id, kind, part, entries, content)
       values ($1, 'failed', 0, 1, 'email,Error\nbad,"no address"\n')`,
      [id],
    );
    await attempt(fixture.deps, 'recordImportState', { importId: id, state: 'cancelled', errorMessage: null });
    return id;
  }

  it('removes logs, staging and sources of its imports, its counts and its codes', async () => {
    const list = await deletedList(fixture);
    await setDeleted(list, 'null');
    const { id } = await importFile(fixture, list, 'new@x.io\nnobody\n');
    const failed = await fixture.createImport(list, 'new@x.io\n');
    await fixture.pool.query(`update subscriber_imports set state = 'failed', finished_at = now() where id = $1`, [
      failed,
    ]);
    await fixture.pool.query(
      `insert into list_deletion_codes (mailing_list_id, organization_id, code_hash, expires_at)
       values ($1, $2, '', now())`,
      [list.id, list.organizationId],
    );
    expect((await fixture.readImport(id)).logs).toEqual({ added: 'new@x.io\n', failed: expect.any(String) });
    await setDeleted(list, 'now()');

    await createEnvironment().run(purgeList({ ...fixture.deps, maintainedKinds: [maintainedSubscriberImports] }), {
      mailingListId: list.id,
    });

    expect(await fixture.readImport(id)).toMatchObject({
      state: 'finished',
      counters: { added: 1, failed: 1 },
      logs: {},
    });
    expect(await fixture.deps.files.size(sourceKey({ id: failed, jobKey: null }))).toBeNull();
    for (const table of ['subscriber_counts', 'list_deletion_codes']) {
      const { rows } = await fixture.pool.query(`select 1 from ${table} where mailing_list_id = $1`, [list.id]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
