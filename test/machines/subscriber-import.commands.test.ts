import { describe, expect, it } from 'vitest';
import { SCAN, merged, parked, staged, startImport, startMerging } from './support.ts';

const COMMANDS = ['PAUSE', 'UNPAUSE', 'CANCEL', 'RETRY', 'SKIP_CHUNK', 'FAIL'] as const;

describe('pausing a subscriber import', () => {
  it('stops the work, and unpausing starts it again where it was', async () => {
    const job = await startMerging();
    job.send({ type: 'PAUSE' });
    expect([job.view().state, job.work()]).toEqual(['paused', null]);
    job.send({ type: 'UNPAUSE' });
    expect(job.value()).toEqual({ active: { importing: 'merging' } });
    expect(job.work()?.name).toBe('mergeChunks');
  });

  it('honours the begin time when a scheduled import is unpaused early, and when it is unpaused late', () => {
    const early = startImport({ beginsAt: 1000 });
    early.send({ type: 'PAUSE' }, { type: 'UNPAUSE' });
    expect(early.view().state).toBe('scheduled');
    early.clock.increment(1000);
    expect(early.view().state).toBe('splitting');

    const late = startImport({ beginsAt: 1000 });
    late.send({ type: 'PAUSE' });
    late.clock.increment(2000);
    expect(late.view().state).toBe('paused');
    late.send({ type: 'UNPAUSE' });
    late.clock.increment(0);
    expect(late.view().state).toBe('splitting');
  });

  it('stops a download and starts it again, without counting an attempt', async () => {
    const job = startImport({ source: 'url' });
    await job.fails('download', 'DownloadFailed');
    job.clock.increment(10_000);
    job.send({ type: 'PAUSE' });
    expect(job.work()).toBeNull();
    job.clock.increment(900_000);
    job.send({ type: 'UNPAUSE' });
    await job.fails('download', 'DownloadFailed');
    expect(job.value()).toEqual({ active: { downloading: 'waiting' } });
  });

  it('holds the wait between two downloads', async () => {
    const job = startImport({ source: 'url' });
    await job.fails('download', 'DownloadFailed');
    job.send({ type: 'PAUSE' });
    job.clock.increment(60_000);
    job.send({ type: 'UNPAUSE' });
    expect([job.value(), job.work()]).toEqual([{ active: { downloading: 'waiting' } }, null]);
    job.clock.increment(10_000);
    expect(job.work()?.name).toBe('download');
  });

  it('keeps a stalled import stalled', async () => {
    const job = await startMerging();
    job.send(merged(0), parked(1));
    await job.done('mergeChunks');
    job.send({ type: 'PAUSE' });
    expect(job.view()).toMatchObject({ state: 'paused', health: 'ok' });
    job.send({ type: 'UNPAUSE' });
    expect(job.view()).toMatchObject({ state: 'importing', health: 'stalled' });
  });

  it('does not throw away a piece that committed while the pause was on its way', async () => {
    const job = await startMerging();
    job.send({ type: 'PAUSE' }, merged(0));
    expect(job.view().counters).toMatchObject({ added: 5 });
    job.send({ type: 'UNPAUSE' });
    expect(job.work()?.input.numbers).toEqual([1]);
  });

  it('gives up the chosen piece and no other, even when the pause came after it was given up', async () => {
    const job = await startMerging();
    job.send(parked(0), parked(1));
    await job.done('mergeChunks');
    job.send({ type: 'SKIP_CHUNK' }, { type: 'PAUSE' }, merged(0, { failed: 5 }), { type: 'UNPAUSE' });
    expect(job.work()).toMatchObject({ name: 'skipChunk', input: { number: 0 } });
    await job.done('skipChunk');
    expect(job.view()).toMatchObject({ health: 'stalled', parked: [{ number: 1 }], counters: { failed: 5 } });
  });
});

describe('ending a subscriber import', () => {
  it('is possible while it is paused', () => {
    const cancelled = startImport();
    cancelled.send({ type: 'PAUSE' }, { type: 'CANCEL' });
    expect(cancelled.view().state).toBe('cancelled');
    const failed = startImport();
    failed.send({ type: 'PAUSE' }, { type: 'FAIL', reason: 'The customer asked for it.' });
    expect(failed.view()).toMatchObject({ state: 'failed', error_message: 'The customer asked for it.' });
  });

  it('stops the work, and no command and no timer moves it any more', () => {
    for (const end of [{ type: 'CANCEL' }, { type: 'FAIL', reason: 'Enough.' }] as const) {
      const job = startImport({ source: 'url' });
      job.send(end);
      const { state } = job.view();
      expect(job.work()).toBeNull();
      job.send(...COMMANDS.map((type) => ({ type, reason: 'Again.' })));
      job.clock.increment(1_000_000);
      expect(job.view()).toMatchObject({ state, error_message: end.type === 'FAIL' ? 'Enough.' : null });
      expect(COMMANDS.filter((type) => job.can(type))).toEqual([]);
    }
  });

  it('still counts a piece that committed while its work stopped', async () => {
    const job = await startMerging();
    job.send({ type: 'CANCEL' }, merged(1));
    expect(job.view()).toMatchObject({ state: 'cancelled', records_imported: 5 });
  });

  it('comes by itself when every piece is merged', async () => {
    const job = startImport();
    await job.done('scan', SCAN);
    job.send(staged(1), staged(0));
    await job.done('stageRanges');
    job.send(merged(0), merged(1));
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({ state: 'finished', records_imported: 10, number_of_records: 10 });
    expect(COMMANDS.filter((type) => job.can(type))).toEqual([]);
  });
});
