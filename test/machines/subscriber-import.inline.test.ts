import { describe, expect, it } from 'vitest';
import type { InlineResult } from '../../machines/subscriber-import-work.ts';
import { SCAN, startImport } from './support.ts';

const ONE_OF_EACH = { ...SCAN, records: 6, ranges: 1, chunks: 1 };
const DONE: InlineResult = { scan: ONE_OF_EACH, range: { failed: 1 }, chunk: { counters: { added: 5 } } };

describe('a small import', () => {
  it('is done inline, and counts its rows once', async () => {
    const job = startImport({ small: true });
    expect([job.work()?.name, job.view().state]).toEqual(['importInline', 'splitting']);
    await job.done('importInline', DONE);
    expect(job.value()).toBe('finished');
    expect(job.view()).toMatchObject({ number_of_records: 6, records_imported: 6, counters: { added: 5, failed: 1 } });
  });

  it('fails when its outcomes do not balance', async () => {
    const job = startImport({ small: true });
    await job.done('importInline', { ...DONE, range: { failed: 0 } });
    expect([job.value(), job.view().error_message]).toEqual([
      'failed',
      expect.stringContaining('has 6 records and 5 outcomes'),
    ]);
  });

  it('settles what is left to settle', async () => {
    const job = startImport({ small: true });
    await job.done('importInline', { ...DONE, scan: { ...ONE_OF_EACH, settles: true, limited: true } });
    expect(job.work()?.name).toBe('settle');
  });

  it('goes on with staging when it was only scanned', async () => {
    const job = startImport({ small: true });
    await job.done('importInline', { scan: SCAN, range: null, chunk: null });
    expect(job.work()).toMatchObject({ name: 'stageRanges', input: { numbers: [0, 1] } });
  });

  it('is done task by task when the attempt failed, whatever the fault was', async () => {
    for (const fault of ['InternalFault', 'UnreadableSource', 'StagingLost', 'ListDeleted']) {
      const job = startImport({ small: true });
      await job.fails('importInline', fault);
      expect([job.work()?.name, job.view().error_message]).toEqual(['scan', null]);
    }
  });

  it('is tried inline again when it was paused, and when it begins later or is restarted', async () => {
    const job = startImport({ small: true, beginsAt: 5 });
    job.clock.increment(5);
    job.send({ type: 'PAUSE' }, { type: 'UNPAUSE' });
    expect(job.work()?.name).toBe('importInline');
    job.send({ type: 'FAIL', reason: 'A reason.' }, { type: 'RESTART' });
    await job.done('reopen');
    job.clock.increment(1);
    expect(job.work()?.name).toBe('importInline');
  });
});
