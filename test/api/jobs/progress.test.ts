import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const TOTALS = JSON.stringify(Object.fromEntries(COUNTERS.map((name) => [name, 0])));

describe('the progress of an unfinished import', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  /** An import with chunks of a hundred rows that were merged so many seconds ago. */
  const importWith = async (state: 'importing' | 'paused', secondsAgo: readonly number[], total = 1000) => {
    const { id } = (await createImport(api, listId)).data;
    await setImport(api, id, { state, number_of_records: total, begins_at: '2020-01-01' });
    for (const [number, seconds] of secondsAgo.entries()) {
      await api.database.pool.query(
        `insert into import_chunks (subscriber_import_id, chunk_number, merged_at, added)
         values ($1, $2, now() - make_interval(secs => $3), 100)`,
        [id, number, seconds],
      );
    }
    return id;
  };
  const progressOf = async (id: number) =>
    (await api.call<{ progress?: any }>('GET', `/subscriber_imports/${id}`)).data.progress;

  it('is measured over the last minute', async () => {
    const { rate, seconds_left, place_in_queue } = await progressOf(await importWith('importing', [90, 50, 30, 10]));
    // Two hundred rows after the first of the last 50 seconds, and six hundred that are left.
    expect(rate).toBeGreaterThan(3);
    expect(rate).toBeLessThanOrEqual(4);
    expect(seconds_left).toBeGreaterThanOrEqual(150);
    expect(seconds_left).toBeLessThan(200);
    expect(place_in_queue).toBeNull();
  });

  it.each<['importing' | 'paused', readonly number[], string]>([
    ['importing', [], 'nothing is merged yet'],
    ['importing', [10], 'only one chunk is merged'],
    ['importing', [300, 200, 100], 'it has stood still for a minute'],
    ['importing', [24, 22, 20], 'it stands still, by the time between its chunks'],
    ['paused', [30, 20, 10], 'it is paused'],
  ])('is unknown of one that is %s while %j: %s', async (state, secondsAgo) => {
    expect(await progressOf(await importWith(state, secondsAgo))).toEqual({
      ...{ rate: null, seconds_left: null, place_in_queue: null },
    });
  });

  it('is known of one whose chunks take long', async () => {
    expect((await progressOf(await importWith('importing', [50, 30]))).rate).toBeGreaterThan(0);
  });

  it('has the place in the queue of imports that wait for a slot of the organization', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await createImport(api, listId)).data.id);
    const places = async () => Promise.all(ids.map(async (id) => (await progressOf(id)).place_in_queue as number));
    expect(await places()).toEqual([null, null, null]);
    await api.database.pool.query(`update subscriber_imports set turn_asked_at = now() where id = any($1)`, [ids]);
    expect(await places()).toEqual([1, 2, 3]);
    await setImport(api, ids[0]!, { state: 'paused' });
    expect(await places()).toEqual([null, 1, 2]);
    await api.database.pool.query(`update subscriber_imports set turn = 'import' where id = $1`, [ids[1]]);
    expect(await places()).toEqual([null, null, 1]);
  });

  it('is left out of an import that has ended', async () => {
    const id = await importWith('importing', [30, 10]);
    await setImport(api, id, { state: 'finished', finished_at: '2030-01-01', totals: TOTALS });
    expect(await progressOf(id)).toBeUndefined();
  });

  it('is shown of an export, too', async () => {
    const { data } = await api.call('POST', `/mailing_lists/${listId}/subscriber_exports`, { subscriber_export: {} });
    const id = data.id as number;
    const { data: detail } = await api.call<any>('GET', `/subscriber_exports/${id}`);
    expect(detail.progress).toEqual({ rate: null, seconds_left: null, place_in_queue: null });
  });
});
