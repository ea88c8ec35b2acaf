import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { failed, TIME } from './support.ts';
import type { Row } from './support.ts';

const KEYS = [
  ...['id', 'mailing_list_id', 'email', 'created_at', 'created_at_epoch', 'status', 'subscribe_time'],
  ...['subscribe_time_epoch', 'subscribe_ip', 'custom_fields'],
];

describe('subscribers', () => {
  let api: SubscriberApi;
  let listId: number;
  let formatListId: number;
  let keyedListId: number;
  const ids: number[] = [];
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
    formatListId = await api.addList({ has_format: true });
    keyedListId = await api.addKeyedList();
    await api.addField(listId, { name: 'City', field_type: 'text', default_string: 'Oslo' });
    const options = [{ name: 'News' }, { name: 'Offers' }];
    await api.addField(listId, { name: 'Topics', field_type: 'select_multiple_checkboxes', options });
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await api.add(listId, { email: `${name}@example.com` }));
    for (const Member of ['1', '2']) {
      await api.add(keyedListId, { email: 'twin@example.com', custom_fields: { Member } });
    }
  });

  const ofList = (path = '', list = listId) => `/mailing_lists/${list}/subscribers${path}`;
  const get = (path: string) => api.call<Row[]>('GET', path);
  const post = (subscriber: Row, beside: Row = {}, list = listId) =>
    api.call<Row>('POST', ofList('', list), { subscriber, ...beside });

  it('GET /mailing_lists/:mailing_list_id/subscribers', async () => {
    const page = async (query: string) => {
      const { data, ...rest } = await get(ofList(query));
      return { ids: data.map(({ id }) => id as number), rest };
    };
    const first = await get(ofList());
    expect(first).toMatchObject({ status: 200, success: true, page: 0, per_page: 100, next_page_token: null });
    expect(first).not.toHaveProperty('num_records');
    expect(first.data.map(({ id }) => id as number)).toEqual(ids);
    expect(Object.keys(first.data[0]!)).toEqual(KEYS);

    expect((await page('?page=1&per_page=2')).ids).toEqual(ids.slice(2, 4));
    const seen: number[] = [];
    for (let query = '?per_page=2'; query !== '';) {
      const { ids: found, rest } = await page(query);
      seen.push(...found);
      query = rest.next_page_token === null ? '' : `?per_page=2&page_token=${rest.next_page_token as string}`;
    }
    expect(seen).toEqual(ids);
    const token = (await page('?per_page=2')).rest.next_page_token as string;
    expect(await get(ofList(`?page=1&page_token=${token}`))).toMatchObject(failed('invalid_request'));

    const segmentation_criteria = {
      name: 'B',
      clause: [{ type: 'subscriber_email', operator: 'is', value: 'b@example.com' }],
    };
    const segment = await api.call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria });
    expect((await page(`?segment_id=${String(segment.data.id)}`)).ids).toEqual([ids[1]]);
    expect(await get(ofList('?segment_id=999999'))).toMatchObject(failed('not_found'));
  });

  it('GET /mailing_lists/:mailing_list_id/subscribers/:subscriber_ids_or_emails', async () => {
    const shown = async (names: string, list?: number) =>
      (await get(ofList(`/${names}`, list))).data.map(({ id }) => id as number);
    expect(await shown(`${ids[2]},a%40example.com,${ids[1]}`)).toEqual([ids[2], ids[0], ids[1]]);
    expect((await get(ofList(`/${ids[0]}`))).data).toEqual([
      {
        id: ids[0],
        mailing_list_id: listId,
        email: 'a@example.com',
        created_at: TIME,
        created_at_epoch: expect.any(Number),
        status: 'active',
        subscribe_time: TIME,
        subscribe_time_epoch: expect.any(Number),
        subscribe_ip: null,
        custom_fields: {
          City: { name: 'City', type: 'text', value: null },
          Topics: { name: 'Topics', type: 'select_multiple_checkboxes', value: [] },
        },
      },
    ]);
    const [{ created_at, created_at_epoch }] = (await get(ofList(`/${ids[0]}`))).data as [Row];
    expect(created_at_epoch).toBe(Date.parse(created_at as string) / 1000);
    expect(await shown('twin%40example.com', keyedListId)).toHaveLength(2);
    expect(await get(ofList('/999999'))).toMatchObject(failed('not_found'));
  });

  describe('POST /mailing_lists/:mailing_list_id/subscribers', () => {
    it('answers the record of every attribute that was sent', async () => {
      const custom_fields = { City: 'Bergen', Topics: ['News', 'Offers'] };
      const sent = { status: 'bounced', subscribe_time: '2026-01-02T03:04:05Z', subscribe_ip: '10.0.0.1' };
      const { status, data } = await post({ email: 'new@example.com', ...sent, custom_fields });
      expect(status).toBe(200);
      expect(data).toMatchObject({ email: 'new@example.com', mailing_list_id: listId, ...sent });
      expect(data.subscribe_time_epoch).toBe(Date.parse(sent.subscribe_time) / 1000);
      expect(Object.values(data.custom_fields as Row).map(({ name, value }) => [name, value])).toEqual(
        Object.entries(custom_fields),
      );
      const formatted = await post({ email: 'f@example.com', email_format: 'both' }, {}, formatListId);
      expect(formatted.data.email_format).toBe('both');
    });

    it('applies defaults of custom fields when it is asked to', async () => {
      const city = async (beside: Row) => {
        const { data } = await post({ email: `city${Object.keys(beside).length}@example.com` }, beside);
        return data.custom_fields.City.value as string | null;
      };
      expect(await city({})).toBeNull();
      expect(await city({ apply_custom_field_defaults: true })).toBe('Oslo');
    });

    it('adds nobody before the link in the confirmation mail is followed', async () => {
      const { rows } = await api.database.pool.query<{ id: number }>(
        `insert into web_forms (mailing_list_id, name, from_email, confirmation_subject, confirmation_body)
         values ($1, 'Sign up', 'form@example.com', 'Please confirm', 'Here') returning id`,
        [listId],
      );
      const answer = await post({ email: 'pending@example.com' }, { confirmation_form_id: Number(rows[0]?.id) });
      expect(answer).toMatchObject({ status: 200, data: { id: null, email: 'pending@example.com' } });
      expect(await get(ofList('/pending%40example.com'))).toMatchObject(failed('not_found'));
      expect(await post({ email: 'p@example.com' }, { confirmation_form_id: 999_999 })).toMatchObject(
        failed('not_found'),
      );
    });

    it('triggers autoresponders of subscriptions that run from the API, as the controls say', async () => {
      const list = await api.addList();
      for (const name of ['Welcome', 'Offers']) await api.addAutoresponder(list, { name, trigger_run_on_api: true });
      await api.addAutoresponder(list, { name: 'Not from the API' });
      await api.addAutoresponder(list, { name: 'Opened', trigger: 'campaign_open', trigger_run_on_api: true });
      let people = 0;
      const queued = async (controls: Row) => {
        const id = await api.add(list, { email: `p${++people}@example.com`, ...controls });
        return (await api.reactions(list)).filter(({ subscriber }) => subscriber === id).map(({ name }) => name);
      };
      expect(await queued({})).toEqual(['Welcome', 'Offers']);
      expect(await queued({ skip_autoresponders: true })).toEqual([]);
      expect(await queued({ autoresponder_filter: 'wel*' })).toEqual(['Welcome']);
      expect(await queued({ autoresponder_exclude_reacted: true })).toEqual(['Welcome', 'Offers']);
    });

    it.each([{}, { email: 'nobody' }, { email: 'a@example.com' }, { email: 'x@example.com', status: 'gone' }])(
      'refuses %j',
      async (subscriber) => expect(await post(subscriber)).toMatchObject(failed('validation_failed')),
    );
  });

  describe.each([
    ['PUT /mailing_lists/:mailing_list_id/subscribers/:subscriber_id', (id: number) => String(id)],
    [
      'PUT /mailing_lists/:mailing_list_id/subscribers/:email_address',
      (_: number, email: string) => encodeURIComponent(email),
    ],
  ] as const)('%s', (row, nameOf) => {
    const email = `${row.split(':').at(-1)}@example.com`;
    const renamed = `renamed.${email}`;

    it('changes what is sent and keeps the rest', async () => {
      const id = await api.add(listId, { email, custom_fields: { City: 'Bergen', Topics: ['News'] } });
      const put = (subscriber: Row, at = email) => api.call<Row>('PUT', ofList(`/${nameOf(id, at)}`), { subscriber });
      const sent = { status: 'unsubscribed', subscribe_time: '2026-01-02T03:04:05Z', subscribe_ip: '10.0.0.1' };
      const { status, data } = await put({ email: renamed, ...sent, custom_fields: { City: 'Oslo' } });
      expect(status).toBe(200);
      expect(data).toMatchObject({ id, email: renamed, ...sent });
      expect(data.custom_fields).toMatchObject({ City: { value: 'Oslo' }, Topics: { value: ['News'] } });
      expect((await put({ subscribe_ip: null }, renamed)).data).toEqual({ ...data, subscribe_ip: null });
      expect(await put({ status: 'gone' }, renamed)).toMatchObject(failed('validation_failed'));
    });

    it('changes the format on lists that use it', async () => {
      const id = await api.add(formatListId, { email });
      const path = ofList(`/${nameOf(id, email)}`, formatListId);
      const { data } = await api.call('PUT', path, { subscriber: { email_format: 'text' } });
      expect(data.email_format).toBe('text');
    });

    it('runs autoresponders when it is asked to, again and again', async () => {
      const list = await api.addList();
      await api.addAutoresponder(list, { name: 'Welcome', trigger_run_on_api: true });
      const id = await api.add(list, { email, skip_autoresponders: true });
      const put = (subscriber: Row) => api.call('PUT', ofList(`/${nameOf(id, email)}`, list), { subscriber });
      await put({ subscribe_ip: '10.0.0.1' });
      expect(await api.reactions(list)).toHaveLength(0);
      for (const count of [1, 2]) {
        await put({ run_autoresponders: true });
        expect(await api.reactions(list)).toHaveLength(count);
      }
    });
  });

  it('DELETE /mailing_lists/:mailing_list_id/subscribers/:id_or_email', async () => {
    for (const named of ['id', 'email']) {
      const id = await api.add(listId, { email: 'delete@example.com' });
      const path = ofList(`/${named === 'id' ? id : 'delete%40example.com'}`);
      const { status, data } = await api.call('DELETE', path);
      expect({ status, data }).toEqual({ status: 200, data: { subscriber_ids_removed: [id], more_remaining: false } });
      expect(await api.call('DELETE', path)).toMatchObject(failed('not_found'));
    }
  });
});
