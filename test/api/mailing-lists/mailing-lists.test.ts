import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { BY_DEFAULT } from '../../support/mailing-list-defaults.ts';

const AUTOWINNER = {
  d_autowinner_enabled: true,
  d_autowinner_percentage: '25',
  d_autowinner_delay_amount: 4,
  d_autowinner_delay_unit: 'hours',
  d_autowinner_metric: 'opens_unique',
};

describe('mailing lists', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });

  let names = 0;
  const create = (attributes: object = {}, key?: string) =>
    api.call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}`, ...attributes } }, key);
  const update = (id: unknown, attributes: object, key?: string) =>
    api.call('PUT', `/mailing_lists/${String(id)}`, { mailing_list: attributes }, key);

  it('has every key of the record in order, with its default, when only a name is given', async () => {
    const { status, data } = await create({ name: '  News ' });
    expect(status).toBe(200);
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        id: data.id,
        name: 'News',
        ...BY_DEFAULT,
      }),
    );
  });

  it('takes booleans in every form clients send', async () => {
    for (const truth of [true, 1, '1', 'true'])
      expect((await create({ has_format: truth })).data.has_format).toBe(true);
    for (const lie of [false, 0, '0', 'false']) expect((await create({ has_format: lie })).data.has_format).toBe(false);
  });

  it('keeps what an update does not send', async () => {
    const { data } = await create({ d_from_name: 'Editor', d_speed: 100, has_confirmed: true, ...AUTOWINNER });
    const answer = await update(data.id, { d_speed: 5 });
    expect(answer.data).toEqual({ ...data, d_speed: 5 });
  });

  it('takes tracking, headers and automatic winners', async () => {
    const { data } = await create({
      ...AUTOWINNER,
      d_autowinner_percentage: 33.25,
      custom_headers_enabled: true,
      custom_headers: 'X-Campaign: 7\nList-Help: <mailto:a@example.com>\nPrecedence: bulk\nFeedback-ID: 1:news',
      google_analytics: { enabled: '1', tracking_id: 'G-1', source: 'news', domain_list: ['example.com'] },
    });
    expect(data).toMatchObject({
      d_autowinner_percentage: '33.25',
      custom_headers: 'X-Campaign: 7\nList-Help: <mailto:a@example.com>\nPrecedence: bulk\nFeedback-ID: 1:news',
      google_analytics: {
        enabled: true,
        tracking_id: 'G-1',
        source: 'news',
        restrict_to_domain_list: false,
        domain_list: ['example.com'],
      },
    });
    const off = await update(data.id, { d_autowinner_enabled: false, google_analytics: { enabled: false } });
    expect(off.data).toMatchObject({ d_autowinner_percentage: null, google_analytics: { enabled: false } });
  });

  it.each([
    ...[
      'From',
      'Sender',
      'Reply-To',
      'To',
      'Cc',
      'Bcc',
      'Subject',
      'Date',
      'Message-ID',
      'MIME-Version',
      'Return-Path',
    ],
    ...['Received', 'DKIM-Signature', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
    ...['Content-Type', 'Content-Transfer-Encoding', 'Content-Disposition', 'Content-ID', 'Content-Description'],
  ])('refuses the custom header %s, which the service sets itself', async (name) => {
    const custom_headers = `X-News: 1\r\n${name}: x`;
    expect((await create({ custom_headers })).error_message).toBe(
      `custom_headers cannot have ${name}, which the service sets itself`,
    );
  });

  it.each([
    'Organization: Daily News',
    'Auto-Submitted: auto-generated',
    "!#$%&'*+-.^_`|~0: \t~",
    'X: a:b',
    'In-Reply-To: <a@b>',
  ])('takes the custom header %j', async (custom_headers) => {
    expect((await create({ custom_headers })).data).toMatchObject({ custom_headers });
  });

  it.each(['News', ': x', 'X News: x', 'X-News:', 'X-News: \u0007', 'X-News: ü', ' folded', `X-A: ${'x'.repeat(999)}`])(
    'refuses the custom header %j',
    async (custom_headers) => {
      expect(await api.call('POST', '/mailing_lists', { mailing_list: { name: 'Odd', custom_headers } })).toMatchObject(
        {
          error_code: 'validation_failed',
          error_message: 'custom_headers must have one header on each line, as "Name: text" in printable ASCII',
        },
      );
    },
  );

  it.each([
    [{ name: '' }, 'name cannot be blank'],
    [{ name: null }, 'name cannot be blank'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: 'x'.repeat(101) }, 'name is too long (maximum is 100 characters)'],
    [{ name: 'a\0b' }, 'name has characters that cannot be stored'],
    [{ name: 'TAKEN' }, 'name has already been taken'],
    [{ d_from_name: 'a\nBcc: b' }, 'd_from_name cannot have a line break'],
    [{ d_virtual_mta_id: 9 }, 'd_virtual_mta_id is not a known virtual MTA'],
    [{ d_speed: -1 }, 'd_speed must be a whole number from 0'],
    [{ d_seed_list_ids: [4] }, 'd_seed_list_ids has an unknown seed list: 4'],
    [{ ...AUTOWINNER, d_autowinner_percentage: '94.855' }, 'd_autowinner_percentage can have at most two decimals'],
    [{ ...AUTOWINNER, d_autowinner_percentage: 100 }, 'd_autowinner_percentage must be above 0 and below 100'],
    [
      { ...AUTOWINNER, d_autowinner_delay_unit: 'weeks' },
      'd_autowinner_delay_unit must be one of minutes, hours, days',
    ],
    [
      { ...AUTOWINNER, d_autowinner_metric: null },
      'd_autowinner_metric is required when automatic winner selection is enabled',
    ],
    [{ has_format: 'maybe' }, 'has_format must be true or false'],
    [{ custom_headers_enabled: true }, 'custom_headers cannot be blank when custom_headers_enabled is true'],
    [{ custom_headers: 'X-News: 1\nSubject: x' }, 'custom_headers cannot have Subject, which the service sets itself'],
    [
      { custom_headers: 'content-TYPE: text/html' },
      'custom_headers cannot have content-TYPE, which the service sets itself',
    ],
    [{ primary_key_custom_field_id: 1 }, 'primary_key_custom_field_id must be a required text or number global field'],
    [{ preview_custom_field_data: { Nope: 1 } }, 'preview_custom_field_data.Nope is not a custom field of the list'],
    [{ google_analytics: { enabled: true, source: 'x' } }, 'google_analytics.tracking_id cannot be blank'],
    [{ google_analytics: 'on' }, 'google_analytics must be a JSON object'],
    [
      { d_speed: 'fast', has_confirmed: 2 },
      'd_speed must be a whole number from 0; has_confirmed must be true or false',
    ],
  ])('refuses to create %j', async (attributes, message) => {
    await api.call('POST', '/mailing_lists', { mailing_list: { name: 'Taken' } });
    const answer = await create(attributes);
    expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'validation_failed' });
    expect(answer.error_message).toBe(message);
  });

  it('lets two organizations use the same name', async () => {
    const { key } = await api.addOrganization();
    expect((await create({ name: 'Shared' }, key)).success).toBe(true);
    expect((await create({ name: 'Shared' })).success).toBe(true);
  });

  it('creates one of two lists that are asked for under one name at once', async () => {
    const answers = await Promise.all([create({ name: 'Twins' }), create({ name: 'twins' })]);
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  });

  it('updates to its own name, but not to that of another list', async () => {
    const { data } = await create({ name: 'First' });
    await create({ name: 'Second' });
    expect((await update(data.id, { name: 'FIRST' })).data.name).toBe('FIRST');
    expect((await update(data.id, { name: 'second' })).error_message).toBe('name has already been taken');
  });

  it('hides the lists of other organizations from all but system administrators', async () => {
    const { key } = await api.addOrganization();
    const { data } = await create();
    expect(await update(data.id, { name: 'Mine now' }, key)).toMatchObject({ error_code: 'not_found' });
    const theirs = await create({}, key);
    expect((await update(theirs.data.id, { d_speed: 3 })).data.d_speed).toBe(3);
  });

  it('lists everything without paging keys, or a page with them', async () => {
    const { key } = await api.addOrganization();
    for (let list = 0; list < 3; list++) await create({}, key);
    const whole = await api.call<{ id: number }[]>('GET', '/mailing_lists', undefined, key);
    expect(whole.data).toHaveLength(3);
    expect(whole).not.toHaveProperty('page');

    const page = await api.call<{ id: number }[]>('GET', '/mailing_lists?page=1&per_page=2', undefined, key);
    expect(page).toMatchObject({ page: 1, per_page: 2, num_records: 3, num_pages: 2 });
    expect(page.data).toEqual(whole.data.slice(2));
  });

  it('shows no list that is deleted', async () => {
    const { data } = await create();
    await api.database.pool.query('update mailing_lists set deleted_at = now() where id = $1', [data.id]);
    const { data: lists } = await api.call<{ id: number }[]>('GET', '/mailing_lists');
    expect(lists.map(({ id }) => id)).not.toContain(data.id);
    expect(await update(data.id, {})).toMatchObject({ error_code: 'not_found' });
  });
});
