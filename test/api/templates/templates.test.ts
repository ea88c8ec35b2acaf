import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

interface Template {
  id: number;
  name: string;
  contents: { id: number; name: string }[];
  dispatch: Record<string, unknown>;
  [key: string]: unknown;
}

describe('campaign templates', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    listId = await addList(api);
  });

  const create = (attributes: object = {}, list = listId, key?: string) =>
    api.call<Template>(
      'POST',
      `/mailing_lists/${list}/templates`,
      { campaign: { name: 'Monthly', ...attributes } },
      key,
    );
  const update = (id: number, campaign: unknown, key?: string) =>
    api.call<Template>('PUT', `/templates/${id}`, { campaign }, key);
  const show = (id: unknown, key?: string) => api.call<Template>('GET', `/templates/${String(id)}`, undefined, key);

  it('POST /mailing_lists/:mailing_list_id/templates answers the detail that GET /templates/:template_id shows', async () => {
    const { data, status } = await create({
      contents: [{ name: 'A', subject: 'Hi', format: 'both', html: '<p>', text: 't' }],
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: 'Monthly', mailing_list_id: listId, template: true, content_determined: true });
    expect(data).toMatchObject({ content_subject: 'Hi', email_format: 'both', content_html: '<p>', content_text: 't' });
    expect(data).not.toHaveProperty('dispatch');
    expect((await show(data.id)).data).toEqual(data);
  });

  it('PUT /templates/:template_id with dispatch_attributes answers dispatch', async () => {
    const { id } = (await create()).data;
    const seeds = (await api.call('POST', '/seed_lists', { seed_list: { name: 'Office' } })).data;
    const dispatch_attributes = {
      from_email: 'f@example.com',
      virtual_mta_name: 'Fast',
      url_domain_name: 'example.com',
      bounce_email_name: 'r@example.com',
      seed_list_name: 'OFFICE',
      begins_at: '2024-01-01T00:00:00Z',
      autowinner_enabled: true,
      autowinner_percentage: 25,
      autowinner_delay_amount: 2,
      autowinner_delay_unit: 'hours',
      autowinner_metric: 'opens_unique',
    };
    const { dispatch } = (await update(id, { dispatch_attributes })).data;
    expect(dispatch).toMatchObject({
      state: 'idle',
      state_description: 'Step 1: Idle',
      virtual_mta_name: 'Fast',
      virtual_mta_type: 'virtual_mta',
      url_domain_domain: 'example.com',
      bounce_email_email: 'r@example.com',
      bounce_email_id: expect.stringMatching(/^\d+@\d+$/),
      seed_lists: [{ id: seeds.id, name: 'Office' }],
      seed_list_id: seeds.id,
      begins_at: '2024-01-01T00:00:00Z',
      autowinner_percentage: '25.0',
    });
    expect((await update(id, { dispatch_attributes: { speed: 5 } })).data.dispatch).toEqual({ ...dispatch, speed: 5 });
    expect((await update(id, { name: 'Renamed' })).data).toMatchObject({ name: 'Renamed', dispatch: { speed: 5 } });
  });

  it('contents on update: with id changed, without added, absent ones removed; deprecated fields write the first', async () => {
    const before = (await create({ contents: [{ subject: 'a' }, { subject: 'b' }] })).data;
    const [, second] = before.contents;
    const { data } = await update(before.id, { contents: [{ id: second?.id, subject: 'B' }, { name: 'New' }] });
    expect(data.contents).toMatchObject([
      { ...second, subject: 'B' },
      { name: 'New', subject: '' },
    ]);
    const after = (await update(before.id, { content_subject: 'First' })).data;
    expect(after.contents).toMatchObject([{ id: second?.id, subject: 'First' }, { name: 'New' }]);
  });

  it.each([
    ['2015-01-22T11:10:00-06:00', '2015-01-22T18:10:00+01:00'],
    ['2015-01-22 11:10AM CST', '2015-01-22T18:10:00+01:00'],
    ['Jan 22, 2015 11:10 am pdt', '2015-01-22T19:10:00+01:00'],
    ['2015-07-22 11:10', '2015-07-22T11:10:00+02:00'],
    ['7/22/2015', '2015-07-22T00:00:00+02:00'],
    ['', null],
    [null, null],
  ])(
    'begins_at %j is read in the time zone of the organization unless it names one, and answered as %j',
    async (sent, shown) => {
      const { key } = await api.addOrganization({ timeZone: 'Europe/Berlin' });
      const { data } = await create({ dispatch_attributes: { begins_at: sent } }, await addList(api, {}, key), key);
      expect(data.dispatch).toMatchObject({ begins_at: shown });
      expect((await update(data.id, { dispatch_attributes: { speed: 1 } }, key)).data.dispatch.begins_at).toBe(shown);
    },
  );

  it.each([
    [{ name: null }, 'validation_failed'],
    [{ name: 'n'.repeat(256) }, 'validation_failed'],
    [{ contents: 'x' }, 'validation_failed'],
    [{ contents: [{ id: 999_999 }] }, 'validation_failed'],
    [{ email_format: 'rtf' }, 'validation_failed'],
    [{ segmentation_criteria_id: 999_999 }, 'validation_failed'],
    [{ segmentation_criteria_remote_sql: 'select 1' }, 'validation_failed'],
    [{ segmentation_criteria_id: 1, segmentation_criteria_remote_sql: 'select 1' }, 'invalid_request'],
    [{ dispatch_attributes: { state: 'gone' } }, 'validation_failed'],
    [{ dispatch_attributes: { begins_at: 'soon' } }, 'validation_failed'],
    [{ dispatch_attributes: { begins_at: '2015-01-22 11:10 XST' } }, 'validation_failed'],
    [{ dispatch_attributes: { begins_at: '9999-12-31T23:59:59-01:00' } }, 'validation_failed'],
    [{ dispatch_attributes: { begins_at: 1421946600 } }, 'validation_failed'],
    [{ dispatch_attributes: { virtual_mta_id: 999_999 } }, 'validation_failed'],
    [{ dispatch_attributes: { bounce_email_id: '9@9' } }, 'validation_failed'],
    [{ dispatch_attributes: { autowinner_percentage: '1.234' } }, 'validation_failed'],
    [{ dispatch_attributes: { seed_list_id: 999_999 } }, 'validation_failed'],
    [{ dispatch_attributes: { seed_list_id: 1, seed_list_names: [] } }, 'invalid_request'],
    [{ dispatch_attributes: { url_domain_id: 1, url_domain_name: 'x' } }, 'invalid_request'],
  ])('refuses %j with %s', async (attributes, error_code) => {
    expect(await create(attributes)).toMatchObject({ status: 200, success: false, data: null, error_code });
  });

  it('GET /templates and GET /mailing_lists/:mailing_list_id/templates answer all by id, and pages when asked', async () => {
    const list = await addList(api, {}, other.key);
    for (const name of ['b', 'a']) await create({ name }, list, other.key);
    const get = (path: string) => api.call<Template[]>('GET', path, undefined, other.key);
    const whole = await get('/templates');
    expect(whole.data.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(whole).not.toHaveProperty('page');
    expect(Object.keys(whole.data[0] ?? {})).toEqual([
      'id',
      'name',
      'mailing_list_id',
      'mailing_list_name',
      'organization_id',
      'segmentation_criteria_id',
    ]);
    expect(await get(`/mailing_lists/${list}/templates?per_page=1&page=1`)).toMatchObject({
      num_records: 2,
      data: [{ name: 'a' }],
    });
  });

  it('answers not_found to strangers and unknown ids, invalid_request without the wrapper key; there is no DELETE', async () => {
    const { id } = (await create()).data;
    expect(await show(id, other.key)).toMatchObject({ error_code: 'not_found' });
    expect(await update(id, { name: 'x' }, other.key)).toMatchObject({ error_code: 'not_found' });
    expect(await show('999999')).toMatchObject({ error_code: 'not_found' });
    expect(await api.call('PUT', `/templates/${id}`, { title: 'x' })).toMatchObject({ error_code: 'invalid_request' });
    expect(await api.call('DELETE', `/templates/${id}`)).toMatchObject({ status: 404 });
  });
});
