import { describe, expect, it } from 'vitest';
import { failedSubscriberImport } from '../../machines/subscriber-import.ts';
import { INPUT, SCAN, merged, parked, staged, startImport, startMerging } from './support.ts';
import type { RunningImport } from './support.ts';

const RESTART = { type: 'RESTART' } as const;
const FAIL = { type: 'FAIL', reason: 'The wrong file.' } as const;

describe('restarting a failed subscriber import', () => {
  it('goes on from what the ledger answers, and counts it once', async () => {
    const job = await startMerging();
    job.send(merged(0, { added: 5 }), FAIL, RESTART);
    expect(job.view()).toMatchObject({ state: 'scheduled', error_message: null, records_imported: 0 });

    await job.done('reopen');
    await job.done('scan', { ...SCAN, ranges: 1 });
    job.send(staged(0));
    await job.done('stageRanges');
    job.send(merged(0, { added: 5 }), merged(1, { added: 5 }));
    await job.done('mergeChunks');

    expect(job.view()).toMatchObject({ state: 'finished', counters: { added: 10 }, records_imported: 10 });
  });

  it('begins in a run of its own, of which nothing but the failure is known', async () => {
    const job = restartedRun();
    expect(job.work()).toEqual({ name: 'reopen', input: { importId: INPUT.importId } });
    await job.done('reopen');
    expect(job.work()?.name).toBe('scan');
  });

  it('has failed again, with the reason, when the import cannot be reopened', async () => {
    const job = restartedRun();
    await job.fails('reopen', 'NotRestartable', 'The logs were purged.');
    expect([job.value(), job.view().error_message]).toEqual(['failed', 'The logs were purged.']);
  });

  it('downloads with all attempts before it, and honours the begin time', async () => {
    const job = startImport({ source: 'url', beginsAt: 1000 });
    job.send(FAIL, RESTART);
    await job.done('reopen');
    expect(job.view().state).toBe('scheduled');
    job.clock.increment(1000);
    for (const wait of [10_000, 50_000]) {
      await job.fails('download', 'DownloadFailed');
      job.clock.increment(wait);
    }
    expect(job.work()?.name).toBe('download');
  });

  it('forgets the pieces that were parked', async () => {
    const job = await startMerging();
    job.send(merged(0), parked(1));
    await job.done('mergeChunks');
    job.send(FAIL, RESTART);
    await job.done('reopen');
    expect(job.view()).toMatchObject({ health: 'ok', parked: [], progress: { chunks: [0, 0] } });
  });

  it('reopens anew when it was paused before it was done', async () => {
    const job = restartedRun();
    job.send({ type: 'PAUSE' }, { type: 'UNPAUSE' });
    await job.done('reopen');
    expect(job.work()?.name).toBe('scan');
  });

  it.each(['finished', 'cancelled'])('is not possible when it has %s', async (end) => {
    const job = await startMerging();
    if (end === 'cancelled') job.send({ type: 'CANCEL' });
    else {
      job.send(merged(0), merged(1));
      await job.done('mergeChunks');
    }
    job.send(RESTART);
    expect([job.value(), job.can('RESTART')]).toEqual([end, false]);
  });
});

function restartedRun(): RunningImport {
  const job = startImport({}, failedSubscriberImport(INPUT));
  job.send(RESTART);
  return job;
}
