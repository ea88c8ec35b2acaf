import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('subscribers found by email', () => {
  let api: SubscriberApi;
  let own: { id: number; key: string };
  let lists: number[] = [];
  const records: Row[] = [];
  beforeAll(async () => {
    api = await buildSubscriberApi();
    own = await api.addOrganization({ name: 'Daily' });
    lists = [await api.addList({ name: 'News' }, own.key), await api.addList({ name: 'Offers' }, own.key)];
    const system = await api.addList({ name: 'System' });
    const people = [
      { list: lists[0], name: 'News', status: 'active', organization: { id: own.id, name: 'Daily' } },
      { list: lists[1], name: 'Offers', status: 'bounced', organization: { id: own.id, name: 'Daily' } },
      { list: system, name: 'System', status: 'active', organization: { id: 1, name: 'System Organization' } },
    ];
    for (const { list, name, status, organization } of people) {
      const { data } = await api.create(list!, { email: 'Ann@example.com', status });
      records.push({ id: data.id, status, email: 'Ann@example.com', mailing_list: { id: list, name }, organization });
      await api.add(list!, { email: 'bob@example.com' });
    }
  });

  const get = (place: string, query = '', key = own.key) =>
    api.call<Row[]>('GET', `${place}/subscribers_by_email/ann%40EXAMPLE.com${query}`, undefined, key);

  type Place = readonly [row: string, place: () => string, found: number, isForSystemAdmins: boolean];
  it.each<Place>([
    ['GET /subscribers_by_email/:email', () => '', 2, false],
    ['GET /mailing_lists/:mailing_list_id/subscribers_by_email/:email', () => `/mailing_lists/${lists[0]}`, 1, false],
    ['GET /organizations/:organization_id/subscribers_by_email/:email', () => `/organizations/${own.id}`, 2, false],
    ['GET /organizations/all/subscribers_by_email/:email', () => '/organizations/all', 3, true],
  ])('%s', async (_, place, count, isForSystemAdmins) => {
    const key = isForSystemAdmins ? api.admin : own.key;
    const answer = await get(place(), '', key);
    expect(answer).toMatchObject({ status: 200, page: 0, per_page: 100, num_records: count, num_pages: 1 });
    expect(answer.next_page_token).toBeNull();
    expect(answer.data).toEqual(records.slice(0, count));

    const first = await get(place(), '?per_page=1', key);
    expect(first.data).toEqual(records.slice(0, 1));
    expect(first.next_page_token === null).toBe(count === 1);
    if (count > 1) {
      const next = await get(place(), `?per_page=1&page_token=${String(first.next_page_token)}`, key);
      expect(next.data).toEqual(records.slice(1, 2));
    }
    if (isForSystemAdmins) expect(await get(place())).toMatchObject(failed('not_authorized', 403));
    const nobody = await api.call('GET', `${place()}/subscribers_by_email/no%40example.com`, undefined, key);
    expect(nobody).toMatchObject({ success: true, data: [] });
  });
});
