import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  command,
  DOWNLOADING,
  EXPECTED_STATS,
  holdImport,
  MANY_PIECES,
  MERGING,
  PLACES,
} from '../../e2e/support/staged-import.ts';
import { serve } from '../../engine/files/serve.ts';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../../support/imports.ts';

const CSV = 'email\nann@example.com\nnobody\n';
const ONE_OF_EACH_STATE = PLACES.filter(({ state }, at) => PLACES.findIndex((place) => place.state === state) === at);

describe('subscriber imports at work', () => {
  let engine: TestEngine;
  let lists = 0;
  beforeAll(async () => {
    engine = await startTestEngine({ ...MANY_PIECES, FIRST_DOWNLOAD_WAIT_MS: '1', SECOND_DOWNLOAD_WAIT_MS: '1' });
  });
  afterAll(() => engine.stop());

  const addList = () => createList(engine, `List ${++lists}`);
  const detail = async (id: number) => (await engine.call('GET', `/subscriber_imports/${id}`)).data;
  const scheduled = async () => {
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    return createImport(engine, await addList(), CSV, { begins_at });
  };
  const finished = async () => {
    const id = await createImport(engine, await addList(), CSV);
    return untilEnded(engine, id);
  };
  const refuses = async (id: number, name: string) => {
    const before = await detail(id);
    const answer = await engine.call('POST', `/subscriber_imports/${id}/${name}`);
    expect(answer).toMatchObject({ success: false, data: null, error_code: 'validation_failed' });
    expect(await detail(id)).toEqual(before);
  };

  it('import state: scheduled', async () => {
    const id = await scheduled();
    expect(await detail(id)).toMatchObject({
      state: 'scheduled',
      finished_at: null,
      stats: { number_of_records: null },
    });
    await command(engine, { id }, 'cancel');
  });

  it.each(ONE_OF_EACH_STATE.map((place) => [place.state, place] as const))('import state: %s', async (_, place) => {
    const held = await holdImport(engine, place);
    const { state, finished_at, stats } = await detail(held.id);
    expect({ state, finished_at }).toEqual({ state: place.state, finished_at: null });
    expect(stats.number_of_records).toBe(place.state === 'importing' ? 400 : null);
    await held.release();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it('import state: paused', async () => {
    const held = await holdImport(engine, MERGING);
    await command(engine, held, 'pause');
    await held.release();
    expect(await detail(held.id)).toMatchObject({ state: 'paused', finished_at: null });
    const { data } = await engine.call('GET', `/mailing_lists/${held.listId}/subscriber_imports`);
    expect(data).toMatchObject([{ id: held.id, state: 'paused' }]);
    await command(engine, held, 'cancel');
  });

  it('import state: finished', async () => {
    expect(await finished()).toMatchObject({
      state: 'finished',
      finished_at: expect.any(String),
      error_message: null,
      stats: { number_of_records: 2, records_imported: 2, subscribers: { added: 1, failed: 1 } },
    });
  });

  it('import state: failed', async () => {
    const { origin } = await serve((_, response) => void response.writeHead(404).end());
    const id = await createImport(engine, await addList(), { type: 'url', url: `${origin()}/people.csv` });
    const failed = await untilEnded(engine, id);
    expect(failed).toMatchObject({ state: 'failed', finished_at: expect.any(String) });
    expect(failed.error_message).toMatch(/404/);
  });

  it('import state: cancelled', async () => {
    const id = await scheduled();
    const cancelled = await command(engine, { id }, 'cancel');
    expect(cancelled).toMatchObject({ state: 'cancelled', finished_at: expect.any(String), error_message: null });
    expect(await detail(id)).toEqual(cancelled);
  });

  it('import move: created as scheduled, nothing counted', async () => {
    const body = { subscriber_import: { column_mapping: ['email'], file_source: { type: 'json', content: CSV } } };
    const { data } = await engine.call('POST', `/mailing_lists/${await addList()}/subscriber_imports`, body);
    expect(data).toMatchObject({ state: 'scheduled', finished_at: null });
    expect(data.stats).toMatchObject({ number_of_records: null, records_imported: 0 });
    expect(new Set(Object.values(data.stats.subscribers as object))).toEqual(new Set([0]));
    expect(await untilEnded(engine, data.id as number)).toMatchObject({ state: 'finished' });
  });

  it.each(ONE_OF_EACH_STATE)('import move: pause while in progress', async (place) => {
    const held = await holdImport(engine, place);
    expect(await command(engine, held, 'pause')).toMatchObject({ id: held.id, state: 'paused', finished_at: null });
    await command(engine, held, 'cancel');
  });

  it.each(ONE_OF_EACH_STATE)('import move: unpause goes on', async (place) => {
    const held = await holdImport(engine, place);
    await command(engine, held, 'pause');
    await held.release();
    expect(await command(engine, held, 'unpause')).toMatchObject({ id: held.id });
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it('import move: impossible pause or unpause is refused', async () => {
    const id = await scheduled();
    await refuses(id, 'unpause');
    await command(engine, { id }, 'pause');
    await refuses(id, 'pause');
    await command(engine, { id }, 'cancel');
    for (const ended of [id, (await finished()).id as number]) {
      for (const name of ['pause', 'unpause']) await refuses(ended, name);
    }
  });

  it.each(ONE_OF_EACH_STATE)('import move: cancel before the end', async (place) => {
    const held = await holdImport(engine, place);
    expect(await command(engine, held, 'cancel')).toMatchObject({
      state: 'cancelled',
      finished_at: expect.any(String),
    });
    await held.release();
    expect(await engine.temporal.workflow.getHandle(held.workflowId).result()).toMatchObject({ state: 'cancelled' });
  });

  it('import move: cancel after the end is refused', async () => {
    await refuses((await finished()).id as number, 'cancel');
  });

  it.each(['import move: cancelled with its mailing list', 'list deletion: step 2, confirmed'])('%s', async () => {
    const held = await holdImport(engine, DOWNLOADING);
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const later = await createImport(engine, held.listId, CSV, { begins_at });
    const { rows } = await engine.pool.query<{ id: number }>(
      `with export as (insert into subscriber_exports (organization_id, mailing_list_id, name, state)
                       values (1, $1, 'x', 'exporting'))
       insert into campaigns (organization_id, mailing_list_id, name, state)
       values (1, $1, 'a', 'scheduled'), (1, $1, 'b', 'sending') returning id`,
      [held.listId],
    );
    expect(rows).toHaveLength(2);

    const { data } = succeed(await engine.call('GET', `/mailing_lists/${held.listId}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${held.listId}/confirmed/${data.delete_confirmation_code}`));
    const areCancelled = async () => {
      for (const id of [held.id, later]) {
        expect(await detail(id)).toMatchObject({ id, state: 'cancelled', finished_at: expect.any(String) });
      }
      const jobs = (await engine.call('GET', '/jobs/all')).data as { mailing_list_id: number; state: string }[];
      const ofList = jobs.filter(({ mailing_list_id }) => mailing_list_id === held.listId);
      expect(ofList.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'cancelled'));
    };
    await areCancelled();

    const lists = await engine.call('GET', '/mailing_lists');
    expect(lists.data.map(({ id }: { id: number }) => id)).not.toContain(held.listId);
    const deletion = await engine.temporal.workflow.getHandle(`list-deletion/${held.listId}`).result();
    expect(deletion).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, held.listId)).toEqual([]);
    await areCancelled();
    for (const table of ['subscriber_imports', 'subscriber_exports', 'campaigns']) {
      const jobs = await engine.pool.query<{ state: string }>(`select state from ${table} where mailing_list_id = $1`, [
        held.listId,
      ]);
      expect(new Set(jobs.rows.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    }
    expect(later).toBeGreaterThan(held.id);
  });
});
