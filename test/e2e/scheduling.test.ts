import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readStartableImport } from '../../engine/activities/subscriber-import/maintained-imports.ts';
import { startJob } from '../../engine/jobs/start-job.ts';
import { subscriberImportStart, subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { storedSourceKey } from '../support/file-owner.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { command, stagingTables } from './support/staged-import.ts';

const CSV = 'email\nann@example.com\n';
const HOUR_MS = 3_600_000;

describe('an import with a time to begin', () => {
  let engine: TestEngine;
  let listId: number;
  beforeAll(async () => {
    engine = await startTestEngine();
    listId = await createList(engine, 'Scheduled');
  });
  afterAll(() => engine.stop());

  it('begins at once when it is to begin "now"', async () => {
    const id = await createImport(engine, listId, CSV, { begins_at: 'now' });

    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  });

  it('begins at once when its time has passed', async () => {
    const id = await createImport(engine, listId, CSV, { begins_at: '2020-01-02T03:04:05+01:00' });

    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', begins_at: '2020-01-02T02:04:05Z' });
  });

  it('waits for its time, also in front of a worker that was away when it came', async () => {
    const id = await createImport(engine, listId, CSV, { begins_at: inMs(1_500) });
    await engine.stopWorker();
    await untilPast(id);
    await engine.startWorker();

    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await beganInTime(id)).toBe(true);
  });

  it('still waits for its time when it was paused and unpaused', async () => {
    const later = await createImport(engine, listId, CSV, { begins_at: inMs(HOUR_MS) });
    const soon = await createImport(engine, listId, CSV, { begins_at: inMs(3_000) });

    for (const id of [later, soon]) expect(await command(engine, { id }, 'pause')).toMatchObject({ state: 'paused' });
    expect(await command(engine, { id: later }, 'unpause')).toMatchObject({ state: 'scheduled' });
    await command(engine, { id: soon }, 'unpause');

    expect(await untilEnded(engine, soon)).toMatchObject({ state: 'finished' });
    expect(await beganInTime(soon)).toBe(true);
    expect(await detail(later)).toMatchObject({ state: 'scheduled' });
    await command(engine, { id: later }, 'cancel');
  });

  it('stays paused beyond its time, and begins at once when it is unpaused', async () => {
    const id = await createImport(engine, listId, CSV, { begins_at: inMs(3_000) });
    await command(engine, { id }, 'pause');
    await untilPast(id);
    expect(await detail(id)).toMatchObject({ state: 'paused', stats: { number_of_records: null } });

    await command(engine, { id }, 'unpause');

    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  });

  it('waits for its time also in a Temporal whose clock is ahead by more than that', async () => {
    const id = await createImport(engine, listId, CSV, { begins_at: inMs(HOUR_MS) });
    const row = await readStartableImport(engine.pool, id);
    const { temporal } = engine;
    const { workflowIdPrefix } = temporal.names;
    const handle = temporal.workflow.getHandle(subscriberImportWorkflowId(id, workflowIdPrefix));
    await handle.terminate();
    // What is an hour away by the clock of the database has passed by the clock of Temporal.
    await startJob(
      temporal,
      subscriberImportStart({ ...row, beginsAt: new Date(Date.now() - 1_000) }, workflowIdPrefix),
    );
    const timers = async () => {
      const { events } = await handle.fetchHistory();
      return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
        timer == null ? [] : [Number(timer.startToFireTimeout?.seconds)],
      );
    };
    await expect.poll(timers, PATIENCE).toHaveLength(1);
    const [seconds] = await timers();
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    await command(engine, { id }, 'cancel');
  });

  it('reads nothing and leaves nothing when it is cancelled before its time', async () => {
    const cancelledList = await createList(engine, 'Cancelled');
    const id = await createImport(engine, cancelledList, CSV, { begins_at: inMs(HOUR_MS) });

    expect(await command(engine, { id }, 'cancel')).toMatchObject({
      state: 'cancelled',
      finished_at: expect.any(String),
      stats: { number_of_records: null, records_imported: 0 },
    });

    const source = await storedSourceKey(engine.pool, id);
    await vi.waitFor(() => expect(engine.app.files.size(source)).resolves.toBeNull(), PATIENCE);
    expect(await stagingTables(engine, id)).toEqual([]);
    expect(await emailsOf(engine, cancelledList)).toEqual([]);
  });

  async function detail(id: number) {
    return (await engine.call('GET', `/subscriber_imports/${id}`)).data;
  }

  /** Waits until the time of an import has come, by the clock of the database. */
  async function untilPast(id: number): Promise<void> {
    await vi.waitFor(async () => expect(await compare(id, 'now() > begins_at')).toBe(true), PATIENCE);
  }

  function beganInTime(id: number): Promise<boolean> {
    return compare(id, 'started_at >= begins_at');
  }

  async function compare(id: number, condition: string): Promise<boolean> {
    const { rows } = await engine.pool.query(`select ${condition} as holds from subscriber_imports where id = $1`, [
      id,
    ]);
    return rows[0].holds;
  }
});

const PATIENCE = { timeout: 30_000, interval: 20 };

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
