import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

interface List {
  id: number;
  d_seed_lists: { id: number; name: string }[];
}

describe("a mailing list's seed lists", () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let office: { id: number; name: string };
  let family: { id: number; name: string };
  let theirs: { id: number; name: string };
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    const addSeeds = async (name: string, key?: string) => {
      const { data } = await api.call<{ id: number }>('POST', '/seed_lists', { seed_list: { name } }, key);
      return { id: data.id, name };
    };
    office = await addSeeds('Office');
    family = await addSeeds('Family');
    theirs = await addSeeds('Theirs', other.key);
  });

  let names = 0;
  const create = (attributes: object, key?: string) =>
    api.call<List>('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}`, ...attributes } }, key);
  const update = (id: number, attributes: object, key?: string) =>
    api.call<List>('PUT', `/mailing_lists/${id}`, { mailing_list: attributes }, key);

  it('d_seed_lists is an array of hashes, each {id, name}, by id', async () => {
    const { data } = await create({ d_seed_list_ids: [family.id, office.id, family.id] });
    expect(JSON.stringify(data.d_seed_lists)).toBe(JSON.stringify([office, family]));
    const { data: lists } = await api.call<List[]>('GET', '/mailing_lists');
    expect(lists.find(({ id }) => id === data.id)?.d_seed_lists).toEqual([office, family]);
  });

  it('d_seed_list_names chooses by name, ignoring case', async () => {
    expect((await create({ d_seed_list_names: ['oFFice', 'FAMILY'] })).data.d_seed_lists).toEqual([office, family]);
  });

  it('are replaced by an update that sends some, and kept by one that does not', async () => {
    const { data } = await create({ d_seed_list_ids: [office.id] });
    expect((await update(data.id, { d_speed: 3 })).data.d_seed_lists).toEqual([office]);
    expect((await update(data.id, { d_seed_list_names: ['Family'] })).data.d_seed_lists).toEqual([family]);
    expect((await update(data.id, { d_seed_list_ids: [] })).data.d_seed_lists).toEqual([]);
  });

  it('are taken away by null', async () => {
    const { data } = await create({ d_seed_list_ids: [office.id] });
    expect((await update(data.id, { d_seed_list_names: null })).data.d_seed_lists).toEqual([]);
  });

  it('can be sent back as they were shown', async () => {
    const { data } = await create({ d_seed_list_ids: [office.id] });
    expect((await update(data.id, data)).data).toEqual(data);
    expect((await update(data.id, { d_seed_lists: [family] })).data.d_seed_lists).toEqual([family]);
    expect((await update(data.id, { ...data, d_seed_list_ids: [] })).data.d_seed_lists).toEqual([]);
  });

  it('show the name that a seed list has now', async () => {
    const { data: seeds } = await api.call<{ id: number }>('POST', '/seed_lists', { seed_list: { name: 'Old' } });
    const { data } = await create({ d_seed_list_ids: [seeds.id] });
    await api.call('PUT', `/seed_lists/${seeds.id}`, { seed_list: { name: 'New' } });
    expect((await update(data.id, {})).data.d_seed_lists).toEqual([{ id: seeds.id, name: 'New' }]);
  });

  it('d_seed_list_ids and d_seed_list_names are mutually exclusive', async () => {
    const both = { d_seed_list_ids: [office.id], d_seed_list_names: ['Office'] };
    const { data } = await create({});
    for (const answer of [await create(both), await update(data.id, both)]) {
      expect(answer).toMatchObject({
        success: false,
        error_code: 'invalid_request',
        error_message: 'd_seed_list_ids and d_seed_list_names must not be sent together',
      });
    }
  });

  it.each([
    [{ d_seed_list_ids: [999999] }, 'd_seed_list_ids has an unknown seed list: 999999'],
    [{ d_seed_list_names: ['Nobody'] }, 'd_seed_list_names has an unknown seed list: Nobody'],
    [{ d_seed_lists: [{ id: 999999 }] }, 'd_seed_lists has an unknown seed list: 999999'],
    [{ d_seed_list_ids: ['1'] }, 'd_seed_list_ids.0 must be a whole number from 1'],
    [{ d_seed_list_ids: 1 }, 'd_seed_list_ids must be an array'],
    [{ d_seed_list_names: [1] }, 'd_seed_list_names.0 must be a string'],
    [{ d_seed_lists: [1] }, 'd_seed_lists.0 must be a JSON object'],
  ])('refuses %j', async (attributes, message) => {
    expect(await create(attributes)).toMatchObject({ error_code: 'validation_failed', error_message: message });
  });

  it("does not know another organization's seed lists", async () => {
    expect(await create({ d_seed_list_ids: [theirs.id] })).toMatchObject({ error_code: 'validation_failed' });
    expect(await create({ d_seed_list_names: ['Theirs'] })).toMatchObject({ error_code: 'validation_failed' });
    const { data } = await create({ d_seed_list_ids: [theirs.id] }, other.key);
    expect((await update(data.id, { d_seed_list_names: ['Theirs'] })).data.d_seed_lists).toEqual([theirs]);
    expect(await update(data.id, { d_seed_list_ids: [office.id] })).toMatchObject({ error_code: 'validation_failed' });
  });
});
