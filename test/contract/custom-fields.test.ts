import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { addList } from '../api/support/import-rows.ts';
import { failed, onePage, TIME } from './support.ts';
import type { Row } from './support.ts';

const TEXT = {
  default_string: 'x',
  minimum_length: 1,
  maximum_length: 9,
  interpolation_html_encode: false,
  interpolation_url_encode: false,
};
const OPTIONS = { options: [{ name: 'Cats' }, { name: 'Dogs' }] };

/** Every type with each of its own attributes, none at its default. */
const ATTRIBUTES: Record<string, Row> = {
  text: TEXT,
  text_multiline: { ...TEXT, number_of_rows: 7, interpolation_html_newlines: false },
  number: { default_integer: 2.5, number_support_decimal: true, minimum_value: 0.5, maximum_value: 9.5 },
  date: {},
  day_of_year: {},
  select_single_dropdown: OPTIONS,
  select_single_radio: OPTIONS,
  select_multiple_checkboxes: OPTIONS,
  boolean: { default_boolean: true },
};

describe('custom fields', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    listId = await addList(api, {}, own.key);
  });

  let names = 0;
  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    api.call<Data>(method, path, body, own.key);
  const ofList = (path = '') => `/mailing_lists/${listId}/custom_fields${path}`;
  const global = (path = '') => `/custom_fields${path}`;
  const create = (place: string, attributes: Row = {}) => {
    const custom_field = { name: `F${++names}`, field_type: 'text', ...attributes };
    return call('POST', place, { custom_field });
  };
  const idOf = async (place: string, attributes?: Row) => (await create(place, attributes)).data.id as number;
  const listed = async (path: string) => (await call<Row[]>('GET', path)).data.map(({ name }) => name as string);

  describe.each([
    ['POST /mailing_lists/:mailing_list_id/custom_fields', ofList],
    ['POST /custom_fields', global],
  ] as const)('%s', (_, place) => {
    it.each(Object.entries(ATTRIBUTES))('answers the record of a field of the type %s', async (field_type, own) => {
      const common = { name: `${field_type} ${++names}`, field_type, required: true, instructions: 'Say.' };
      const { status, data } = await create(place(), { ...common, ...own });
      expect(status).toBe(200);
      const isGlobal = place === global;
      expect(data).toEqual({
        id: data.id,
        is_global: isGlobal,
        mailing_list_id: isGlobal ? null : listId,
        ...common,
        ...own,
        ...('options' in own && {
          options: own.options.map(({ name }: Row, at: number) => ({ name, id: expect.any(Number), index: at + 1 })),
        }),
      });
    });

    it('does not take id and is_global from the body', async () => {
      const { data } = await create(place(), { id: 999_999, is_global: 'x' });
      expect(data).toMatchObject({ is_global: place === global });
      expect(data.id).not.toBe(999_999);
    });

    it.each([{ name: null }, { field_type: 'file' }, { field_type: null }, { minimum_length: 5, maximum_length: 4 }])(
      'refuses %j',
      async (attributes) => expect(await create(place(), attributes)).toMatchObject(failed('validation_failed')),
    );
  });

  describe('listings', () => {
    let other: { id: number; key: string };
    let otherList: number;
    const names = async (path: string) =>
      (await api.call<Row[]>('GET', path, undefined, other.key)).data.map(({ name }) => name as string);
    beforeAll(async () => {
      other = await api.addOrganization();
      otherList = await addList(api, {}, other.key);
      const add = async (place: string, name: string) => {
        const custom_field = { name, field_type: 'date' };
        return (await api.call('POST', place, { custom_field }, other.key)).data.id;
      };
      for (const place of ['/custom_fields', `/mailing_lists/${otherList}/custom_fields`]) {
        const of = place === '/custom_fields' ? 'global' : 'list';
        for (const name of [`Z ${of}`, `a ${of}`]) await add(place, name);
        for (const name of [`Y ${of}`, `b ${of}`]) {
          await api.call('DELETE', `${place}/${String(await add(place, name))}`, undefined, other.key);
        }
      }
    });

    describe.each([
      ['GET /mailing_lists/:mailing_list_id/custom_fields', true, ''],
      ['GET /custom_fields', false, ''],
      ['GET /mailing_lists/:mailing_list_id/custom_fields/deleted', true, '/deleted'],
      ['GET /custom_fields/deleted', false, '/deleted'],
    ] as const)('%s', (_, isOfList, deleted) => {
      const path = (query = '') => (isOfList ? `/mailing_lists/${otherList}` : '') + `/custom_fields${deleted}${query}`;
      const [last, first] = deleted ? ['Y', 'b'] : ['Z', 'a'];
      const globals = [`${last} global`, `${first} global`];
      const expected = isOfList ? [...globals, `${last} list`, `${first} list`] : globals;

      it('answers the fields that apply, by id, 2000 to a page', async () => {
        expect(await names(path())).toEqual(expected);
        const answer = await api.call<Row[]>('GET', path(), undefined, other.key);
        expect(answer).toMatchObject({ status: 200, ...onePage(expected.length, 2000) });
        const deletedAt = deleted ? { deleted_at: TIME } : {};
        expect(answer.data[0]).toEqual({
          id: expect.any(Number),
          is_global: true,
          mailing_list_id: null,
          name: globals[0],
          field_type: 'date',
          required: false,
          instructions: '',
          ...deletedAt,
        });
      });

      it('takes name, name_contains and order_by', async () => {
        expect(await names(path(`?name=${globals[1]!.toUpperCase().replace(' ', '+')}`))).toEqual([globals[1]]);
        expect(await names(path('?name_contains=GLOB'))).toEqual(globals);
        expect(await names(path('?order_by=name&name_contains=glob'))).toEqual(globals.toReversed());
        const answer = await api.call('GET', path('?order_by=type'), undefined, other.key);
        expect(answer).toMatchObject(failed('invalid_request'));
      });
    });
  });

  it('GET /custom_fields/:id', async () => {
    for (const place of [ofList(), global()]) {
      const { data } = await create(place);
      expect((await call('GET', `/custom_fields/${data.id}`)).data).toEqual(data);
      const other = await api.addOrganization();
      expect(await api.call('GET', `/custom_fields/${data.id}`, undefined, other.key)).toMatchObject(
        failed('not_found'),
      );
    }
  });

  describe.each([
    ['PUT /mailing_lists/:mailing_list_id/custom_fields/:id', ofList, global],
    ['PUT /custom_fields/:id', global, ofList],
  ] as const)('%s', (_, place, wrongPlace) => {
    it.each(Object.entries(ATTRIBUTES))('changes what is sent of the type %s', async (field_type, own) => {
      const start = field_type.startsWith('select') ? OPTIONS : {};
      const { data } = await create(place(), { field_type, ...start });
      const put = (custom_field: Row) => call('PUT', place(`/${data.id}`), { custom_field });
      expect((await put({ instructions: 'Say.' })).data).toEqual({ ...data, instructions: 'Say.' });
      const plain = 'options' in own ? {} : own;
      expect((await put({ required: true, ...plain })).data).toMatchObject({
        name: data.name,
        required: true,
        ...plain,
      });
      expect(await put({ field_type: field_type === 'date' ? 'text' : 'date' })).toMatchObject(
        failed('validation_failed'),
      );
    });

    it('does not take decimals away from a number', async () => {
      const id = await idOf(place(), { field_type: 'number', number_support_decimal: true });
      const answer = await call('PUT', place(`/${id}`), { custom_field: { number_support_decimal: false } });
      expect(answer).toMatchObject(failed('validation_failed'));
    });

    it('is not the place of the other fields', async () => {
      const id = await idOf(wrongPlace());
      expect(await call('PUT', place(`/${id}`), { custom_field: { name: 'x' } })).toMatchObject(failed('not_found'));
    });
  });

  describe.each([
    ['DELETE /mailing_lists/:mailing_list_id/custom_fields/:id', ofList],
    ['DELETE /custom_fields/:id', global],
  ] as const)('%s', (_, place) => {
    it('answers an empty success; the field is listed as deleted only', async () => {
      const { name, id } = (await create(place())).data;
      expect(await call('DELETE', place(`/${id}`))).toMatchObject({ status: 200, success: true, data: null });
      expect(await listed(place())).not.toContain(name);
      expect(await listed(place('/deleted'))).toContain(name);
      expect(await call('DELETE', place(`/${id}`))).toMatchObject(failed('not_found'));
    });

    it('names the records that depend on the field', async () => {
      const id = await idOf(place());
      const clause = [{ type: 'custom_field', custom_field: { id }, operator: 'is blank' }];
      const segmentation_criteria = { name: `Blank ${id}`, clause };
      const segment = await call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria });
      expect(await call('DELETE', place(`/${id}`))).toMatchObject({
        ...failed('validation_failed'),
        data: { dependencies: [{ type: 'segmentation_criteria', id: segment.data.id }] },
      });
    });
  });

  it('POST /custom_fields/promote', async () => {
    const promote = (custom_field_id: unknown) =>
      call('POST', '/custom_fields/promote', { promote: { custom_field_id } });
    const { data } = await create(ofList());
    expect(await promote(data.id)).toMatchObject({
      status: 200,
      data: { ...data, is_global: true, mailing_list_id: null },
    });
    expect(await listed(global())).toContain(data.name);
    const twins = [await addList(api, {}, own.key), await addList(api, {}, own.key)];
    const [twin] = await Promise.all(twins.map((id) => idOf(`/mailing_lists/${id}/custom_fields`, { name: 'Twin' })));
    expect(await promote(twin)).toMatchObject(failed('validation_failed'));
    expect(await promote(999_999)).toMatchObject(failed('not_found'));
  });
});
