import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

const INTEGERS = `sent_text sent_html sent_multipart bounces_total bounces_unique bounces_unique_hard bounces_unique_soft
  bounces_unique_other bounces_unique_local bounces_unique_remote clicks_total clicks_unique clicks_unique_by_link
  opens_total opens_unique scomps_total scomps_unique scomps_status_updated unsubs_total unsubs_unique
  unsubs_status_updated bounces_status_updated total_messages total_success total_failure total_failure_toolong
  skips_error skips_request messages_sent messages_html messages_text accepted in_queue max_unique_activities unopened
  duplicate_opens duplicate_clicks unclicked bounced duplicate_bounces unbounced duplicate_scomps duplicate_unsubs`;
const RATES = `accepted_rate in_queue_rate open_rate open_ratio click_rate click_to_open_rate bounce_rate
  bounce_rate_hard bounce_rate_soft bounce_rate_other bounce_local_rate scomp_rate unsub_rate`;
const ZEROS = {
  ...Object.fromEntries(`${INTEGERS} ${RATES}`.split(/\s+/).map((name) => [name, 0])),
  bounces_unique_by_code: {},
};

const JANUARY = {
  ...{ sent_text: 10, sent_html: 20, sent_multipart: 70, accepted: 80, in_queue: 5, total_messages: 100 },
  ...{ total_success: 80, total_failure: 15, total_failure_toolong: 2, skips_error: 1, skips_request: 3 },
  ...{ bounces_total: 14, bounces_unique: 12, bounces_unique_hard: 6, bounces_unique_soft: 4, bounces_unique_other: 2 },
  ...{ bounces_unique_local: 3, bounces_unique_remote: 9, bounces_status_updated: 6 },
  ...{ opens_total: 60, opens_unique: 40, clicks_total: 25, clicks_unique: 10, clicks_unique_by_link: 15 },
  ...{ scomps_total: 3, scomps_unique: 2, scomps_status_updated: 1 },
  ...{ unsubs_total: 5, unsubs_unique: 4, unsubs_status_updated: 4 },
  bounces_unique_by_code: { 10: 8, 21: 4 },
};
const FEBRUARY = {
  ...{ sent_html: 300, accepted: 240, in_queue: 15, total_messages: 300, total_success: 240 },
  ...{ bounces_total: 38, bounces_unique: 36, bounces_unique_hard: 30, bounces_unique_soft: 6 },
  ...{ opens_total: 100, opens_unique: 40, clicks_total: 30, clicks_unique: 30, unsubs_total: 12, unsubs_unique: 12 },
  bounces_unique_by_code: { 10: 30, 40: 6 },
};

