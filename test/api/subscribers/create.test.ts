import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

describe('Create a subscriber: POST /mailing_lists/:mailing_list_id/subscribers', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
  });

  it('answers the subscriber record with the defaults of everything but the address', async () => {
    const { data, status } = await api.create(listId, { email: ' Ann@Example.com ' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      mailing_list_id: listId,
      email: 'Ann@Example.com',
      status: 'active',
      subscribe_ip: null,
      custom_fields: {},
    });
    expect(Date.parse(data.subscribe_time)).toBeGreaterThan(Date.now() - 60_000);
    expect(data).not.toHaveProperty('email_format');
    expect(data).not.toHaveProperty('confirmed');
    const { data: shown } = await api.call<unknown[]>('GET', `/mailing_lists/${listId}/subscribers/${data.id}`);
    expect(shown).toEqual([data]);
  });

  it('takes status, subscribe_time and subscribe_ip', async () => {
    const sent = { status: 'bounced', subscribe_time: '2020-02-03T04:05:06+01:00', subscribe_ip: '2001:db8::1' };
    const { data } = await api.create(listId, { email: 'times@example.com', ...sent });
    expect(data).toMatchObject({ ...sent, subscribe_time: '2020-02-03T03:05:06Z' });
    expect(await api.row(Number(data.id))).toMatchObject({ remove_time: expect.any(Date), remove_ip: null });
  });

  it('takes email_format and confirmed on lists that have them, and no notice of them elsewhere', async () => {
    const rich = await api.addList({ has_format: true, has_confirmed: true });
    expect((await api.create(rich, { email: 'a@example.com' })).data).toMatchObject({
      email_format: 'html',
      confirmed: false,
    });
    const { data } = await api.create(rich, { email: 'b@example.com', email_format: 'both', confirmed: '1' });
    expect(data).toMatchObject({ email_format: 'both', confirmed: true });
    expect(await api.row(Number(data.id))).toMatchObject({ confirm_time: expect.any(Date) });
    const plain = await api.create(listId, { email: 'c@example.com', email_format: 'fax', confirmed: 'perhaps' });
    expect(await api.row(Number(plain.data.id))).toMatchObject({ email_format: null, confirmed: null });
  });

  it('shows html as the format of a subscriber from before its list had formats, also to segments', async () => {
    const list = await api.addList();
    const id = await api.add(list, { email: 'early@example.com' });
    await api.call('PUT', `/mailing_lists/${list}`, { mailing_list: { has_format: true } });
    expect((await api.call('GET', `/mailing_lists/${list}/subscribers`)).data).toMatchObject([
      { id, email_format: 'html' },
    ]);

    const clause = [{ type: 'subscriber_format', operator: 'is', value: 'html' }];
    const segment = await api.call('POST', `/mailing_lists/${list}/segments`, {
      segmentation_criteria: { name: 'HTML', clause },
    });
    const found = await api.call('GET', `/mailing_lists/${list}/subscribers?segment_id=${String(segment.data.id)}`);
    expect(found.data).toMatchObject([{ id }]);
  });

  it('takes values of every type by field name, also as hashes', async () => {
    const typed = await api.addList();
    for (const field of [
      { name: 'Text', field_type: 'text' },
      { name: 'Number', field_type: 'number' },
      { name: 'Date', field_type: 'date' },
      { name: 'Day', field_type: 'day_of_year' },
      { name: 'Flag', field_type: 'boolean' },
      { name: 'One', field_type: 'select_single_dropdown', options: ['Cat', 'Dog'] },
      { name: 'Many', field_type: 'select_multiple_checkboxes', options: ['Red', 'Blue'] },
      { name: 'Left out', field_type: 'text' },
    ]) {
      await api.addField(typed, field);
    }
    const custom_fields = {
      TEXT: { name: 'Text', type: 'text', value: 'hello' },
      Number: 7,
      Date: '2024-02-29',
      Day: '12-31',
      Flag: false,
      One: 'dog',
      Many: ['Blue', 'Red'],
    };
    const { data } = await api.create(typed, { email: 'a@example.com', custom_fields });
    const values = Object.fromEntries(Object.values(data.custom_fields).map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      Text: 'hello',
      Number: 7,
      Date: '2024-02-29',
      Day: '12-31',
      Flag: false,
      One: 'Dog',
      Many: ['Red', 'Blue'],
      'Left out': null,
    });
  });

  describe('validation_failed', () => {
    let strict: number;
    beforeAll(async () => {
      strict = await api.addList({ has_format: true });
      await api.addField(strict, { name: 'City', field_type: 'text', required: true, maximum_length: 5 });
      await api.addField(strict, { name: 'Age', field_type: 'number', minimum_value: 18 });
      await api.create(strict, { email: 'taken@example.com', custom_fields: { City: 'Rome' } });
    });

    it.each([
      [{}, 'email cannot be blank; City is required'],
      [{ email: null }, 'email cannot be blank'],
      [{ email: '  ' }, 'email cannot be blank'],
      [{ email: 7 }, 'email must be a string'],
      [{ email: 'a b@example.com' }, 'email is not a valid email address'],
      [{ email: `${'a'.repeat(257)}@example.com` }, 'email is not a valid email address'],
      [{ email: 'TAKEN@example.com' }, 'email has already been taken'],
      [{ status: 'gone' }, 'status must be one of active, bounced, unsubscribed, scomp, deactivated'],
      [{ email_format: 'plaintext' }, 'email_format must be one of html, text, both'],
      [{ subscribe_time: 'yesterday' }, 'subscribe_time must be a time in ISO 8601: '],
      [{ subscribe_time: 5 }, 'subscribe_time must be a string'],
      [{ subscribe_ip: '1.2.3' }, 'subscribe_ip is not an IP address'],
      [{ subscribe_ip: 'fe80::1%eth0' }, 'subscribe_ip is not an IP address'],
      [{ skip_autoresponders: 'maybe' }, 'skip_autoresponders must be true or false'],
      [{ custom_fields: [] }, 'custom_fields must be a JSON object'],
      [{ custom_fields: { City: 'Rome', Town: 'x' } }, 'custom_fields has no field named Town'],
      [{ custom_fields: { City: ' ' } }, 'City is required'],
      [{ custom_fields: { City: 'Bologna' } }, 'City must have at most 5 characters'],
      [{ custom_fields: { City: 'Rome', Age: '20x' } }, 'Age must be a number'],
      [{ custom_fields: { City: 'Rome', Age: 17 } }, 'Age must be at least 18'],
    ])('is the answer to %j', async (attributes, message) => {
      const subscriber =
        Object.keys(attributes).length === 0
          ? attributes
          : { email: 'new@example.com', custom_fields: { City: 'Rome' }, ...attributes };
      const answer = await api.create(strict, subscriber);
      expect(answer).toMatchObject({ success: false, data: null, error_code: 'validation_failed' });
      expect(answer.error_message).toContain(message);
    });

    it('is the answer beyond the subscriber limit of the organization', async () => {
      const organization = await api.addOrganization();
      const theirs = await api.addList({}, organization.key);
      await api.limitTo(organization.id, 1);
      const first = await api.create(theirs, { email: 'a@example.com' }, {}, organization.key);
      const second = await api.create(theirs, { email: 'b@example.com' }, {}, organization.key);
      expect([first.success, second.error_code]).toEqual([true, 'validation_failed']);
      expect(second.error_message).toBe('the subscriber limit of the organization is reached');
    });

    it('lets only so many of several at once in as there is room for', async () => {
      const organization = await api.addOrganization();
      const theirs = await api.addList({}, organization.key);
      await api.limitTo(organization.id, 3);
      const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
      const answers = await Promise.all(emails.map((email) => api.create(theirs, { email }, {}, organization.key)));
      expect(answers.filter(({ success }) => success)).toHaveLength(3);
    });

    it('is the answer to all but one who add the same address at once', async () => {
      const answers = await Promise.all(
        ['x@example.com', 'X@example.com', 'x@Example.com'].map((email) => api.create(listId, { email })),
      );
      expect(answers.map(({ error_code }) => error_code).sort()).toEqual([
        null,
        'validation_failed',
        'validation_failed',
      ]);
    });
  });

  it('tells subscribers apart by the alternate primary key, ignoring case, where the list has one', async () => {
    const keyed = await api.addKeyedList();
    const member = (name: string) => ({ email: 'shared@example.com', custom_fields: { Member: name } });
    expect((await api.create(keyed, member('m1'))).success).toBe(true);
    expect((await api.create(keyed, member('m2'))).success).toBe(true);
    expect(await api.create(keyed, member('M1'))).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'Member has already been taken',
    });
    expect((await api.create(keyed, member('x'.repeat(2001)))).error_message).toMatch(/^Member is the primary key/);
  });

  describe('apply_custom_field_defaults', () => {
    let defaults: number;
    beforeAll(async () => {
      defaults = await api.addList();
      await api.addField(defaults, { name: 'City', field_type: 'text', required: true, default_string: 'Rome' });
      await api.addField(defaults, { name: 'Age', field_type: 'number', default_integer: 30 });
      await api.addField(defaults, { name: 'Nice', field_type: 'boolean', default_boolean: true });
      await api.addField(defaults, { name: 'None', field_type: 'text' });
    });
    const values = (data: { custom_fields: Record<string, { value: unknown }> }) =>
      Object.values(data.custom_fields).map(({ value }) => value);

    it('gives fields that are not sent their default, before required ones are looked for', async () => {
      const { data } = await api.create(
        defaults,
        { email: 'a@example.com', custom_fields: { Age: null } },
        { apply_custom_field_defaults: true },
      );
      expect(values(data)).toEqual(['Rome', null, true, null]);
    });

    it('is off unless it is asked for', async () => {
      expect((await api.create(defaults, { email: 'b@example.com' })).error_message).toBe('City is required');
      const { data } = await api.create(defaults, { email: 'b@example.com', custom_fields: { City: 'Bari' } });
      expect(values(data)).toEqual(['Bari', null, null, null]);
    });

    it('must be true or false', async () => {
      const answer = await api.create(defaults, { email: 'c@example.com' }, { apply_custom_field_defaults: 'so' });
      expect(answer.error_message).toBe('apply_custom_field_defaults must be true or false');
    });
  });

  it('answers invalid_request without the key subscriber, and on a remote list', async () => {
    const path = `/mailing_lists/${listId}/subscribers`;
    for (const body of [{}, { subscriber: 'a@example.com' }, [], 'x']) {
      expect(await api.call('POST', path, body)).toMatchObject({ success: false, error_code: 'invalid_request' });
    }
    const remote = await api.addList();
    await api.database.pool.query('update mailing_lists set is_remote_list = true where id = $1', [remote]);
    expect(await api.create(remote, { email: 'a@example.com' })).toMatchObject({ error_code: 'invalid_request' });
  });

  it('answers not_found for unknown and deleted lists and those of other organizations', async () => {
    const { key } = await api.addOrganization();
    const deleted = await api.addList();
    await api.deleteList(deleted);
    expect((await api.create(999_999, { email: 'a@example.com' })).error_code).toBe('not_found');
    expect((await api.create(deleted, { email: 'a@example.com' })).error_code).toBe('not_found');
    expect((await api.create(listId, { email: 'o@example.com' }, {}, key)).error_code).toBe('not_found');
  });

  it('lets a system administrator add to a list of any organization', async () => {
    const { key } = await api.addOrganization();
    const theirs = await api.addList({}, key);
    expect((await api.create(theirs, { email: 'a@example.com' })).success).toBe(true);
  });
});
