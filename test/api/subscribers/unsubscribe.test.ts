import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintUnsubscribeToken } from '../../../engine/secrets/unsubscribe-token.ts';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi, SubscriberRecord } from './support.ts';

describe('Unsubscribe by token: POST /subscribers/unsubscribe', () => {
  let api: SubscriberApi;
  let listId: number;
  let people = 0;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
  });
  const mint = (subscriberId: number, other: object = {}) =>
    mintUnsubscribeToken(api.app.tokenSecret, {
      mailingListId: listId,
      subscriberId,
      campaignId: 7,
      contentId: 8,
      ...other,
    });
  const somebody = (status = 'active') => api.add(listId, { email: `p${++people}@example.com`, status });
  const unsubscribe = (unsubscribe: unknown, key?: string) =>
    api.call<SubscriberRecord>('POST', '/subscribers/unsubscribe', { unsubscribe }, key);
  const events = async (id: number) =>
    (
      await api.database.pool.query(
        `select campaign_id, content_id, ip from unsubscribe_events where subscriber_id = $1 order by id`,
        [id],
      )
    ).rows;

  it('makes the subscriber unsubscribed and associates the event with campaign and content', async () => {
    const id = await somebody();
    expect(await unsubscribe({ token: mint(id), ip: '10.0.0.1' })).toMatchObject({
      success: true,
      data: { id, mailing_list_id: listId, status: 'unsubscribed' },
    });
    expect(await api.row(id)).toMatchObject({ remove_time: expect.any(Date), remove_ip: '10.0.0.1' });
    expect(await events(id)).toEqual([{ campaign_id: 7, content_id: 8, ip: '10.0.0.1' }]);
  });

  it('takes a token without an ip, or of no campaign', async () => {
    const id = await somebody();
    await unsubscribe({ token: mint(id, { campaignId: null, contentId: null }) });
    expect(await events(id)).toEqual([{ campaign_id: null, content_id: null, ip: null }]);
  });

  it('answers the same when it is repeated, and records nothing more', async () => {
    const id = await somebody();
    const first = await unsubscribe({ token: mint(id), ip: '10.0.0.1' });
    const removed = await api.row(id);
    expect(await unsubscribe({ token: mint(id), ip: '10.0.0.2' })).toEqual(first);
    expect(await api.row(id)).toEqual(removed);
    expect(await events(id)).toHaveLength(1);
  });

  it('records another mail of one who has unsubscribed, and the same mail once they had come back', async () => {
    const id = await somebody('unsubscribed');
    await unsubscribe({ token: mint(id, { campaignId: 1 }) });
    await unsubscribe({ token: mint(id, { campaignId: 2 }) });
    await api.call('PUT', `/mailing_lists/${listId}/subscribers/${id}`, { subscriber: { status: 'active' } });
    await unsubscribe({ token: mint(id, { campaignId: 2 }) });
    expect((await events(id)).map(({ campaign_id }) => campaign_id)).toEqual([1, 2, 2]);
  });

  it.each(['bounced', 'scomp', 'deactivated'])('also unsubscribes a %s one', async (status) => {
    const id = await somebody(status);
    expect((await unsubscribe({ token: mint(id) })).data.status).toBe('unsubscribed');
  });

  it('answers invalid_request to whatever is no token of somebody the caller reaches', async () => {
    const id = await somebody();
    const token = mint(id);
    const { key } = await api.addOrganization();
    const deleted = await api.addList();
    const lost = await api.add(deleted, { email: 'a@example.com' });
    await api.deleteList(deleted);
    const wrong: [unknown, string?][] = [
      [{}],
      [{ token: null }],
      [{ token: 7 }],
      [{ token: '' }],
      [{ token: 'nonsense' }],
      [{ token: `${token}A` }],
      [{ token: `${token.startsWith('B') ? 'C' : 'B'}${token.slice(1)}` }],
      [
        {
          token: mintUnsubscribeToken(Buffer.from('another'), {
            mailingListId: listId,
            subscriberId: id,
            campaignId: 7,
            contentId: 8,
          }),
        },
      ],
      [{ token: mint(999_999) }],
      [{ token: mint(lost, { mailingListId: deleted }) }],
      [{ token }, key],
      [undefined],
      ['x'],
    ];
    for (const [body, credential] of wrong) {
      expect(await unsubscribe(body, credential)).toMatchObject({ success: false, error_code: 'invalid_request' });
    }
    expect(await api.row(id)).toMatchObject({ status: 'active' });
  });

  it('answers validation_failed to an ip that is none', async () => {
    const id = await somebody();
    expect(await unsubscribe({ token: mint(id), ip: 'x' })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'ip is not an IP address',
    });
    expect(await events(id)).toEqual([]);
  });

  it('signs with a secret that only the owner of the data folder can read, or with the one that is set', async () => {
    const file = join(api.config.dataDir, 'token-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toBe(api.app.tokenSecret.toString());
    const other = await buildSubscriberApi({ tokenSecret: 's'.repeat(32) });
    expect(other.app.tokenSecret.toString()).toBe('s'.repeat(32));
  });
});
