import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { addList } from '../api/support/import-rows.ts';
import { failed, TIME } from './support.ts';
import type { Row } from './support.ts';

const CONTENT = { name: 'A', subject: 'Hello', format: 'both', html: '<p>Hello</p>', text: 'Hello' };

/** The delivery settings that a request may carry and an answer shows as they were sent. */
const DELIVERY = {
  state: 'idle',
  virtual_mta_name: 'Fast',
  bounce_email_name: 'bounces@example.com',
  url_domain_name: 'links.example.com',
  speed: 100,
  track_opens: true,
  track_links: false,
  paused: true,
  from_name: 'News',
  from_email: 'news@example.com',
  reply_to: 'reply@example.com',
  begins_at: '2031-01-01T00:00:00Z',
  autowinner_enabled: true,
  autowinner_percentage: '25.5',
  autowinner_delay_amount: 30,
  autowinner_delay_unit: 'minutes',
  autowinner_metric: 'opens_unique',
};

describe('campaign templates', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization({ name: 'Daily' });
    listId = await addList(api, { name: 'News' }, own.key);
  });

  const call = <Data = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    api.call<Data>(method, path, body, own.key);
  const create = (campaign: Row, list = listId) => call('POST', `/mailing_lists/${list}/templates`, { campaign });
  const addSegment = async (list: number) => {
    const segmentation_criteria = { name: 'Everybody', clause: [] };
    return (await call('POST', `/mailing_lists/${list}/segments`, { segmentation_criteria })).data.id as number;
  };

  it.each(['GET /mailing_lists/:mailing_list_id/templates', 'GET /templates'])('%s', async (row) => {
    const isOfList = row.includes('mailing_list_id');
    const lists = [await addList(api, { name: `Own ${row}` }, own.key), await addList(api, {}, own.key)];
    for (const list of lists) await create({ name: `${row} ${list}` }, list);
    const path = isOfList ? `/mailing_lists/${lists[0]}/templates` : '/templates';
    const { status, data, ...rest } = await call<Row[]>('GET', path);
    expect(status).toBe(200);
    expect(rest).toEqual({ success: true, error_code: null, error_message: null });
    const shown = data.filter(({ name }) => String(name).startsWith(row));
    expect(shown.map(({ mailing_list_id }) => mailing_list_id)).toEqual(isOfList ? [lists[0]] : lists);
    expect(shown[0]).toEqual({
      id: expect.any(Number),
      name: `${row} ${lists[0]}`,
      mailing_list_id: lists[0],
      mailing_list_name: `Own ${row}`,
      organization_id: own.id,
      segmentation_criteria_id: null,
    });
  });

  it('GET /templates/:template_id', async () => {
    const { data } = await create({ name: 'Shown', contents: [CONTENT], dispatch_attributes: DELIVERY });
    expect((await call('GET', `/templates/${data.id}`)).data).toEqual(data);
    const other = await api.addOrganization();
    expect(await api.call('GET', `/templates/${data.id}`, undefined, other.key)).toMatchObject(failed('not_found'));
    const path = `/templates/${data.id}`;
    expect(await call('DELETE', path)).toMatchObject({ status: 404, error_code: 'not_found' });
  });

  it('POST /mailing_lists/:mailing_list_id/templates', async () => {
    const segmentation_criteria_id = await addSegment(listId);
    const { status, data } = await create({ name: 'Monthly', segmentation_criteria_id, contents: [CONTENT] });
    expect(status).toBe(200);
    const contents = [{ id: expect.any(Number), ...CONTENT }];
    expect(data).toEqual({
      id: data.id,
      name: 'Monthly',
      mailing_list_id: listId,
      mailing_list_name: 'News',
      organization_id: own.id,
      organization_name: 'Daily',
      segmentation_criteria_id,
      segmentation_criteria_name: 'Everybody',
      segmentation_criteria_remote_sql: null,
      archived: false,
      content_determined: true,
      custom_dynamic_template_id: null,
      template: true,
      created_at: TIME,
      updated_at: TIME,
      stat_summary: null,
      content_stats: [{ content: { id: expect.any(Number), name: 'A' }, stat_summary: null }],
      automatic_winner_selection: null,
      content_subject: 'Hello',
      email_format: 'both',
      content_html: '<p>Hello</p>',
      content_text: 'Hello',
      contents,
      campaign_contents: contents,
    });
    expect(await create({ contents: [CONTENT] })).toMatchObject(failed('validation_failed'));
    const elsewhere = await addSegment(await addList(api, {}, own.key));
    expect(await create({ name: 'x', segmentation_criteria_id: elsewhere })).toMatchObject(failed('validation_failed'));
  });

  it('PUT /templates/:template_id', async () => {
    const seeds = (await call('POST', '/seed_lists', { seed_list: { name: 'Office' } })).data;
    const { data } = await create({ name: 'Before' });
    const dispatch_attributes = { ...DELIVERY, seed_list_id: seeds.id };
    const changed = await call('PUT', `/templates/${data.id}`, { campaign: { name: 'After', dispatch_attributes } });
    expect(changed).toMatchObject({ status: 200, data: { id: data.id, name: 'After' } });
    expect(changed.data.dispatch).toEqual({
      ...DELIVERY,
      state_description: 'Step 1: Idle',
      started_at: null,
      finished_at: null,
      sender_email: null,
      virtual_mta_id: expect.any(Number),
      virtual_mta_type: 'virtual_mta',
      bounce_email_id: expect.stringMatching(/^\d+@\d+$/),
      bounce_email_user_id: expect.any(Number),
      bounce_email_domain_id: expect.any(Number),
      bounce_email_email: 'bounces@example.com',
      url_domain_id: expect.any(Number),
      url_domain_domain: 'links.example.com',
      seed_lists: [{ id: seeds.id, name: 'Office' }],
      seed_list_id: seeds.id,
      seed_list_name: 'Office',
      special_sending_rule_id: null,
      special_sending_rule_name: null,
    });
    expect(await call('PUT', `/templates/${data.id}`, { campaign: { name: '' } })).toMatchObject(
      failed('validation_failed'),
    );
  });
});
