import { beforeAll, describe, expect, it } from 'vitest';
import { insertSubscriber } from './insert.ts';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi, SubscriberRecord } from './support.ts';

describe('details of subscribers', () => {
  let api: SubscriberApi;
  let listId: number;
  let a: number;
  let b: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
    a = await insertSubscriber(api, listId, { email: 'A+1@example.com', key: 'a+1@example.com' });
    b = await insertSubscriber(api, listId, { email: 'b@example.com' });
  });
  const show = (listId: number, names_: string, key?: string) =>
    api.call<SubscriberRecord[]>('GET', `/mailing_lists/${listId}/subscribers/${names_}`, undefined, key);

  it('answers ids and addresses in the order asked for, each once and the unknown left out', async () => {
    const { data } = await show(listId, `b@example.com,${a},nobody@example.com,99999999,a%2B1%40EXAMPLE.com,nonsense`);
    expect(data.map(({ id }) => id)).toEqual([b, a]);
  });

  it('ignores what follows the question mark', async () => {
    expect((await show(listId, `${a}?x=/y`)).data).toHaveLength(1);
  });

  it('answers not_found when nobody is found', async () => {
    expect(await show(listId, 'nobody@example.com')).toMatchObject({
      error_code: 'not_found',
      error_message: 'subscriber not found',
    });
    expect(await show(listId, '99999999999999999999,%00')).toMatchObject({ error_code: 'not_found' });
  });

  it('takes a hundred names and no more', async () => {
    const hundred = Array.from({ length: 100 }, (_, at) => `${'x'.repeat(80)}${at}@example.com`);
    expect((await show(listId, [...hundred.slice(1), String(a)].join(','))).data).toHaveLength(1);
    expect(await show(listId, [...hundred, String(a)].join(','))).toMatchObject({
      success: false,
      error_code: 'requested_too_many',
    });
  });

  it('answers everybody who shares an address on a list with an alternate primary key', async () => {
    const other = await api.addList();
    const field = await api.addField(other, { name: 'Member', field_type: 'text', required: true });
    const update = { mailing_list: { primary_key_custom_field_id: field.id } };
    await api.call('PUT', `/mailing_lists/${other}`, update);
    const shared = [
      await insertSubscriber(api, other, { email: 'Both@example.com', key: 'm1' }),
      await insertSubscriber(api, other, { email: 'both@example.com', key: 'both@example.com' }),
    ];
    await insertSubscriber(api, other, { email: 'third@example.com', key: 'm3' });
    expect((await show(other, 'both@example.com')).data.map(({ id }) => id)).toEqual(shared);
  });

  it('finds nobody of another list', async () => {
    expect(await show(await api.addList(), String(a))).toMatchObject({ error_code: 'not_found' });
  });
});
