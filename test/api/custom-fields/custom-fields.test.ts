import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const TEXT = {
  default_string: '',
  minimum_length: null,
  maximum_length: null,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
};
const OPTIONS = { options: [{ name: 'Cats' }, 'Dogs'] };

describe('custom fields', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList();
  });

  let names = 0;
  const addList = async (key?: string) => {
    const { data } = await api.call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}` } }, key);
    return Number(data.id);
  };
  const create = (attributes: object, path = `/mailing_lists/${listId}/custom_fields`, key?: string) =>
    api.call('POST', path, { custom_field: attributes }, key);

  it.each([
    ['text', TEXT],
    ['text_multiline', { ...TEXT, number_of_rows: 3, interpolation_html_newlines: true }],
    ['number', { default_integer: null, number_support_decimal: false, minimum_value: null, maximum_value: null }],
    ['date', {}],
    ['day_of_year', {}],
    ['boolean', { default_boolean: false }],
  ])('creates a field of type %s with the defaults of its type, keys in order', async (field_type, attributes) => {
    const name = `A ${field_type}`;
    const { data } = await create({ name, field_type, options: ['ignored'], unknown: 1 });
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        id: data.id,
        is_global: false,
        mailing_list_id: listId,
        name,
        field_type,
        required: false,
        instructions: '',
        ...attributes,
      }),
    );
  });

  it.each(['select_single_dropdown', 'select_single_radio', 'select_multiple_checkboxes'])(
    'creates a field of type %s with ids and positions for its options',
    async (field_type) => {
      const { data } = await create({ name: `A ${field_type}`, field_type, ...OPTIONS });
      const options = data.options as { name: string; id: number; index: number }[];
      expect(options.map(({ name, index }) => [name, index])).toEqual([
        ['Cats', 1],
        ['Dogs', 2],
      ]);
      expect(options.every(({ id }) => Number.isInteger(id) && id > 0)).toBe(true);
    },
  );

  it('keeps the attributes that are given', async () => {
    const { data } = await create({
      name: 'Weight',
      field_type: 'number',
      required: '1',
      instructions: null,
      number_support_decimal: true,
      minimum_value: 0.5,
      maximum_value: 200,
      default_integer: 1.5,
    });
    expect(data).toMatchObject({
      required: true,
      instructions: null,
      number_support_decimal: true,
      minimum_value: 0.5,
      maximum_value: 200,
      default_integer: 1.5,
    });
  });

  it.each([
    [{ field_type: 'text' }, 'name cannot be blank'],
    [{ name: null, field_type: null }, 'name cannot be blank; field_type cannot be blank'],
    [{ name: ' ', field_type: 'text' }, 'name cannot be blank'],
    [{ name: 'x'.repeat(50), field_type: 'text' }, 'name is too long (maximum is 49 characters)'],
    [{ name: 'Email', field_type: 'text' }, 'name is the name of a built-in field'],
    [{ name: 'confirm_time', field_type: 'text' }, 'name is the name of a built-in field'],
    [{ name: 'Data Source', field_type: 'text' }, 'name cannot begin with the word Data'],
    [{ name: 'Untyped' }, 'field_type cannot be blank'],
    [{ name: 'Wrong', field_type: 'colour' }, /^field_type must be one of text, text_multiline, number/],
    [{ name: 'Wrong', field_type: 'text', required: 'very' }, 'required must be true or false'],
    [
      { name: 'Wrong', field_type: 'text', minimum_length: 5, maximum_length: 4 },
      'minimum_length cannot be greater than maximum_length',
    ],
    [{ name: 'Wrong', field_type: 'number', default_integer: 1.5 }, /^default_integer must be a whole number/],
    [
      { name: 'Wrong', field_type: 'number', minimum_value: 2, maximum_value: 1 },
      'minimum_value cannot be greater than maximum_value',
    ],
    [{ name: 'Wrong', field_type: 'text_multiline', number_of_rows: 0 }, /^number_of_rows must be a whole number/],
    [{ name: 'Wrong', field_type: 'select_single_radio' }, 'options cannot be blank'],
    [{ name: 'Wrong', field_type: 'select_single_radio', options: [] }, 'options must have at least one option'],
    [{ name: 'Wrong', field_type: 'select_single_radio', options: 'Cats' }, 'options must be an array'],
    [{ name: 'Wrong', field_type: 'select_single_radio', options: [' '] }, 'options.0.name cannot be blank'],
    [{ name: 'Wrong', field_type: 'select_single_radio', options: [{}] }, 'options.0.name cannot be blank'],
    [{ name: 'Wrong', field_type: 'select_single_radio', options: [3] }, /^options\.0 /],
    [
      { name: 'Wrong', field_type: 'select_single_radio', options: ['Cats', 'cats'] },
      'options cannot have the same name twice',
    ],
    [{ field_type: 'boolean', default_boolean: 'x' }, 'name cannot be blank; default_boolean must be true or false'],
  ])('refuses to create %j', async (attributes, message) => {
    const answer = await create(attributes);
    expect(answer).toMatchObject({ success: false, data: null, error_code: 'validation_failed' });
    expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
  });

  it('allows names that only begin like the reserved word', async () => {
    expect((await create({ name: 'Database', field_type: 'text' })).success).toBe(true);
  });

  it('refuses a name that the list or the organization has, whatever its case', async () => {
    await create({ name: 'Street', field_type: 'text' });
    await create({ name: 'Country', field_type: 'text' }, '/custom_fields');
    for (const name of ['STREET', 'country']) {
      expect((await create({ name, field_type: 'date' })).error_message).toBe('name has already been taken');
    }
  });

  it('lets two lists have a field of the same name, which then cannot be global', async () => {
    const other = await addList();
    expect((await create({ name: 'Twice', field_type: 'text' })).success).toBe(true);
    expect((await create({ name: 'twice', field_type: 'text' }, `/mailing_lists/${other}/custom_fields`)).success).toBe(
      true,
    );
    const answer = await create({ name: 'Twice', field_type: 'text' }, '/custom_fields');
    expect(answer.error_message).toBe('name has already been taken');
  });

  it('creates one of two fields that are asked for under one name at once', async () => {
    const answers = await Promise.all([
      create({ name: 'Raced', field_type: 'text' }),
      create({ name: 'Raced', field_type: 'text' }, '/custom_fields'),
    ]);
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  });

  describe('lists', () => {
    let key: string;
    let list: string;
    const list_ = <Data = { name: string }[]>(query: string, path = list) =>
      api.call<Data>('GET', `${path}${query}`, undefined, key);
    const namesOf = async (query: string, path = list) => (await list_(query, path)).data.map(({ name }) => name);

    beforeAll(async () => {
      ({ key } = await api.addOrganization());
      list = `/mailing_lists/${await addList(key)}/custom_fields`;
      await create({ name: 'Zip', field_type: 'text' }, '/custom_fields', key);
      await create({ name: 'city', field_type: 'text' }, list, key);
      await create({ name: 'Area_51', field_type: 'text' }, list, key);
    });

    it('shows the fields of the list and the global ones by id, with paging keys', async () => {
      const answer = await list_('');
      expect(answer.data.map(({ name }) => name)).toEqual(['Zip', 'city', 'Area_51']);
      expect(answer).toMatchObject({ page: 0, per_page: 2000, num_records: 3, num_pages: 1 });
    });

    it('shows only global fields on the plain path', async () => {
      expect(await namesOf('', '/custom_fields')).toEqual(['Zip']);
    });

    it('orders by name ignoring case', async () => {
      expect(await namesOf('?order_by=name')).toEqual(['Area_51', 'city', 'Zip']);
    });

    it('filters by exact name and by part of it, ignoring case and taking wildcards literally', async () => {
      expect(await namesOf('?name=CITY')).toEqual(['city']);
      expect(await namesOf('?name=cit')).toEqual([]);
      expect(await namesOf('?name_contains=I')).toEqual(['Zip', 'city']);
      expect(await namesOf('?name_contains=_')).toEqual(['Area_51']);
      expect(await namesOf('?name_contains=%25')).toEqual([]);
    });

    it.each([
      ['order_by=age', 'invalid_request'],
      ['name=a&name=b', 'invalid_request'],
      ['name=%00', 'invalid_request'],
      ['page=-1', 'invalid_request'],
      ['page=one', 'invalid_request'],
      ['per_page=0', 'invalid_request'],
      ['per_page=1.5', 'invalid_request'],
      ['per_page=2001', 'requested_too_many'],
      ['page_token=x', 'invalid_request'],
    ])('answers %s with %s', async (query, code) => {
      expect(await list_(`?${query}`)).toMatchObject({ status: 200, success: false, data: null, error_code: code });
    });

    it('answers an empty page past the end', async () => {
      expect(await list_('?page=7&per_page=2')).toMatchObject({ data: [], page: 7, num_records: 3, num_pages: 2 });
      expect(await list_('?name=nobody')).toMatchObject({ data: [], num_records: 0, num_pages: 0 });
    });
  });

  it('shows one field, global or of a list, but none of another organization and none that is deleted', async () => {
    const { key } = await api.addOrganization();
    const { data } = await create({ name: 'Shown', field_type: 'text' });
    const path = `/custom_fields/${String(data.id)}`;
    expect((await api.call('GET', path)).data).toEqual(data);
    expect(await api.call('GET', path, undefined, key)).toMatchObject({ error_code: 'not_found' });
    await api.database.pool.query('update custom_fields set deleted_at = now() where id = $1', [data.id]);
    expect(await api.call('GET', path)).toMatchObject({
      error_code: 'not_found',
      error_message: 'custom field not found',
    });
    expect((await create({ name: 'Shown', field_type: 'text' })).success).toBe(true);
  });
});