describe('GET /mailing_lists/:mailing_list_id/campaign_statistics', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let listId: number;
  let emptyId: number;
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    listId = await addList(api, {}, own.key);
    emptyId = await addList(api, {}, own.key);
    const neighbourId = await addList(api, {}, own.key);
    await api.database.pool.query(`update mailing_lists set created_at = '2024-01-01T00:00:00Z'`);
    await addCampaign(listId, '2023-12-31T23:59:59Z', { sent_text: 1000 });
    await addCampaign(listId, '2024-01-01T00:00:00Z', JANUARY);
    await addCampaign(listId, '2024-02-01T00:00:00Z', FEBRUARY);
    await addCampaign(listId, '2100-01-01T00:00:00Z', { sent_text: 1000 });
    await addCampaign(listId, null, { sent_text: 1000 });
    await addCampaign(neighbourId, '2024-01-15T00:00:00Z', { sent_text: 1000 });
  });

  async function addCampaign(list: number, startedAt: string | null, counters: object): Promise<void> {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into campaigns (organization_id, mailing_list_id, name, started_at) values ($1, $2, 'News', $3) returning id`,
      [own.id, list, startedAt],
    );
    const names = Object.keys(counters);
    await api.database.pool.query(
      `insert into campaign_counters (campaign_id, ${names.join(', ')})
       values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})`,
      [rows[0]?.id, ...Object.values(counters)],
    );
  }

  const statistics = (query = '', list: number | string = listId, key = own.key) =>
    api.call('GET', `/mailing_lists/${list}/campaign_statistics${query}`, undefined, key);

  it('answers exactly the fields of the aggregated campaign statistics, all 0 and no codes without a campaign', async () => {
    expect(await statistics('', emptyId)).toMatchObject({ status: 200, success: true, error_code: null });
    expect((await statistics('', emptyId)).data).toEqual(ZEROS);
  });

  it('adds up the campaigns started since the list was created and before now, and takes the rates from the sums', async () => {
    expect((await statistics()).data).toEqual({
      ...{ sent_text: 10, sent_html: 320, sent_multipart: 70, accepted: 320, in_queue: 20, total_messages: 400 },
      ...{ total_success: 320, total_failure: 15, total_failure_toolong: 2, skips_error: 1, skips_request: 3 },
      ...{ bounces_total: 52, bounces_unique: 48, bounces_unique_hard: 36, bounces_unique_soft: 10 },
      ...{ bounces_unique_other: 2, bounces_unique_local: 3, bounces_unique_remote: 9, bounces_status_updated: 6 },
      ...{ opens_total: 160, opens_unique: 80, clicks_total: 55, clicks_unique: 40, clicks_unique_by_link: 15 },
      ...{ scomps_total: 3, scomps_unique: 2, scomps_status_updated: 1 },
      ...{ unsubs_total: 17, unsubs_unique: 16, unsubs_status_updated: 4 },
      bounces_unique_by_code: { 10: 38, 21: 4, 40: 6 },
      ...{ messages_sent: 400, messages_html: 390, messages_text: 10, max_unique_activities: 80 },
      ...{ bounced: 48, unbounced: 352, unopened: 240, unclicked: 280 },
      ...{ duplicate_bounces: 4, duplicate_opens: 80, duplicate_clicks: 15, duplicate_scomps: 1, duplicate_unsubs: 1 },
      ...{ accepted_rate: 0.8, in_queue_rate: 0.05, open_rate: 0.25, open_ratio: 2, click_rate: 0.125 },
      ...{ click_to_open_rate: 0.5, bounce_rate: 0.12, bounce_rate_hard: 0.75, bounce_rate_soft: 10 / 48 },
      ...{ bounce_rate_other: 2 / 48, bounce_local_rate: 0.0625, scomp_rate: 0.00625, unsub_rate: 0.05 },
    });
  });

  it('has no status updates on a remote list, which has no subscribers of its own', async () => {
    const remotely = async (isRemote: boolean) => {
      await api.database.pool.query('update mailing_lists set is_remote_list = $2 where id = $1', [listId, isRemote]);
      return (await statistics()).data;
    };
    const data = await remotely(true);
    const none = { bounces_status_updated: 0, scomps_status_updated: 0, unsubs_status_updated: 0 };
    expect(data).toEqual({ ...(await remotely(false)), ...none });
    expect(data.bounces_unique).toBe(48);
  });

  it.each([
    ['?started_at__start=2024-02-01T00:00:00Z', 300],
    ['?started_at__start=2024-02-01T00:00:01Z', 0],
    ['?started_at__end=2024-02-01T00:00:00Z', 100],
    ['?started_at__end=2024-02-01T01:00:01%2B01:00', 400],
    [`?started_at__start=${Date.UTC(2023, 11, 31) / 1000}&started_at__end=${Date.UTC(2024, 1, 1) / 1000}`, 1100],
    ['?started_at__end=2101-01-01T00:00:00Z', 1400],
  ])('takes campaigns started on or after started_at__start and before started_at__end: %s', async (query, sent) => {
    expect((await statistics(query)).data).toMatchObject({ messages_sent: sent });
  });

  it.each(['started_at__start=yesterday', 'started_at__end=2024-02-30', 'started_at__end=1&started_at__end=2'])(
    'answers invalid_request for a bad time: %s',
    async (query) => {
      expect(await statistics(`?${query}`)).toMatchObject({
        success: false,
        data: null,
        error_code: 'invalid_request',
      });
    },
  );

  it('answers not_found for an unknown list and one of another organization, which a system admin reaches', async () => {
    const other = await api.addOrganization();
    for (const answer of [
      await statistics('', 999),
      await statistics('', 'x'),
      await statistics('', listId, other.key),
    ]) {
      expect(answer).toMatchObject({ success: false, data: null, error_code: 'not_found' });
    }
    expect((await statistics('', listId, api.admin)).data).toMatchObject({ messages_sent: 400 });
  });
});
