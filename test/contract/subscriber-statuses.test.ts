import { beforeAll, describe, expect, it } from 'vitest';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { mintUnsubscribeToken } from '../../engine/secrets/unsubscribe-token.ts';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('subscriber statuses', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
    await api.addAutoresponder(listId, { name: 'Birthday', trigger: 'api' });
  });

  const trigger = async (name: number | string, body: Row) => {
    const path = `/mailing_lists/${listId}/subscribers/${name}/trigger_autoresponders`;
    return (await api.call<Row>('POST', path, { autoresponder_names: ['Birthday'], ...body })).data;
  };
  const unsubscribe = (body: Row) => api.call<Row>('POST', '/subscribers/unsubscribe', { unsubscribe: body });
  const mint = (subscriberId: number) =>
    mintUnsubscribeToken(api.app.tokenSecret, { mailingListId: listId, subscriberId, campaignId: 7, contentId: 8 });
  const eventsOf = async (subscriberId: number) => {
    const { rows } = await api.database.pool.query(
      'select campaign_id, content_id, ip from unsubscribe_events where subscriber_id = $1',
      [subscriberId],
    );
    return rows as Row[];
  };

  it.each(SUBSCRIBER_STATUSES)('subscriber status: %s', async (status) => {
    const counted = async () => (await api.call<Row>('GET', '/subscriber_counts')).data.counts[status] as number;
    const before = await counted();
    const id = await api.add(listId, { email: `${status}@example.com`, status });
    expect(await counted()).toBe(before + 1);
    const path = `/mailing_lists/${listId}/subscribers/${id}`;
    expect((await api.call<Row[]>('GET', path)).data[0]).toMatchObject({ status });
    for (const other of SUBSCRIBER_STATUSES) {
      expect((await api.call('PUT', path, { subscriber: { status: other } })).data).toMatchObject({ status: other });
    }
  });

  it('POST /subscribers/unsubscribe', async () => {
    const id = await api.add(listId, { email: 'leaving@example.com' });
    const answer = await unsubscribe({ token: mint(id), ip: '10.0.0.1' });
    expect(answer).toMatchObject({
      status: 200,
      success: true,
      data: { id, mailing_list_id: listId, email: 'leaving@example.com', status: 'unsubscribed', custom_fields: {} },
    });
    expect((await unsubscribe({ token: mint(id) })).data).toEqual(answer.data);
    expect(await unsubscribe({ token: 'nonsense', ip: '10.0.0.1' })).toMatchObject(failed('invalid_request'));
    expect(await unsubscribe({ token: mint(id), ip: 'nowhere' })).toMatchObject(failed('validation_failed'));
  });

  it('status move: unsubscribed by token, with campaign and content', async () => {
    const id = await api.add(listId, { email: 'gone@example.com' });
    await unsubscribe({ token: mint(id), ip: '10.0.0.1' });
    expect(await api.row(id)).toMatchObject({ status: 'unsubscribed' });
    expect(await eventsOf(id)).toEqual([{ campaign_id: 7, content_id: 8, ip: '10.0.0.1' }]);
  });

  it('status move: added by a trigger, created', async () => {
    const { subscriber, subscription_result } = await trigger('new@example.com', { create_missing_subscriber: true });
    expect(subscription_result).toBe('created');
    expect(await api.row(subscriber.id as number)).toMatchObject({ email: 'new@example.com', status: 'active' });
  });

  it('status move: triggered while active, remained_active', async () => {
    const id = await api.add(listId, { email: 'here@example.com' });
    const before = await api.row(id);
    expect((await trigger(id, { reactivate_subscriber: true })).subscription_result).toBe('remained_active');
    expect(await api.row(id)).toEqual(before);
  });

  it('status move: reactivated by a trigger', async () => {
    for (const status of SUBSCRIBER_STATUSES.filter((name) => name !== 'active')) {
      const id = await api.add(listId, { email: `${status}.again@example.com`, status });
      expect((await trigger(id, { reactivate_subscriber: true })).subscription_result).toBe('reactivated');
      expect(await api.row(id)).toMatchObject({ status: 'active' });
    }
  });

  it('status move: removed by DELETE', async () => {
    const id = await api.add(listId, { email: 'remove@example.com' });
    const { data } = await api.call('DELETE', `/mailing_lists/${listId}/subscribers/${id}`);
    expect(data).toEqual({ subscriber_ids_removed: [id], more_remaining: false });
    expect(await api.row(id)).toEqual({});
  });
});
