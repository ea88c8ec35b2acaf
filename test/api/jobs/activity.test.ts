import { beforeAll, describe, expect, it } from 'vitest';
import { recordImportState } from '../../../engine/db/imports/state.ts';
import { recordCommands } from '../../../engine/db/jobs/job-activity.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { EXTENSION_BOUNDS } from '../../../engine/domain/extension-bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const NOT_FOUND = { status: 200, success: false, data: null, error_code: 'not_found' };
const TOTALS = JSON.stringify(Object.fromEntries(COUNTERS.map((name) => [name, 0])));
const MAX = EXTENSION_BOUNDS.jobActivity.max;

describe('the activity of a job', () => {
  let api: TestApi;
  let organization: { id: number; key: string };
  let keyId: number;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    organization = await api.addOrganization();
    const { rows } = await api.database.pool.query<{ id: number }>(
      `update api_keys set name = 'CRM' where organization_id = $1 returning id`,
      [organization.id],
    );
    keyId = rows[0]!.id;
    listId = await addList(api, {}, organization.key);
  });

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, key = organization.key) =>
    api.call<any>(method, path, undefined, key);
  const activity = async (job: string, key?: string) => (await call('GET', `${job}/activity`, key)).data;
  const byKey = (command: string) => ({
    at: expect.stringMatching(/Z$/),
    command,
    actor: { type: 'api_key', id: keyId, name: 'CRM' },
    reason: null,
  });
  const anImport = async () => (await createImport(api, listId, {}, organization.key)).data.id;
  const take = (id: number, ...commands: Parameters<typeof recordCommands>[2]) =>
    recordCommands(api.database.pool, { kind: 'subscriber_import', id }, commands);

  it('begins with its creation, in the name of the API key', async () => {
    expect(await activity(`/subscriber_imports/${await anImport()}`)).toEqual([byKey('create')]);
    const path = `/mailing_lists/${listId}/subscriber_exports`;
    const { data } = await api.call('POST', path, { subscriber_export: {} }, organization.key);
    expect(await activity(`/subscriber_exports/${data.id as number}`)).toEqual([byKey('create')]);

    const list = `/mailing_lists/${await addList(api, { name: 'Old' }, organization.key)}`;
    const code = (await call('GET', `${list}/delete_confirmation_code`)).data.delete_confirmation_code as string;
    await call('DELETE', `${list}/confirmed/${code}`);
    expect(await activity(`${list}/deletion`)).toEqual([byKey('create')]);
  });

  it('has each command once with its sender, also a key that is renamed or deleted since', async () => {
    const id = await anImport();
    const at = (second: number) => `2099-01-01T00:00:0${second}.000Z`;
    const commands = [
      { command: 'pause', at: at(1), by: { type: 'api_key', id: keyId } },
      { command: 'unpause', at: at(2), by: { type: 'operator', name: 'ann@host' } },
      { command: 'retry', at: at(3), by: { type: 'maintenance' } },
      { command: 'pause', at: at(4), by: null },
      { command: 'cancel', at: at(5), by: { type: 'list_deletion', id: 7 } },
    ];
    await take(id, ...commands);
    await api.database.pool.query(`update api_keys set name = 'Shop' where id = $1`, [keyId]);
    await take(id, ...commands.slice(2));
    await api.database.pool.query(`update api_keys set name = 'CRM' where id = $1`, [keyId]);
    expect((await activity(`/subscriber_imports/${id}`)).slice(1)).toEqual([
      {
        at: '2099-01-01T00:00:01Z',
        command: 'pause',
        actor: { type: 'api_key', id: keyId, name: 'CRM' },
        reason: null,
      },
      {
        at: '2099-01-01T00:00:02Z',
        command: 'unpause',
        actor: { type: 'operator', id: null, name: 'ann@host' },
        reason: null,
      },
      {
        at: '2099-01-01T00:00:03Z',
        command: 'retry',
        actor: { type: 'maintenance', id: null, name: null },
        reason: null,
      },
      { at: '2099-01-01T00:00:04Z', command: 'pause', actor: { type: 'temporal', id: null, name: null }, reason: null },
      {
        at: '2099-01-01T00:00:05Z',
        command: 'cancel',
        actor: { type: 'list_deletion', id: 7, name: null },
        reason: null,
      },
    ]);
  });

  it('keeps the creation and the newest commands', async () => {
    const id = await anImport();
    for (const from of [0, MAX]) {
      const entries = Array.from({ length: MAX }, (_, n) => ({
        command: n % 2 === 0 ? 'pause' : 'unpause',
        at: new Date(Date.UTC(2099, 0, 1) + (from + n) * 1000).toISOString(),
        by: null,
      }));
      await take(id, ...entries);
    }
    const entries = await activity(`/subscriber_imports/${id}`);
    expect(entries).toHaveLength(MAX);
    expect(entries[0]).toEqual(byKey('create'));
    expect(entries[1].at).toBe(new Date(Date.UTC(2099, 0, 1) + (MAX + 1) * 1000).toISOString().replace('.000', ''));
  });

  it('has each pause of a guard with its reason, once however often the state is reported', async () => {
    const id = await anImport();
    const report = (state: string, pauseReason?: string) =>
      recordImportState(api.database.pool, {
        ...{ importId: id, state, errorMessage: null, ...(pauseReason !== undefined && { pauseReason }) },
      });
    await report('importing');
    await report('paused', '1 of 2 records failed.');
    await report('paused', '1 of 2 records failed.');
    await report('importing');
    await report('paused', 'It would deactivate 2.');
    const byGuard = (reason: string) => ({
      ...{ at: expect.stringMatching(/Z$/), command: 'pause', actor: { type: 'guard', id: null, name: null }, reason },
    });
    expect((await activity(`/subscriber_imports/${id}`)).slice(1)).toEqual([
      byGuard('1 of 2 records failed.'),
      byGuard('It would deactivate 2.'),
    ]);
  });

  it('tells a dry run from the import that it was started as', async () => {
    const created = await createImport(api, listId, { dry_run: true }, organization.key);
    const dryRun = `/subscriber_imports/${created.data.id}`;
    await setImport(api, created.data.id, { state: 'finished', finished_at: '2030-01-01', totals: TOTALS });
    const { data } = await call('POST', `${dryRun}/start`);
    expect(await activity(dryRun)).toEqual([byKey('create'), byKey('start')]);
    expect(await activity(`/subscriber_imports/${data.id as number}`)).toEqual([byKey('create')]);
  });

  it('is hidden from other organizations', async () => {
    const { key } = await api.addOrganization();
    const id = await anImport();
    expect(await call('GET', `/subscriber_imports/${id}/activity`, key)).toMatchObject(NOT_FOUND);
    expect(await call('GET', `/subscriber_exports/x/activity`)).toMatchObject(NOT_FOUND);
    expect(await call('GET', `/mailing_lists/${listId}/deletion/activity`)).toMatchObject(NOT_FOUND);
  });
});
