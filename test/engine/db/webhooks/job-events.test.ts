import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportStates } from '../../../../engine/db/exports/ledger.ts';
import { recordImportState } from '../../../../engine/db/imports/state.ts';
import type { ImportStateChange } from '../../../../engine/db/imports/state.ts';
import { deletionStates } from '../../../../engine/db/lists/list-deletions.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';

let fixture: ImportFixture;
let list: TestList;
let importId: number;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  list = await fixture.createList();
  importId = await fixture.createImport(list, 'email\nann@example.com\n');
});

const record = (state: string, more: Partial<ImportStateChange> = {}) =>
  recordImportState(fixture.pool, { importId, state, errorMessage: null, ...more });
const change = async (state: string, more: Partial<ImportStateChange> = {}) => (await record(state, more)).waiting;

describe('the record of a state', () => {
  it('reports that the import has finished already, and writes nothing then', async () => {
    expect(await record('paused')).toMatchObject({ isFinishedAlready: false });
    expect(await record('finished')).toMatchObject({ isFinishedAlready: false });
    expect(await record('finished')).toMatchObject({ isFinishedAlready: false });
    expect(await record('paused')).toMatchObject({ isFinishedAlready: true });
    expect(await record('cancelled')).toMatchObject({ isFinishedAlready: true });
    const { rows } = await fixture.pool.query('select state from subscriber_imports where id = $1', [importId]);
    expect(rows).toEqual([{ state: 'finished' }]);
  });

  it.each(['without', 'with'])('reports whether it was written, %s an endpoint', async (endpoints) => {
    if (endpoints === 'with') await addEndpoint();
    expect(await record('importing')).toMatchObject({ isChanged: true });
    expect(await record('failed', { fault: 'UnreadableSource' })).toMatchObject({ isChanged: true });
    expect(await record('failed', { fault: 'UnreadableSource' })).toMatchObject({ isChanged: false, waiting: [] });
  });
});

