import { beforeAll, describe, expect, it } from 'vitest';
import { importSettings } from '../../../engine/files/import-settings.ts';
import { sourceKey } from '../../../engine/files/source-key.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport, SMALLEST } from '../support/import-rows.ts';
import { fileOwner } from '../../support/file-owner.ts';

const DRY = { dry_run: true, overwrite: true };

describe('a dry run', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  const start = (id: number, body?: object) => api.call('POST', `/subscriber_imports/${id}/start`, body);
  const finished = async (): Promise<number> => {
    const { data } = await createImport(api, listId, DRY);
    await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString() });
    return data.id;
  };
  const size = async (id: number) => api.app.files.size(sourceKey(await fileOwner(api.database.pool, id)));

  it('says so in its record and in lists, and to its workflow', async () => {
    const { data } = await createImport(api, listId, DRY);
    expect(data).toMatchObject({ dry_run: true, dry_run_id: null, started_import_id: null });
    const list = await api.call<{ id: number }[]>('GET', `/mailing_lists/${listId}/subscriber_imports`);
    expect(list.data.find(({ id }) => id === data.id)).toMatchObject({ dry_run: true });
    expect(api.jobs.started.at(-1)).toMatchObject({ input: { importId: data.id, dryRun: true, checks: true } });
  });

  it('is started as an import of its own, with its options and its source', async () => {
    const id = await finished();
    const { data } = await start(id);
    expect(data).toMatchObject({ state: 'scheduled', dry_run: false, dry_run_id: id, overwrite: true });
    expect(api.jobs.started.at(-1)?.input).toMatchObject({ importId: data.id, small: true });
    expect(api.jobs.started.at(-1)?.input).not.toHaveProperty('dryRun');
    expect([await size(data.id as number), await size(id)]).toEqual([SMALLEST.file_source.content.length, null]);
    expect((await api.call('GET', `/subscriber_imports/${id}`)).data).toMatchObject({ started_import_id: data.id });
    expect(
      await importSettings.read(api.app.files, await fileOwner(api.database.pool, data.id as number)),
    ).toMatchObject({
      ...{ list: { id: listId, organizationId: 1 }, beginsAt: null },
      options: { dry_run: false, overwrite: true, file_source: { type: 'json' } },
    });
    expect(await start(id)).toMatchObject({
      error_code: 'validation_failed',
      error_message: `the dry run was started already, as import ${data.id as number}`,
    });
  });

  it('is started at a time, until which the import is scheduled with the source', async () => {
    const id = await finished();
    expect(await start(id, { begins_at: 'soon' })).toMatchObject({
      error_code: 'validation_failed',
      error_message: expect.stringMatching(/^begins_at must be "now" or /),
    });
    const { data } = await start(id, { begins_at: '2099-01-01T10:00:00+02:00' });
    expect(data).toMatchObject({ state: 'scheduled', dry_run_id: id, begins_at: '2099-01-01T08:00:00Z' });
    expect(api.jobs.started.at(-1)?.input).toMatchObject({ beginsAt: Date.UTC(2099, 0, 1, 8) });
    expect(await size(data.id as number)).toBe(SMALLEST.file_source.content.length);
  });

  it('becomes one import when it is started many times at once', async () => {
    const id = await finished();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(id)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(answers.map(({ error_code }) => error_code))).toEqual(new Set([null, 'validation_failed']));
    const { rows } = await api.database.pool.query('select id from subscriber_imports where dry_run_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(await size(rows[0].id as number)).not.toBeNull();
  });

  it('cannot be started before it has finished, without its source, or when it is none', async () => {
    const { data: unfinished } = await createImport(api, listId, DRY);
    expect(await start(unfinished.id)).toMatchObject({
      error_message: 'the dry run is scheduled, and only a finished one can be started',
    });
    const purged = await finished();
    await api.app.files.remove(sourceKey(await fileOwner(api.database.pool, purged)));
    expect(await start(purged)).toMatchObject({ error_message: expect.stringContaining('no longer stored') });
    const { data: plain } = await createImport(api, listId);
    expect(await start(plain.id)).toMatchObject({ error_message: expect.stringContaining('is not a dry run') });
    expect(await start(999_999)).toMatchObject({ error_code: 'not_found' });
  });
});

describe('limits', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  it('are in the record and in the input of the workflow, which does nothing inline', async () => {
    const limits = { max_failed_records: '2.5%', max_deactivated: 0, deactivate_subscribers_not_in_import: true };
    expect((await createImport(api, listId, limits)).data).toMatchObject({ ...limits, pause_reason: null });
    const { input } = api.jobs.started.at(-1) ?? {};
    expect(input).toMatchObject({ guards: { maxFailedRecords: '2.5%', maxDeactivated: 0 } });
    expect(input).not.toHaveProperty('small');
  });

  it.each([-1, 1.5, '5', '101%', '5 %', '1.234%', true, {}])('refuse %j', async (max_failed_records) => {
    expect(await createImport(api, listId, { max_failed_records })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'max_failed_records must be a whole number, or a percentage from "0%" to "100%" such as "2.5%"',
    });
  });

  it('refuse a limit of what the import does not do', async () => {
    expect(await createImport(api, listId, { max_deactivated: 5 })).toMatchObject({
      error_message: 'max_deactivated limits deactivate_subscribers_not_in_import: set that to true, too',
    });
  });
});
