import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('what all endpoints have in common', () => {
  let api: SubscriberApi;
  let own: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    own = await api.addOrganization();
    listId = await api.addList({ name: 'News' }, own.key);
    await api.database.pool.query(`insert into database_connections (name) values ('Warehouse')`);
  });

  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Row, key = own.key) =>
    api.call<Data>(method, path, body, key);
  const codeOf = async (list: number, key = own.key) =>
    (await call('GET', `/mailing_lists/${list}/delete_confirmation_code`, undefined, key)).data
      .delete_confirmation_code as string;

  it('rule: organizations are apart, system administrators cross', async () => {
    const other = await api.addOrganization();
    const path = `/mailing_lists/${listId}`;
    const change = { mailing_list: { d_speed: 1 } };
    expect((await call('GET', '/mailing_lists', undefined, other.key)).data).toEqual([]);
    expect(await call('PUT', path, change, other.key)).toMatchObject(failed('not_found'));
    expect((await call('PUT', path, change, api.admin)).data).toMatchObject({ id: listId, d_speed: 1 });
    const counts = `/organization/${own.id}/subscriber_counts`;
    expect(await call('GET', counts, undefined, other.key)).toMatchObject(failed('not_authorized', 403));
    expect((await call('GET', counts, undefined, api.admin)).data.organization).toMatchObject({ id: own.id });
  });

  it('rule: remote lists have no subscribers, imports and segments', async () => {
    const remote = { is_remote_list: true, database_connection_name: 'Warehouse' };
    expect(await call('POST', '/mailing_lists', { mailing_list: { name: 'Far', ...remote } })).toMatchObject(
      failed('validation_failed'),
    );
    const id = await api.addList(remote, api.admin);
    for (const kind of ['subscribers', 'subscriber_imports', 'segments']) {
      expect(await call('GET', `/mailing_lists/${id}/${kind}`, undefined, api.admin)).toMatchObject(
        failed('invalid_request'),
      );
    }
    for (const kind of ['custom_fields', 'templates']) {
      expect(await call('GET', `/mailing_lists/${id}/${kind}`, undefined, api.admin)).toMatchObject({ success: true });
    }
  });

  it('rule: custom fields are deleted softly', async () => {
    const { id } = await api.addField(listId, { name: 'City', field_type: 'text' }, own.key);
    await call('DELETE', `/mailing_lists/${listId}/custom_fields/${id}`);
    expect((await call<Row[]>('GET', `/mailing_lists/${listId}/custom_fields`)).data).toEqual([]);
    const deleted = await call<Row[]>('GET', `/mailing_lists/${listId}/custom_fields/deleted`);
    expect(deleted.data).toMatchObject([{ id, name: 'City' }]);
    const subscriber = { email: 'a@example.com', custom_fields: { City: 'Oslo' } };
    expect(await api.create(listId, subscriber, {}, own.key)).toMatchObject(failed('validation_failed'));
  });

  it('rule: lists are deleted in two steps', async () => {
    const id = await api.addList({}, own.key);
    expect(await call('DELETE', `/mailing_lists/${id}`)).toMatchObject(failed('not_found', 404));
    expect(await call('DELETE', `/mailing_lists/${id}/confirmed/1`)).toMatchObject(failed('invalid_request'));
    expect(await call('DELETE', `/mailing_lists/${id}/confirmed/${await codeOf(id)}`)).toMatchObject({ success: true });
  });

  it('list deletion: step 1, the code', async () => {
    const id = await api.addList({}, own.key);
    const codes = [await codeOf(id), await codeOf(id)];
    expect(new Set(codes).size).toBe(2);
    expect((await call<Row[]>('GET', '/mailing_lists')).data.map((list) => list.id as number)).toContain(id);
  });

  it('convention: JSON in UTF-8', async () => {
    const answer = await api.inject({
      method: 'POST',
      url: '/ga/api/v2/seed_lists',
      headers: { authorization: `Basic ${own.key}`, 'content-type': 'application/json', accept: 'application/json' },
      payload: JSON.stringify({ seed_list: { name: 'Bücher' } }),
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ data: { name: 'Bücher' } });
  });

  it('convention: envelope of four keys', async () => {
    expect(await call('GET', '/subscriber_counts')).toEqual({
      ...{ status: 200, success: true, data: expect.any(Object), error_code: null, error_message: null },
    });
    expect(await call('GET', '/segments/999999')).toEqual(failed('not_found'));
  });

  it('convention: paging keys and default page sizes', async () => {
    const counted = { page: 0, num_records: expect.any(Number), num_pages: expect.any(Number) };
    for (const path of [
      '/custom_fields',
      '/custom_fields/deleted',
      '/segments',
      '/users',
      '/seed_lists',
      '/jobs/all',
    ]) {
      expect(await call('GET', path)).toMatchObject({ ...counted, per_page: 2000 });
    }
    for (const path of ['/subscriber_imports', '/api_keys']) {
      expect(await call('GET', path)).toMatchObject({ ...counted, per_page: 100 });
    }
    expect(await call('GET', `/mailing_lists/${listId}/subscribers`)).toMatchObject({ page: 0, next_page_token: null });
  });

  describe('convention: one wrapper key', () => {
    it.each<readonly [string, () => string]>([
      ['subscriber_import', () => `/mailing_lists/${listId}/subscriber_imports`],
      ['subscriber', () => `/mailing_lists/${listId}/subscribers`],
      ['mailing_list', () => '/mailing_lists'],
      ['custom_field', () => '/custom_fields'],
      ['api_key', () => '/api_keys'],
      ['user', () => '/users'],
      ['segmentation_criteria', () => `/mailing_lists/${listId}/segments`],
      ['seed_list', () => '/seed_lists'],
      ['campaign', () => `/mailing_lists/${listId}/templates`],
      ['promote', () => '/custom_fields/promote'],
      ['unsubscribe', () => '/subscribers/unsubscribe'],
    ])('is needed: %s', async (wrapper, path) => {
      for (const body of [{}, { nonsense: 'x' }, { [wrapper]: [] }, { [wrapper]: 'x' }, { [wrapper]: null }]) {
        const answer = await call('POST', path(), body);
        expect(answer).toMatchObject(failed('invalid_request'));
        expect(answer.error_message).toContain(wrapper);
      }
      expect(await call('POST', path(), { [wrapper]: {} })).not.toMatchObject({
        error_message: expect.stringContaining('key ' + wrapper),
      });
    });
  });

  it('convention: empty success has null data', async () => {
    const { data } = await call('POST', '/seed_lists', { seed_list: { name: 'Gone' } });
    expect(await call('DELETE', `/seed_lists/${data.id}`)).toEqual({
      ...{ status: 200, success: true, data: null, error_code: null, error_message: null },
    });
  });

  it('convention: ids are integers, addresses are URI-encoded', async () => {
    const id = await api.create(listId, { email: 'a/b+c%d@example.com' }, {}, own.key).then(({ data }) => data.id);
    const path = `/mailing_lists/${listId}/subscribers`;
    const found = await call<Row[]>('GET', `${path}/${encodeURIComponent('a/b+c%d@example.com')}`);
    expect(found.data).toMatchObject([{ id }]);
    for (const wrong of ['x', '1.5', '-1']) {
      expect(await call('GET', `/mailing_lists/${wrong}/subscribers`)).toMatchObject(failed('not_found'));
    }
  });

  it('version: part of every path', async () => {
    const headers = { authorization: `Basic ${own.key}` };
    const statusAt = async (prefix: string) =>
      (await api.inject({ method: 'GET', url: `${prefix}/mailing_lists`, headers })).statusCode;
    expect(await statusAt('/ga/api/v2')).toBe(200);
    for (const prefix of ['/ga/api/v1', '/ga/api', '']) expect(await statusAt(prefix)).toBe(404);
  });

  it('version: deprecated template fields beside contents', async () => {
    const deprecated = { content_subject: 'Old', email_format: 'both', content_html: '<p>', content_text: 'text' };
    const create = (campaign: Row) =>
      call('POST', `/mailing_lists/${listId}/templates`, { campaign: { name: 'T', ...campaign } });
    const first = { name: 'Content A', subject: 'Old', format: 'both', html: '<p>', text: 'text' };
    expect((await create(deprecated)).data).toMatchObject({ ...deprecated, contents: [first] });
    const second = { ...first, name: 'Content B', subject: 'Second' };
    expect((await create({ contents: [first, second] })).data).toMatchObject({
      ...deprecated,
      contents: [first, second],
    });
  });

  it('version: dispatch_attributes in, dispatch out', async () => {
    const create = async (campaign: Row) =>
      (await call('POST', `/mailing_lists/${listId}/templates`, { campaign: { name: 'T', ...campaign } })).data;
    const sent = await create({ dispatch_attributes: { speed: 7 } });
    expect(sent).toMatchObject({ dispatch: { speed: 7 } });
    expect(sent).not.toHaveProperty('dispatch_attributes');
    expect(await create({})).not.toHaveProperty('dispatch');
  });
});
