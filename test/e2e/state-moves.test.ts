import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { storedSourceKey } from '../support/file-owner.ts';
import { untilEnded, untilImport } from '../support/imports.ts';
import {
  command,
  contentOf,
  keptContentOf,
  DOWNLOADING,
  EXPECTED_STATS,
  holdImport,
  importSomethingElse,
  MANY_PIECES,
  MERGING,
  PLACES,
  stagingTables,
} from './support/staged-import.ts';

describe('a command to an import at work', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  describe.each(PLACES)('$name', (place) => {
    it('changes no row between the answer to a pause and the unpause, and the counters come out exact', async () => {
      const held = await holdImport(engine, place);

      expect(await command(engine, held, 'pause')).toMatchObject({ state: 'paused', finished_at: null });
      const paused = await contentOf(engine, held);
      await held.release();
      await importSomethingElse(engine);
      expect(await contentOf(engine, held)).toEqual(paused);

      await command(engine, held, 'unpause');
      expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
      await expectSubscribers(held.listId, { active: 340, deactivated: 1 });
    });

    it('changes no row after the answer to a cancel', async () => {
      const held = await holdImport(engine, place);

      const cancelled = await command(engine, held, 'cancel');
      expect(cancelled).toMatchObject({ state: 'cancelled', finished_at: expect.any(String), error_message: null });
      const content = await keptContentOf(engine, held);
      await held.release();
      await importSomethingElse(engine);
      await vi.waitFor(async () => expect(await stagingTables(engine, held.id)).toEqual([]), PATIENCE);

      expect(await keptContentOf(engine, held)).toEqual(content);
      await expectSubscribers(held.listId, { active: 2 + cancelled.stats.subscribers.added, deactivated: 0 });
      const source = await storedSourceKey(engine.pool, held.id);
      await vi.waitFor(() => expect(engine.app.files.size(source)).resolves.toBeNull(), PATIENCE);
      const { data } = await engine.call('GET', `/mailing_lists/${held.listId}/subscriber_imports?scope=finished`);
      expect(data).toMatchObject([{ id: held.id, state: 'cancelled', finished_at: cancelled.finished_at }]);
    });

    it('is taken as a signal too', async () => {
      const held = await holdImport(engine, place);
      const workflow = engine.temporal.workflow.getHandle(held.workflowId);

      await workflow.signal('pause');
      await untilImport(engine, held.id, ({ state }) => state === 'paused');
      await workflow.signal('unpause');
      await held.reached();
      await untilImport(engine, held.id, ({ state }) => state === place.state);
      await workflow.signal('cancel');

      expect(await workflow.result()).toMatchObject({ state: 'cancelled' });
      expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'cancelled' });
    });
  });

  it('cancels a paused import', async () => {
    const held = await holdImport(engine, MERGING);
    const { stats } = await command(engine, held, 'pause');

    expect(await command(engine, held, 'cancel')).toMatchObject({ state: 'cancelled', stats });
    await vi.waitFor(async () => expect(await stagingTables(engine, held.id)).toEqual([]), PATIENCE);
  });

  it('is what a cancellation of the workflow itself means', async () => {
    const held = await holdImport(engine, MERGING);
    const workflow = engine.temporal.workflow.getHandle(held.workflowId);

    await workflow.cancel();

    expect(await workflow.result()).toMatchObject({ state: 'cancelled' });
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'cancelled', finished_at: expect.any(String) });
    expect(await stagingTables(engine, held.id)).toEqual([]);
  });

  it('stops a download when it pauses, and starts it again when it unpauses', async () => {
    const held = await holdImport(engine, DOWNLOADING);

    await command(engine, held, 'pause');
    await command(engine, held, 'unpause');
    await held.reached();
    expect(held.requests()).toBe(2);

    await held.release();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(held.requests()).toBe(2);
  });

  it('may pause and unpause many times without anything counted twice', async () => {
    const held = await holdImport(engine, MERGING);
    for (let i = 0; i < 3; i++) {
      await command(engine, held, 'pause');
      await command(engine, held, 'unpause');
      await held.reached();
    }
    await held.release();

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  /** The subscribers of a list, as they are and as they are counted. */
  async function expectSubscribers(listId: number, expected: Record<string, number>): Promise<void> {
    const { rows } = await engine.pool.query<{ status: string; n: number }>(
      'select status, count(*) as n from subscribers where mailing_list_id = $1 group by status',
      [listId],
    );
    expect({ active: 0, deactivated: 0, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) }).toEqual(
      expected,
    );
    const { data } = await engine.call('GET', '/subscriber_counts');
    const list = data.mailing_lists.find((entry: any) => entry.mailing_list.id === listId);
    expect(list.counts).toMatchObject(expected);
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };
