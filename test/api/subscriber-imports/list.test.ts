import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf, dataOf } from '../../../client/index.ts';
import type { operations } from '../../../client/index.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('lists of imports', () => {
  let api: TestApi;
  let organization: { id: number; key: string };
  let listId: number;
  let otherListId: number;
  const ids: Record<string, number> = {};

  const add = async (name: string, list: number, columns: Parameters<typeof setImport>[2]) => {
    const { data } = await createImport(api, list, {}, organization.key);
    await setImport(api, data.id, columns);
    ids[name] = data.id;
  };

  beforeAll(async () => {
    api = await build();
    organization = await api.addOrganization();
    listId = await addList(api, {}, organization.key);
    otherListId = await addList(api, {}, organization.key);
    await add('old', listId, { state: 'finished', finished_at: daysAgo(15), begins_at: daysAgo(15) });
    await add('scheduled', listId, { state: 'scheduled', begins_at: '2100-01-01T00:00:00Z' });
    await add('failed', listId, { state: 'failed', finished_at: daysAgo(2), begins_at: daysAgo(20) });
    await add('importing', otherListId, { state: 'importing', begins_at: daysAgo(1) });
    await add('finished', listId, { state: 'finished', finished_at: daysAgo(1), begins_at: daysAgo(20) });
    await add('cancelled', otherListId, { state: 'cancelled', finished_at: daysAgo(3), begins_at: daysAgo(1) });
    await add('paused', listId, { state: 'paused', begins_at: daysAgo(30) });
  });

  type Query = NonNullable<operations['listSubscriberImports']['parameters']['query']>;
  const list = (query: Query = {}, key = organization.key) =>
    api.client(key).GET('/subscriber_imports', { params: { query } });
  const listOf = (id: number, key = organization.key) =>
    api
      .client(key)
      .GET('/mailing_lists/{id}/subscriber_imports', { params: { path: { id }, query: { scope: 'all' } } });
  const namesOf = (imports: readonly { id: number }[]) => {
    const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return imports.map(({ id }) => byId.get(id));
  };

  it('shows the unfinished by begins_at, then those that ended within two weeks, the latest first', async () => {
    expect(namesOf(await dataOf(list()))).toEqual([
      'paused',
      'importing',
      'scheduled',
      'finished',
      'failed',
      'cancelled',
    ]);
  });

  it.each<[NonNullable<Query['scope']>, string[]]>([
    ['recent', ['paused', 'importing', 'scheduled', 'finished', 'failed', 'cancelled']],
    ['active', ['paused', 'importing', 'scheduled']],
    ['finished', ['finished', 'failed', 'cancelled', 'old']],
    ['all', ['paused', 'importing', 'scheduled', 'finished', 'failed', 'cancelled', 'old']],
  ])('shows what the scope %s is about', async (scope, names) => {
    expect(namesOf(await dataOf(list({ scope })))).toEqual(names);
  });

  it('shows those of one list alone', async () => {
    expect(namesOf(await dataOf(listOf(otherListId)))).toEqual(['importing', 'cancelled']);
  });

  it('has the paging keys of a counted list', async () => {
    const second = list({ scope: 'all', page: 1, per_page: 3 });
    expect(await answerOf(second)).toMatchObject({ page: 1, per_page: 3, num_records: 7, num_pages: 3 });
    expect(namesOf(await dataOf(second))).toEqual(['finished', 'failed', 'cancelled']);
    expect(await answerOf(list({ page: 5 }))).toMatchObject({
      data: [],
      page: 5,
      per_page: 100,
      num_records: 6,
      num_pages: 1,
    });
  });

  it.each([
    ['scope=everything', 'invalid_request'],
    ['per_page=501', 'requested_too_many'],
    ['page=x', 'invalid_request'],
    ['page_token=x', 'invalid_request'],
  ])('answers %s with %s', async (query, error_code) => {
    // What the types of the client do not let through.
    expect(await api.call('GET', `/subscriber_imports?${query}`, undefined, organization.key)).toMatchObject({
      status: 200,
      success: false,
      data: null,
      error_code,
    });
  });

  it('shows the list view: its keys in order, with figures of ledger and totals', async () => {
    const { pool } = api.database;
    await setImport(api, ids.importing ?? 0, { number_of_records: 12 });
    await pool.query(
      `insert into import_ranges (subscriber_import_id, range_number, byte_start, byte_end, first_row, records, failed)
       values ($1, 0, 0, 9, 1, 6, 2), ($1, 1, 9, 20, 7, 6, 1)`,
      [ids.importing],
    );
    await pool.query(
      `insert into import_chunks (subscriber_import_id, chunk_number, added, failed) values ($1, 0, 3, 0), ($1, 1, 1, 1)`,
      [ids.importing],
    );
    const [, importing] = await dataOf(list());
    expect(JSON.stringify(importing)).toBe(
      JSON.stringify({
        id: ids.importing,
        mailing_list_id: otherListId,
        mailing_list_name: importing?.mailing_list_name,
        created_at: importing?.created_at,
        state: 'importing',
        begins_at: importing?.begins_at,
        finished_at: null,
        file_source: { type: 'json', filename: 'data' },
        stats: {
          number_of_records: 12,
          records_imported: 8,
          subscribers: { ...Object.fromEntries(COUNTERS.map((counter) => [counter, 0])), added: 4, failed: 4 },
        },
        dry_run: false,
        created_by: importing?.created_by,
      }),
    );
  });

  it('asks no workflow', async () => {
    api.jobs.view = () => Promise.reject(new Error('asked'));
    expect((await answerOf(list())).success).toBe(true);
  });

  it('shows no import of another organization, nor one that had ended when its list was deleted', async () => {
    const other = await api.addOrganization();
    expect(await dataOf(list({}, other.key))).toEqual([]);
    expect(await answerOf(listOf(listId, other.key))).toMatchObject({
      error_code: 'not_found',
    });
    const doomed = await addList(api, {}, other.key);
    const { data } = await createImport(api, doomed, {}, other.key);
    await setImport(api, data.id, { state: 'cancelled', finished_at: '2026-01-01T00:00:00Z' });
    await api.database.pool.query('update mailing_lists set deleted_at = now() where id = $1', [doomed]);
    expect(await answerOf(list({}, other.key))).toMatchObject({
      data: [],
      num_records: 0,
    });
  });
});
