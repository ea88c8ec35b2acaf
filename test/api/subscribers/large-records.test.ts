import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi, SubscriberRecord } from './support.ts';

describe('subscribers with much data', () => {
  const most = BOUNDS.pageBytes.max;
  let api: SubscriberApi;
  let listId: number;
  let ids: number[];
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
    const { id: fieldId } = await api.addField(listId, { name: 'Notes', field_type: 'text_multiline' });
    // Five large ones among small ones: three fit on a page. One is small where it is stored, as it can be compressed.
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into subscribers (mailing_list_id, key, email, status, subscribe_time, custom_fields)
       select $1, n || '@example.com', n || '@example.com', 'active', now(), jsonb_build_object($2::text,
         case when n = 2 then repeat('x', $3) when n % 2 = 0 then (
           select string_agg(md5(n || '/' || part), '') from generate_series(1, $3 / 32) part) else 'little' end)
       from generate_series(1, 10) n returning id`,
      [listId, fieldId, Math.floor(most / 3.5)],
    );
    ids = rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
    await api.database.pool.query(`update subscriber_counts set active = 10 where mailing_list_id = $1`, [listId]);
  });

  const list = (query: string) => api.call<SubscriberRecord[]>('GET', `/mailing_lists/${listId}/subscribers${query}`);
  const sizeOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data));

  it('end a page early, and its token leads to all of them', async () => {
    const seen: (number | null)[] = [];
    const sizes: number[] = [];
    let token: string | null = '';
    while (token !== null) {
      const page = await list(token === '' ? '' : `?page_token=${token}`);
      expect(sizeOf(page.data)).toBeLessThanOrEqual(most + 100);
      seen.push(...page.data.map(({ id }) => id));
      sizes.push(page.data.length);
      token = page['next_page_token'] as string | null;
    }
    expect(seen).toEqual(ids);
    expect(sizes).toEqual([7, 3]);
  });

  it('are missed by nobody who asks for pages by number', async () => {
    const first = await list('?page=0&per_page=8');
    expect(first).toMatchObject({ success: true, page: 0, per_page: 8, next_page_token: expect.any(String) });
    expect(first.data).toHaveLength(7);
    const refusal = {
      success: false,
      data: null,
      error_code: 'requested_too_many',
      error_message: `the answer would have more than ${most} bytes: use page_token, or a smaller per_page from page 0 on`,
    };
    expect(await list('?page=1&per_page=8')).toMatchObject(refusal);
    const small = [0, 1, 2, 3, 4].map((page) => list(`?page=${page}&per_page=2`));
    expect((await Promise.all(small)).flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  });

  it('are shown together as far as they fit', async () => {
    expect((await list(`/${ids.slice(0, 6).join(',')}`)).data).toHaveLength(6);
    expect(await list(`/${ids.join(',')}`)).toMatchObject({
      success: false,
      error_code: 'requested_too_many',
      error_message: `the answer would have more than ${most} bytes: name fewer subscribers`,
    });
    expect((await list(`/${ids[1]}`)).data).toHaveLength(1);
  });

  it('are answered one at a time when one alone is larger', async () => {
    await api.database.pool.query(
      `update subscribers set custom_fields = jsonb_build_object(
         (select min(id) from custom_fields where mailing_list_id = $1)::text, repeat('y', $2))
       where mailing_list_id = $1 and id = $3`,
      [listId, most + 1000, ids[0]],
    );
    const first = await list('');
    expect(first.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(first['next_page_token']).not.toBeNull();
    expect((await list(`/${ids[0]}`)).data).toHaveLength(1);
  });
});
