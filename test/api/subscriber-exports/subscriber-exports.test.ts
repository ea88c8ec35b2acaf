import { beforeAll, describe, expect, it } from 'vitest';
import { loadFixture } from '../../../engine/fixtures/load-fixture.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../../../engine/domain/subscriber-export-bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, addListWithFields } from '../support/import-rows.ts';
import { finishExport } from './support.ts';

const DEFAULT_FORMAT = {
  character_set: 'UTF-8',
  csv_has_headers: true,
  csv_field_enclosure: '"',
  csv_field_separator: ',',
  date_format: 'mdy',
};

describe('subscriber exports', () => {
  let api: TestApi;
  let stranger: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build();
    stranger = await api.addOrganization();
    listId = await addListWithFields(api);
  });

  const create = (attributes: object = {}, list = listId, key?: string) =>
    api.call<any>('POST', `/mailing_lists/${list}/subscriber_exports`, { subscriber_export: attributes }, key);

  describe('create', () => {
    it('stores an idle export of everything that an import could read, and starts its workflow', async () => {
      const { success, data } = await create();
      expect(success).toBe(true);
      expect(data).toMatchObject({
        mailing_list_id: listId,
        state: 'idle',
        error_message: null,
        segment: null,
        statuses: [],
        columns: [
          ...['email', 'status', 'subscribe_time', 'subscribe_ip', 'remove_time', 'remove_ip'],
          ...['First Name', 'Interests'],
        ],
        file_format: DEFAULT_FORMAT,
        file: null,
        started_at: null,
        finished_at: null,
        stats: { number_of_subscribers: null, subscribers_exported: 0 },
      });
      expect(api.jobs.started.at(-1)).toMatchObject({
        workflowType: 'subscriberExport',
        workflowId: `subscriber-export/${data.id}`,
        input: { exportId: data.id },
      });
      expect(await api.call('GET', `/subscriber_exports/${data.id}`)).toMatchObject({ data });
    });

    it('has the columns of formats and confirmation where the list has them', async () => {
      const list = await addList(api, { has_format: true, has_confirmed: true });
      expect((await create({}, list)).data.columns).toEqual([
        ...['email', 'status', 'email_format', 'confirmed', 'confirm_time'],
        ...['subscribe_time', 'subscribe_ip', 'remove_time', 'remove_ip'],
      ]);
    });

    it('keeps what is asked for, columns under their own names', async () => {
      const asked = {
        statuses: ['active', 'scomp', 'active'],
        columns: ['EMAIL', ' first name '],
        file_format: { csv_has_headers: false, csv_field_separator: ';', csv_field_enclosure: "'", date_format: 'dmy' },
      };
      expect((await create(asked)).data).toMatchObject({
        statuses: ['active', 'scomp'],
        columns: ['email', 'First Name'],
        file_format: { ...asked.file_format, character_set: 'UTF-8' },
      });
    });

    it('takes a segment of the list', async () => {
      const clause = [{ type: 'subscriber_status', operator: 'is', value: 'bounced' }];
      const segmentation_criteria = { name: 'Bounced', clause };
      const { data: segment } = await api.call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria });
      expect((await create({ segment_id: segment.id })).data.segment).toEqual({ id: segment.id, name: 'Bounced' });
      const other = await addList(api);
      expect(await create({ segment_id: segment.id }, other)).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'segment_id is not a segment of the list',
      });
    });

    it.each([
      [{ columns: [] }, 'columns cannot be empty'],
      [{ columns: ['email', 'Email'] }, 'columns has email more than once'],
      [{ columns: ['nonsense'] }, 'columns has an unknown entry: nonsense'],
      [{ columns: ['confirmed'] }, 'columns has an unknown entry: confirmed'],
      [{ columns: 'email' }, 'columns must be an array'],
      [{ statuses: [] }, 'statuses cannot be empty'],
      [{ statuses: ['gone'] }, /^statuses.0 must be one of active, /],
      [{ segment_id: 999_999 }, 'segment_id is not a segment of the list'],
      [{ file_format: { character_set: 'ISO-8859-1' } }, 'file_format.character_set must be UTF-8'],
      [{ file_format: { csv_field_separator: '|' } }, /^file_format.csv_field_separator must be a comma/],
      [
        { columns: Array.from({ length: BOUNDS.importColumns.max + 1 }, () => 'email') },
        /^columns has too many entries/,
      ],
    ])('refuses %j', async (attributes, message) => {
      expect(await create(attributes)).toMatchObject({
        error_code: 'validation_failed',
        error_message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
    });

    it('refuses a segment beside statuses', async () => {
      const segmentation_criteria = { name: 'Everybody', clause: [] };
      const { data } = await api.call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria });
      expect(await create({ segment_id: data.id, statuses: ['active'] })).toMatchObject({
        error_message: 'segment_id and statuses cannot both be given',
      });
    });

    it('refuses remote lists, lists of others, and more unfinished exports than an organization may have', async () => {
      expect(await create({}, listId, stranger.key)).toMatchObject({ error_code: 'not_found' });
      const { data: list } = await api.call('POST', '/mailing_lists', { mailing_list: { name: 'Ours' } }, stranger.key);
      const { data } = await create({}, Number(list.id), stranger.key);
      await api.database.pool.query(
        `insert into subscriber_exports (organization_id, mailing_list_id, name, options)
         select organization_id, mailing_list_id, name, options from subscriber_exports, generate_series(2, $2::integer)
          where id = $1`,
        [data.id, SUBSCRIBER_EXPORT_BOUNDS.unfinishedExports.max],
      );
      expect(await create({}, Number(list.id), stranger.key)).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'the organization has 100 unfinished exports: wait for their end, or cancel some',
      });
    });

    it('leaves the start to the sweep when Temporal is away', async () => {
      api.jobs.reachable = false;
      const { data } = await create();
      api.jobs.reachable = true;
      expect(await column(data.id, 'workflow_started_at')).toBeNull();
    });
  });

  describe('list', () => {
    it('has the exports of a list or an organization, the latest first, and none that a fixture loaded', async () => {
      const { id, key } = await api.addOrganization();
      const lists = [];
      for (const name of ['One', 'Two']) {
        lists.push(Number((await api.call('POST', '/mailing_lists', { mailing_list: { name } }, key)).data.id));
      }
      const [one = 0, two = 0] = lists;
      const created = [];
      for (const list of [one, two, one]) created.push((await create({}, list, key)).data.id);
      await api.database.pool.query(
        `insert into subscriber_exports (organization_id, mailing_list_id, name) values ($1, $2, 'Loaded')`,
        [id, one],
      );
      const idsOf = async (path: string) => {
        const { data, ...rest } = await api.call<{ id: number }[]>('GET', path, undefined, key);
        return [data.map((each) => each.id), rest['num_records']];
      };
      const [first, second, third] = created;
      expect(await idsOf('/subscriber_exports')).toEqual([[third, second, first], 3]);
      expect(await idsOf(`/mailing_lists/${one}/subscriber_exports`)).toEqual([[third, first], 2]);
      expect(await idsOf('/subscriber_exports?per_page=1&page=1')).toEqual([[second], 3]);
      expect(await api.call('GET', `/mailing_lists/${listId}/subscriber_exports`, undefined, key)).toMatchObject({
        error_code: 'not_found',
      });
    });
  });

  it('is none of those that a fixture can write, not even by its name or id', async () => {
    const { data } = await create();
    const list = { mailing_list: listId, name: `subscriber-export-${data.id}.csv`, state: 'finished' };
    const load = (record: object) =>
      loadFixture(api.app.service.db, JSON.stringify({ subscriber_exports: [{ ...list, ...record }] }));
    expect(await load({})).toMatchObject({ subscriber_exports: [{ outcome: 'created' }] });
    await expect(load({ id: data.id, name: 'Another' })).rejects.toThrow('there is no such record');
    expect(await api.call('GET', `/subscriber_exports/${data.id}`)).toMatchObject({ data });
  });

  describe('commands', () => {
    it.each(['pause', 'unpause', 'cancel'])('sends %s on behalf of the key', async (command) => {
      const { data } = await create();
      expect(await api.call('POST', `/subscriber_exports/${data.id}/${command}`)).toMatchObject({ data });
      expect(api.jobs.commands.at(-1)).toMatchObject({
        workflowId: `subscriber-export/${data.id}`,
        name: command,
        by: { type: 'api_key' },
      });
    });

    it('says why a command is not taken, and asks nobody about an export that has ended', async () => {
      const { data } = await create();
      api.jobs.outcomes = ['rejected'];
      expect(await api.call('POST', `/subscriber_exports/${data.id}/unpause`)).toMatchObject({
        error_message: 'export is idle and cannot be unpaused',
      });
      api.jobs.outcomes = ['unanswered'];
      expect(await api.call('POST', `/subscriber_exports/${data.id}/pause`)).toMatchObject({
        status: 503,
        error_code: 'internal_error',
      });
      api.jobs.outcomes = ['done'];
      await finishExport(api, data.id, []);
      const { length } = api.jobs.commands;
      expect(await api.call('POST', `/subscriber_exports/${data.id}/cancel`)).toMatchObject({
        error_message: 'export is finished and cannot be cancelled',
      });
      expect(api.jobs.commands).toHaveLength(length);
    });

    it('are not for keys of another organization', async () => {
      const { data } = await create();
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/file'],
        ['POST', '/cancel'],
      ] as const) {
        expect(await api.call(method, `/subscriber_exports/${data.id}${path}`, undefined, stranger.key)).toMatchObject({
          error_code: 'not_found',
          error_message: 'subscriber export not found',
        });
      }
    });
  });

  async function column(id: number, name: string): Promise<unknown> {
    const { rows } = await api.database.pool.query<{ value: unknown }>(
      `select ${name} as value from subscriber_exports where id = $1`,
      [id],
    );
    return rows[0]?.value;
  }
});
