import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { createImport } from '../api/support/import-rows.ts';
import { storedSourceKey } from '../support/file-owner.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

const MEGABYTE = 1_000_000;

describe('limits', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
  });

  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Row) =>
    api.call<Data>(method, path, body);
  const refused = failed('validation_failed');

  it('limit: page size of imports', async () => {
    for (const path of ['/subscriber_imports', `/mailing_lists/${listId}/subscriber_imports`]) {
      expect(await call('GET', path)).toMatchObject({ page: 0, per_page: 100 });
      expect(await call('GET', `${path}?per_page=500`)).toMatchObject({ success: true, per_page: 500 });
      expect(await call('GET', `${path}?per_page=501`)).toMatchObject(failed('requested_too_many'));
      expect(await call('GET', `${path}?page=-1`)).toMatchObject(failed('invalid_request'));
    }
  });

  it('limit: default page size', async () => {
    const lists = [
      ...[
        '/custom_fields',
        '/custom_fields/deleted',
        '/segments',
        '/users',
        '/seed_lists',
        '/jobs/all',
        '/jobs/unfinished',
      ],
      ...['custom_fields', 'custom_fields/deleted', 'segments'].map((name) => `/mailing_lists/${listId}/${name}`),
    ];
    for (const path of lists) expect(await call('GET', path)).toMatchObject({ success: true, page: 0, per_page: 2000 });
  });

  it('limit: subscribers in one detail request', async () => {
    const id = await api.add(listId, { email: 'ann@example.com' });
    const names = (count: number) =>
      Array.from({ length: count }, (_, at) => (at % 2 ? `p${at}%40example.com` : id)).join(',');
    const path = `/mailing_lists/${listId}/subscribers`;
    expect((await call('GET', `${path}/${names(100)}`)).data).toHaveLength(1);
    expect(await call('GET', `${path}/${names(101)}`)).toMatchObject(failed('requested_too_many'));
  });

  it('limit: inline CSV', async () => {
    const line = 'somebody@example.com\n';
    const content = line.repeat(Math.ceil((10 * MEGABYTE) / line.length));
    const { success, data } = await createImport(api, listId, { file_source: { type: 'json', content } });
    expect(success).toBe(true);
    expect(await api.app.files.size(await storedSourceKey(api.database.pool, data.id))).toBe(content.length);
  });

  it('limit: validity of a delete confirmation code', async () => {
    const list = await api.addList();
    const asked = Date.now();
    const { data } = await call('GET', `/mailing_lists/${list}/delete_confirmation_code`);
    const expires = Date.parse(data.delete_confirmation_expires_at as string);
    expect(expires).toBeGreaterThanOrEqual(asked + 120_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 121_000);
    await api.database.pool.query('update list_deletion_codes set expires_at = now() where mailing_list_id = $1', [
      list,
    ]);
    const path = `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code as string}`;
    expect(await call('DELETE', path)).toMatchObject(failed('invalid_request'));
  });

  it('limit: subscribers removed by one delete by email', async () => {
    const keyed = await api.addKeyedList();
    const ids: number[] = [];
    for (let member = 0; member < 11; member++) {
      ids.push(await api.add(keyed, { email: 'twin@example.com', custom_fields: { Member: `m${member}` } }));
    }
    const remove = async () => (await call('DELETE', `/mailing_lists/${keyed}/subscribers/twin%40example.com`)).data;
    expect(await remove()).toEqual({ subscriber_ids_removed: ids.slice(0, 10), more_remaining: true });
    expect(await remove()).toEqual({ subscriber_ids_removed: ids.slice(10), more_remaining: false });
  });

  it('limit: name of an API key', async () => {
    const create = (name: string) => call('POST', '/api_keys', { api_key: { name } });
    expect((await create('n')).success).toBe(true);
    expect((await create('n'.repeat(100))).success).toBe(true);
    for (const name of ['', 'n'.repeat(101)]) expect(await create(name)).toMatchObject(refused);
  });

  const USER = { active: true, role: 'standard', password1: 'correct horse', password2: 'correct horse' };
  const createUser = (attributes: Row) => {
    const email = `u${++users}@example.com`;
    return call('POST', '/users', { user: { ...USER, full_name: 'Ann', email, ...attributes } });
  };
  let users = 0;

  it('limit: full_name of a user', async () => {
    expect((await createUser({ full_name: 'n'.repeat(100) })).success).toBe(true);
    expect(await createUser({ full_name: 'n'.repeat(101) })).toMatchObject(refused);
  });

  it('limit: default_preview_recipients', async () => {
    const recipients = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`);
    expect((await createUser({ default_preview_recipients: recipients(100) })).success).toBe(true);
    expect(await createUser({ default_preview_recipients: recipients(101) })).toMatchObject(refused);
  });

  it('limit: decimals of d_autowinner_percentage', async () => {
    const autowinner = (prefix: string, percentage: unknown) => ({
      [`${prefix}autowinner_enabled`]: true,
      [`${prefix}autowinner_percentage`]: percentage,
      [`${prefix}autowinner_delay_amount`]: 1,
      [`${prefix}autowinner_delay_unit`]: 'hours',
      [`${prefix}autowinner_metric`]: 'opens_unique',
    });
    const create = async (percentage: unknown) => {
      const mailing_list = { name: `List ${String(percentage)}`, ...autowinner('d_', percentage) };
      const campaign = { name: 'Template', dispatch_attributes: autowinner('', percentage) };
      return [
        await call('POST', '/mailing_lists', { mailing_list }),
        await call('POST', `/mailing_lists/${listId}/templates`, { campaign }),
      ];
    };
    for (const percentage of ['94.85', 94.5, 94]) {
      for (const answer of await create(percentage)) expect(answer).toMatchObject({ success: true });
    }
    for (const percentage of ['94.855', 94.855]) {
      for (const answer of await create(percentage)) expect(answer).toMatchObject(refused);
    }
  });
});
