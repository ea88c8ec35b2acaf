import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRangeThreads } from '../../engine/csv/range-threads.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { openDrill } from './support/on-call-drill.ts';
import type { Drill } from './support/on-call-drill.ts';

const HANGING_FILE = fileURLToPath(new URL('../engine/csv/hanging-thread.ts', import.meta.url));

/** Threads with a fault: they never finish rows that begin with "hang". */
const faultyThreads = () => createRangeThreads(1, { rowTimeMs: 1_000, file: HANGING_FILE });

/** The first of two ranges has ten slow rows, and is so large that it is parsed in a thread. */
const ROWS = 8_000;
const CSV = ['email', ...Array.from({ length: ROWS }, (_, n) => `${n < 10 ? 'hang' : 'good'}-${n}@example.com`)].join(
  '\n',
);
const SETTINGS = { RANGE_BYTES: '100000' };
const REASON = 'More than 5 rows of one part of the file took too long to read, such as rows 1, 2, 3, 4, 5, 6.';

describe('Rows too slow', () => {
  let engine: TestEngine;
  let drill: Drill;
  beforeAll(async () => {
    engine = await startTestEngine(SETTINGS);
    await engine.stopWorker();
    await engine.startWorker({}, { rangeThreads: faultyThreads() });
    drill = await openDrill(engine);
  });
  afterAll(() => engine.stop());

  const stall = async (settings = {}) => {
    const listId = await createList(engine, `Slow ${crypto.randomUUID()}`);
    const id = await createImport(engine, listId, CSV, settings);
    await untilParked(id);
    return id;
  };
  const untilParked = (id: number) =>
    vi.waitFor(async () => {
      const view = await drill.workflow(id).query('jobView');
      expect(view).toMatchObject({ health: 'stalled', parked: [{ work: 'range', number: 0, reason: REASON }] });
    }, PATIENCE);
  const attempts = async (id: number) => {
    const { events } = await drill.workflow(id).fetchHistory();
    return (events ?? []).filter(({ activityTaskFailedEventAttributes: failed }) => failed).length;
  };

  it('names the rows of a parked range, which can be given up', async () => {
    const id = await stall();
    expect(await drill.page.run('Begin here', 1, { importId: id })).toMatch(
      new RegExp(`stalled[^]*poison_chunk: The range 0 failed, all others are done: ${REASON}`),
    );
    await drill.page.run('Rows too slow', 1, { importId: id });
    const { state, stats } = await untilEnded(engine, id);
    expect([state, stats.subscribers.added + stats.subscribers.failed]).toEqual(['finished', ROWS]);
    expect(stats.subscribers.failed).toBeGreaterThan(10);
  });

  it('cannot be given up by an import that deactivates others, which can be ended', async () => {
    const id = await stall({ deactivate_subscribers_not_in_import: true });
    const before = await attempts(id);
    await drill.page.run('Rows too slow', 1, { importId: id });
    await vi.waitFor(async () => expect(await attempts(id)).toBeGreaterThan(before), PATIENCE);
    await untilParked(id);
    await drill.page.run('Rows too slow', 2, { importId: id });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'failed', error_message: 'Some rows cannot be read.' });
  });

  it('are read by a retry once the fault is corrected', async () => {
    const id = await stall();
    await engine.stopWorker();
    await engine.startWorker();
    await drill.page.run('Rows too slow', 0, { importId: id });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: ROWS } } });
    expect(drill.page.untried('slow-rows.test.ts')).toEqual([]);
  });
});

const PATIENCE = { timeout: 90_000, interval: 250 };
