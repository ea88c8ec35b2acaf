import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

interface Found {
  id: number;
  mailing_list: { id: number };
}

describe('Find subscribers by email', () => {
  let api: SubscriberApi;
  let key: string;
  let theirs: number;
  let ours: { id: number; listId: number }[];
  let their: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    const organization = await api.addOrganization({ name: 'Daily News' });
    key = organization.key;
    theirs = organization.id;
    ours = [];
    for (const name of ['One', 'Two', 'Three']) {
      const listId = await api.addList({ name });
      ours.push({ listId, id: await api.add(listId, { email: 'Ann/1@example.com', status: 'unsubscribed' }) });
      await api.add(listId, { email: 'other@example.com' });
    }
    const list = await api.addList({ name: 'Weather' }, key);
    their = Number((await api.create(list, { email: 'ann/1@example.com' }, {}, key)).data.id);
  });
  const find = (path: string, credential?: string) => api.call<Found[]>('GET', path, undefined, credential);
  const ANN = 'subscribers_by_email/ANN%2F1@example.com';

  it('GET /subscribers_by_email/:email answers those on all lists of the caller organization, by id', async () => {
    const answer = await find(`/${ANN}`);
    expect(answer.data[0]).toEqual({
      id: ours[0]?.id,
      status: 'unsubscribed',
      email: 'Ann/1@example.com',
      mailing_list: { id: ours[0]?.listId, name: 'One' },
      organization: { id: 1, name: 'System Organization' },
    });
    expect(answer.data.map(({ id }) => id)).toEqual(ours.map(({ id }) => id));
    expect(answer).toMatchObject({ page: 0, per_page: 100, num_records: 3, num_pages: 1, next_page_token: null });
    expect((await find(`/${ANN}`, key)).data.map(({ id }) => id)).toEqual([their]);
  });

  it('GET /mailing_lists/:mailing_list_id/subscribers_by_email/:email answers those of the list', async () => {
    const [first] = ours;
    expect((await find(`/mailing_lists/${first?.listId}/${ANN}`)).data.map(({ id }) => id)).toEqual([first?.id]);
    expect((await find(`/mailing_lists/${first?.listId}/${ANN}`, key)).error_code).toBe('not_found');
    expect((await find(`/mailing_lists/999999/${ANN}`)).error_code).toBe('not_found');
  });

  it('GET /organizations/:organization_id/subscribers_by_email/:email answers those of the organization', async () => {
    const { data } = await find(`/organizations/${theirs}/${ANN}`);
    expect(data).toMatchObject([{ id: their, organization: { id: theirs, name: 'Daily News' } }]);
    expect((await find(`/organizations/999999/${ANN}`)).error_code).toBe('not_found');
  });

  it('GET /organizations/all/subscribers_by_email/:email answers those of all organizations', async () => {
    expect((await find(`/organizations/all/${ANN}`)).data.map(({ id }) => id)).toEqual([
      ...ours.map(({ id }) => id),
      their,
    ]);
  });

  it('serves an organization administrator for its own organization, and finds no other', async () => {
    expect((await find(`/organizations/${theirs}/${ANN}`, key)).data.map(({ id }) => id)).toEqual([their]);
    for (const id of [1, 999999]) {
      expect(await find(`/organizations/${id}/${ANN}`, key)).toMatchObject({ error_code: 'not_found', data: null });
    }
  });

  it('answers 403 on /organizations/all to an organization administrator', async () => {
    expect(await find(`/organizations/all/${ANN}`, key)).toMatchObject({ status: 403, error_code: 'not_authorized' });
  });

  it('answers an empty page when nobody has the address', async () => {
    for (const email of ['nobody@example.com', '%00', 'x']) {
      const answer = await find(`/subscribers_by_email/${email}`);
      expect(answer).toMatchObject({ success: true, data: [], num_records: 0, num_pages: 0, next_page_token: null });
    }
  });

  it('goes from page to page by number and by token', async () => {
    const ids = ours.map(({ id }) => id);
    const first = await find(`/${ANN}?per_page=2`);
    const second = await find(`/${ANN}?per_page=2&page_token=${String(first.next_page_token)}`);
    expect([first.data, second.data].map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(second).toMatchObject({ page: null, num_records: 3, num_pages: 2, next_page_token: null });
    expect((await find(`/${ANN}?per_page=2&page=1`)).data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await find(`/${ANN}?page=9`)).data).toEqual([]);
  });

  it.each([
    ['page=0&page_token=YWZ0ZXI6MQ', 'invalid_request'],
    ['page_token=garbage', 'invalid_request'],
    ['page=-1', 'invalid_request'],
    ['per_page=501', 'requested_too_many'],
  ])('answers %s with %s', async (query, error_code) => {
    expect(await find(`/${ANN}?${query}`)).toMatchObject({ success: false, data: null, error_code });
  });

  it('finds everybody who shares the address on lists with an alternate primary key, each once', async () => {
    const keyed = await api.addKeyedList();
    const ids = [];
    for (const Member of ['m1', 'Shared@example.com']) {
      ids.push(await api.add(keyed, { email: 'shared@example.com', custom_fields: { Member } }));
    }
    await api.add(keyed, { email: 'x@example.com', custom_fields: { Member: 'm2' } });
    expect((await find('/subscribers_by_email/Shared@Example.com')).data.map(({ id }) => id)).toEqual(ids);
    await api.add(keyed, { email: 'y@example.com', custom_fields: { Member: 'other2@example.com' } });
    expect((await find('/subscribers_by_email/other2@example.com')).data).toEqual([]);
  });

  it('skips deleted and remote lists, and refuses a remote one by itself', async () => {
    const lists = [await api.addList(), await api.addList(), await api.addList()];
    const ids = [];
    for (const listId of lists) ids.push(await api.add(listId, { email: 'skip@example.com' }));
    await api.deleteList(Number(lists[0]));
    await api.database.pool.query('update mailing_lists set is_remote_list = true where id = $1', [lists[1]]);
    for (const path of ['/', '/organizations/1/', '/organizations/all/']) {
      expect((await find(`${path}subscribers_by_email/skip@example.com`)).data.map(({ id }) => id)).toEqual([ids[2]]);
    }
    const remote = await find(`/mailing_lists/${lists[1]}/subscribers_by_email/skip@example.com`);
    expect(remote.error_code).toBe('invalid_request');
  });
});
