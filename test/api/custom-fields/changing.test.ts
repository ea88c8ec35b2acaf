import { beforeAll, describe, expect, it } from 'vitest';
import { addList } from '../support/import-rows.ts';
import { buildFieldApi } from './support.ts';
import type { Field, FieldApi } from './support.ts';

describe('custom fields that are there', () => {
  let api: FieldApi;
  beforeAll(async () => {
    api = await buildFieldApi();
  });

  describe('PUT /mailing_lists/:mailing_list_id/custom_fields/:id and PUT /custom_fields/:id', () => {
    it.each([
      ['of the list', () => api.onList],
      ['global', () => '/custom_fields'],
    ])('changes any subset of the attributes of a field %s and keeps the rest', async (_, path) => {
      const before = await api.create({ required: true, maximum_length: 9, default_string: 'x' }, path());
      const { data } = await api.update(before.id, { minimum_length: 2, instructions: 'Say it' }, path());
      expect(data).toEqual({ ...before, minimum_length: 2, instructions: 'Say it' });
      expect((await api.call('GET', `/custom_fields/${before.id}`)).data).toEqual(data);
    });

    it('takes null for the default of an attribute', async () => {
      const { id } = await api.create({ maximum_length: 9, interpolation_html_encode: false });
      expect((await api.update(id, { maximum_length: null, interpolation_html_encode: null })).data).toMatchObject({
        maximum_length: null,
        interpolation_html_encode: true,
      });
    });

    it('takes the name it has, in another case too, and the type it has', async () => {
      const { id } = await api.create({ name: 'Same' });
      expect((await api.update(id, { name: 'SAME', field_type: 'text' })).data.name).toBe('SAME');
    });

    it.each([
      [{ name: null }, 'name cannot be blank'],
      [{ name: 'x'.repeat(50) }, 'name is too long (maximum is 49 characters)'],
      [{ name: 'TAKEN' }, 'name has already been taken'],
      [{ name: 'subscribe_ip' }, 'name is the name of a built-in field'],
      [{ field_type: 'number' }, 'field_type cannot be changed'],
      [{ field_type: 'colour' }, /^field_type must be one of/],
      [{ required: 'very' }, 'required must be true or false'],
      [{ minimum_length: 10 }, 'minimum_length cannot be greater than maximum_length'],
      [{ maximum_length: 'x' }, /^maximum_length must be a whole number/],
    ])('refuses %j', async (attributes, message) => {
      const { id, ...before } = await api.create({ maximum_length: 9 });
      if (message === 'name has already been taken') await api.create({ name: 'Taken' }, '/custom_fields');
      const answer = await api.update(id, attributes);
      expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'validation_failed' });
      expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
      expect((await api.call('GET', `/custom_fields/${id}`)).data).toMatchObject(before);
    });

    it('answers invalid_request to a missing wrapper key', async () => {
      const { id } = await api.create();
      expect(await api.call('PUT', `${api.onList}/${id}`, { nonsense: 'x' })).toMatchObject({
        error_code: 'invalid_request',
      });
      expect(await api.update(id, 'x')).toMatchObject({ error_code: 'invalid_request' });
    });

    it('number_support_decimal: once enabled it cannot be disabled', async () => {
      const { id } = await api.create({ field_type: 'number', minimum_value: 1 });
      expect((await api.update(id, { minimum_value: 0.5 })).error_message).toMatch(
        /^minimum_value must be a whole number/,
      );
      expect((await api.update(id, { number_support_decimal: true, minimum_value: 0.5 })).success).toBe(true);
      expect(await api.update(id, { number_support_decimal: false })).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'number_support_decimal cannot be disabled',
      });
      expect((await api.update(id, { maximum_value: 0.75 })).data).toMatchObject({
        minimum_value: 0.5,
        maximum_value: 0.75,
      });
    });

    it('keeps required the alternate primary key of a list', async () => {
      const keyed = await addList(api);
      const { id } = await api.create({ required: true }, `/mailing_lists/${keyed}/custom_fields`);
      await api.database.pool.query('update mailing_lists set primary_key_custom_field_id = $1 where id = $2', [
        id,
        keyed,
      ]);
      const answer = await api.update(id, { required: false }, `/mailing_lists/${keyed}/custom_fields`);
      expect(answer).toMatchObject({ error_code: 'validation_failed' });
    });
  });

  describe('options on update', () => {
    const select = (field_type = 'select_multiple_checkboxes') =>
      api.create({ field_type, options: ['Cats', 'Dogs', 'Owls'] });
    const shown = ({ options }: Field) => options.map(({ id, name, index }) => [id, name, index]);

    it('keep an id by its name ignoring case, rename by id, add, remove and reorder', async () => {
      const before = await select();
      const [cats, dogs] = before.options.map(({ id }) => id);
      const options = [{ name: 'Newts' }, { id: dogs, name: 'Hounds' }, 'CATS'];
      const { data } = await api.update(before.id, { options });
      const [newts = 0] = data.options.map(({ id }) => id);
      expect(shown(data)).toEqual([
        [newts, 'Newts', 1],
        [dogs, 'Hounds', 2],
        [cats, 'CATS', 3],
      ]);
      expect(newts).toBeGreaterThan(before.options[2]?.id ?? Infinity);
    });

    it('take away a choice from the subscribers who had made it, and follow a new name', async () => {
      const before = await select();
      const [cats, dogs, owls] = before.options.map(({ id }) => id);
      await api.database.pool.query(
        `insert into subscribers (mailing_list_id, key, email, custom_fields) values ($1, $2, $2, $3)`,
        [api.listId, `chooser${before.id}@example.com`, { [before.id]: [cats, dogs, owls] }],
      );
      await api.update(before.id, { options: [{ id: owls, name: 'Birds' }, 'Cats'] });
      const { data } = await api.call<{ custom_fields: Record<string, { value: unknown }> }[]>(
        'GET',
        `/mailing_lists/${api.listId}/subscribers/chooser${before.id}@example.com`,
      );
      expect(data[0]?.custom_fields[before.name]?.value).toEqual(['Birds', 'Cats']);
    });

    it('stay when they are not sent', async () => {
      const before = await select();
      expect((await api.update(before.id, { instructions: 'x' })).data.options).toEqual(before.options);
    });

    it.each([
      [null, 'options cannot be blank'],
      [[], 'options must have at least one option'],
      [['a', 'A'], 'options cannot have the same name twice'],
      [[{ id: 999_999, name: 'x' }], 'options has an unknown id: 999999'],
      [[{ id: 'x', name: 'x' }], /^options\.0\.id must be a whole number/],
      [[{ name: 'x'.repeat(256) }], /^options\.0\.name is too long/],
      [[' '], 'options.0.name cannot be blank'],
    ])('refuse %j', async (options, message) => {
      const { id } = await select('select_single_radio');
      const answer = await api.update(id, { options });
      expect(answer).toMatchObject({ error_code: 'validation_failed' });
      expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
    });
  });

  it.each(['PUT', 'DELETE'] as const)('%s on the wrong path or by a stranger answers not_found', async (method) => {
    const local = await api.create();
    const global = await api.create({}, '/custom_fields');
    const elsewhere = `/mailing_lists/${await addList(api)}/custom_fields`;
    const call = (path: string, key?: string) => api.call(method, path, { custom_field: { instructions: 'x' } }, key);
    for (const path of [
      `/custom_fields/${local.id}`,
      `${elsewhere}/${local.id}`,
      `${api.onList}/${global.id}`,
      '/custom_fields/999999',
      '/custom_fields/x',
      `${api.onList}/0`,
    ]) {
      expect(await call(path)).toMatchObject({ status: 200, data: null, error_code: 'not_found' });
    }
    for (const path of [`/custom_fields/${global.id}`, `${api.onList}/${local.id}`]) {
      expect(await call(path, api.other.key)).toMatchObject({ error_code: 'not_found' });
    }
    const theirs = await api.create({}, '/custom_fields', api.other.key);
    expect((await call(`/custom_fields/${theirs.id}`)).success).toBe(true);
  });
});
