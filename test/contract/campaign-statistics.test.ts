import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

const COUNTERS = [
  ...['sent_text', 'sent_html', 'sent_multipart', 'bounces_total', 'bounces_unique', 'bounces_unique_hard'],
  ...['bounces_unique_soft', 'bounces_unique_other', 'bounces_unique_local', 'bounces_unique_remote', 'clicks_total'],
  ...['clicks_unique', 'clicks_unique_by_link', 'opens_total', 'opens_unique', 'scomps_total', 'scomps_unique'],
  ...['scomps_status_updated', 'unsubs_total', 'unsubs_unique', 'unsubs_status_updated', 'bounces_status_updated'],
  ...['total_messages', 'total_success', 'total_failure', 'total_failure_toolong', 'skips_error', 'skips_request'],
  ...['messages_sent', 'messages_html', 'messages_text', 'accepted', 'in_queue', 'max_unique_activities', 'unopened'],
  ...['duplicate_opens', 'duplicate_clicks', 'unclicked', 'bounced', 'duplicate_bounces', 'unbounced'],
  ...['duplicate_scomps', 'duplicate_unsubs'],
];
const RATES = [
  ...['accepted_rate', 'in_queue_rate', 'open_rate', 'open_ratio', 'click_rate', 'click_to_open_rate', 'bounce_rate'],
  ...['bounce_rate_hard', 'bounce_rate_soft', 'bounce_rate_other', 'bounce_local_rate', 'scomp_rate', 'unsub_rate'],
];

describe('campaign statistics', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
  });
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) => api.call<Row>(method, path, body, own.key);

  it('GET /mailing_lists/:mailing_list_id/campaign_statistics', async () => {
    const { id } = (await call('POST', '/mailing_lists', { mailing_list: { name: 'News' } })).data;
    const none = [...COUNTERS, ...RATES].map((name) => [name, 0]);
    const get = (query = '') => call('GET', `/mailing_lists/${id}/campaign_statistics${query}`);
    const empty = await get();
    expect(empty.data).toEqual({ ...Object.fromEntries(none), bounces_unique_by_code: {} });

    await api.database.pool.query(`update mailing_lists set created_at = '2026-01-01T00:00:00Z' where id = $1`, [id]);
    for (const [startedAt, opens] of [
      ['2025-12-31', 1],
      ['2026-01-01', 10],
      ['2026-02-01', 100],
      ['2100-01-01', 1000],
    ]) {
      await api.database.pool.query(
        `with started as (insert into campaigns (organization_id, mailing_list_id, name, started_at)
                          values ($1, $2, 'x', ($3 || 'T00:00:00Z')::timestamptz) returning id)
         insert into campaign_counters (campaign_id, opens_total, opens_unique) select id, $4::bigint, $4::bigint / 2 from started`,
        [own.id, id, startedAt, opens],
      );
    }
    expect((await get()).data).toMatchObject({
      opens_total: 110,
      opens_unique: 55,
      duplicate_opens: 55,
      open_ratio: 2,
    });
    const opens = async (query: string) => (await get(query)).data.opens_total as number;
    expect(await opens('?started_at__start=2026-02-01T00:00:00Z')).toBe(100);
    expect(await opens('?started_at__end=2026-02-01T00:00:00Z')).toBe(10);
    expect(await opens('?started_at__start=2025-12-01T00:00:00Z&started_at__end=2101-01-01T00:00:00Z')).toBe(1111);
    expect(await get('?started_at__start=soon')).toMatchObject(failed('invalid_request'));
  });
});
