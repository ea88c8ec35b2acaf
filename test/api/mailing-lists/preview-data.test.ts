import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

interface Field {
  id: number;
  options: { id: number; name: string }[];
}

describe('preview_custom_field_data', () => {
  let api: TestApi;
  let listId: number;
  let city: Field;
  let size: Field;
  beforeAll(async () => {
    api = await build();
  });
  beforeEach(async () => {
    listId = await addList(api);
    city = await addField({ name: 'City', field_type: 'text' });
    size = await addField({ name: 'Size', field_type: 'select_single_dropdown', options: ['S', 'M'] });
    await addField({ name: 'Likes', field_type: 'select_multiple_checkboxes', options: ['Tea', 'Jam'] });
  });

  const addField = async (custom_field: object) =>
    (await api.call<Field>('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field })).data;
  const changeField = (id: number, custom_field: object) =>
    api.call('PUT', `/mailing_lists/${listId}/custom_fields/${id}`, { custom_field });
  const preview = async (preview_custom_field_data?: unknown) => {
    const mailing_list = preview_custom_field_data === undefined ? {} : { preview_custom_field_data };
    return (await api.call('PUT', `/mailing_lists/${listId}`, { mailing_list })).data?.preview_custom_field_data;
  };
  const CITY = { name: 'City', type: 'text', value: 'Oslo' };
  const SIZE = { name: 'Size', type: 'select_single_dropdown', value: 'M' };
  const LIKES = { name: 'Likes', type: 'select_multiple_checkboxes', value: ['Jam'] };
  const ALL = { City: CITY, Size: SIZE, Likes: LIKES };
  const fill = () => preview({ city: 'Oslo', Size: 'M', Likes: ['Jam'] });

  it('merges values by name and shows them with name and type; null takes one away', async () => {
    expect(await preview({ city: 'Oslo', Size: 'M' })).toEqual({ City: CITY, Size: SIZE });
    expect(await preview({ Likes: ['Jam'] })).toEqual(ALL);
    expect(await preview({ Size: null })).toEqual({ City: CITY, Likes: LIKES });
  });

  it('takes back what it has shown', async () => {
    await fill();
    expect(await preview({ ...ALL, City: { ...CITY, value: 'Rome' } })).toEqual({
      ...ALL,
      City: { ...CITY, value: 'Rome' },
    });
  });

  it('shows a field and an option under the names they have now', async () => {
    await fill();
    await changeField(city.id, { name: 'Town' });
    const options = size.options.map(({ id, name }) => ({ id, name: `${name} size` }));
    expect((await changeField(size.id, { options })).success).toBe(true);
    expect(await preview()).toEqual({
      Town: { ...CITY, name: 'Town' },
      Size: { ...SIZE, value: 'M size' },
      Likes: LIKES,
    });
    const { data: lists } = await api.call<{ id: number }[]>('GET', '/mailing_lists');
    expect(lists.find(({ id }) => id === listId)).toMatchObject({
      preview_custom_field_data: { Town: { value: 'Oslo' } },
    });
  });

  it('drops a field that is deleted, and gives its value to no other of that name', async () => {
    await fill();
    expect((await api.call('DELETE', `/mailing_lists/${listId}/custom_fields/${city.id}`)).success).toBe(true);
    await addField({ name: 'City', field_type: 'number' });
    expect(await preview()).toEqual({ Size: SIZE, Likes: LIKES });
  });

  it('keeps a field that is promoted', async () => {
    const name = `Team ${listId}`;
    const team = await addField({ name, field_type: 'text' });
    await preview({ [name]: 'Red' });
    const promoted = await api.call('POST', '/custom_fields/promote', { promote: { custom_field_id: team.id } });
    expect(promoted.success).toBe(true);
    expect(await preview()).toEqual({ [name]: { name, type: 'text', value: 'Red' } });
  });

  it('refuses values that are not of the type, and fields the list has not', async () => {
    const answer = await api.call('PUT', `/mailing_lists/${listId}`, {
      mailing_list: { preview_custom_field_data: { Size: 'XL', Nope: 1 } },
    });
    expect(answer).toMatchObject({
      error_code: 'validation_failed',
      error_message:
        'preview_custom_field_data: Size must be the name of one of its options; ' +
        'preview_custom_field_data.Nope is not a custom field of the list',
    });
  });
});
