import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { addList, createImport, setImport } from '../api/support/import-rows.ts';
import { failed, onePage, TIME } from './support.ts';
import type { Row } from './support.ts';

const SUMMARY = ['id', 'mailing_list_id', 'mailing_list_name', 'created_at', 'state', 'begins_at', 'finished_at'];
const DETAIL = [
  ...SUMMARY,
  'overwrite',
  'deactivate_subscribers_not_in_import',
  'error_message',
  'autoresponders',
  'overwrite_what',
  'overwrite_when_status',
  'column_mapping',
  'default_custom_fields',
  'file_source',
  'file_format',
  'subscriber_defaults',
  'stats',
];
/** Keys beyond the specification stand behind its own. */
const EXTENSIONS = [
  ...['dry_run', 'skip_suppressed', 'default_status_sent', 'dry_run_id', 'started_import_id', 'parent_id'],
  ...['corrected_import_id', 'undo_id', 'max_failed_records'],
  ...['max_deactivated', 'pause_reason', 'balance', 'column_rules', 'notices'],
];
const LISTS = ['GET /subscriber_imports', 'GET /mailing_lists/:mailing_list_id/subscriber_imports'] as const;

describe('subscriber imports', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let listId: number;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    listId = await addList(api, { name: 'News' }, own.key);
    await addImport('later', { begins_at: '2026-03-02T00:00:00Z' });
    await addImport('sooner', { begins_at: '2026-03-01T00:00:00Z', state: 'importing' });
    await addEnded('finished', 2);
    await addEnded('cancelled', 1);
    await addEnded('finished', 20, 'old');
    const elsewhere = await addList(api, {}, own.key);
    ids['elsewhere'] = (await createImport(api, elsewhere, {}, own.key)).data.id;
  });

  async function addImport(name: string, columns: Parameters<typeof setImport>[2]): Promise<void> {
    const id = (await createImport(api, listId, {}, own.key)).data.id;
    ids[name] = id;
    await setImport(api, id, columns);
  }
  function addEnded(state: 'finished' | 'cancelled', days: number, name: string = state): Promise<void> {
    const finished_at = new Date(Date.now() - days * 86_400_000).toISOString();
    return addImport(name, { state, finished_at });
  }
  const get = (path: string, key = own.key) => api.call<Row[]>('GET', path, undefined, key);
  const named = (answer: { data: Row[] }) =>
    answer.data.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

  describe.each(LISTS)('%s', (row) => {
    const isOfList = row.includes('mailing_list_id');
    const path = (query = '') => (isOfList ? `/mailing_lists/${listId}` : '') + `/subscriber_imports${query}`;
    const elsewhere = isOfList ? [] : ['elsewhere'];

    it('answers unfinished imports by begins_at, then ended ones by finished_at, the newest first', async () => {
      const answer = await get(path());
      expect(named(answer)).toEqual(['sooner', 'later', ...elsewhere, 'cancelled', 'finished']);
      expect(answer).toMatchObject(onePage(4 + elsewhere.length, 100));
      expect(Object.keys(answer.data[0]!)).toEqual([...SUMMARY, 'file_source', 'stats', 'dry_run', 'created_by']);
      expect(answer.data[0]).toMatchObject({
        mailing_list_id: listId,
        mailing_list_name: 'News',
        created_at: TIME,
        state: 'importing',
        begins_at: '2026-03-01T00:00:00Z',
        finished_at: null,
        file_source: { type: 'json', filename: 'data' },
        stats: { number_of_records: null, records_imported: 0 },
      });
    });

    it('takes scope, page and per_page', async () => {
      expect(named(await get(path('?scope=active')))).toEqual(['sooner', 'later', ...elsewhere]);
      expect(named(await get(path('?scope=finished')))).toEqual(['cancelled', 'finished', 'old']);
      expect(named(await get(path('?scope=all')))).toEqual([...named(await get(path())), 'old']);
      expect(named(await get(path('?scope=recent')))).toEqual(named(await get(path())));
      expect(await get(path('?scope=none'))).toMatchObject(failed('invalid_request'));
      expect(named(await get(path('?scope=active&per_page=1&page=1')))).toEqual(['later']);
    });

    it('answers nothing of another organization', async () => {
      const other = await api.addOrganization();
      const answer = await get(path(), other.key);
      expect(answer).toMatchObject(isOfList ? failed('not_found') : { data: [], ...onePage(0, 100) });
    });
  });

  it('GET /subscriber_imports/:id', async () => {
    const { data, status } = await api.call('GET', `/subscriber_imports/${ids['later']}`, undefined, own.key);
    expect(status).toBe(200);
    // Of unfinished imports only (docs/extensions.md).
    expect(Object.keys(data)).toEqual([...DETAIL, ...EXTENSIONS, 'progress']);
    expect(data).toMatchObject({ id: ids['later'], state: 'scheduled', begins_at: '2026-03-02T00:00:00Z' });
    expect(await get('/subscriber_imports/999999')).toMatchObject(failed('not_found'));
  });

  it('POST /mailing_lists/:mailing_list_id/subscriber_imports', async () => {
    const { data, status } = await createImport(api, listId, {}, own.key);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: data.id,
      mailing_list_id: listId,
      mailing_list_name: 'News',
      created_at: TIME,
      state: 'scheduled',
      begins_at: TIME,
      finished_at: null,
      overwrite: false,
      deactivate_subscribers_not_in_import: false,
      error_message: null,
      autoresponders: {
        subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
        api: { trigger_new: null, trigger_updated: null },
      },
      overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
      overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
      column_mapping: ['email'],
      default_custom_fields: {},
      file_source: { type: 'json', filename: 'data' },
      file_format: {
        csv_has_headers: true,
        character_set: 'UTF-8',
        csv_field_separator: ',',
        csv_field_enclosure: '"',
        date_format: 'mdy',
      },
      subscriber_defaults: { status: 'active' },
      stats: {
        number_of_records: null,
        records_imported: 0,
        subscribers: Object.fromEntries(COUNTERS.map((counter) => [counter, 0])),
        unchanged: 0,
        reactivated: 0,
        suppressed: 0,
        statuses: { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
        partial: 0,
        deactivated: null,
      },
      dry_run: false,
      skip_suppressed: false,
      default_status_sent: false,
      dry_run_id: null,
      started_import_id: null,
      parent_id: null,
      corrected_import_id: null,
      undo_id: null,
      max_failed_records: null,
      max_deactivated: null,
      pause_reason: null,
      balance: { records: null, outcomes: 0, is_balanced: null },
      column_rules: null,
      notices: [],
    });
    expect(api.jobs.started.at(-1)).toMatchObject({ workflowId: `subscriber-import/${data.id}` });
  });

  describe.each([
    ['pause', 'paused'],
    ['unpause', 'scheduled'],
    ['cancel', 'cancelled'],
  ] as const)('POST /subscriber_imports/:id/%s', (command, state) => {
    it('sends the command to the import without a body and answers its detail', async () => {
      const { data } = await createImport(api, listId, {}, own.key);
      api.jobs.outcomes = ['done'];
      api.jobs.onCommand = () => setImport(api, data.id, { state });
      const answer = await api.call('POST', `/subscriber_imports/${data.id}/${command}`, undefined, own.key);
      expect(answer).toMatchObject({ status: 200, success: true, data: { id: data.id, state } });
      expect(Object.keys(answer.data)).toEqual([...DETAIL, ...EXTENSIONS]);
      expect(api.jobs.commands.at(-1)).toMatchObject({ workflowId: `subscriber-import/${data.id}`, name: command });
    });

    it('fails with validation_failed when the import refuses', async () => {
      const { data } = await createImport(api, listId, {}, own.key);
      api.jobs.outcomes = ['rejected'];
      api.jobs.onCommand = () => Promise.resolve();
      const answer = await api.call('POST', `/subscriber_imports/${data.id}/${command}`, undefined, own.key);
      expect(answer).toMatchObject(failed('validation_failed'));
    });
  });

  describe('GET /subscriber_imports/:id/logs/:kind', () => {
    const log = (id: number | undefined, kind: string) =>
      api.inject({
        method: 'GET',
        url: `/ga/api/v2/subscriber_imports/${id}/logs/${kind}`,
        headers: { authorization: `Basic ${own.key}` },
      });

    it.each(COUNTERS)('answers the log %s as it is kept, without an envelope', async (kind) => {
      await api.database.pool.query(
        `insert into import_logs (subscriber_import_id, kind, part, entries, content) values ($1, $2, 0, 1, $3)`,
        [ids['finished'], kind, `${kind}@example.com\n`],
      );
      const { body, headers, statusCode } = await log(ids['finished'], kind);
      const type = kind === 'failed' ? 'text/csv' : 'text/plain';
      expect({ body, statusCode }).toEqual({ body: `${kind}@example.com\n`, statusCode: 200 });
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    });

    it('has eleven kinds and no other', async () => {
      expect(COUNTERS).toHaveLength(11);
      expect((await log(ids['finished'], 'skipped')).json()).toMatchObject({ error_code: 'not_found' });
    });
  });
});
