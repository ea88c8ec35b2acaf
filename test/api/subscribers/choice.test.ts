import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

const PEOPLE = [
  { email: 'cid@shop.example.com', status: 'active' },
  { email: 'ann@example.com', status: 'unsubscribed' },
  { email: 'Bob@shop.example.com', status: 'bounced' },
  { email: 'dan@example.org', status: 'active' },
] as const;

describe('chosen subscribers of a list', () => {
  let api: SubscriberApi;
  let list: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    list = await api.addList();
    for (const person of PEOPLE) await api.add(list, person);
  });

  const path = () => `/mailing_lists/${list}/subscribers`;
  const read = (query: string) => api.call<{ id: number; email: string }[]>('GET', `${path()}?${query}`);
  const names = async (query: string) => (await read(query)).data.map(({ email }) => email.split('@')[0]);

  it('have a text in any part of the address, in any case, and one of the statuses', async () => {
    expect(await names('email__contains=%20SHOP.')).toEqual(['cid', 'Bob']);
    expect(await names('email__contains=%25')).toEqual([]);
    expect(await names('status=active,bounced')).toEqual(['cid', 'Bob', 'dan']);
    expect(await names('status=active&email__contains=shop')).toEqual(['cid']);
    expect(await read('status=gone')).toMatchObject({ error_code: 'invalid_request' });
  });

  it('are read by address or from the newest one, page by page by token', async () => {
    for (const [order, expected] of [
      ['newest', ['dan', 'Bob', 'ann', 'cid']],
      ['address', ['ann', 'Bob', 'cid', 'dan']],
    ] as const) {
      const found: (string | undefined)[] = [];
      let token: string | null = null;
      do {
        const page: string = token === null ? '' : `&page_token=${token}`;
        const answer = (await read(`order=${order}&per_page=1${page}`)) as Awaited<ReturnType<typeof read>> & {
          next_page_token: string | null;
        };
        found.push(...answer.data.map(({ email }) => email.split('@')[0]));
        token = answer.next_page_token;
      } while (token !== null);
      expect(found).toEqual(expected);
    }
    expect(await names('order=address&status=active')).toEqual(['cid', 'dan']);
  });

  it('have a history of what is recorded of them, the latest first', async () => {
    const email = 'eve@example.com';
    await api.add(list, { email, subscribe_time: '2020-01-02T03:04:05Z', subscribe_ip: '192.0.2.7' });
    await api.call('PUT', `${path()}/${email}`, { subscriber: { status: 'unsubscribed' } });
    await api.call('POST', '/suppressed_addresses', { suppressed_address: { email } });
    const { data } = await api.call<{ event: string; ip: string | null; at: string }[]>(
      'GET',
      `${path()}/${email}/history`,
    );
    expect(data.map(({ event }) => event).sort()).toEqual(['added', 'left', 'subscribed', 'suppressed']);
    expect(data.at(-1)).toEqual({
      event: 'subscribed',
      at: '2020-01-02T03:04:05Z',
      ip: '192.0.2.7',
      campaign_id: null,
      subscriber_import: null,
    });
    expect(await api.call('GET', `${path()}/nobody@example.com/history`)).toMatchObject({ error_code: 'not_found' });
  });
});
