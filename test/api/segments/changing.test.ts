import { beforeAll, describe, expect, it } from 'vitest';
import { addList } from '../support/import-rows.ts';
import { buildSegmentApi } from './support.ts';
import type { SegmentApi } from './support.ts';

const ACTIVE = { type: 'subscriber_status', operator: 'is', value: 'active' };

describe('segments', () => {
  let segments: SegmentApi;
  let api: SegmentApi['api'];
  let other: SegmentApi['other'];
  let listId: number;
  beforeAll(async () => {
    segments = await buildSegmentApi();
    ({ api, other, listId } = segments);
  });
  const create: SegmentApi['create'] = (...values) => segments.create(...values);
  const update: SegmentApi['update'] = (...values) => segments.update(...values);
  const show: SegmentApi['show'] = (...values) => segments.show(...values);
  const remove: SegmentApi['remove'] = (...values) => segments.remove(...values);
  const query = (text: string, values: unknown[]) => api.database.pool.query(text, values);

  describe('PUT /segments/:id', () => {
    it('gives the segment a name and clauses, both required', async () => {
      const { data } = await create({ clause: [ACTIVE] });
      expect((await update(data.id, { name: 'Renamed', clause: [] })).data).toMatchObject({
        name: 'Renamed',
        clause: [],
      });
      expect((await update(data.id, { name: 'x' })).error_message).toBe('clause cannot be blank');
      expect((await update(data.id, { clause: [] })).error_message).toBe('name cannot be blank');
      expect((await update(data.id, { name: 'RENAMED', clause: [] })).success).toBe(true);
    });

    it('cannot make a segment refer to itself, over others neither', async () => {
      const inner = (await create()).data;
      const outer = (await create({ clause: [{ type: 'in_segment', operator: 'is in', segment: { id: inner.id } }] }))
        .data;
      for (const id of [inner.id, outer.id]) {
        const clause = [{ type: 'in_segment', operator: 'is not in', segment: { id } }];
        expect(await update(inner.id, { name: 'Loop', clause })).toMatchObject({
          error_code: 'validation_failed',
          error_message: 'clause.0.segment would make the segment refer to itself',
        });
      }
    });
  });

  describe('DELETE /segments/:id', () => {
    it('answers an empty success, and the name is free again', async () => {
      const { data } = await create({ name: 'Gone' });
      expect(await remove(data.id)).toMatchObject({ status: 200, success: true, data: null });
      expect(await remove(data.id)).toMatchObject({ error_code: 'not_found' });
      expect((await create({ name: 'Gone' })).success).toBe(true);
    });

    it.each([
      ['scheduled', 'validation_failed'],
      ['idle', 'validation_failed'],
      ['finished', null],
    ])('while a campaign that is %s uses the segment answers %s', async (state, error_code) => {
      const { id } = (await create()).data;
      await query(
        `insert into campaigns (organization_id, mailing_list_id, name, segmentation_criteria_id, state)
         values (1, $1, 'c', $2, $3)`,
        [listId, id, state],
      );
      expect(await remove(id)).toMatchObject({ status: 200, data: null, error_code });
    });

    it('while an autoresponder or another segment uses the segment answers validation_failed', async () => {
      const { id } = (await create()).data;
      await query(
        `insert into autoresponders (mailing_list_id, name, trigger, segmentation_criteria_id)
         values ($1, 'a', 'subscription', $2)`,
        [listId, id],
      );
      expect(await remove(id)).toMatchObject({ error_code: 'validation_failed' });
      const inner = (await create()).data;
      await create({
        clause: [{ type: 'any', clauses: [{ type: 'in_segment', operator: 'is in', segment_id: inner.id }] }],
      });
      expect(await remove(inner.id)).toMatchObject({ error_code: 'validation_failed' });
    });
  });

  it.each(['999999', '0', 'x'])('answers not_found to the id %s', async (id) => {
    for (const answer of [await show(id), await update(id, { name: 'x', clause: [] }), await remove(id)]) {
      expect(answer).toMatchObject({ status: 200, data: null, error_code: 'not_found' });
    }
  });

  it("answers not_found to another organization's segment, unless a system administrator asks", async () => {
    const { id } = (await create()).data;
    for (const answer of [
      await show(id, other.key),
      await update(id, { name: 'x', clause: [] }, other.key),
      await remove(id, other.key),
    ]) {
      expect(answer).toMatchObject({ error_code: 'not_found' });
    }
    const theirs = await create({}, '', await addList(api, {}, other.key), other.key);
    expect((await show(theirs.data.id)).success).toBe(true);
  });

  it('not available on remote lists: invalid_request', async () => {
    const remote = await addList(api);
    await query('update mailing_lists set is_remote_list = true where id = $1', [remote]);
    expect(await create({}, '', remote)).toMatchObject({ error_code: 'invalid_request' });
    expect(await api.call('GET', `/mailing_lists/${remote}/segments`)).toMatchObject({ error_code: 'invalid_request' });
  });
});
