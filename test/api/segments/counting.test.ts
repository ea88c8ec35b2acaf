import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';
import { buildSegmentApi } from './support.ts';
import type { SegmentApi } from './support.ts';

const domain = (value: string) => ({ type: 'subscriber_domain', operator: 'is', value });
const status = (value: string) => ({ type: 'subscriber_status', operator: 'is', value });

describe('the number of subscribers of a segment', () => {
  let segments: SegmentApi;
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    segments = await buildSegmentApi();
    ({ api, listId } = segments);
    for (const email of ['a@one.example', 'b@one.example', 'c@two.example']) await add(api, listId, { email });
    await add(api, listId, { email: 'd@one.example', status: 'bounced' });
    await add(api, await addList(api), { email: 'e@one.example' });
  });
  const count = (id: unknown, key?: string) =>
    api.call<{ number_of_subscribers: number }>('GET', `/segments/${String(id)}/subscriber_count`, undefined, key);
  const countOf = (segmentation_criteria: unknown, list = listId, key?: string) =>
    api.call('POST', `/mailing_lists/${list}/segments/count`, { segmentation_criteria }, key);

  it.each([
    ['active ones without clauses', [], 3],
    ['active ones whom the clauses fit', [domain('one.example')], 2],
    ['those of a status that a clause names', [domain('one.example'), status('bounced')], 1],
    ['any of several', [{ type: 'any', clauses: [domain('two.example'), status('bounced')] }], 2],
    ['none', [domain('three.example')], 0],
  ])('is that of the list: %s', async (_name, clause, number_of_subscribers) => {
    const { data } = await segments.create({ clause });
    expect((await count(data.id)).data).toEqual({ number_of_subscribers });
    expect((await countOf({ clause })).data).toEqual({ number_of_subscribers });
  });

  it('is counted before a segment is stored, and none is stored', async () => {
    const names = async () => (await api.call<unknown[]>('GET', `/mailing_lists/${listId}/segments`)).data.length;
    const before = await names();
    expect((await countOf({ clause: [domain('one.example')] })).success).toBe(true);
    expect(await names()).toBe(before);
  });

  it('says what is wrong with clauses at their place', async () => {
    expect(await countOf({ clause: [{ ...domain('x'), operator: 'like' }] })).toMatchObject({
      error_code: 'validation_failed',
      error_message: expect.stringMatching(/^clause\.0\.operator must be one of is, /),
    });
    expect(await countOf({ clause: [{ type: 'portion' }] })).toMatchObject({ error_code: 'invalid_request' });
    expect(await countOf({})).toMatchObject({ error_message: 'clause cannot be blank' });
    const many = Array.from({ length: BOUNDS.segmentClauses.max + 1 }, () => status('active'));
    expect(await countOf({ clause: many })).toMatchObject({ error_code: 'invalid_request' });
  });

  it('is not said of other organizations, of remote lists, or of what is gone', async () => {
    const { data } = await segments.create();
    const notFound = { success: false, data: null, error_code: 'not_found' };
    expect(await count(data.id, segments.other.key)).toMatchObject(notFound);
    expect(await countOf({ clause: [] }, listId, segments.other.key)).toMatchObject(notFound);
    await segments.remove(data.id);
    expect(await count(data.id)).toMatchObject(notFound);
    const remote = await addList(api);
    await api.database.pool.query('update mailing_lists set is_remote_list = true where id = $1', [remote]);
    expect(await countOf({ clause: [] }, remote)).toMatchObject({ error_code: 'invalid_request' });
  });

  it('is not waited for longer than other costly reads', async () => {
    const slow = await build({ readTimeoutMs: 200 });
    const list = await addList(slow);
    const client = await slow.database.pool.connect();
    try {
      await client.query('begin; lock table subscribers in access exclusive mode');
      const body = { segmentation_criteria: { clause: [] } };
      expect(await slow.call('POST', `/mailing_lists/${list}/segments/count`, body)).toMatchObject({
        error_code: 'requested_too_many',
        error_message: expect.stringMatching(/^reading took longer than 0\.2 seconds/),
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

function add(api: TestApi, listId: number, row: { email: string; status?: string }) {
  return api.database.pool.query(
    `insert into subscribers (mailing_list_id, key, email, status) values ($1, $2, $2, $3::text::subscriber_status)`,
    [listId, row.email, row.status ?? 'active'],
  );
}
