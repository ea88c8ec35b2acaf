import { describe, expect, it } from 'vitest';
import { SCAN, merged, parked, staged, startImport, startMerging } from './support.ts';

describe('the pieces of a subscriber import', () => {
  it('are admitted and settled only where the scan says so', async () => {
    const job = await startMerging({ limited: true, settles: true });
    expect(job.value()).toEqual({ active: { importing: 'admitting' } });
    await job.done('admit');
    job.send(merged(0), merged(1));
    await job.done('mergeChunks');
    expect(job.value()).toEqual({ active: { importing: 'settling' } });
    await job.done('settle');
    expect(job.view().state).toBe('finished');
  });

  it('are counted once, and only when they exist', async () => {
    const job = await startMerging();
    job.send(merged(0), merged(0), merged(2), merged(-1), staged(0, 3));
    expect(job.view()).toMatchObject({ records_imported: 5, progress: { ranges: [1, 1], chunks: [1, 2] } });
  });

  it('add up to the records the view calls imported', async () => {
    const job = startImport();
    await job.done('scan', SCAN);
    job.send(staged(0, 2), staged(1, 1));
    await job.done('stageRanges');
    job.send(merged(0, { added: 2, updated: 1, failed: 1 }), merged(1, { skipped_duplicate: 3 }));
    const { counters, records_imported: imported } = job.view();
    expect(counters).toEqual({ added: 2, updated: 1, skipped_duplicate: 3, failed: 4 });
    expect(imported).toBe(10);
  });

  it('go in batches with a checkpoint between two of them', async () => {
    const job = await startMerging({ ranges: 97, chunks: 97 });
    // The first batch of ranges reported more than it was asked for, and the machine goes by what was reported.
    expect(job.work()?.input.numbers).toHaveLength(96);
    for (let number = 0; number < 96; number++) job.send(merged(number));
    await job.done('mergeChunks');
    expect([job.actor.getSnapshot().hasTag('checkpoint'), job.work()]).toEqual([true, null]);
    job.send({ type: 'PROCEED' });
    expect(job.work()?.input.numbers).toEqual([96]);
  });

  it('have a checkpoint between batches of ranges too', async () => {
    const job = startImport();
    await job.done('scan', { ...SCAN, ranges: 100 });
    for (const number of job.work()?.input.numbers ?? []) job.send(staged(number));
    await job.done('stageRanges');
    expect(job.value()).toEqual({ active: { splitting: 'checkpoint' } });
    job.send({ type: 'PAUSE' }, { type: 'PROCEED' }, { type: 'UNPAUSE' });
    expect(job.value()).toEqual({ active: { splitting: 'checkpoint' } });
    job.send({ type: 'PROCEED' });
    expect(job.work()?.input.numbers).toEqual([96, 97, 98, 99]);
  });
});

