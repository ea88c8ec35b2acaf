import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, dataOf } from '../../../client/index.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { beginImport, HALF_WAY, setView } from '../support/begun-import.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const ZEROS = Object.fromEntries(COUNTERS.map((counter) => [counter, 0]));
describe('the detail of one import', () => {
  let api: TestApi;
  let listId: number;
  let id: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });
  beforeEach(async () => {
    id = await beginImport(api, listId);
  });

  const params = () => ({ params: { path: { id } } });
  const show = (key?: string) => api.client(key).GET('/subscriber_imports/{id}', params());
  const addChunk = (columns: string, values: string) =>
    api.database.pool.query(
      `insert into import_chunks (subscriber_import_id, chunk_number, ${columns}) values ($1, 0, ${values})`,
      [id],
    );

  const addRange = (number: number, statuses: string | null) =>
    api.database.pool.query(
      `insert into import_ranges
         (subscriber_import_id, range_number, byte_start, byte_end, first_row, records, staged_at, statuses, suppressed)
       values ($1, $2, 0, 9, 1, 9, now(), $3, $4)`,
      [id, number, statuses, statuses === null ? null : 3],
    );

  it('has the state that the workflow is in, and the figures of the ledger, which are those of its slices', async () => {
    setView(api, id, { pause_reason: 'Many failed.' });
    await addChunk('added, unchanged, reactivated', '5, 2, 1');
    await addRange(1, '{"active": 2, "bounced": 1}');
    await addRange(2, '{"active": 1}');
    const { state, stats, pause_reason } = await dataOf(show());
    expect({ state, pause_reason }).toEqual({ state: 'importing', pause_reason: 'Many failed.' });
    expect(stats).toEqual({
      number_of_records: 10,
      records_imported: 5,
      subscribers: { ...ZEROS, added: 5 },
      unchanged: 2,
      reactivated: 1,
      suppressed: 6,
      statuses: { active: 3, bounced: 1, unsubscribed: 0, scomp: 0, deactivated: 0 },
      partial: 0,
      deactivated: null,
    });
  });

  it('has no rows by status, and no suppressed ones, where an earlier version has staged some of them', async () => {
    await setImport(api, id, { state: 'importing' });
    await addRange(1, '{"active": 2}');
    await addRange(2, null);
    expect((await dataOf(show())).stats).toMatchObject({ statuses: null, suppressed: null });
  });

  it('comes from the workflow when it has not recorded anything for a second and a half', async () => {
    setView(api, id);
    await setImport(api, id, { begins_at: new Date(Date.now() - 1_000).toISOString() });
    expect((await dataOf(show())).state).toBe('importing');
  });

  it('comes from the row when the import ends in its first moments', async () => {
    setView(api, id);
    await setImport(api, id, { begins_at: new Date().toISOString() });
    const shown = dataOf(show());
    const totals = JSON.stringify({ ...ZEROS, added: 7 });
    await setImport(api, id, { state: 'finished', finished_at: '2026-01-02T03:04:05Z', totals });
    expect(await shown).toMatchObject({ state: 'finished', stats: { subscribers: { added: 7 } } });
  });

  it('comes from row and ledger when no worker answers', async () => {
    await setImport(api, id, { state: 'importing', number_of_records: 9 });
    await api.database.pool.query(
      `insert into import_chunks (subscriber_import_id, chunk_number, updated, skipped_duplicate)
       values ($1, 0, 2, 1), ($1, 1, 5, 0)`,
      [id],
    );
    await api.database.pool.query(
      `insert into import_ranges (subscriber_import_id, range_number, byte_start, byte_end, first_row, records, failed)
       values ($1, 0, 0, 9, 1, 9, 1)`,
      [id],
    );
    expect(await dataOf(show())).toMatchObject({
      state: 'importing',
      stats: {
        number_of_records: 9,
        records_imported: 9,
        subscribers: { ...ZEROS, updated: 7, failed: 1, skipped_duplicate: 1 },
      },
    });
  });

  it.each(['splitting', 'importing'] as const)(
    'comes from row and ledger of an import that is %s, and no workflow is asked',
    async (state) => {
      const view = vi.spyOn(api.jobs, 'view').mockRejectedValue(new Error('asked'));
      await setImport(api, id, { state, number_of_records: 9 });
      await addChunk('added, unchanged', '3, 1');
      expect(await dataOf(show())).toMatchObject({
        state,
        error_message: null,
        pause_reason: null,
        stats: { number_of_records: 9, records_imported: 3, subscribers: { ...ZEROS, added: 3 }, unchanged: 1 },
      });
      view.mockRestore();
    },
  );

  it('comes from the workflow of a paused import', async () => {
    setView(api, id, { state: 'importing' });
    await setImport(api, id, { state: 'paused' });
    expect((await dataOf(show())).state).toBe('importing');
  });

  it('of an ended import comes from its totals, and no workflow is asked', async () => {
    setView(api, id, { state: 'importing' });
    const totals = JSON.stringify({ ...ZEROS, added: 2 });
    await setImport(api, id, {
      state: 'failed',
      finished_at: '2024-05-06T07:08:09Z',
      error_message: 'The file is gone.',
      number_of_records: 2,
      totals,
    });
    expect(await dataOf(show())).toMatchObject({
      state: 'failed',
      finished_at: '2024-05-06T07:08:09Z',
      error_message: 'The file is gone.',
      stats: { number_of_records: 2, records_imported: 2, subscribers: { ...ZEROS, added: 2 } },
    });
  });

  it('has the time of the end when the import ends between row and view', async () => {
    const ask = api.jobs.view;
    api.jobs.view = async () => {
      await setImport(api, id, { state: 'finished', finished_at: '2024-05-06T07:08:09Z' });
      return { ...HALF_WAY, state: 'finished' };
    };
    expect(await dataOf(show())).toMatchObject({ state: 'finished', finished_at: '2024-05-06T07:08:09Z' });
    api.jobs.view = ask;
  });

  it('has no end that the row does not have, as after the database was set back to before the end', async () => {
    await setImport(api, id, { state: 'downloading' });
    setView(api, id, { state: 'finished' });
    expect(await dataOf(show())).toMatchObject({ state: 'downloading', finished_at: null });
  });

  it('is hidden from other organizations, but not from system administrators', async () => {
    const { key } = await api.addOrganization();
    expect(await answerOf(show(key))).toMatchObject({
      error_code: 'not_found',
      error_message: 'subscriber import not found',
    });
    const theirs = await createImport(api, await addList(api, {}, key), {}, key);
    expect((await api.call('GET', `/subscriber_imports/${theirs.data.id}`)).success).toBe(true);
  });

  it('is not_found for an unknown id', async () => {
    for (const unknown of ['99999', 'x', '-1']) {
      expect(await api.call('GET', `/subscriber_imports/${unknown}`)).toMatchObject({ error_code: 'not_found' });
    }
  });
});
