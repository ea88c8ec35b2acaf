import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { failed, onePage } from './support.ts';
import type { Row } from './support.ts';

describe('seed lists', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
  });
  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    api.call<Data>(method, path, body, own.key);
  const create = async (name: string) =>
    (await call('POST', '/seed_lists', { seed_list: { name, addresses_array: ['a@example.com'] } })).data;

  it('GET /seed_lists', async () => {
    const records = [await create('beta'), await create('Alpha')];
    const byId = await call<Row[]>('GET', '/seed_lists');
    expect(byId).toMatchObject({ status: 200, success: true, ...onePage(2, 2000) });
    expect(byId.data).toEqual(records);
    expect((await call<Row[]>('GET', '/seed_lists?order_by=name')).data).toEqual(records.toReversed());
    expect(await call('GET', '/seed_lists?order_by=size')).toMatchObject(failed('invalid_request'));
    expect((await api.call<Row[]>('GET', '/seed_lists')).data).toEqual([]);
  });

  it('POST /seed_lists', async () => {
    const addresses_array = ['a@example.com', 'b@example.com'];
    const { status, data } = await call('POST', '/seed_lists', { seed_list: { name: 'Office', addresses_array } });
    expect({ status, data }).toEqual({ status: 200, data: { id: data.id, name: 'Office', addresses_array } });
  });

  it('PUT /seed_lists/:id', async () => {
    const { id } = await create('Before');
    const { data } = await call('PUT', `/seed_lists/${id}`, { seed_list: { name: 'After' } });
    expect(data).toEqual({ id, name: 'After', addresses_array: ['a@example.com'] });
  });

  it('DELETE /seed_lists/:id', async () => {
    const { id } = await create('Used');
    const list = { name: 'News', d_seed_list_ids: [id] };
    const { data } = await call('POST', '/mailing_lists', { mailing_list: list });
    expect(await call('DELETE', `/seed_lists/${id}`)).toMatchObject(failed('validation_failed'));
    await call('PUT', `/mailing_lists/${data.id}`, { mailing_list: { d_seed_list_ids: [] } });
    expect(await call('DELETE', `/seed_lists/${id}`)).toMatchObject({ status: 200, success: true, data: null });
    expect(await call('DELETE', `/seed_lists/${id}`)).toMatchObject(failed('not_found'));
  });
});
