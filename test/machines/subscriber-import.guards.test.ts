import { describe, expect, it } from 'vitest';
import { deactivationReason, allowedCount } from '../../machines/import-guards.ts';
import type { AbsentSubscribers } from '../../machines/import-guards.ts';
import { SCAN, merged, staged, startImport, startMerging } from './support.ts';
import type { RunningImport } from './support.ts';

const FEW = { guards: { maxFailedRecords: '10%', maxDeactivated: 3 }, checks: true } as const;
const FOUND = { active: 10, absent: 4, isEmpty: false, isCutOff: false };

describe('the guards of a subscriber import', () => {
  it('pause it before the first merge when too many records have failed, and let it pass once it is unpaused', async () => {
    const job = startImport(FEW);
    await job.done('scan', SCAN);
    job.send(staged(0, 1), staged(1, 1));
    await job.done('stageRanges');
    expect([job.work(), job.view()]).toMatchObject([
      null,
      { state: 'paused', pause_reason: '2 of 10 records failed, more than max_failed_records (10%) lets pass.' },
    ]);
    expect([job.can('PAUSE'), job.can('UNPAUSE'), job.can('CANCEL'), job.can('FAIL')]).toEqual([
      ...[false, true, true, true],
    ]);
    job.send({ type: 'UNPAUSE' });
    await job.done('stageRanges');
    expect(job.work()).toEqual({ name: 'mergeChunks', input: { importId: 7, numbers: [0, 1], total: 2, rows: 5 } });
    expect(job.view()).not.toHaveProperty('pause_reason');
  });

  it('count rows within failed records, among the records and among those that failed', async () => {
    const job = startImport({ guards: { maxFailedRecords: '40%' } });
    await job.done('scan', SCAN);
    job.send(staged(0, 2, 7), staged(1, 1));
    await job.done('stageRanges');
    expect(job.view()).toMatchObject({
      state: 'paused',
      pause_reason:
        '3 of 10 records failed, with 7 more rows within them, more than max_failed_records (40%) lets pass.',
    });
    expect(job.view().counters).toMatchObject({ failed: 3 });
  });

  it('tell each merge how many records may fail, with the rows within others', async () => {
    const job = startImport({ guards: { maxFailedRecords: '50%' } });
    await job.done('scan', SCAN);
    job.send(staged(0, 1, 1), staged(1, 1, 1));
    await job.done('stageRanges');
    expect(job.work()).toMatchObject({ name: 'mergeChunks', input: { maxFailed: 6 } });
  });

  it('let as many fail as the limit says, and tell each merge how many that are', async () => {
    const job = startImport(FEW);
    await job.done('scan', SCAN);
    job.send(staged(0, 1), staged(1));
    await job.done('stageRanges');
    expect(job.work()).toMatchObject({ name: 'mergeChunks', input: { maxFailed: 1 } });
    await job.fails('mergeChunks', 'TooManyFailed', '2 records failed.');
    expect(job.view()).toMatchObject({ state: 'paused', pause_reason: '2 records failed.' });
    job.send({ type: 'UNPAUSE' });
    expect(job.work()?.input).not.toHaveProperty('maxFailed');
  });

  it('pause it before it deactivates too many, and ask again when it is restarted', async () => {
    const job = await untilCounting();
    await job.done('countAbsent', FOUND);
    expect(job.view()).toMatchObject({
      state: 'paused',
      pause_reason:
        'deactivate_subscribers_not_in_import would deactivate 4 of 10 active subscribers, more than max_deactivated (3) lets pass.',
    });
    job.send({ type: 'UNPAUSE' });
    await job.done('countAbsent', FOUND);
    expect(job.work()?.name).toBe('settle');
    job.send({ type: 'FAIL', reason: 'The wrong file.' }, { type: 'RESTART' });
    expect(job.actor.getSnapshot().context.overruled).toEqual([]);
  });

  it('can be cancelled instead', async () => {
    const job = await untilCounting();
    await job.done('countAbsent', FOUND);
    job.send({ type: 'CANCEL' });
    expect([job.value(), job.view()]).toMatchObject([
      'cancelled',
      expect.not.objectContaining({ pause_reason: FOUND }),
    ]);
  });

  it('pause no dry run', async () => {
    const job = startImport({ ...FEW, dryRun: true });
    await job.done('scan', SCAN);
    job.send(staged(0, 5), staged(1, 5));
    await job.done('stageRanges');
    expect(job.work()?.name).toBe('mergeChunks');
  });

  it('without a limit are about an empty source, one that was cut off and one with people who cannot be read', () => {
    const reason = (found: Partial<AbsentSubscribers>) => deactivationReason(undefined, { ...FOUND, ...found });
    expect(reason({})).toBeNull();
    expect(reason({ isEmpty: true })).toMatch(/no record with an address, and .* 4 of 10 active/);
    expect(reason({ isCutOff: true })).toMatch(/cut off/);
    expect(reason({ unread: 0 })).toBeNull();
    expect(reason({ unread: 1, absent: 0 })).toBeNull();
    expect(reason({ unread: 1 })).toMatch(/^1 failed record has no address that can be read, and .* 4 of 10 active/);
    expect(reason({ unread: 2 })).toMatch(/^2 failed records have no address/);
    expect(reason({ otherSheets: 1 })).toBe(
      'The workbook has 1 other sheet that is not read, and deactivate_subscribers_not_in_import would deactivate 4 of 10 active ' +
        'subscribers, who may be in it.',
    );
    expect(reason({ otherSheets: 2 })).toMatch(
      /^The workbook has 2 other sheets that are not read, .* who may be in them/,
    );
    expect(reason({ otherSheets: 1, absent: 0 })).toBeNull();
    expect(reason({ isEmpty: true, absent: 0 })).toBeNull();
    expect(deactivationReason('100%', { ...FOUND, isEmpty: true, absent: 10 })).toBeNull();
  });

  it('round a percentage down', () => {
    expect([
      allowedCount('0.07%', 10_000),
      allowedCount('5%', 19),
      allowedCount('100%', 3),
      allowedCount('0%', 9),
      allowedCount(0, 9),
    ]).toEqual([...[7, 0, 3, 0, 0]]);
  });
});

describe('the balance of a subscriber import', () => {
  it('is looked at when all is done, and ends the import as failed when it does not balance', async () => {
    for (const [outcomes, end] of [[10, 'finished'] as const, [9, 'failed'] as const]) {
      const job = startImport({ checks: true });
      await job.done('scan', SCAN);
      job.send(staged(0), staged(1));
      await job.done('stageRanges');
      job.send(merged(0), merged(1));
      await job.done('mergeChunks');
      expect([job.work()?.name, job.view().state]).toEqual(['balance', 'importing']);
      await job.done('balance', { records: 10, outcomes });
      expect(job.value()).toBe(end);
    }
  });

  it('is not looked at in an import that began before there was one', async () => {
    const job = await startMerging();
    job.send(merged(0), merged(1));
    await job.done('mergeChunks');
    expect(job.value()).toBe('finished');
  });
});

async function untilCounting(): Promise<RunningImport> {
  const job = startImport(FEW);
  await job.done('scan', { ...SCAN, settles: true });
  job.send(staged(0), staged(1));
  await job.done('stageRanges');
  job.send(merged(0), merged(1));
  await job.done('mergeChunks');
  return job;
}
