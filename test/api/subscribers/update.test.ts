import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi, SubscriberRecord } from './support.ts';

describe('Update a subscriber: PUT /mailing_lists/:mailing_list_id/subscribers/:subscriber_id or :email_address', () => {
  let api: SubscriberApi;
  let listId: number;
  let people = 0;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList({ has_format: true, has_confirmed: true });
    await api.addField(listId, { name: 'City', field_type: 'text', required: true });
    await api.addField(listId, { name: 'Age', field_type: 'number' });
  });
  const somebody = async (subscriber: object = {}) => {
    const email = `p${++people}@example.com`;
    const custom_fields = { City: 'Rome', Age: 40 };
    return { email, id: await api.add(listId, { email, custom_fields, subscribe_ip: '10.0.0.1', ...subscriber }) };
  };
  const put = (name: number | string, subscriber: object, key?: string, list = listId) =>
    api.call<SubscriberRecord>('PUT', `/mailing_lists/${list}/subscribers/${name}`, { subscriber }, key);

  it('changes every key that is sent', async () => {
    const { id } = await somebody();
    const { data } = await put(id, {
      email: `new${id}@example.com`,
      email_format: 'text',
      confirmed: true,
      status: 'deactivated',
      subscribe_time: '2021-01-01T00:00:00Z',
      subscribe_ip: '10.0.0.2',
      custom_fields: { Age: 41 },
    });
    expect(data).toMatchObject({
      id,
      email: `new${id}@example.com`,
      email_format: 'text',
      confirmed: true,
      status: 'deactivated',
      subscribe_time: '2021-01-01T00:00:00Z',
      subscribe_ip: '10.0.0.2',
      custom_fields: { City: { value: 'Rome' }, Age: { value: 41 } },
    });
    expect(await api.row(id)).toMatchObject({ key: `new${id}@example.com`, confirm_time: expect.any(Date) });
  });

  it('leaves alone what is not sent, to the microsecond', async () => {
    const { id } = await somebody();
    const before = await api.row(id);
    const times = () =>
      api.database.pool.query('select subscribe_time::text, created_at::text from subscribers where id = $1', [id]);
    const { rows } = await times();
    await put(id, {});
    expect(await api.row(id)).toEqual(before);
    expect((await times()).rows).toEqual(rows);
  });

  it('unsets with null what may be unset', async () => {
    const { id } = await somebody();
    const { data } = await put(id, { subscribe_ip: null, custom_fields: { Age: null } });
    expect(data).toMatchObject({ subscribe_ip: null, custom_fields: { Age: { value: null } } });
  });

  it('finds the subscriber by address in any case, URI-encoded', async () => {
    const id = await api.add(listId, { email: 'A+b/c%d@example.com', custom_fields: { City: 'Rome' } });
    expect((await put(encodeURIComponent('a+B/c%d@EXAMPLE.com'), { status: 'scomp' })).data).toMatchObject({
      id,
      status: 'scomp',
    });
  });

  it('dates a removal once and forgets it when the subscriber is active again', async () => {
    const { id } = await somebody();
    await put(id, { status: 'bounced' });
    const bounced = await api.row(id);
    await put(id, { status: 'scomp' });
    expect(bounced.remove_time).toBeInstanceOf(Date);
    expect((await api.row(id)).remove_time).toEqual(bounced.remove_time);
    await put(id, { status: 'active' });
    expect(await api.row(id)).toMatchObject({ remove_time: null, remove_ip: null });
  });

  describe('run_autoresponders', () => {
    it('runs them as though the subscriber was just created, however often', async () => {
      const list = await api.addList();
      await api.addAutoresponder(list, { name: 'Welcome', trigger_run_on_api: true });
      await api.addAutoresponder(list, { name: 'Other' });
      const id = await api.add(list, { email: 'a@example.com' });
      await put(id, { run_autoresponders: true }, undefined, list);
      await put(id, { run_autoresponders: true }, undefined, list);
      expect((await api.reactions(list)).map(({ name }) => name)).toEqual(['Welcome', 'Welcome', 'Welcome']);
    });

    it('is off by default, and does nothing for whoever is not active', async () => {
      const list = await api.addList();
      await api.addAutoresponder(list, { name: 'Welcome', trigger_run_on_api: true });
      const id = await api.add(list, { email: 'a@example.com', skip_autoresponders: true });
      await put(id, { status: 'active' }, undefined, list);
      await put(id, { status: 'unsubscribed', run_autoresponders: true }, undefined, list);
      expect(await api.reactions(list)).toEqual([]);
    });
  });

  it.each([
    [{ email: null }, 'email cannot be blank'],
    [{ email: 'x' }, 'email is not a valid email address'],
    [{ status: 'gone' }, 'status must be one of active, bounced, unsubscribed, scomp, deactivated'],
    [{ email_format: 1 }, 'email_format must be one of html, text, both'],
    [{ subscribe_time: 'yesterday' }, /^subscribe_time must be a time in ISO 8601: /],
    [{ subscribe_ip: 'x' }, 'subscribe_ip is not an IP address'],
    [{ subscribe_ip: 'fe80::1%eth0' }, 'subscribe_ip is not an IP address'],
    [{ run_autoresponders: 'x' }, 'run_autoresponders must be true or false'],
    [{ custom_fields: { City: null } }, 'City is required'],
    [{ custom_fields: { Town: 1 } }, 'custom_fields has no field named Town'],
    [
      { status: 'x', custom_fields: { Age: 'y' } },
      'status must be one of active, bounced, unsubscribed, scomp, deactivated; Age must be a number',
    ],
  ])('answers validation_failed to %j and changes nothing', async (attributes, error_message) => {
    const { id } = await somebody();
    const before = await api.row(id);
    expect(await put(id, { subscribe_ip: '10.9.9.9', ...attributes })).toMatchObject({
      data: null,
      error_code: 'validation_failed',
      error_message: typeof error_message === 'string' ? error_message : expect.stringMatching(error_message),
    });
    expect(await api.row(id)).toEqual(before);
  });

  it('answers validation_failed when another subscriber has the new address', async () => {
    const [one, other] = [await somebody(), await somebody()];
    expect(await put(one.id, { email: other.email.toUpperCase() })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'email has already been taken',
    });
    expect((await put(one.id, { email: one.email.toUpperCase() })).data.email).toBe(one.email.toUpperCase());
  });

  it('lets two exchange addresses at once end as one after the other would', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const answers = await Promise.all([put(one.id, { email: other.email }), put(other.id, { email: one.email })]);
    expect(answers.map(({ error_code }) => error_code)).toEqual(['validation_failed', 'validation_failed']);
  });

  it('answers multiple_records_found when several subscribers share the address', async () => {
    const keyed = await api.addKeyedList();
    const id = await api.add(keyed, { email: 's@example.com', custom_fields: { Member: 'm1' } });
    await api.add(keyed, { email: 'S@example.com', custom_fields: { Member: 's@example.com' } });
    expect(await put('s@example.com', { status: 'active' }, undefined, keyed)).toMatchObject({
      error_code: 'multiple_records_found',
    });
    const changed = await put(id, { custom_fields: { Member: 'm3' }, email: 't@example.com' }, undefined, keyed);
    expect(changed.data.custom_fields.Member?.value).toBe('m3');
    expect((await api.row(id)).key).toBe('m3');
    expect(
      (await put('t@example.com', { custom_fields: { Member: 'S@example.com' } }, undefined, keyed)).error_message,
    ).toBe('Member has already been taken');
  });

  it('answers not_found for unknown subscribers and those of other lists and organizations', async () => {
    const { id, email } = await somebody();
    const { key } = await api.addOrganization();
    const empty = await api.addList();
    expect((await put(999_999, {})).error_code).toBe('not_found');
    expect((await put('nobody@example.com', {})).error_code).toBe('not_found');
    expect((await put('%00', {})).error_code).toBe('not_found');
    expect((await put(id, {}, undefined, empty)).error_code).toBe('not_found');
    expect((await put(email, {}, key)).error_code).toBe('not_found');
  });

  it('answers invalid_request without the key subscriber', async () => {
    const { id } = await somebody();
    const answer = await api.call('PUT', `/mailing_lists/${listId}/subscribers/${id}`, { nonsense: 'active' });
    expect(answer.error_code).toBe('invalid_request');
  });
});
