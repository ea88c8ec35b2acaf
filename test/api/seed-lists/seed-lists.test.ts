import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

interface SeedList {
  id: number;
  name: string;
  addresses_array: string[];
}

describe('seed lists', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
  });

  let names = 0;
  const create = (attributes: object = {}, key?: string) =>
    api.call<SeedList>('POST', '/seed_lists', { seed_list: { name: `Seeds ${++names}`, ...attributes } }, key);
  const update = (id: unknown, attributes: object, key?: string) =>
    api.call<SeedList>('PUT', `/seed_lists/${String(id)}`, { seed_list: attributes }, key);
  const remove = (id: unknown, key?: string) => api.call('DELETE', `/seed_lists/${String(id)}`, undefined, key);
  const list = (query = '', key = other.key) => api.call<SeedList[]>('GET', `/seed_lists${query}`, undefined, key);

  describe('POST /seed_lists', () => {
    it('answers the record, with no addresses when only a name is given', async () => {
      const { status, data } = await create({ name: ' Office ' });
      expect(status).toBe(200);
      expect(JSON.stringify(data)).toBe(JSON.stringify({ id: data.id, name: 'Office', addresses_array: [] }));
    });

    it('keeps addresses in order and in their case, each once ignoring case', async () => {
      const addresses_array = ['b@example.com', ' A@example.com', 'B@EXAMPLE.com', 'u@example.com'];
      expect((await create({ addresses_array })).data.addresses_array).toEqual([
        'b@example.com',
        'A@example.com',
        'u@example.com',
      ]);
    });

    it('takes no addresses for null', async () => {
      expect((await create({ addresses_array: null })).data.addresses_array).toEqual([]);
    });

    it('takes a name of 100 characters', async () => {
      expect((await create({ name: 'n'.repeat(100) })).success).toBe(true);
    });

    it.each([
      [{ name: undefined }, 'name cannot be blank'],
      [{ name: null }, 'name cannot be blank'],
      [{ name: ' ' }, 'name cannot be blank'],
      [{ name: 5 }, 'name must be a string'],
      [{ name: 'n'.repeat(101) }, 'name is too long (maximum is 100 characters)'],
      [{ name: 'TAKEN' }, 'name has already been taken'],
      [{ addresses_array: 'a@example.com' }, 'addresses_array must be an array'],
      [{ addresses_array: { 0: 'a@example.com' } }, 'addresses_array must be an array'],
      [{ addresses_array: ['a@example.com', 'nobody'] }, 'addresses_array.1 is not a valid email address'],
      [{ addresses_array: [7] }, 'addresses_array.0 must be a string'],
      [{ addresses_array: [null] }, 'addresses_array.0 must be a string'],
      [{ addresses_array: [''] }, 'addresses_array.0 cannot be blank'],
      [{ name: '', addresses_array: ['x'] }, 'name cannot be blank; addresses_array.0 is not a valid email address'],
    ])('refuses %j', async (attributes, message) => {
      await api.call('POST', '/seed_lists', { seed_list: { name: 'Taken' } });
      expect(await create(attributes)).toMatchObject({
        status: 200,
        success: false,
        data: null,
        error_code: 'validation_failed',
        error_message: message,
      });
    });

    it.each([[undefined], [{}], [{ seed_list: null }], [{ seed_list: [] }], [{ nonsense: 'x' }]])(
      'answers invalid_request to the body %j',
      async (body) => {
        expect(await api.call('POST', '/seed_lists', body)).toMatchObject({ error_code: 'invalid_request' });
      },
    );

    it('lets another organization use the name', async () => {
      expect((await create({ name: 'Shared' })).success).toBe(true);
      expect((await create({ name: 'Shared' }, other.key)).success).toBe(true);
    });

    it('creates one of two that are asked for under one name at once', async () => {
      const answers = await Promise.all([create({ name: 'Twins' }), create({ name: 'twins' })]);
      expect(answers.map(({ error_code }) => error_code).sort()).toEqual([null, 'validation_failed'].sort());
    });
  });

  describe('PUT /seed_lists/:id', () => {
    it('changes what is sent and keeps the rest', async () => {
      const { data } = await create({ addresses_array: ['a@example.com'] });
      const renamed = await update(data.id, { name: 'Renamed' });
      expect(renamed.data).toEqual({ ...data, name: 'Renamed' });
      const moved = await update(data.id, { addresses_array: ['b@example.com'] });
      expect(moved.data).toEqual({ ...renamed.data, addresses_array: ['b@example.com'] });
      expect((await update(data.id, { name: 'RENAMED', addresses_array: null })).data).toEqual({
        id: data.id,
        name: 'RENAMED',
        addresses_array: [],
      });
    });

    it.each([
      [{ name: null }, 'name cannot be blank'],
      [{ name: 'n'.repeat(101) }, 'name is too long (maximum is 100 characters)'],
      [{ name: 'taken' }, 'name has already been taken'],
      [{ addresses_array: ['@'] }, 'addresses_array.0 is not a valid email address'],
    ])('refuses %j', async (attributes, message) => {
      await api.call('POST', '/seed_lists', { seed_list: { name: 'Taken' } });
      const { data } = await create();
      expect(await update(data.id, attributes)).toMatchObject({
        error_code: 'validation_failed',
        error_message: message,
      });
    });

    it('answers invalid_request without the wrapper key', async () => {
      const { data } = await create();
      expect(await api.call('PUT', `/seed_lists/${data.id}`, { nonsense: 'x' })).toMatchObject({
        error_code: 'invalid_request',
      });
    });
  });

  describe('DELETE /seed_lists/:id', () => {
    const createList = async (attributes: object) =>
      (await api.call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}`, ...attributes } })).data.id;

    it('answers an empty success, and frees the name', async () => {
      const { data } = await create({ name: 'Gone' });
      expect(await remove(data.id)).toMatchObject({ status: 200, success: true, data: null, error_code: null });
      expect(await remove(data.id)).toMatchObject({ error_code: 'not_found' });
      expect((await create({ name: 'gone' })).success).toBe(true);
    });

    it('fails with validation_failed while a mailing list uses the seed list', async () => {
      const { data } = await create();
      const listId = await createList({ d_seed_list_ids: [data.id] });
      expect(await remove(data.id)).toMatchObject({
        status: 200,
        success: false,
        data: null,
        error_code: 'validation_failed',
        error_message: 'the seed list is used by other records',
      });
      await api.call('PUT', `/mailing_lists/${String(listId)}`, { mailing_list: { d_seed_list_ids: [] } });
      expect((await remove(data.id)).success).toBe(true);
    });

    it('does not mind a mailing list that is deleted', async () => {
      const { data } = await create();
      const listId = await createList({ d_seed_list_ids: [data.id] });
      await api.database.pool.query('update mailing_lists set deleted_at = now() where id = $1', [listId]);
      expect((await remove(data.id)).success).toBe(true);
    });
  });

  describe('GET /seed_lists', () => {
    beforeAll(async () => {
      await api.database.pool.query('delete from seed_lists where organization_id = $1', [other.id]);
      for (const name of ['beta', 'Alpha', 'Gamma']) await create({ name, addresses_array: ['a@b.com'] }, other.key);
    });
    const namesOf = async (query: string) => (await list(query)).data.map(({ name }) => name);

    it('answers the records by id, with the four paging keys and a page size of 2000', async () => {
      const { data, ...answer } = await list();
      expect(data.map(({ name }) => name)).toEqual(['beta', 'Alpha', 'Gamma']);
      expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name', 'addresses_array']);
      expect(answer).toEqual({
        status: 200,
        success: true,
        error_code: null,
        error_message: null,
        page: 0,
        per_page: 2000,
        num_records: 3,
        num_pages: 1,
      });
    });

    it.each([
      ['order_by=id', '?order_by=id', ['beta', 'Alpha', 'Gamma']],
      ['order_by=name, ignoring case', '?order_by=name', ['Alpha', 'beta', 'Gamma']],
      ['a page', '?order_by=name&page=1&per_page=2', ['Gamma']],
      ['a page past the end', '?page=5', []],
    ])('takes %s', async (_, query, expected) => {
      expect(await namesOf(query)).toEqual(expected);
    });

    it.each([
      ['?order_by=addresses', 'invalid_request'],
      ['?page=-1', 'invalid_request'],
      ['?per_page=1.5', 'invalid_request'],
      ['?page_token=YWZ0ZXI6MQ', 'invalid_request'],
      ['?per_page=2001', 'requested_too_many'],
    ])('answers %s with %s', async (query, code) => {
      expect(await list(query)).toMatchObject({ status: 200, success: false, data: null, error_code: code });
    });
  });

  it.each(['999999', '0', 'x', '9'.repeat(30)])('answers not_found to the id %s', async (id) => {
    expect(await update(id, { name: 'x' })).toMatchObject({ status: 200, error_code: 'not_found' });
    expect(await remove(id)).toMatchObject({ status: 200, data: null, error_code: 'not_found' });
  });

  it("answers not_found to another organization's seed list, unless a system administrator asks", async () => {
    const { data } = await create();
    expect(await update(data.id, { name: 'x' }, other.key)).toMatchObject({ error_code: 'not_found' });
    expect(await remove(data.id, other.key)).toMatchObject({ error_code: 'not_found' });

    const theirs = await create({}, other.key);
    expect((await update(theirs.data.id, { name: 'Helped' })).data.name).toBe('Helped');
    expect((await remove(theirs.data.id)).success).toBe(true);
  });

  it('GET /seed_lists/:id is no route', async () => {
    const { data } = await create();
    expect(await api.call('GET', `/seed_lists/${data.id}`)).toMatchObject({ status: 404, error_code: 'not_found' });
  });
});
