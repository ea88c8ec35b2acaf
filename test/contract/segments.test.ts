import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { addList } from '../api/support/import-rows.ts';
import { failed, onePage } from './support.ts';
import type { Row } from './support.ts';

describe('segments', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let listId: number;
  let otherListId: number;
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    listId = await addList(api, { name: 'News' }, own.key);
    otherListId = await addList(api, { name: 'Offers' }, own.key);
    for (const name of ['On offers', 'Off']) await create({ name });
    await create({ name: 'Elsewhere' }, otherListId);
  });

  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    api.call<Data>(method, path, body, own.key);
  const create = (segmentation_criteria: Row, list = listId, query = '') =>
    call('POST', `/mailing_lists/${list}/segments${query}`, {
      segmentation_criteria: { clause: [inList('is in')], ...segmentation_criteria },
    });
  const inList = (operator: string) => ({ type: 'in_mailing_list', operator, mailing_list_id: otherListId });

  describe.each(['GET /segments', 'GET /mailing_lists/:mailing_list_id/segments'])('%s', (row) => {
    const isOfList = row.includes('mailing_list_id');
    const get = (query = '') => call<Row[]>('GET', (isOfList ? `/mailing_lists/${listId}` : '') + `/segments${query}`);
    const names = async (query?: string) => (await get(query)).data.map(({ name }) => name as string);
    const elsewhere = isOfList ? [] : ['Elsewhere'];

    it('answers elements without their clause, 2000 to a page', async () => {
      const answer = await get();
      expect(answer).toMatchObject({ status: 200, ...onePage(2 + elsewhere.length, 2000) });
      expect(await names()).toEqual(['On offers', 'Off', ...elsewhere]);
      expect(answer.data[0]).toEqual({
        id: expect.any(Number),
        mailing_list_id: listId,
        name: 'On offers',
        description: expect.stringContaining('"Offers"'),
      });
    });

    it('takes name and name_contains', async () => {
      expect(await names('?name=OFF')).toEqual(['Off']);
      expect(await names('?name_contains=OFF')).toEqual(['On offers', 'Off']);
    });
  });

  it('POST /mailing_lists/:mailing_list_id/segments', async () => {
    for (const operator of ['is in', 'is not in', 'is active in']) {
      const { status, data } = await create({ name: `Created ${operator}`, clause: [inList(operator)] });
      expect(status).toBe(200);
      expect(data).toEqual({
        id: data.id,
        mailing_list_id: listId,
        name: `Created ${operator}`,
        description: expect.any(String),
        clause: [{ ...inList(operator), mailing_list: { id: otherListId, name: 'Offers' } }],
      });
    }
    for (const [at, flag] of ['true', '1'].entries()) {
      const { data } = await create({ name: `With SQL ${at}` }, listId, `?include_sql=${flag}`);
      expect(data.criteria_sql).toMatch(/^select/i);
    }
    expect((await create({ name: 'No SQL' }, listId, '?include_sql=false')).data).not.toHaveProperty('criteria_sql');
    expect(await create({ name: null })).toMatchObject(failed('validation_failed'));
    expect(await create({ name: 'No clause', clause: null })).toMatchObject(failed('validation_failed'));
  });

  it('GET /segments/:id', async () => {
    const { data } = await create({ name: 'Shown' });
    expect((await call('GET', `/segments/${data.id}`)).data).toEqual(data);
    const other = await api.addOrganization();
    expect(await api.call('GET', `/segments/${data.id}`, undefined, other.key)).toMatchObject(failed('not_found'));
  });

  it('PUT /segments/:id', async () => {
    const { data } = await create({ name: 'To be changed' });
    const put = (segmentation_criteria: Row) => call('PUT', `/segments/${data.id}`, { segmentation_criteria });
    const changed = await put({ name: 'Changed', clause: [inList('is not in')] });
    expect(changed).toMatchObject({ status: 200, data: { id: data.id, name: 'Changed' } });
    expect(changed.data.clause).toMatchObject([{ operator: 'is not in', mailing_list: { name: 'Offers' } }]);
    expect(await put({ name: 'No clause' })).toMatchObject(failed('validation_failed'));
    expect(await put({ clause: [] })).toMatchObject(failed('validation_failed'));
    expect((await call('GET', `/segments/${data.id}`)).data).toEqual(changed.data);
  });

  describe('DELETE /segments/:id', () => {
    it('answers an empty success', async () => {
      const { id } = (await create({ name: 'Deleted' })).data;
      expect(await call('DELETE', `/segments/${id}`)).toMatchObject({ status: 200, success: true, data: null });
      expect(await call('GET', `/segments/${id}`)).toMatchObject(failed('not_found'));
    });

    it.each([
      [
        'campaigns',
        `(organization_id, mailing_list_id, name, state, segmentation_criteria_id)`,
        `$1, $2, 'x', 'scheduled', $3`,
      ],
      [
        'autoresponders',
        `(mailing_list_id, name, trigger, segmentation_criteria_id)`,
        `$2, $1 || 'x', 'subscription', $3`,
      ],
    ])('is refused while unfinished %s use it', async (table, columns, values) => {
      const { id } = (await create({ name: `Used by ${table}` })).data;
      await api.database.pool.query(`insert into ${table} ${columns} values (${values})`, [own.id, listId, id]);
      expect(await call('DELETE', `/segments/${id}`)).toMatchObject(failed('validation_failed'));
    });
  });
});
