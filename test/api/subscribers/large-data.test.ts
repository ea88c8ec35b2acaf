import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

describe('the custom fields of a subscriber', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });
  beforeEach(async () => {
    listId = await api.addList();
    for (const name of ['A', 'B']) await api.addField(listId, { name, field_type: 'text' });
  });

  const MOST = BOUNDS.subscriberData.max;
  const HALF = 'x'.repeat(MOST * 0.6);
  const TOO_LARGE = {
    success: false,
    error_code: 'validation_failed',
    error_message: expect.stringMatching(/^custom_fields of a subscriber take at most 1048576 bytes together, /),
  };
  const update = (id: number, subscriber: object) =>
    api.call('PUT', `/mailing_lists/${listId}/subscribers/${id}`, { subscriber });

  it('are refused beyond the bound when a subscriber is created', async () => {
    const custom_fields = { A: HALF, B: HALF };
    expect(await api.create(listId, { email: 'ann@example.com', custom_fields })).toMatchObject(TOO_LARGE);
    expect(await api.create(listId, { email: 'ann@example.com', custom_fields: { A: HALF } })).toMatchObject({
      success: true,
    });
  });

  it('are refused when they go beyond it only together with those that are stored', async () => {
    const id = await api.add(listId, { email: 'ann@example.com', custom_fields: { A: HALF } });
    expect(await update(id, { custom_fields: { B: HALF } })).toMatchObject(TOO_LARGE);
    expect(await update(id, { custom_fields: { A: 'a', B: HALF } })).toMatchObject({ success: true });
  });

  it('are refused likewise when autoresponders are triggered', async () => {
    await api.addAutoresponder(listId, { name: 'Welcome', trigger: 'api' });
    const id = await api.add(listId, { email: 'ann@example.com', custom_fields: { A: HALF } });
    const path = `/mailing_lists/${listId}/subscribers/${id}/trigger_autoresponders`;
    const body = { autoresponder_names: ['Welcome'], custom_fields: { for_all: { B: HALF } } };
    expect(await api.call('POST', path, body)).toMatchObject(TOO_LARGE);
    expect(await api.reactions(listId)).toEqual([]);
  });

  it('may be changed where they are larger from earlier, as long as they do not grow', async () => {
    const id = await api.add(listId, { email: 'ann@example.com', custom_fields: { A: 'a' } });
    await api.database.pool.query(
      `update subscribers set custom_fields = (select jsonb_object_agg(id, repeat('x', 1048576)) from custom_fields where mailing_list_id = $1)
        where id = $2`,
      [listId, id],
    );
    expect(await update(id, { status: 'unsubscribed' })).toMatchObject({ success: true });
    expect(await update(id, { custom_fields: { A: 'y'.repeat(MOST + 1) } })).toMatchObject(TOO_LARGE);
    expect(await update(id, { custom_fields: { A: 'a' } })).toMatchObject({ success: true });
  });
});
