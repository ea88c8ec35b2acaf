import { beforeAll, describe, expect, it } from 'vitest';
import { purgeWorklists } from '../../../engine/db/imports/purge.ts';
import { WORKLIST_BOUNDS } from '../../../engine/domain/worklist-bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addFailedRows, addList, createImport } from '../support/import-rows.ts';

const REASON = 'email is not a valid address';
const CORRECTED = { cells: { email: 'cid@example.com' }, version: 0 };

describe('corrections of failed rows', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  const worklist = async (attributes: object = {}) => {
    const { id } = (await createImport(api, listId, attributes)).data;
    await addFailedRows(api, id);
    return { id, ...callsOf(id) };
  };
  const callsOf = (id: number) => {
    const path = `/subscriber_imports/${id}/corrections`;
    const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', below = '', correction?: object, key?: string) =>
      api.call(method, `${path}${below}`, correction && { correction }, key);
    return { send, rows: async () => (await api.call<any[]>('GET', `${path}/rows`)).data };
  };
  const set = (id: number, columns: string) =>
    api.database.pool.query(`update import_worklists set ${columns} where subscriber_import_id = $1`, [id]);

  it('of two windows do not overwrite each other', async () => {
    const { send, rows } = await worklist();
    expect((await send('PUT', '/rows/1', CORRECTED)).data).toMatchObject({ version: 1, imported_as: null });
    const other = { cells: { email: 'other@example.com' }, version: 0 };
    expect(await send('PUT', '/rows/1', other)).toMatchObject({
      error_code: 'validation_failed',
      error_message: expect.stringContaining('changed in another window') as string,
    });
    expect((await rows())[0]).toMatchObject({ corrected_cells: { email: 'cid@example.com' } });
    const both = await Promise.all([1, 2].map(() => send('PUT', '/rows/2', CORRECTED)));
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect((await send('DELETE', '/rows/1')).data).toMatchObject({ corrected_cells: null, version: 2 });
  });

  it('are made for all rows alike, but those with a correction of their own', async () => {
    const { send, rows } = await worklist();
    await send('PUT', '/rows/1', CORRECTED);
    const all = { column: 'email', from: 'cid.example.com', to: 'all@example.com' };
    expect((await send('PUT', '/values', all)).data).toEqual({ rows: 1 });
    expect((await rows()).map(({ corrected_cells: cells }) => cells.email)).toEqual([
      'cid@example.com',
      'all@example.com',
    ]);
    await send('DELETE', '/rows/2');
    expect((await send('PUT', '/values', { column: 'email', reason: REASON, dropped: true })).data).toEqual({
      rows: 1,
    });
    expect((await send('GET')).data).toMatchObject({ left: 0, corrected: 1, dropped: 1, ready: 1 });
  });

  it('are judged as the import would, and left until they are right', async () => {
    const { send, rows } = await worklist();
    const wrong = { column: 'email', reason: REASON, message: REASON };
    const still = { cells: { email: 'cid at example.com' }, version: 0 };
    expect((await send('PUT', '/rows/1', still)).data).toMatchObject({ still_wrong: [wrong] });
    expect((await rows())[0]).toMatchObject({ corrected_cells: still.cells, still_wrong: [wrong] });
    expect((await send('PUT', '/rows/2', { cells: {}, version: 0 })).data).toMatchObject({ still_wrong: [wrong] });
    expect((await send('GET')).data).toMatchObject({ left: 2, corrected: 0, ready: 0, groups: [{ left: 2 }] });
    expect((await send('PUT', '/rows/1', { ...CORRECTED, version: 1 })).data).toMatchObject({ still_wrong: [] });
    await send('DELETE', '/rows/2');
    expect((await send('GET')).data).toMatchObject({ left: 1, corrected: 1, ready: 1, groups: [{ left: 1 }] });
    const all = { column: 'email', reason: REASON };
    expect(await send('PUT', '/values', { ...all, to: 'cid' })).toMatchObject({
      error_message: `to is still wrong: ${REASON}`,
    });
    expect((await rows()).map(({ corrected_cells: cells }) => cells)).toEqual([CORRECTED.cells, null]);
  });

  it('are imported once', async () => {
    const { id, send, rows } = await worklist({ overwrite: true, deactivate_subscribers_not_in_import: true });
    expect(await send('POST', '/import')).toMatchObject({ error_message: 'no failed row is corrected yet' });
    await send('PUT', '/rows/1', CORRECTED);
    const answers = await Promise.all([1, 2].map(() => send('POST', '/import')));
    const [one = {}, other = {}] = answers.map(({ data }) => data);
    expect(one).toMatchObject({ parent_id: id, overwrite: true, deactivate_subscribers_not_in_import: false });
    expect(other['id']).toBe(one['id']);
    expect(await send('PUT', '/rows/1', { ...CORRECTED, version: 1 })).toMatchObject({
      error_message: `the row was taken by import ${String(one['id'])}: if it has failed there, correct it there`,
    });
    expect((await rows()).map(({ imported_as: by }) => by)).toEqual([one['id'], null]);
  });

  it('of a dry run are taken by the import that it is started as, which takes over dropped rows', async () => {
    const { id, send, rows } = await worklist({ dry_run: true });
    await send('PUT', '/rows/1', CORRECTED);
    expect(await send('POST', '/import')).toMatchObject({
      error_message: expect.stringContaining('start it') as string,
    });
    await send('PUT', '/rows/2', { dropped: true, version: 0 });
    const started = (await api.call<{ id: number }>('POST', `/subscriber_imports/${id}/start`)).data.id;
    await addFailedRows(api, started);
    expect((await rows()).map(({ imported_as: by }) => by)).toEqual([started, null]);
    expect(await send('DELETE', '/rows/1')).toMatchObject({
      error_message: expect.stringContaining(`taken by import ${started}`) as string,
    });
    expect((await callsOf(started).send('GET')).data).toMatchObject({ left: 1, corrected: 0, dropped: 1, ready: 0 });
  });

  it('are refused with what is wrong', async () => {
    const { send } = await worklist();
    const refusal = async (below: string, correction: object) => (await send('PUT', below, correction)).error_message;
    expect(await refusal('/rows/1', {})).toBe(
      'version cannot be blank; cells cannot be blank unless the row is dropped',
    );
    expect(await refusal('/rows/1', { cells: { Town: 'Ulm' }, version: 0 })).toBe(
      'cells has Town, which is no column of the file',
    );
    expect(await refusal('/rows/3', CORRECTED)).toBe('failed row not found');
    expect(await refusal('/rows/x', CORRECTED)).toBe('failed row not found');
    expect(await refusal('/values', { column: 'email', from: 'x' })).toBe('send one of to, dropped and kept');
    expect(await refusal('/values', { column: 'Town', to: 'x' })).toBe(
      'column is no column of the file; from cannot be blank without a reason',
    );
  });

  it('need an import of the organization that has ended, with failed rows', async () => {
    const { id, send } = await worklist();
    const { key } = await api.addOrganization();
    for (const below of ['', '/rows']) {
      expect(await send('GET', below, undefined, key)).toMatchObject({ error_message: 'subscriber import not found' });
    }
    const { data } = await createImport(api, listId);
    expect(await callsOf(data.id).send('GET')).toMatchObject({ error_code: 'validation_failed' });
    const client = await api.database.pool.connect();
    await purgeWorklists(client, id);
    client.release();
    expect((await send('GET')).data).toMatchObject({ left: 2 });
  });

  it('have bounds, and the worklist says what it has not', async () => {
    const { id, send, rows } = await worklist();
    await api.database.pool.query('update import_logs set left_out = 7 where subscriber_import_id = $1', [id]);
    expect((await send('GET')).data).toMatchObject({ number_of_rows: 2, left_out: 7 });
    await set(id, `correction_bytes = ${WORKLIST_BOUNDS.correctionBytes.max}`);
    expect(await send('PUT', '/rows/1', CORRECTED)).toMatchObject({
      error_message: expect.stringContaining('the corrections of the import would have more') as string,
    });
    await set(id, `correction_bytes = 0, bytes = ${WORKLIST_BOUNDS.worklistsOfOrganization.max}`);
    expect(await send('PUT', '/rows/1', CORRECTED)).toMatchObject({
      error_message: expect.stringContaining('the worklists of the organization would have more') as string,
    });
    expect((await rows()).map(({ version }) => version)).toEqual([0, 0]);
    await set(id, 'bytes = 0');
  });

  it('for all rows alike are refused before any is written, where they are too long', async () => {
    const { id, send } = await worklist();
    await send('GET');
    await api.database.pool.query(`
      create function refuse_${id}() returns trigger language plpgsql as $$ begin raise 'written'; end $$;
      create trigger refuse before update on import_worklist_rows for each row
        when (new.subscriber_import_id = ${id}) execute function refuse_${id}()`);
    const alike = (to: string) => send('PUT', '/values', { column: 'email', reason: REASON, to });
    await set(id, `correction_bytes = ${WORKLIST_BOUNDS.correctionBytes.max - 100_000}`);
    expect(await alike('x'.repeat(60_000))).toMatchObject({
      error_message: expect.stringContaining('the corrections of the import would have more') as string,
    });
    expect(await alike('\u0001'.repeat(50_000))).toMatchObject({
      error_message: `the correction has more than ${WORKLIST_BOUNDS.rowCorrection.max} bytes`,
    });
    await api.database.pool.query('drop trigger refuse on import_worklist_rows');
  });
});
