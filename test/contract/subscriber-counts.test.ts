import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { failed } from './support.ts';

describe('subscriber counts', () => {
  let api: SubscriberApi;
  let own: { id: number; key: string };
  let expected: Record<string, unknown>;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    own = await api.addOrganization({ name: 'Daily' });
    const counts = { active: 3, bounced: 1, unsubscribed: 2, scomp: 1, deactivated: 1 };
    const news = await api.addList({ name: 'News' }, own.key);
    const empty = await api.addList({ name: 'Empty' }, own.key);
    for (const [status, count] of Object.entries(counts)) {
      for (let at = 0; at < count; at++) {
        await api.create(news, { email: `${status}${at}@example.com`, status }, {}, own.key);
      }
    }
    const none = Object.fromEntries(Object.keys(counts).map((status) => [status, 0]));
    expected = {
      organization: { id: own.id, name: 'Daily' },
      counts,
      mailing_lists: [
        { mailing_list: { id: news, name: 'News' }, counts },
        { mailing_list: { id: empty, name: 'Empty' }, counts: none },
      ],
    };
  });

  it('GET /subscriber_counts', async () => {
    const { status, data } = await api.call('GET', '/subscriber_counts', undefined, own.key);
    expect({ status, data }).toEqual({ status: 200, data: expected });
  });

  it('GET /organization/:organization_id/subscriber_counts', async () => {
    const path = `/organization/${own.id}/subscriber_counts`;
    const { status, data } = await api.call('GET', path);
    expect({ status, data }).toEqual({ status: 200, data: expected });
    expect(await api.call('GET', path, undefined, own.key)).toMatchObject(failed('not_authorized', 403));
    expect(await api.call('GET', '/organization/999999/subscriber_counts')).toMatchObject(failed('not_found'));
  });
});
