import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

interface Field {
  id: number;
  name: string;
  is_global: boolean;
  mailing_list_id: number | null;
  options: { id: number; name: string; index: number }[];
  deleted_at: string;
  dependencies: { type: string; id: number }[];
  [key: string]: unknown;
}

describe('custom fields that are there', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let listId: number;
  let onList: string;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    listId = await addList(api);
    onList = `/mailing_lists/${listId}/custom_fields`;
  });

  let names = 0;
  const create = async (attributes: object = {}, path = onList, key?: string) => {
    const custom_field = { name: `Field ${++names}`, field_type: 'text', ...attributes };
    return (await api.call<Field>('POST', path, { custom_field }, key)).data;
  };
  const update = (id: unknown, custom_field: unknown, path = onList, key?: string) =>
    api.call<Field>('PUT', `${path}/${String(id)}`, { custom_field }, key);
  const remove = (id: unknown, path = onList, key?: string) =>
    api.call<Field | null>('DELETE', `${path}/${String(id)}`, undefined, key);
  const promote = (body: unknown, key?: string) => api.call<Field>('POST', '/custom_fields/promote', body, key);
  const query = (text: string, values: unknown[]) => api.database.pool.query(text, values);

  describe('PUT /mailing_lists/:mailing_list_id/custom_fields/:id and PUT /custom_fields/:id', () => {
    it.each([
      ['of the list', () => onList],
      ['global', () => '/custom_fields'],
    ])('changes any subset of the attributes of a field %s and keeps the rest', async (_, path) => {
      const before = await create({ required: true, maximum_length: 9, default_string: 'x' }, path());
      const { data } = await update(before.id, { minimum_length: 2, instructions: 'Say it' }, path());
      expect(data).toEqual({ ...before, minimum_length: 2, instructions: 'Say it' });
      expect((await api.call('GET', `/custom_fields/${before.id}`)).data).toEqual(data);
    });

    it('takes null for the default of an attribute', async () => {
      const { id } = await create({ maximum_length: 9, interpolation_html_encode: false });
      expect((await update(id, { maximum_length: null, interpolation_html_encode: null })).data).toMatchObject({
        maximum_length: null,
        interpolation_html_encode: true,
      });
    });

    it('takes the name it has, in another case too, and the type it has', async () => {
      const { id } = await create({ name: 'Same' });
      expect((await update(id, { name: 'SAME', field_type: 'text' })).data.name).toBe('SAME');
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
      const { id, ...before } = await create({ maximum_length: 9 });
      if (message === 'name has already been taken') await create({ name: 'Taken' }, '/custom_fields');
      const answer = await update(id, attributes);
      expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'validation_failed' });
      expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
      expect((await api.call('GET', `/custom_fields/${id}`)).data).toMatchObject(before);
    });

    it('answers invalid_request to a missing wrapper key', async () => {
      const { id } = await create();
      expect(await api.call('PUT', `${onList}/${id}`, { name: 'x' })).toMatchObject({ error_code: 'invalid_request' });
      expect(await update(id, 'x')).toMatchObject({ error_code: 'invalid_request' });
    });

    it('number_support_decimal: once enabled it cannot be disabled', async () => {
      const { id } = await create({ field_type: 'number', minimum_value: 1 });
      expect((await update(id, { minimum_value: 0.5 })).error_message).toMatch(/^minimum_value must be a whole number/);
      expect((await update(id, { number_support_decimal: true, minimum_value: 0.5 })).success).toBe(true);
      expect(await update(id, { number_support_decimal: false })).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'number_support_decimal cannot be disabled',
      });
      expect((await update(id, { maximum_value: 0.75 })).data).toMatchObject({
        minimum_value: 0.5,
        maximum_value: 0.75,
      });
    });

    it('keeps required the alternate primary key of a list', async () => {
      const keyed = await addList(api);
      const { id } = await create({ required: true }, `/mailing_lists/${keyed}/custom_fields`);
      await query('update mailing_lists set primary_key_custom_field_id = $1 where id = $2', [id, keyed]);
      const answer = await update(id, { required: false }, `/mailing_lists/${keyed}/custom_fields`);
      expect(answer).toMatchObject({ error_code: 'validation_failed' });
    });
  });

  describe('options on update', () => {
    const select = (field_type = 'select_multiple_checkboxes') =>
      create({ field_type, options: ['Cats', 'Dogs', 'Owls'] });
    const shown = ({ options }: Field) => options.map(({ id, name, index }) => [id, name, index]);

    it('keep an id by its name ignoring case, rename by id, add, remove and reorder', async () => {
      const before = await select();
      const [cats, dogs] = before.options.map(({ id }) => id);
      const options = [{ name: 'Newts' }, { id: dogs, name: 'Hounds' }, 'CATS'];
      const { data } = await update(before.id, { options });
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
      await query(`insert into subscribers (mailing_list_id, key, email, custom_fields) values ($1, $2, $2, $3)`, [
        listId,
        `chooser${before.id}@example.com`,
        { [before.id]: [cats, dogs, owls] },
      ]);
      await update(before.id, { options: [{ id: owls, name: 'Birds' }, 'Cats'] });
      const { data } = await api.call<{ custom_fields: Record<string, { value: unknown }> }[]>(
        'GET',
        `/mailing_lists/${listId}/subscribers/chooser${before.id}@example.com`,
      );
      expect(data[0]?.custom_fields[before.name]?.value).toEqual(['Birds', 'Cats']);
    });

    it('stay when they are not sent', async () => {
      const before = await select();
      expect((await update(before.id, { instructions: 'x' })).data.options).toEqual(before.options);
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
      const answer = await update(id, { options });
      expect(answer).toMatchObject({ error_code: 'validation_failed' });
      expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
    });
  });

  describe('DELETE /mailing_lists/:mailing_list_id/custom_fields/:id and DELETE /custom_fields/:id', () => {
    it.each([
      ['of the list', () => onList],
      ['global', () => '/custom_fields'],
    ])('marks a field %s deleted, which frees its name', async (_, path) => {
      const { id, name } = await create({}, path());
      expect(await remove(id, path())).toMatchObject({ status: 200, success: true, data: null, error_code: null });
      expect(await api.call('GET', `/custom_fields/${id}`)).toMatchObject({ error_code: 'not_found' });
      expect(await remove(id, path())).toMatchObject({ error_code: 'not_found' });
      expect((await create({ name }, path())).name).toBe(name);
    });

    it('blocked by dependent records: validation_failed with data.dependencies', async () => {
      const keyed = await addList(api);
      const path = `/mailing_lists/${keyed}/custom_fields`;
      const { id } = await create({ required: true }, path);
      await query('update mailing_lists set primary_key_custom_field_id = $1 where id = $2', [id, keyed]);
      const clause = [{ type: 'any', clauses: [{ type: 'custom_field', custom_field_id: id, operator: 'is blank' }] }];
      const added = await query(
        `with segment as (
           insert into segments (mailing_list_id, name, clause) values ($1, 's', $2) returning id
         ), campaign as (
           insert into campaigns (organization_id, mailing_list_id, name, segmentation_criteria_id, state)
           select 1, $1, 'c', segment.id, state from segment, unnest(array['sending', 'finished']) state
           returning id, state
         ), template as (
           insert into campaign_templates (organization_id, mailing_list_id, name, segmentation_criteria_id)
           select 1, $1, 't', id from segment returning id
         ), autoresponder as (
           insert into autoresponders (mailing_list_id, name, trigger, segmentation_criteria_id)
           select $1, 'a', 'subscription', id from segment returning id
         )
         select segment.id as segment, campaign.id as campaign, template.id as template, autoresponder.id as autoresponder
         from segment, campaign, template, autoresponder where campaign.state = 'sending'`,
        [keyed, JSON.stringify(clause)],
      );
      const { segment, campaign, template, autoresponder } = added.rows[0];
      const answer = await remove(id, path);
      expect(answer).toMatchObject({ status: 200, success: false, error_code: 'validation_failed' });
      expect(answer.data).toEqual({
        dependencies: [
          { type: 'mailing_list', id: keyed },
          { type: 'segmentation_criteria', id: segment },
          { type: 'campaign', id: campaign },
          { type: 'autoresponder', id: autoresponder },
          { type: 'campaign/template', id: template },
        ],
      });
      expect((await api.call('GET', `/custom_fields/${id}`)).success).toBe(true);
    });
  });

  it.each(['PUT', 'DELETE'] as const)('%s on the wrong path or by a stranger answers not_found', async (method) => {
    const local = await create();
    const global = await create({}, '/custom_fields');
    const elsewhere = `/mailing_lists/${await addList(api)}/custom_fields`;
    const call = (path: string, key?: string) => api.call(method, path, { custom_field: { instructions: 'x' } }, key);
    for (const path of [
      `/custom_fields/${local.id}`,
      `${elsewhere}/${local.id}`,
      `${onList}/${global.id}`,
      '/custom_fields/999999',
      '/custom_fields/x',
      `${onList}/0`,
    ]) {
      expect(await call(path)).toMatchObject({ status: 200, data: null, error_code: 'not_found' });
    }
    for (const path of [`/custom_fields/${global.id}`, `${onList}/${local.id}`]) {
      expect(await call(path, other.key)).toMatchObject({ error_code: 'not_found' });
    }
    const theirs = await create({}, '/custom_fields', other.key);
    expect((await call(`/custom_fields/${theirs.id}`)).success).toBe(true);
  });

  describe('POST /custom_fields/promote', () => {
    it.each(['promote', 'custom_field_promoter'])('makes a list field global, wrapped in %s', async (wrapper) => {
      const before = await create();
      const { data } = await promote({ [wrapper]: { custom_field_id: before.id } });
      expect(data).toEqual({ ...before, is_global: true, mailing_list_id: null });
      expect((await update(before.id, { instructions: 'x' }, '/custom_fields')).success).toBe(true);
    });

    it('a name that is not unique across the organization is refused', async () => {
      const { id } = await create({ name: 'Everywhere' });
      await create({ name: 'everywhere' }, `/mailing_lists/${await addList(api)}/custom_fields`);
      expect(await promote({ promote: { custom_field_id: id } })).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'name has already been taken',
      });
    });

    it('a field that is global already is refused', async () => {
      const { id } = await create({}, '/custom_fields');
      expect(await promote({ promote: { custom_field_id: id } })).toMatchObject({ error_code: 'validation_failed' });
    });

    it.each([
      [{}, 'invalid_request'],
      [{ promote: 3 }, 'invalid_request'],
      [{ promote: {} }, 'validation_failed'],
      [{ promote: { custom_field_id: 'x' } }, 'validation_failed'],
      [{ promote: { custom_field_id: 999_999 } }, 'not_found'],
    ])('answers %j with %s', async (body, error_code) => {
      expect(await promote(body)).toMatchObject({ status: 200, data: null, error_code });
    });

    it("answers not_found to another organization's field", async () => {
      const { id } = await create();
      expect(await promote({ promote: { custom_field_id: id } }, other.key)).toMatchObject({ error_code: 'not_found' });
    });
  });

  describe('GET /mailing_lists/:mailing_list_id/custom_fields/deleted and GET /custom_fields/deleted', () => {
    it('show the deleted fields, each with deleted_at, with paging keys and a page size of 2000', async () => {
      const { id: organizationId, key } = await api.addOrganization({ timeZone: 'Europe/Berlin' });
      const path = `/mailing_lists/${await addList(api, {}, key)}/custom_fields`;
      await create({ name: 'Kept' }, path, key);
      const local = await create({ name: 'b', required: true }, path, key);
      const global = await create({ name: 'A' }, '/custom_fields', key);
      await remove(local.id, path, key);
      await remove(global.id, '/custom_fields', key);
      await query(
        `update custom_fields set deleted_at = '2024-07-01T12:00:00Z' where organization_id = $1 and deleted_at is not null`,
        [organizationId],
      );

      const list = (at: string) => api.call<Field[]>('GET', at, undefined, key);
      const answer = await list(`${path}/deleted`);
      expect(answer).toMatchObject({ page: 0, per_page: 2000, num_records: 2, num_pages: 1 });
      expect(answer.data).toEqual([
        { ...local, deleted_at: '2024-07-01T14:00:00+02:00' },
        { ...global, deleted_at: '2024-07-01T14:00:00+02:00' },
      ]);
      expect((await list('/custom_fields/deleted')).data.map(({ name }) => name)).toEqual(['A']);
      expect((await list(`${path}/deleted?order_by=name`)).data.map(({ name }) => name)).toEqual(['A', 'b']);
      expect((await list(`${path}/deleted?name=B`)).data.map(({ name }) => name)).toEqual(['b']);
      expect((await list(`${path}/deleted?per_page=2001`)).error_code).toBe('requested_too_many');
      expect((await list(`${path}/deleted?order_by=x`)).error_code).toBe('invalid_request');
      expect((await api.call('GET', `${path}/deleted`, undefined, other.key)).error_code).toBe('not_found');
    });
  });
});
