import { describe, expect, it } from 'vitest';
import { INPUT, startImport } from './support.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('a subscriber import before it has its source', () => {
  it('waits for its time', () => {
    const job = startImport({ beginsAt: 5 * SECOND });
    job.clock.increment(5 * SECOND - 1);
    expect([job.view().state, job.work()]).toEqual(['scheduled', null]);
    job.clock.increment(1);
    expect([job.view().state, job.work()?.name]).toEqual(['splitting', 'scan']);
  });

  it('downloads a URL, and nothing else, when its time has come', () => {
    expect(startImport({ source: 'url' }).work()?.name).toBe('download');
    expect(startImport({ source: 'json' }).work()?.name).toBe('scan');
    expect(startImport({ source: 'upload_directory' }).work()?.name).toBe('scan');
    const later = startImport({ source: 'url', beginsAt: SECOND });
    later.clock.increment(SECOND);
    expect(later.view().state).toBe('downloading');
  });

  it('makes three attempts, ten and fifty seconds apart, and fails with what the last one said', async () => {
    const job = startImport({ source: 'url' });
    await job.fails('download', 'DownloadFailed', 'First.');
    job.clock.increment(10 * SECOND - 1);
    expect(job.value()).toEqual({ active: { downloading: 'waiting' } });
    job.clock.increment(1);
    await job.fails('download', 'DownloadFailed', 'Second.');
    job.clock.increment(50 * SECOND - 1);
    expect(job.value()).toEqual({ active: { downloading: 'waiting' } });
    job.clock.increment(1);
    await job.fails('download', 'DownloadFailed', 'Third.');
    expect(job.view()).toMatchObject({ state: 'failed', error_message: 'Third.' });
  });

  it('goes on when a later attempt succeeds, without an error message', async () => {
    const job = startImport({ source: 'url' });
    await job.fails('download', 'DownloadFailed');
    job.clock.increment(10 * SECOND);
    await job.done('download');
    expect(job.view()).toMatchObject({ state: 'splitting', error_message: null });
  });

  it('fails at once when no other attempt can help', async () => {
    const job = startImport({ source: 'url' });
    await job.fails('download', 'UnreadableSource', 'The URL points to a private address.');
    expect(job.view()).toMatchObject({ state: 'failed', error_message: 'The URL points to a private address.' });
  });

  it('fails without a retry when the time for the download is over, and stops downloading', () => {
    const job = startImport({ source: 'url' });
    job.clock.increment(15 * MINUTE);
    expect(job.work()).toBeNull();
    expect(job.view()).toMatchObject({ state: 'failed', error_message: expect.stringContaining('had not finished') });
    job.clock.increment(15 * MINUTE);
    expect(job.view().state).toBe('failed');
  });

  it('takes its waits from the policy it began with', async () => {
    const job = startImport({ source: 'url', policy: { ...INPUT.policy, firstDownloadWaitMs: 5 } });
    await job.fails('download', 'DownloadFailed');
    job.clock.increment(5);
    expect(job.work()?.name).toBe('download');
  });

  it('fails with a fault of the source that the scan found', async () => {
    const job = startImport({ source: 'upload_directory' });
    await job.fails('scan', 'UnreadableSource', 'There is no such file.');
    expect(job.view()).toMatchObject({ state: 'failed', error_message: 'There is no such file.' });
  });
});
