import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { emptyStaging } from './accidents.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
let oneRowRanges: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  oneRowRanges = { ...fixture.deps, rangeBytes: 1 };
});
afterAll(() => fixture.close());

const REASON = 'Given up by the operator.';

describe('the skip of a chunk that ends between two ranges', () => {
  const SOURCE = 'a@x.io\nb@x.io\nbad\nc@x.io\nd@x.io\n';
  const ALL = [
    'bad,"email is not a valid address"',
    ...['a@x.io', 'b@x.io', 'c@x.io', 'd@x.io'].map((row) => `${row},"${REASON}"`),
  ];

  it('keeps the rows that are logged, a transaction for each range, and the next attempt logs the others', async () => {
    const importId = await cutOffAfter(2);
    expect(await ledgerOf(importId)).toMatchObject({
      is_skipped: false,
      failed: 2,
      slices: 2,
      skip_reason: REASON,
      skip_range: 3,
    });
    expect(await blocksOf(importId)).toEqual([
      { rows: [1], piece: 0 },
      { rows: [2], piece: 100_000 },
    ]);
    const answer = await attempt(oneChunk(), 'skipChunk', { importId, number: 0, reason: 'Another one.' });
    expect(answer).toMatchObject({ counters: { failed: 4, added: 0 } });
    await expectAll(importId);
  });

  it('is no merge any more: the next merge skips the others', async () => {
    const importId = await cutOffAfter(1);
    const answer = await attempt(oneChunk(), 'mergeChunk', { importId, number: 0 });
    expect(answer).toMatchObject({ counters: { failed: 4, added: 0 } });
    await expectAll(importId);
  });

  it('is merged as before when no rows of it were logged', async () => {
    const importId = await cutOffAfter(0);
    const answer = await attempt(oneChunk(), 'mergeChunk', { importId, number: 0 });
    expect(answer).toMatchObject({ counters: { failed: 0, added: 4 } });
  });

  it('logs each row once when Postgres loses staging in between', async () => {
    const importId = await cutOffAfter(2);
    await emptyStaging(fixture.pool);
    const skipping = attempt(oneChunk(), 'skipChunk', { importId, number: 0, reason: REASON });
    await expect(skipping).rejects.toMatchObject({ type: 'StagingLost' });
    await expectAll(importId);
  });

  it('logs each row once when two attempts are at work at the same time', async () => {
    const importId = await cutOffAfter(1);
    const skip = () => attempt(oneChunk(), 'skipChunk', { importId, number: 0, reason: REASON });
    const [one, other] = await Promise.all([skip(), skip()]);
    expect(one).toEqual(other);
    await expectAll(importId);
  });

  it('reads no range without rows of the chunk', async () => {
    const importId = await scannedImport(SOURCE, { ...oneRowRanges, chunkRows: 3 });
    const perform = undisturbed(oneRowRanges);
    const { chunks } = await stageImport(importId, { perform });
    expect(chunks).toBe(2);
    let reads = 0;
    const counting = withReads(() => void reads++);
    for (const number of [0, 1]) await attempt(counting, 'skipChunk', { importId, number, reason: REASON });
    expect(reads).toBe(4);
    await expectAll(importId);
  });

  const oneChunk = () => ({ ...oneRowRanges, chunkRows: 100 });

  function withReads(onRead: () => void): ActivityDeps {
    const { files } = fixture.deps;
    const read: typeof files.read = (...args) => {
      onRead();
      return files.read(...args);
    };
    return { ...oneChunk(), files: { ...files, read } };
  }

  /** A staged import of one chunk, whose skip was cut off after the rows of so many ranges. */
  async function cutOffAfter(ranges: number): Promise<number> {
    const importId = await scannedImport(SOURCE, oneChunk());
    await stageImport(importId, { perform: undisturbed(oneChunk()) });
    let left = ranges;
    const deps = withReads(() => {
      if (left-- === 0) throw new Error('Cut off.');
    });
    const skipping = attempt(deps, 'skipChunk', { importId, number: 0, reason: REASON });
    await expect(skipping).rejects.toThrow('Cut off.');
    return importId;
  }

  async function expectAll(importId: number): Promise<void> {
    await runImport(importId, { perform: undisturbed(oneChunk()) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ failed: 5, added: 0 });
    expect(logs.failed?.split('\n').toSorted()).toEqual(['', ...ALL].toSorted());
    expect(await ledgerOf(importId)).toMatchObject({ is_skipped: true, skip_reason: null, skip_range: null });
  }

  async function ledgerOf(importId: number): Promise<unknown> {
    const { rows } = await fixture.pool.query(
      `select *, skipped_at is not null as is_skipped from import_chunks where subscriber_import_id = $1 and chunk_number = 0`,
      [importId],
    );
    return rows[0];
  }

  /** The blocks of the failed log with rows of the chunk, each a transaction's own. */
  async function blocksOf(importId: number): Promise<readonly unknown[]> {
    const { rows } = await fixture.pool.query(
      `select row_numbers as rows, piece from import_logs
        where subscriber_import_id = $1 and part >= 1000000 and entries > 0 order by part, piece`,
      [importId],
    );
    return rows;
  }
});

/** A scanned import that deactivates who is absent. */
async function scannedImport(source: string, deps: ActivityDeps): Promise<number> {
  const list = await fixture.createList();
  const importId = await fixture.createImport(list, source, { deactivate_subscribers_not_in_import: true });
  await attempt(deps, 'scanSource', { importId });
  return importId;
}
