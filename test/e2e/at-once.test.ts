import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded, untilImport } from '../support/imports.ts';
import { createGate } from './support/gate.ts';
import { command, contentOf, stagingTables } from './support/staged-import.ts';

const CSV = 'email\nann@example.com\nbob@example.com\nANN@example.com\nnobody\n';
const COUNTED = expect.objectContaining({ added: 2, skipped_duplicate: 1, failed: 1 });

describe('a small import', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('is done without handing out any activity, and leaves nothing behind', async () => {
    // On a busy machine its one attempt may take too long and be handed out; the next import tries again.
    await vi.waitFor(async () => {
      const listId = await createList(engine, 'Small');
      const id = await createImport(engine, listId, CSV);
      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'finished',
        stats: { number_of_records: 4, records_imported: 4, subscribers: COUNTED },
      });
      const workflow = workflowOf(id);
      expect(await workflow.result()).toMatchObject({ state: 'finished', records_imported: 4 });
      const { events = [] } = await workflow.fetchHistory();
      expect(await emailsOf(engine, listId)).toEqual(['ann@example.com', 'bob@example.com']);
      expect(await stagingTables(engine, id)).toEqual([]);
      expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toEqual([]);
      expect(events?.length).toBeLessThanOrEqual(40);
    }, PATIENCE);
  });

  it('is admitted under the limit of the organization', async () => {
    await engine.pool.query(
      'update organizations set subscriber_limit = (select count(*) + 1 from subscribers) where id = 1',
    );
    const listId = await createList(engine, 'Limited');
    const { stats } = await untilEnded(engine, await createImport(engine, listId, CSV));
    await engine.pool.query('update organizations set subscriber_limit = null where id = 1');
    expect(stats.subscribers).toMatchObject({ added: 1, skipped_over_limit: 1, skipped_duplicate: 1, failed: 1 });
    expect(await emailsOf(engine, listId)).toEqual(['ann@example.com']);
  });

  it('deactivates who is not in it', async () => {
    const listId = await createList(engine, 'Settled');
    await untilEnded(engine, await createImport(engine, listId, 'email\ngone@example.com\n'));
    const settings = { deactivate_subscribers_not_in_import: true, max_deactivated: '100%' };
    expect(await untilEnded(engine, await createImport(engine, listId, CSV, settings))).toMatchObject({
      state: 'finished',
      stats: { subscribers: COUNTED },
    });
    const { data } = await engine.call('GET', `/mailing_lists/${listId}/subscribers`);
    expect(data).toMatchObject([
      { email: 'gone@example.com', status: 'deactivated' },
      { email: 'ann@example.com', status: 'active' },
      { email: 'bob@example.com', status: 'active' },
    ]);
  });

  it('that takes longer than its one attempt is handed out, is paused and goes on, with exact counters', async () => {
    const gate = await createGate(engine, { before: 'update', on: 'import_chunks' });
    const listId = await createList(engine, 'Held');
    const id = await createImport(engine, listId, CSV);
    await untilImport(engine, id, ({ state }) => state === 'importing');
    await gate.reached();
    // The attempt was cancelled: only the activity waits, which a pause can cancel.
    await vi.waitFor(async () => expect(await transactionsOf(id)).toHaveLength(1), PATIENCE);

    const held = { id, listId, workflowId: `subscriber-import/${id}` };
    const place = { ...held, release: gate.open, reached: gate.reached, requests: () => 0 };
    expect(await command(engine, place, 'pause')).toMatchObject({ state: 'paused' });
    const paused = await contentOf(engine, place);
    expect(await transactionsOf(id)).toEqual([]);
    await gate.open();
    await untilEnded(engine, await createImport(engine, await createList(engine, 'Other'), CSV));
    expect(await contentOf(engine, place)).toEqual(paused);

    await command(engine, place, 'unpause');
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: COUNTED } });
    expect(await emailsOf(engine, listId)).toEqual(['ann@example.com', 'bob@example.com']);
  });

  it('whose list is deleted under it is cancelled', async () => {
    const gate = await createGate(engine, { before: 'insert', on: 'import_ranges' });
    const listId = await createList(engine, 'Deleted');
    const id = await createImport(engine, listId, CSV);
    await gate.reached();
    await engine.pool.query('update mailing_lists set deleted_at = now() where id = $1', [listId]);
    await gate.open();
    expect(await workflowOf(id).result()).toMatchObject({ state: 'cancelled' });
    expect(await emailsOf(engine, listId)).toEqual([]);
  });

  function workflowOf(id: number) {
    return engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  }

  /** The transactions that are open for an import, whoever is at work on it. */
  async function transactionsOf(id: number) {
    const { rows } = await engine.pool.query(
      `select pid from pg_stat_activity
        where application_name = $1 and xact_start is not null and datname = current_database()`,
      [`sluice-worker subscriber-import/${id}`],
    );
    return rows;
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };
