import { createActor, fromPromise } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { suppressedAddressImportMachine } from '../../machines/suppressed-address-import.ts';
import type { SuppressedAddressImportEvent } from '../../machines/suppressed-address-import.ts';
import { suppressedAddressImportView } from '../../machines/suppressed-address-import-view.ts';

const COMMANDS = ['PAUSE', 'UNPAUSE', 'CANCEL', 'RETRY', 'SKIP_CHUNK', 'FAIL', 'PROCEED'] as const;
const PLACES = ['takeTurn', 'fetchSource', 'scan', 'importRanges'] as const;
const STATES = { takeTurn: 'idle', fetchSource: 'splitting', scan: 'splitting', importRanges: 'importing' } as const;
const POLICY = { firstDownloadWaitMs: 10, secondDownloadWaitMs: 50, downloadTimeoutMs: 900 };
type Work = (typeof PLACES)[number];

describe('an import of suppressed addresses', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('waits for its turn, fetches and scans the source, and imports ranges with a checkpoint between two batches', async () => {
    const job = await startAt('importRanges');
    expect(job.view().rows).toEqual({ imported: 0, total: 30 });
    job.send({ type: 'ROWS_IMPORTED', imported: 20, total: 30 });
    await job.done('importRanges', { more: true });
    expect([job.work(), job.actor.getSnapshot().hasTag('checkpoint')]).toEqual([null, true]);
    job.send({ type: 'PROCEED' }, { type: 'ROWS_IMPORTED', imported: 30, total: 30 });
    await job.done('importRanges', { more: false });
    expect(job.view()).toEqual({
      ...{ state: 'finished', health: 'ok', error_message: null },
      rows: { imported: 30, total: 30 },
    });
    expect(job.actor.getSnapshot().hasTag('ended')).toBe(true);
  });

  it.each(PLACES)('resumes %s where it was paused, and takes the commands that make sense', async (place) => {
    const job = await startAt(place);
    const before = job.view();
    expect([before.state, job.taken()]).toEqual([STATES[place], ['PAUSE', 'CANCEL', 'FAIL']]);
    job.send({ type: 'PAUSE' });
    expect([job.view().state, job.work(), job.taken()]).toEqual(['paused', null, ['UNPAUSE', 'CANCEL', 'FAIL']]);
    job.send({ type: 'UNPAUSE' });
    expect([job.view(), job.work()]).toEqual([before, place]);
    job.send({ type: 'CANCEL' });
    expect([job.view().state, job.work(), job.taken()]).toEqual(['cancelled', null, []]);
  });

  it.each(PLACES)('is cancelled when its row has ended during %s', async (place) => {
    const job = await startAt(place);
    await job.fails(place, 'ImportEnded');
    expect(job.view()).toMatchObject({ state: 'cancelled', error_message: null });
  });

  it.each(PLACES)('fails when its source cannot be read during %s', async (place) => {
    const job = await startAt(place);
    await job.fails(place, 'UnreadableSource', 'It is no CSV.');
    expect(job.view()).toMatchObject({
      state: 'failed',
      error_message: 'It is no CSV.',
      fault_type: 'UnreadableSource',
    });
  });

  it('tries a download three times, with the waits of the policy', async () => {
    const job = await startAt('fetchSource');
    for (const waitMs of [POLICY.firstDownloadWaitMs, POLICY.secondDownloadWaitMs]) {
      await job.fails('fetchSource', 'DownloadFailed');
      expect([job.view().state, job.work()]).toEqual(['splitting', null]);
      vi.advanceTimersByTime(waitMs - 1);
      expect(job.work()).toBeNull();
      vi.advanceTimersByTime(1);
      expect(job.work()).toBe('fetchSource');
    }
    await job.fails('fetchSource', 'DownloadFailed', 'HTTP 500.');
    expect(job.view()).toMatchObject({ state: 'failed', error_message: 'HTTP 500.' });
  });

  it('fails when the download takes too long', async () => {
    const job = await startAt('fetchSource');
    vi.advanceTimersByTime(POLICY.downloadTimeoutMs);
    expect(job.view()).toMatchObject({ state: 'failed', fault_type: 'DownloadTimedOut' });
  });

  it('is stalled when a range cannot be imported, until it is told to retry or to fail', async () => {
    const job = await startAt('importRanges');
    await job.fails('importRanges', 'DataRefused', 'Postgres refused the work.');
    expect(job.view()).toMatchObject({
      state: 'importing',
      health: 'stalled',
      error_message: 'Postgres refused the work.',
    });
    job.send({ type: 'RETRY' });
    expect([job.work(), job.view()]).toMatchObject(['importRanges', { health: 'ok', error_message: null }]);
    await job.fails('importRanges', 'DataRefused');
    job.send({ type: 'FAIL', reason: 'Not needed.' });
    expect(job.view()).toMatchObject({ state: 'failed', health: 'ok', error_message: 'Not needed.' });
  });
});

/** A live machine whose work waits until the test says how it ends. */
function start() {
  let atWork: { name: Work; resolve(output: unknown): void; reject(error: unknown): void } | null = null;
  const work = (name: Work) =>
    fromPromise<any, any>(({ signal }) => {
      const promise = new Promise((resolve, reject) => (atWork = { name, resolve, reject }));
      signal.addEventListener('abort', () => (atWork = null));
      return promise;
    });
  const machine = suppressedAddressImportMachine.provide({
    actors: {
      ...{ takeTurn: work('takeTurn'), fetchSource: work('fetchSource') },
      ...{ scan: work('scan'), importRanges: work('importRanges') },
    },
  });
  const actor = createActor(machine, { input: { importId: 5, policy: POLICY } });
  actor.start();
  const take = (name: Work) => {
    const open = atWork;
    if (open?.name !== name) throw new Error(`Expected ${name} to be at work, but found ${open?.name ?? 'nothing'}.`);
    atWork = null;
    return open;
  };
  return {
    actor,
    work: () => atWork?.name ?? null,
    view: () => suppressedAddressImportView(actor.getSnapshot()),
    taken: () => COMMANDS.filter((type) => actor.getSnapshot().can({ type } as SuppressedAddressImportEvent)),
    send: (...events: SuppressedAddressImportEvent[]) => {
      for (const event of events) actor.send(event);
    },
    done: async (name: Work, output?: unknown) => {
      take(name).resolve(output);
      await settled();
    },
    fails: async (name: Work, type: string, message = 'No.') => {
      take(name).reject({ type, message });
      await settled();
    },
  };
}

/** Brings an import to the work of that name. */
async function startAt(place: Work) {
  const job = start();
  for (const name of PLACES) {
    if (name === place) break;
    await job.done(name, name === 'scan' ? { records: 30 } : undefined);
  }
  return job;
}

/** Promise callbacks all run before the next turn of the event loop. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
