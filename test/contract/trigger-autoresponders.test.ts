import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('autoresponders that are triggered', () => {
  let api: SubscriberApi;
  let listId: number;
  let ann: number;
  let bob: number;
  let autoresponders: { id: number; name: string }[];
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });
  beforeEach(async () => {
    listId = await api.addList();
    await api.addField(listId, { name: 'City', field_type: 'text' });
    ann = await api.add(listId, { email: 'ann@example.com' });
    bob = await api.add(listId, { email: 'bob@example.com', status: 'unsubscribed' });
    const add = async (name: string, columns: Row) => ({
      id: await api.addAutoresponder(listId, { name, ...columns }),
      name,
    });
    autoresponders = [
      await add('Welcome', { trigger_run_on_api: true }),
      await add('Birthday', { trigger: 'campaign_open' }),
      await add('Birth day', { trigger: 'api' }),
    ];
  });

  const trigger = (name: string | number, body: Row) => {
    const path = `/mailing_lists/${listId}/subscribers/${name}/trigger_autoresponders`;
    return api.call<Row>('POST', path, { autoresponder_names: ['Birthday'], ...body });
  };
  const queued = async () => (await api.reactions(listId)).map(({ name }) => name);
  const nobody = async () => expect(await queued()).toEqual([]);

  it('POST /mailing_lists/:mailing_list_id/subscribers/:subscriber_id_or_email/trigger_autoresponders', async () => {
    for (const name of [ann, 'ann%40example.com']) {
      const { status, data } = await trigger(name, {});
      expect(status).toBe(200);
      expect(data).toEqual({
        triggered_autoresponders: [autoresponders[1]],
        subscriber: expect.objectContaining({ id: ann, email: 'ann@example.com', status: 'active' }),
        subscription_result: 'remained_active',
      });
    }
    expect(await queued()).toEqual(['Birthday', 'Birthday']);
    expect(await trigger(ann, { autoresponder_names: ['Nothing'] })).toMatchObject(failed('not_found'));
    expect(await queued()).toHaveLength(2);
  });

  it('trigger key: create_missing_subscriber', async () => {
    expect(await trigger('new@example.com', {})).toMatchObject(failed('not_found'));
    await nobody();
    const { data } = await trigger('new@example.com', { create_missing_subscriber: true });
    expect(data).toMatchObject({ subscriber: { email: 'new@example.com' }, subscription_result: 'created' });
    expect(await queued()).toEqual(['Birthday', 'Welcome']);
  });

  it('trigger key: reactivate_subscriber', async () => {
    expect(await trigger(bob, {})).toMatchObject(failed('invalid_request'));
    await nobody();
    const { data } = await trigger(bob, { reactivate_subscriber: true });
    expect(data).toMatchObject({ subscriber: { id: bob, status: 'active' }, subscription_result: 'reactivated' });
  });

  it('trigger key: skip_subscription_autoresponders', async () => {
    const body = { create_missing_subscriber: true, skip_subscription_autoresponders: true };
    expect((await trigger('new@example.com', body)).data.subscription_result).toBe('created');
    expect(await queued()).toEqual(['Birthday']);
  });

  it('trigger key: autoresponder_names', async () => {
    const { data } = await trigger(ann, { autoresponder_names: ['birth*DAY'] });
    expect(data.triggered_autoresponders).toEqual(autoresponders.slice(1));
    const ids = { autoresponder_ids: [autoresponders[0]?.id] };
    expect(await trigger(ann, ids)).toMatchObject(failed('invalid_request'));
  });

  it('trigger key: autoresponder_ids', async () => {
    const ids = [autoresponders[2]!.id, autoresponders[0]!.id];
    const { data } = await trigger(ann, { autoresponder_names: undefined, autoresponder_ids: ids });
    expect(data.triggered_autoresponders.map(({ id }: Row) => id as number)).toEqual(ids);
    const unknown = { autoresponder_names: undefined, autoresponder_ids: [999_999] };
    expect(await trigger(ann, unknown)).toMatchObject(failed('not_found'));
  });

  it('trigger key: content_replacement_fields', async () => {
    const content_replacement_fields = { 'First Name': 'Ann' };
    await trigger(ann, { content_replacement_fields });
    expect(await api.reactions(listId)).toMatchObject([{ name: 'Birthday', texts: content_replacement_fields }]);
    for (const fields of [{ ' ': 'x' }, { 'a b': 'x', a_b: 'y' }, { ['n'.repeat(51)]: 'x' }]) {
      expect(await trigger(ann, { content_replacement_fields: fields })).toMatchObject(failed('invalid_request'));
    }
    expect(await trigger(ann, { content_replacement_fields: { Name: 5 } })).toMatchObject(failed('validation_failed'));
    expect(await queued()).toHaveLength(1);
  });

  it('trigger key: custom_fields', async () => {
    const custom_fields = {
      for_all: { City: 'Oslo' },
      for_new: { City: 'New' },
      for_active: { City: 'Active' },
      for_reactivated: { City: 'Back' },
    };
    const body = { custom_fields, create_missing_subscriber: true, reactivate_subscriber: true };
    const city = async (name: string | number, changes: Row = {}) =>
      (await trigger(name, { ...body, ...changes })).data.subscriber.custom_fields.City.value as string;
    expect(await city(ann)).toBe('Active');
    expect(await city(bob)).toBe('Back');
    expect(await city('new@example.com')).toBe('New');
    expect(await city(ann, { custom_fields: { for_all: { City: 'Oslo' } } })).toBe('Oslo');
    const count = (await queued()).length;
    const bad = { custom_fields: { for_active: { City: [5] } } };
    expect(await trigger(ann, bad)).toMatchObject(failed('validation_failed'));
    expect(await queued()).toHaveLength(count);
  });
});