describe('a parked piece', () => {
  it('lets the others go on, then stalls the import and says why', async () => {
    const job = await startMerging({ chunks: 3 });
    job.send(parked(0), merged(1), merged(2));
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({
      state: 'importing',
      health: 'stalled',
      parked: [{ work: 'chunk', number: 0, reason: 'Task 0 is broken.' }],
      progress: { chunks: [2, 3] },
    });
    expect(job.work()).toBeNull();
  });

  it('is tried again, alone, by RETRY', async () => {
    const job = await startMerging({ chunks: 3 });
    job.send(parked(0), merged(1), merged(2));
    await job.done('mergeChunks');
    job.send({ type: 'RETRY' });
    expect(job.work()).toMatchObject({ name: 'mergeChunks', input: { numbers: [0] } });
    job.send(merged(0));
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({ state: 'finished', health: 'ok', parked: [], records_imported: 15 });
  });

  it('stalls the import again when it fails again', async () => {
    const job = await startMerging({ chunks: 1 });
    job.send(parked(0));
    await job.done('mergeChunks');
    job.send({ type: 'RETRY' }, parked(0));
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({ health: 'stalled', parked: [{ number: 0 }] });
  });

  it('is given up, one at a time, by SKIP_CHUNK', async () => {
    const job = await startMerging();
    job.send(parked(0), parked(1));
    await job.done('mergeChunks');
    for (const number of [0, 1]) {
      job.send({ type: 'SKIP_CHUNK' });
      expect(job.work()).toMatchObject({ name: 'skipChunk', input: { number, reason: `Task ${number} is broken.` } });
      job.send(merged(number, { failed: 5 }));
      await job.done('skipChunk');
    }
    expect(job.view()).toMatchObject({ state: 'finished', counters: { failed: 10 } });
  });

  it('stays parked when giving it up fails', async () => {
    const job = await startMerging({ chunks: 1 });
    job.send(parked(0));
    await job.done('mergeChunks');
    job.send({ type: 'SKIP_CHUNK' });
    await job.fails('skipChunk', 'UnreadableSource');
    expect(job.view()).toMatchObject({ health: 'stalled', parked: [{ number: 0 }], error_message: null });
  });

  it('ends the import by FAIL, with the reason given', async () => {
    const job = await startMerging({ chunks: 1 });
    job.send(parked(0));
    await job.done('mergeChunks');
    job.send({ type: 'FAIL', reason: 'The file is beyond repair.' });
    expect(job.view()).toMatchObject({ state: 'failed', error_message: 'The file is beyond repair.' });
  });

  it('may be a range, with the same ways out', async () => {
    const job = startImport();
    await job.done('scan', { ...SCAN, chunks: 1 });
    job.send(parked(0, 'RANGE'), parked(1, 'RANGE'));
    await job.done('stageRanges');
    expect(job.view()).toMatchObject({ state: 'splitting', health: 'stalled', parked: [{ work: 'range' }, {}] });
    job.send({ type: 'SKIP_CHUNK' }, staged(0, 5));
    await job.done('skipRange');
    job.send({ type: 'RETRY' }, staged(1));
    await job.done('stageRanges');
    job.send(merged(0));
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({ state: 'finished', counters: { failed: 5, added: 5 } });
  });
});

describe('staging that Postgres lost', () => {
  it('is made again, and each chunk and each failed row is still counted once', async () => {
    const job = startImport();
    await job.done('scan', { ...SCAN, records: 12 });
    job.send(staged(0, 1), staged(1, 1));
    await job.done('stageRanges');
    job.send(merged(0));
    await job.fails('mergeChunks', 'StagingLost');
    expect(job.view()).toMatchObject({ state: 'splitting', error_message: null, progress: { chunks: [1, 2] } });
    await job.done('resetStaging');
    expect(job.work()?.input.numbers).toEqual([0, 1]);
    job.send(staged(0, 1), staged(1, 1));
    await job.done('stageRanges');
    expect(job.work()).toMatchObject({ name: 'mergeChunks', input: { numbers: [1] } });
    job.send(merged(0), merged(1));
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({ state: 'finished', records_imported: 12, counters: { added: 10, failed: 2 } });
  });

  it('is made again from wherever the loss is noticed', async () => {
    const limited = await startMerging({ limited: true });
    await limited.fails('admit', 'StagingLost');
    expect(limited.work()?.name).toBe('resetStaging');

    const settling = await startMerging({ chunks: 1, settles: true });
    settling.send(merged(0));
    await settling.done('mergeChunks');
    await settling.fails('settle', 'StagingLost');
    expect(settling.work()?.name).toBe('resetStaging');

    const staging = startImport();
    await staging.done('scan', SCAN);
    await staging.fails('stageRanges', 'StagingLost');
    expect(staging.work()?.name).toBe('resetStaging');
  });

  it('is made again when an operator gives a chunk up, who then decides anew', async () => {
    const job = await startMerging({ chunks: 1 });
    job.send(parked(0));
    await job.done('mergeChunks');
    job.send({ type: 'SKIP_CHUNK' });
    await job.fails('skipChunk', 'StagingLost');
    await job.done('resetStaging');
    job.send(staged(0));
    await job.done('stageRanges');
    await job.done('mergeChunks');
    expect(job.view()).toMatchObject({ state: 'importing', health: 'stalled', parked: [{ number: 0 }] });
  });

  it('is no reason to go on when something else is wrong', async () => {
    const job = await startMerging();
    await job.fails('mergeChunks', 'ImportInvalid', 'The import does not fit its list.');
    expect(job.view()).toMatchObject({ state: 'failed', error_message: 'The import does not fit its list.' });
  });
});