describe('the events of an import', () => {
  it('are recorded once with each change of its state, for each endpoint', async () => {
    const endpoints = [await addEndpoint(), await addEndpoint()];
    expect((await change('scheduled')).length).toBe(0);
    expect((await change('splitting')).map(({ id }) => id).sort()).toEqual(endpoints);
    expect(await change('splitting')).toEqual([]);
    await change('importing');
    await change('paused');
    await change('importing');
    await change('finished');
    await change('failed');

    for (const endpoint of endpoints) {
      expect(await typesOf(endpoint)).toEqual(['job.started', 'job.paused', 'job.finished']);
    }
  });

  it('are a start and an end when only its end is recorded, as of a small one', async () => {
    const endpoint = await addEndpoint();
    await change('finished');
    expect(await typesOf(endpoint)).toEqual(['job.started', 'job.finished']);
  });

  it('have its counters and no address', async () => {
    await addEndpoint();
    await change('importing');
    await change('failed', { errorMessage: 'It broke.' });
    const data = await dataOf('job.failed');
    expect(data).toEqual({
      ...{ job_type: 'SubscriberImport', id: importId, mailing_list_id: list.id, state: 'failed' },
      ...{ progress_total: null, error_message: 'It broke.', counters: data.counters },
      ...{ created_by: null, actor: null },
    });
    expect(data.counters).toMatchObject({ added: 0, failed: 0, skipped_duplicate: 0 });
    expect(await dataOf('job.started')).toMatchObject({ state: 'importing', counters: { added: 0 } });
  });

  it('name who created the job, and who sent the command that led to them', async () => {
    await addEndpoint();
    const { rows } = await fixture.pool.query<{ id: number }>(
      `insert into users (organization_id, full_name, email, active, role, show_quick_tips, default_preview_recipients,
         default_html_editor, permissions, password_hash)
       values ($1::bigint, 'Ann Berg', 'ann' || $1::text || '@example.com', true, 'standard', true, '{}', 'bee', '{}', '') returning id`,
      [list.organizationId],
    );
    const ann = { type: 'user', id: Number(rows[0]?.id) };
    const take = (command: string, second: number, by: { type: string; id?: number; name?: string }) => [
      { command, at: `2099-01-01T00:00:0${second}Z`, by },
    ];
    await change('importing', { commands: take('create', 0, ann) });
    await change('paused', { commands: take('pause', 1, { type: 'operator', name: 'bo@host' }) });
    await change('importing', { commands: take('unpause', 2, ann) });
    await change('paused', { pauseReason: 'Too many failed.' });
    await change('cancelled', { commands: take('cancel', 3, ann) });
    const named = { ...ann, name: 'Ann Berg' };
    const { rows: events } = await fixture.pool.query<{ type: string; data: { created_by: unknown; actor: unknown } }>(
      'select type, data from webhook_events where job_id = $1 order by id',
      [importId],
    );
    expect(events.map(({ type, data }) => [type, data.created_by, data.actor])).toEqual([
      ['job.started', named, null],
      ['job.paused', named, { type: 'operator', id: null, name: 'bo@host' }],
      ['job.paused', named, null],
      ['job.cancelled', named, named],
    ]);
  });

  it('have one start, also of an import that is restarted after it failed', async () => {
    const endpoint = await addEndpoint();
    await change('importing');
    await change('failed');
    await fixture.pool.query(`update subscriber_imports set state = 'scheduled', finished_at = null where id = $1`, [
      importId,
    ]);
    await change('importing');
    await change('finished');
    expect(await typesOf(endpoint)).toEqual(['job.started', 'job.failed', 'job.finished']);
  });

  it('have no start when it was cancelled before', async () => {
    const endpoint = await addEndpoint();
    await change('paused');
    await change('cancelled');
    expect(await typesOf(endpoint)).toEqual(['job.paused', 'job.cancelled']);
  });

  it('name each stall once', async () => {
    const endpoint = await addEndpoint();
    await change('importing');
    await change('importing', { isStalled: true });
    await change('importing', { isStalled: true, errorMessage: 'Again.' });
    await change('importing');
    await change('importing', { isStalled: true });
    expect(await typesOf(endpoint)).toEqual(['job.started', 'job.stalled', 'job.stalled']);
  });

  it('are of the types that an endpoint takes', async () => {
    const endpoint = await addEndpoint({ event_types: ['job.failed'] });
    expect(await change('importing')).toEqual([]);
    await change('failed');
    expect(await typesOf(endpoint)).toEqual(['job.failed']);
  });

  it('wait for an endpoint that the service has disabled, and not for one that a client has switched off', async () => {
    const disabled = await addEndpoint({ enabled: false, disabled_at: new Date() });
    const off = await addEndpoint({ enabled: false });
    expect(await change('finished')).toEqual([]);
    expect(await typesOf(disabled)).toEqual(['job.started', 'job.finished']);
    expect(await typesOf(off)).toEqual([]);
  });

  it('are not recorded without an endpoint of its organization', async () => {
    const other = await fixture.createList();
    await addEndpoint({ organization_id: other.organizationId });
    await change('finished');
    const { rows } = await fixture.pool.query(`select 1 from webhook_events where organization_id = $1`, [
      list.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('and its state are recorded together or not at all', async () => {
    await addEndpoint();
    await fixture.pool.query(`alter table webhook_deliveries add constraint refuses check (endpoint_id < 0) not valid`);
    try {
      await expect(change('importing')).rejects.toThrow('refuses');
      await expect(change('finished')).rejects.toThrow('refuses');
    } finally {
      await fixture.pool.query(`alter table webhook_deliveries drop constraint refuses`);
    }
    const { rows } = await fixture.pool.query(
      `select state, (select count(*)::int from webhook_events where job_id = $1) as events
         from subscriber_imports where id = $1`,
      [importId],
    );
    expect(rows).toEqual([{ state: 'scheduled', events: 0 }]);
  });
});

describe('the events of other jobs', () => {
  it('are recorded for an export', async () => {
    const endpoint = await addEndpoint();
    const { rows } = await fixture.pool.query<{ id: number }>(
      `insert into subscriber_exports (organization_id, mailing_list_id, name, options, file_retention_ms)
       values ($1, $2, 'export.csv', '{}', 1000) returning id`,
      [list.organizationId, list.id],
    );
    const exportId = rows[0]!.id;
    for (const state of ['idle', 'estimating', 'exporting', 'finished']) {
      await exportStates.record(fixture.pool, { exportId, state, errorMessage: null });
    }
    expect(await typesOf(endpoint)).toEqual(['job.started', 'job.finished']);
    expect(await dataOf('job.finished')).toMatchObject({
      job_type: 'SubscriberExport',
      id: exportId,
      progress_value: 0,
    });
  });

  it('are recorded for the deletion of a list', async () => {
    const endpoint = await addEndpoint();
    await fixture.pool.query(`insert into list_deletions (mailing_list_id, organization_id) values ($1, $2)`, [
      list.id,
      list.organizationId,
    ]);
    for (const state of ['cancelling_jobs', 'deleting_subscribers', 'finished']) {
      await deletionStates.record(fixture.pool, { mailingListId: list.id, state, errorMessage: null });
    }
    expect(await typesOf(endpoint)).toEqual(['job.started', 'job.finished']);
  });
});

async function addEndpoint(columns: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const values = { organization_id: list.organizationId, url: 'https://hooks.example.com', secret: '', ...columns };
  const names = Object.keys(values);
  const { rows } = await fixture.pool.query<{ id: number }>(
    `insert into webhook_endpoints (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
     returning id`,
    Object.values(values),
  );
  return rows[0]!.id;
}

async function typesOf(endpointId: number): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ type: string }>(
    `select type from webhook_deliveries join webhook_events e on e.id = event_id where endpoint_id = $1 order by e.id`,
    [endpointId],
  );
  return rows.map(({ type }) => type);
}

async function dataOf(type: string): Promise<Record<string, unknown>> {
  const { rows } = await fixture.pool.query<{ data: Record<string, unknown> }>(
    `select data from webhook_events where type = $1 and organization_id = $2`,
    [type, list.organizationId],
  );
  return rows[0]?.data ?? {};
}
