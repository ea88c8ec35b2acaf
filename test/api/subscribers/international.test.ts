import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

const UNICODE = 'ann@münchen.example';
const ASCII = 'ann@xn--mnchen-3ya.example';

describe('a subscriber with an international address', () => {
  let api: SubscriberApi;
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });

  const path = (listId: number, name: string) => `/mailing_lists/${listId}/subscribers/${encodeURIComponent(name)}`;

  it.each([
    [UNICODE, ASCII],
    [ASCII, UNICODE],
    ['Ann@MÜNCHEN.example', ASCII],
  ])('written as %s is found, changed and removed as %s', async (email, other) => {
    for (const isKeyed of [false, true]) {
      const listId = await (isKeyed ? api.addKeyedList() : api.addList());
      const id = await api.add(listId, { email, ...(isKeyed && { custom_fields: { Member: 'M1' } }) });
      expect(await api.call('GET', path(listId, other))).toMatchObject({ data: [{ id, email }] });
      expect(
        await api.call('GET', `/mailing_lists/${listId}/subscribers_by_email/${encodeURIComponent(other)}`),
      ).toMatchObject({ data: [{ id, email }] });
      const body = { subscriber: { status: 'unsubscribed' } };
      expect(await api.call('PUT', path(listId, other), body)).toMatchObject({ data: { id, status: 'unsubscribed' } });
      expect(await api.call('DELETE', path(listId, other))).toMatchObject({ success: true });
    }
  });

  it('is not added by its other spelling, and nobody who left comes back by it', async () => {
    const listId = await api.addList();
    await api.add(listId, { email: UNICODE, status: 'unsubscribed' });
    expect(await api.create(listId, { email: ASCII })).toMatchObject({ error_message: 'email has already been taken' });
    const other = await api.add(listId, { email: 'bob@x.example' });
    expect(await api.call('PUT', path(listId, String(other)), { subscriber: { email: ASCII } })).toMatchObject({
      error_message: 'email has already been taken',
    });
    const trigger = `/mailing_lists/${listId}/subscribers/${encodeURIComponent(ASCII)}/trigger_autoresponders`;
    const created = { autoresponder_names: ['Any'], create_missing_subscriber: true };
    await api.addAutoresponder(listId, { name: 'Any' });
    expect(await api.call('POST', trigger, created)).toMatchObject({ error_code: 'invalid_request' });
    const { data } = await api.call<any>('GET', `/mailing_lists/${listId}/subscribers`);
    expect(data.map(({ email, status }: any) => [email, status])).toEqual([
      [UNICODE, 'unsubscribed'],
      ['bob@x.example', 'active'],
    ]);
  });

  it('is found by the beginning of either spelling', async () => {
    const listId = await api.addList();
    for (const email of [UNICODE, 'ann@münster.example', 'ann@x.example', 'bob@münchen.example']) {
      await api.add(listId, { email });
    }
    const found = async (start: string) => {
      const query = `email__starts_with=${encodeURIComponent(start)}&per_page=1`;
      const emails: string[] = [];
      for (let token: string | null = ''; token !== null;) {
        const page = `${query}${token === '' ? '' : `&page_token=${token}`}`;
        const { data, next_page_token } = await api.call<any>('GET', `/mailing_lists/${listId}/subscribers?${page}`);
        emails.push(...data.map(({ email }: any) => email as string));
        token = next_page_token as string | null;
      }
      return emails;
    };
    expect(await found('Ann@mün')).toEqual([UNICODE, 'ann@münster.example']);
    expect(await found('ann@münc')).toEqual([UNICODE]);
    expect(await found('ann@xn--mnc')).toEqual([UNICODE]);
    expect(await found('ann@')).toHaveLength(3);
  });

  it('is in a list that has its other spelling', async () => {
    const [listId, otherId] = [await api.addList(), await api.addList()];
    await api.add(listId, { email: UNICODE });
    await api.add(listId, { email: 'bob@münchen.example' });
    await api.add(otherId, { email: ASCII });
    const clause = [{ type: 'in_mailing_list', operator: 'is in', mailing_list_id: otherId }];
    const segment = { segmentation_criteria: { name: 'Both', clause } };
    const { data } = await api.call<any>('POST', `/mailing_lists/${listId}/segments`, segment);
    expect(await api.call('GET', `/mailing_lists/${listId}/subscribers?segment_id=${data.id}`)).toMatchObject({
      data: [{ email: UNICODE }],
    });
  });
});
