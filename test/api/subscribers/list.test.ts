import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { insertSubscriber } from './insert.ts';

interface Record_ {
  id: number;
  email: string;
  custom_fields: Record<string, { value: unknown }>;
}

describe('subscribers', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });

  let names = 0;
  const addList = async (attributes: object = {}, key?: string) => {
    const body = { mailing_list: { name: `List ${++names}`, ...attributes } };
    return Number((await api.call('POST', '/mailing_lists', body, key)).data.id);
  };
  const addField = async (listId: number, attributes: object, key?: string) =>
    (await api.call('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field: attributes }, key)).data;
  const insert = (listId: number, columns: Record<string, unknown>) => insertSubscriber(api, listId, columns);
  const list = (listId: number, query = '', key?: string) =>
    api.call<Record_[]>('GET', `/mailing_lists/${listId}/subscribers${query}`, undefined, key);
  describe('record', () => {
    const CREATED = { created_at: '2024-01-02T03:04:05.678Z', subscribe_time: '2023-12-31T23:30:00Z' };

    it('has its keys in order, every field of the list, and times in UTC with epoch twins', async () => {
      const listId = await addList();
      await addField(listId, { name: 'First Name', field_type: 'text' });
      const id = await insert(listId, { email: 'a@example.com', ...CREATED });
      const { data } = await list(listId);
      expect(JSON.stringify(data[0])).toBe(
        JSON.stringify({
          id,
          mailing_list_id: listId,
          email: 'a@example.com',
          created_at: '2024-01-02T03:04:05Z',
          created_at_epoch: 1704164645,
          status: 'active',
          subscribe_time: '2023-12-31T23:30:00Z',
          subscribe_time_epoch: 1704065400,
          subscribe_ip: null,
          custom_fields: { 'First Name': { name: 'First Name', type: 'text', value: null } },
        }),
      );
    });

    it('writes times in the zone of the organization', async () => {
      const { key } = await api.addOrganization({ timeZone: 'America/New_York' });
      const listId = await addList({}, key);
      await insert(listId, { email: 'a@example.com', ...CREATED });
      const { data } = await list(listId, '', key);
      expect(data[0]).toMatchObject({
        created_at: '2024-01-01T22:04:05-05:00',
        created_at_epoch: 1704164645,
        subscribe_time: '2023-12-31T18:30:00-05:00',
      });
    });

    it('has format and confirmation where the list has them', async () => {
      const listId = await addList({ has_format: true, has_confirmed: true });
      await insert(listId, { email: 'a@example.com', email_format: 'text', confirmed: true, subscribe_ip: '10.0.0.1' });
      const { data } = await list(listId);
      expect(Object.keys(data[0] ?? {}).slice(4, 8)).toEqual([
        'created_at_epoch',
        'email_format',
        'confirmed',
        'status',
      ]);
      expect(data[0]).toMatchObject({ email_format: 'text', confirmed: true, subscribe_ip: '10.0.0.1' });
    });

    it('shows the values of all types, of global fields too, and none of a deleted field', async () => {
      const { key } = await api.addOrganization();
      const listId = await addList({}, key);
      const fields: Record<string, Record<string, unknown>> = {};
      for (const [name, attributes] of Object.entries({
        T: { field_type: 'text' },
        N: { field_type: 'number' },
        D: { field_type: 'date' },
        Y: { field_type: 'day_of_year' },
        B: { field_type: 'boolean' },
        S: { field_type: 'select_single_radio', options: ['Cats', 'Dogs'] },
        C: { field_type: 'select_multiple_checkboxes', options: ['Red', 'Blue', 'Green'] },
        U: { field_type: 'select_multiple_checkboxes', options: ['Red'] },
        Gone: { field_type: 'text' },
      })) {
        fields[name] = await addField(listId, { name, ...attributes }, key);
      }
      const global = await api.call('POST', '/custom_fields', { custom_field: { name: 'G', field_type: 'text' } }, key);
      await api.database.pool.query('update custom_fields set deleted_at = now() where id = $1', [fields.Gone?.id]);
      const idOf = (name: string) => String(fields[name]?.id);
      const optionOf = (name: string, at: number) => (fields[name]?.options as { id: number }[])[at]?.id;
      await insert(listId, {
        email: 'a@example.com',
        custom_fields: JSON.stringify({
          [idOf('T')]: 'text',
          [idOf('N')]: 0,
          [idOf('D')]: '2024-02-29',
          [idOf('Y')]: '02-29',
          [idOf('B')]: false,
          [idOf('S')]: optionOf('S', 1),
          [idOf('C')]: [optionOf('C', 2), optionOf('C', 0)],
          [idOf('Gone')]: 'secret',
          [String(global.data.id)]: 'global',
        }),
      });
      const { data } = await list(listId, '', key);
      const values = Object.entries(data[0]?.custom_fields ?? {}).map(([name, { value }]) => [name, value]);
      expect(Object.fromEntries(values)).toEqual({
        T: 'text',
        N: 0,
        D: '2024-02-29',
        Y: '02-29',
        B: false,
        S: 'Dogs',
        C: ['Red', 'Green'],
        U: [],
        G: 'global',
      });
    });
  });

  describe('list', () => {
    let listId: number;
    let ids: number[];
    beforeAll(async () => {
      listId = await addList();
      ids = [];
      for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await insert(listId, { email: `${name}@example.com` }));
    });

    it('answers the first hundred by id when no page is asked for', async () => {
      const answer = await list(listId);
      expect(answer.data.map(({ id }) => id)).toEqual(ids);
      expect(answer).toMatchObject({ page: 0, per_page: 100, next_page_token: null });
      expect(answer).not.toHaveProperty('num_records');
    });

    it('walks by token through contiguous pages, whatever is removed meanwhile', async () => {
      const first = await list(listId, '?per_page=2');
      const removed = await insert(listId, { email: 'x@example.com' });
      const second = await list(listId, `?per_page=2&page_token=${String(first.next_page_token)}`);
      await api.database.pool.query('delete from subscribers where id = $1', [removed]);
      const third = await list(listId, `?per_page=2&page_token=${String(second.next_page_token)}`);
      expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
      expect([first.page, second.page, third.page]).toEqual([0, null, null]);
      expect(third.next_page_token).toBeNull();
    });

    it('answers pages by number, and an empty one past the end', async () => {
      const page = await list(listId, '?page=1&per_page=2');
      expect(page.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
      expect(page).toMatchObject({ page: 1, per_page: 2 });
      expect(await list(listId, '?page=999999999&per_page=500')).toMatchObject({ data: [], next_page_token: null });
    });

    it('marks an exactly full last page as the last', async () => {
      expect((await list(listId, '?per_page=5')).next_page_token).toBeNull();
    });

    it.each([
      ['page=0&page_token=YWZ0ZXI6MQ', 'invalid_request', 'page and page_token must not be sent together'],
      ['page_token=garbage', 'invalid_request', 'page_token is not a token of this service'],
      ['per_page=501', 'requested_too_many', 'per_page must be at most 500'],
      ['per_page=-1', 'invalid_request', 'per_page must be a whole number from 1'],
      ['page=99999999999', 'invalid_request', 'page must be a whole number from 0'],
      ['segment_id=3', 'not_found', 'segment not found'],
    ])('answers %s with %s', async (query, error_code, error_message) => {
      expect(await list(listId, `?${query}`)).toMatchObject({ success: false, data: null, error_code, error_message });
    });
  });

  describe('by the beginning of the address', () => {
    let listId: number;
    beforeAll(async () => {
      listId = await addList();
      for (const name of ['bob@b', 'Ann@b', 'ann@A', 'an', 'annabel@b', 'anñ@b']) {
        const email = `${name}.example.com`;
        await insert(listId, { email, key: email.toLowerCase() });
      }
    });
    const found = async (query: string) => (await list(listId, query)).data.map(({ email }) => email.split('.')[0]);

    it('is ordered by address, whatever the case', async () => {
      expect(await found('?email__starts_with=ANN%40')).toEqual(['ann@A', 'Ann@b']);
      expect(await found('?email__starts_with=an')).toEqual(['an', 'ann@A', 'Ann@b', 'annabel@b', 'anñ@b']);
      expect(await found('?email__starts_with=anñ')).toEqual(['anñ@b']);
      expect(await found('?email__starts_with=%25')).toEqual([]);
    });

    it('has pages by number, and by a token of its own', async () => {
      const first = await list(listId, '?email__starts_with=an&per_page=2');
      const token = String(first.next_page_token);
      expect(await found(`?email__starts_with=an&per_page=2&page_token=${token}`)).toEqual(['Ann@b', 'annabel@b']);
      expect(await found('?email__starts_with=an&per_page=2&page=2')).toEqual(['anñ@b']);
      expect(await list(listId, `?page_token=${token}`)).toMatchObject({
        error_message: 'page_token was made for another order of the list',
      });
    });

    it('is refused for a list whose key is not the address', async () => {
      const other = await addList();
      const { id } = await addField(other, { name: 'Member', field_type: 'text', required: true });
      const { pool } = api.database;
      await pool.query('update mailing_lists set primary_key_custom_field_id = $2 where id = $1', [other, id]);
      expect(await list(other, '?email__starts_with=ann')).toMatchObject({
        error_code: 'invalid_request',
        error_message: expect.stringContaining('name the whole address'),
      });
    });
  });

  it('answers invalid_request on a remote list', async () => {
    const listId = await addList();
    await api.database.pool.query('update mailing_lists set is_remote_list = true where id = $1', [listId]);
    for (const path of ['subscribers', 'subscribers/1', 'subscriber_imports']) {
      expect(await api.call('GET', `/mailing_lists/${listId}/${path}`)).toMatchObject({
        status: 200,
        success: false,
        error_code: 'invalid_request',
        error_message: 'this is not available on a remote list',
      });
    }
  });

  it('hides the subscribers of other organizations from all but system administrators', async () => {
    const { key } = await api.addOrganization();
    const listId = await addList();
    await insert(listId, { email: 'a@example.com' });
    expect(await list(listId, '', key)).toMatchObject({ error_code: 'not_found' });
    const theirs = await addList({}, key);
    expect((await list(theirs)).success).toBe(true);
  });
});
