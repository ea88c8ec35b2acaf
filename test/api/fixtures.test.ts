import { readFile } from 'node:fs/promises';
import { createDatabase } from '../../engine/db/core/slonik.ts';
import { loadFixture } from '../../engine/fixtures/load-fixture.ts';
import type { LoadedFixture } from '../../engine/fixtures/load-fixture.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from './support/build.ts';
import type { TestApi } from './support/build.ts';

interface Job {
  readonly name: string;
  readonly job_type: string;
}

describe('what the documented fixture loads', () => {
  let api: TestApi;
  let listId: number;
  let loaded: LoadedFixture;
  let news: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    news = await api.addOrganization({ name: 'Daily News' });
    listId = Number((await api.call('POST', '/mailing_lists', { mailing_list: { name: 'Sluice demo' } })).data['id']);
    loaded = await load(await readFile(new URL('../../docs/fixtures.json', import.meta.url), 'utf8'));
  });

  async function load(fixture: string): Promise<LoadedFixture> {
    const db = await createDatabase(api.database.url);
    try {
      return await loadFixture(db, fixture);
    } finally {
      await db.end();
    }
  }

  const idOf = (part: string, name: string) => loaded[part]?.find((record) => record.name === name)?.id;
  const addSubscriber = (email: string, beside: object = {}) =>
    api.call('POST', `/mailing_lists/${listId}/subscribers`, { subscriber: { email }, ...beside });
  const reactions = async () =>
    (
      await api.database.pool.query(
        `select a.name, extract(epoch from r.due_at - r.created_at)::integer as delay
           from autoresponder_reactions r join autoresponders a on a.id = r.autoresponder_id order by r.id`,
      )
    ).rows;

  it('has an autoresponder that a subscription sets off, and one that a request does', async () => {
    const { data } = await addSubscriber('ann@example.com');
    expect(await reactions()).toEqual([{ name: 'Welcome', delay: 3600 }]);
    const path = `/mailing_lists/${listId}/subscribers/${Number(data['id'])}/trigger_autoresponders`;
    expect(await api.call('POST', path, { autoresponder_names: ['vou*'] })).toMatchObject({
      data: { triggered_autoresponders: [{ id: idOf('autoresponders', 'Voucher'), name: 'Voucher' }] },
    });
  });

  it('has a web form that asks for confirmation', async () => {
    const confirmation_form_id = idOf('web_forms', 'Newsletter form');
    expect(await addSubscriber('bob@example.com', { confirmation_form_id })).toMatchObject({
      success: true,
      data: { id: null, email: 'bob@example.com' },
    });
  });

  it('has a campaign whose counters are in the statistics of its list', async () => {
    const path = `/mailing_lists/${listId}/campaign_statistics?started_at__start=2026-01-01T00:00:00Z`;
    expect(await api.call('GET', path)).toMatchObject({
      data: { messages_sent: 1000, opens_unique: 384, open_rate: 0.4, bounces_unique_by_code: { 10: 30, 21: 10 } },
    });
  });

  it('has jobs of three types, each with its organization', async () => {
    const jobsOf = async (path: string, key?: string) =>
      (await api.call<Job[]>('GET', path, undefined, key)).data.map((job) => `${job.job_type} ${job.name}`).sort();
    expect(await jobsOf('/jobs/all')).toEqual([
      'Campaign Spring sale',
      'Campaign Summer sale',
      'SubscriberExport subscribers.csv',
    ]);
    expect(await jobsOf('/jobs/unfinished')).toEqual(['Campaign Summer sale', 'SubscriberExport subscribers.csv']);
    expect(await jobsOf('/jobs/all', news.key)).toEqual(['SuppressedAddressImport complaints.csv']);
  });

  it('has what mailing lists are sent through, and a connection for a remote one', async () => {
    const mailing_list = {
      ...{ name: 'Remote', is_remote_list: true, database_connection_name: 'warehouse' },
      ...{ d_virtual_mta: 'newsletters', d_bounce_email: 'bounces@example.com' },
    };
    expect(await api.call('POST', '/mailing_lists', { mailing_list })).toMatchObject({
      success: true,
      data: {
        database_connection_id: idOf('database_connections', 'warehouse'),
        d_virtual_mta_id: idOf('virtual_mtas', 'Newsletters'),
        d_bounce_email_id: expect.stringMatching(`^${idOf('bounce_emails', 'bounces@example.com')}@`),
      },
    });
    const ours = { name: 'Ours', d_url_domain: 'click.example.com' };
    expect(await api.call('POST', '/mailing_lists', { mailing_list: ours }, news.key)).toMatchObject({
      data: { d_url_domain_id: idOf('url_domains', 'click.example.com') },
    });
  });

  it('can take the API from an organization and give it back', async () => {
    const setActive = (active: boolean) => load(JSON.stringify({ organizations: [{ name: 'Shut', active }] }));
    const { id, key } = await api.addOrganization({ name: 'Shut' });
    await setActive(false);
    expect(await api.call('GET', '/mailing_lists', undefined, key)).toMatchObject({ status: 401 });
    expect((await setActive(true))['organizations']).toEqual([{ id, name: 'Shut', outcome: 'updated' }]);
    expect(await api.call('GET', '/mailing_lists', undefined, key)).toMatchObject({ status: 200 });
  });
});
