import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { failed, TIME } from './support.ts';
import type { Row } from './support.ts';
import { BY_DEFAULT } from '../support/mailing-list-defaults.ts';

/** Every attribute that a request may carry and an answer shows as it was sent, none at its default. */
const GIVEN = {
  d_from_email: 'news@example.com',
  d_from_name: 'News',
  d_reply_to: 'reply@example.com',
  d_virtual_mta: 'Fast',
  d_url_domain: 'links.example.com',
  d_speed: 500,
  d_sender_email: 'sender@example.com',
  d_bounce_email: 'bounces@example.com',
  d_autowinner_enabled: true,
  d_autowinner_percentage: '25.5',
  d_autowinner_delay_amount: 30,
  d_autowinner_delay_unit: 'minutes',
  d_autowinner_metric: 'opens_unique',
  has_format: true,
  has_confirmed: true,
  custom_headers_enabled: true,
  custom_headers: 'X-News: yes',
  google_analytics: {
    enabled: true,
    tracking_id: 'G-1',
    source: 'news',
    restrict_to_domain_list: true,
    domain_list: ['example.com'],
  },
};

describe('mailing lists', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let seeds: Row[];
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    const addSeeds = async (name: string) => (await call('POST', '/seed_lists', { seed_list: { name } })).data;
    seeds = [await addSeeds('Office'), await addSeeds('Home')].map(({ id, name }) => ({ id, name }));
    await api.database.pool.query(`insert into database_connections (name) values ('Warehouse'), ('Shop')`);
  });

  let names = 0;
  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, key = own.key) =>
    api.call<Data>(method, path, body, key);
  const create = (attributes: Row = {}, key?: string) =>
    call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}`, ...attributes } }, key);
  const update = (id: unknown, mailing_list: Row, key?: string) =>
    call('PUT', `/mailing_lists/${String(id)}`, { mailing_list }, key);

  /** Attributes that are returned in addition to those sent: the ids of the named records. */
  const ids = {
    d_virtual_mta_id: expect.any(Number),
    d_url_domain_id: expect.any(Number),
    d_bounce_email_id: expect.stringMatching(/^\d+@\d+$/),
  };
  const shared = () => [
    { d_seed_list_ids: seeds.map(({ id }) => id as number) },
    { d_seed_list_names: seeds.map(({ name }) => name as string) },
  ];
  const both = () => ({ ...shared()[0], ...shared()[1] });

  it('GET /mailing_lists', async () => {
    const other = await api.addOrganization();
    const records = [(await create({}, other.key)).data, (await create(GIVEN, other.key)).data];
    const { status, data, ...rest } = await call('GET', '/mailing_lists', undefined, other.key);
    expect({ status, data }).toEqual({ status: 200, data: records });
    expect(rest).toEqual({ success: true, error_code: null, error_message: null });
  });

  describe('POST /mailing_lists', () => {
    it('needs a name only', async () => {
      const { status, data } = await create({ name: 'Plain' });
      expect({ status, data }).toEqual({ status: 200, data: { id: data.id, name: 'Plain', ...BY_DEFAULT } });
      expect(await create({ name: null })).toMatchObject(failed('validation_failed'));
    });

    it('takes every attribute', async () => {
      const { data } = await create({ ...GIVEN, name: 'Full', ...shared()[0] });
      expect(data).toEqual({ ...BY_DEFAULT, ...GIVEN, id: data.id, name: 'Full', ...ids, d_seed_lists: seeds });
    });

    it('takes seed lists by ids or by names, not by both', async () => {
      for (const attributes of shared()) expect((await create(attributes)).data.d_seed_lists).toEqual(seeds);
      expect(await create(both())).toMatchObject(failed('invalid_request'));
    });

    it('takes an autowinner percentage as integer, float or string', async () => {
      for (const [sent, shown] of [
        [25, '25.0'],
        [25.25, '25.25'],
        ['94.85', '94.85'],
      ]) {
        const { data } = await create({ ...GIVEN, d_autowinner_percentage: sent });
        expect(data.d_autowinner_percentage).toBe(shown);
      }
    });

    it('makes a list remote with exactly one connection, on the System Organization only', async () => {
      const remote = { is_remote_list: true, database_connection_name: 'Warehouse' };
      const { data } = await create(remote, api.admin);
      expect(data).toMatchObject({ ...remote, database_connection_id: expect.any(Number) });
      expect(await create({ is_remote_list: true }, api.admin)).toMatchObject(failed('validation_failed'));
      const two = { ...remote, database_connection_id: data.database_connection_id };
      expect(await create(two, api.admin)).toMatchObject(failed('invalid_request'));
      expect(await create(remote)).toMatchObject(failed('validation_failed'));
    });
  });

  describe('PUT /mailing_lists/:mailing_list_id', () => {
    it('changes what is sent and keeps the rest', async () => {
      const { data } = await create();
      const changed = await update(data.id, { ...GIVEN, ...shared()[1] });
      expect(changed).toMatchObject({ status: 200, data: { ...data, ...GIVEN, ...ids, d_seed_lists: seeds } });
      expect((await update(data.id, { d_speed: 7 })).data).toEqual({ ...changed.data, d_speed: 7 });
      expect(await update(data.id, both())).toMatchObject(failed('invalid_request'));
    });

    it('takes a custom field as the alternate primary key', async () => {
      const { id } = (await create()).data;
      const custom_field = { name: 'Member', field_type: 'text', required: true };
      const field = await call('POST', `/mailing_lists/${id}/custom_fields`, { custom_field });
      const changed = await update(id, { primary_key_custom_field_id: field.data.id });
      expect(changed.data.primary_key_custom_field_id).toBe(field.data.id);
    });

    it('merges preview data', async () => {
      const { id } = (await create()).data;
      for (const [name, field_type] of [
        ['City', 'text'],
        ['Age', 'number'],
      ]) {
        await call('POST', `/mailing_lists/${id}/custom_fields`, { custom_field: { name, field_type } });
      }
      await update(id, { preview_custom_field_data: { City: 'Oslo', Age: 40 } });
      const { data } = await update(id, { preview_custom_field_data: { City: 'Bergen' } });
      expect(data.preview_custom_field_data).toEqual({
        City: { name: 'City', type: 'text', value: 'Bergen' },
        Age: { name: 'Age', type: 'number', value: 40 },
      });
    });

    it('takes another connection for a list that was created as remote', async () => {
      const { id } = (await create({ is_remote_list: true, database_connection_name: 'Shop' }, api.admin)).data;
      const connection = { database_connection_name: 'Warehouse' };
      expect((await update(id, connection, api.admin)).data).toMatchObject(connection);
      const two = { ...connection, database_connection_id: 1 };
      expect(await update(id, two, api.admin)).toMatchObject(failed('invalid_request'));
      expect(await update((await create()).data.id, connection)).toMatchObject(failed('validation_failed'));
    });
  });

  it('GET /mailing_lists/:mailing_list_id/delete_confirmation_code', async () => {
    const { id } = (await create()).data;
    const { status, data } = await call('GET', `/mailing_lists/${id}/delete_confirmation_code`);
    expect(status).toBe(200);
    expect(data).toEqual({
      delete_confirmation_code: expect.stringMatching(/^\S+$/),
      delete_confirmation_expires_at: TIME,
    });
    expect(await call('GET', '/mailing_lists/999999/delete_confirmation_code')).toMatchObject(failed('not_found'));
  });

  it('DELETE /mailing_lists/:mailing_list_id/confirmed/:delete_confirmation_code', async () => {
    const { id } = (await create()).data;
    const { data } = await call('GET', `/mailing_lists/${id}/delete_confirmation_code`);
    const remove = (code: string) => call('DELETE', `/mailing_lists/${id}/confirmed/${code}`);
    expect(await remove('0'.repeat(40))).toMatchObject(failed('invalid_request'));
    expect(await remove(data.delete_confirmation_code)).toMatchObject({ status: 200, success: true, data: null });
    const lists = await call<Row[]>('GET', '/mailing_lists');
    expect(lists.data.map((list) => list.id as number)).not.toContain(id);
    expect(await remove(data.delete_confirmation_code)).toMatchObject(failed('not_found'));
  });
});
