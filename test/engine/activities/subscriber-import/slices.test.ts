import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createSliceCuts } from '../../../../engine/activities/subscriber-import/slice-cuts.ts';
import type { SliceCuts } from '../../../../engine/activities/subscriber-import/slice-cuts.ts';
import { createSliceSize, createSliceSizes } from '../../../../engine/activities/subscriber-import/slice-size.ts';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { emptyStaging } from './accidents.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
let oneChunk: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  oneChunk = {
    ...fixture.deps,
    chunkRows: 100,
    sliceSizeOf: () => ({ next: (left) => Math.min(left, 2), took: () => undefined }),
  };
});
afterAll(() => fixture.close());

const SOURCE = 'e@x.io\na@x.io\nb@x.io\na@x.io\nc@x.io\nbad\nd@x.io\na@x.io\nf@x.io\n';

describe('a chunk whose merge ends between two slices', () => {
  it('keeps the slices that are merged, with their counters, and goes on behind them', async () => {
    const { importId, list } = await staged();
    await mergeSlices(importId, 1);
    // All three rows of the first key are in the first slice.
    expect(await keys(list)).toEqual(['a@x.io']);
    expect(await ledgerOf(importId)).toMatchObject({
      is_merged: false,
      merged_key: 'a@x.io',
      slices: 1,
      added: 1,
      skipped_duplicate: 2,
    });
    await mergeSlices(importId, 1);
    expect(await keys(list)).toEqual(['a@x.io', 'b@x.io', 'c@x.io']);
    await expectAll(importId, list);
  });

  it('is merged from there when Postgres loses staging in between', async () => {
    const { importId, list } = await staged();
    await mergeSlices(importId, 2);
    await emptyStaging(fixture.pool);
    await expect(attempt(oneChunk, 'mergeChunk', { importId, number: 0 })).rejects.toMatchObject({
      type: 'StagingLost',
    });
    expect(await keys(list)).toEqual(['a@x.io', 'b@x.io', 'c@x.io']);
    await expectAll(importId, list);
  });

  it('is not merged while only some of its rows are staged again', async () => {
    const { importId, list } = await staged();
    await mergeSlices(importId, 1);
    await attempt(oneChunk, 'resetStaging', { importId });
    await attempt(oneChunk, 'stageRange', { importId, number: 1 });
    await expect(attempt(oneChunk, 'mergeChunk', { importId, number: 0 })).rejects.toMatchObject({
      type: 'StagingLost',
    });
    expect(await ledgerOf(importId)).toMatchObject({ merged_key: 'a@x.io', slices: 1 });
    await expectAll(importId, list);
  });

  it('counts what is merged when the import is cancelled then, and keeps no key', async () => {
    const { importId, list } = await staged();
    await mergeSlices(importId, 2);
    const perform = undisturbed(oneChunk);
    await perform('recordImportState', { importId, state: 'cancelled', errorMessage: null });
    await perform('cleanUpImport', { importId });
    const { counters } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 3, skipped_duplicate: 2, failed: 1 });
    expect(await keys(list)).toHaveLength(3);
    expect(await ledgerOf(importId)).toMatchObject({ merged_key: null });
  });

  it('has only the rest in the failed log when an operator skips it', async () => {
    const { importId, list } = await staged();
    await mergeSlices(importId, 2);
    const answer = await attempt(oneChunk, 'skipChunk', { importId, number: 0, reason: 'Given up.' });
    expect(answer.counters).toMatchObject({ added: 3, skipped_duplicate: 2, failed: 3 });
    await runImport(importId, { perform: undisturbed(oneChunk) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 3, skipped_duplicate: 2, failed: 4 });
    expect(logs.failed?.split('\n').map((line) => line.split(',')[0])).toEqual([
      'bad',
      'e@x.io',
      'd@x.io',
      'f@x.io',
      '',
    ]);
    expect(await keys(list)).toEqual(['a@x.io', 'b@x.io', 'c@x.io']);
  });
});

describe('the commit of a slice', () => {
  it.each([
    ['', 8, false],
    ['large ', 500_000, true],
  ])('does not wait for the disk, but the result of a chunk of a %simport does', async (_, records, polls) => {
    const { importId } = await staged();
    await fixture.pool.query('update subscriber_imports set number_of_records = $2 where id = $1', [importId, records]);
    await fixture.pool.query(`
      create table commits (waits text, lsn pg_lsn);
      create or replace function note_commit() returns trigger language plpgsql as $$
        begin insert into commits values (current_setting('synchronous_commit'), pg_current_wal_insert_lsn()); return null; end $$;
      create trigger note_commit after update on import_chunks for each row execute function note_commit()`);
    const durable = createPool(`${fixture.pool.options.connectionString}?options=-c%20synchronous_commit%3Don`);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await attempt({ ...oneChunk, pool: durable }, 'mergeChunk', { importId, number: 0 });
      expect(query.mock.calls.some(([text]) => String(text).includes('pg_current_wal_flush_lsn'))).toBe(polls);
      const { rows } = await durable.query<{ waits: string; is_on_disk: boolean }>(
        'select waits, pg_current_wal_flush_lsn() > lsn as is_on_disk from commits order by lsn',
      );
      expect(rows).toEqual(Array.from({ length: 4 }, () => ({ waits: 'off', is_on_disk: true })));
    } finally {
      query.mockRestore();
      await durable.end();
      await fixture.pool.query('drop trigger note_commit on import_chunks; drop table commits');
    }
  });
});

describe('the end of a slice', () => {
  const endOf = async (cuts: SliceCuts, afterKey: string | null, rows: number, left: number) => {
    const client = await fixture.pool.connect();
    try {
      return await cuts.endOf(client, { afterKey, rows, left });
    } finally {
      client.release();
    }
  };

  it('is so many rows behind the last one, whoever merged that, and none for the rest', async () => {
    const { importId } = await staged();
    const cuts = createSliceCuts({ importId, chunk: 0 });
    expect(await endOf(cuts, null, 2, 8)).toBe('a@x.io');
    expect(await endOf(cuts, 'a@x.io', 2, 5)).toBe('c@x.io');
    expect(await endOf(cuts, 'c@x.io', 1, 3)).toBe('d@x.io');
    expect(await endOf(cuts, 'd@x.io', 2, 2)).toBeNull();
    // Another attempt has merged up to a key that these cuts may not have.
    const others = createSliceCuts({ importId, chunk: 0 });
    expect(await endOf(others, null, 4, 8)).toBe('b@x.io');
    expect(await endOf(others, 'd@x.io', 1, 2)).toBe('e@x.io');
    expect(await endOf(others, 'a@y.io', 1, 5)).toBe('b@x.io');
  });
});

describe('the size of a slice', () => {
  it('follows the time that the last one took', () => {
    const size = createSliceSize(180);
    expect(size.next(4_000)).toBe(4_000);
    const first = size.next(100_000);
    size.took(first, 360);
    const slower = size.next(100_000);
    expect(slower).toBeLessThan(first);
    size.took(slower, 10);
    expect(size.next(100_000)).toBeGreaterThan(slower);
  });

  it('stays within its bounds, and leaves no tiny rest', () => {
    const size = createSliceSize(180);
    for (let i = 0; i < 50; i++) size.took(20_000, 1_000_000);
    expect(size.next(100_000)).toBe(50);
    expect(size.next(60)).toBe(60);
    for (let i = 0; i < 50; i++) size.took(20_000, 1);
    expect(size.next(100_000)).toBe(20_000);
  });

  it('is that of its import, until a hundred others have been merged', () => {
    const sizeOf = createSliceSizes(180);
    const first = sizeOf(1).next(100_000);
    sizeOf(1).took(first, 10);
    const grown = sizeOf(1).next(100_000);
    expect(grown).toBeGreaterThan(first);
    for (let other = 2; other <= 100; other++) expect(sizeOf(other).next(100_000)).toBe(first);
    expect(sizeOf(1).next(100_000)).toBe(grown);
    for (let other = 101; other <= 200; other++) sizeOf(other);
    expect(sizeOf(1).next(100_000)).toBe(first);
  });
});

/** An import of one chunk that is staged; its list is empty. */
async function staged(): Promise<{ list: TestList; importId: number }> {
  const list = await fixture.createList();
  const importId = await fixture.createImport(list, SOURCE);
  const { chunks } = await stageImport(importId, { perform: undisturbed(oneChunk) });
  expect(chunks).toBe(1);
  return { list, importId };
}

/** Merges so many slices of the chunk, and is cut off in the next one. */
async function mergeSlices(importId: number, slices: number): Promise<void> {
  let left = slices;
  const cutOff: ActivityDeps = {
    ...oneChunk,
    sliceSizeOf: () => ({
      next: (rows) => {
        if (left-- === 0) throw new Error('Cut off.');
        return oneChunk.sliceSizeOf(importId).next(rows);
      },
      took: () => undefined,
    }),
  };
  await expect(attempt(cutOff, 'mergeChunk', { importId, number: 0 })).rejects.toThrow('Cut off.');
}

async function expectAll(importId: number, list: TestList): Promise<void> {
  await runImport(importId, { perform: undisturbed(oneChunk) });
  const { counters, logs } = await fixture.readImport(importId);
  expect(counters).toMatchObject({ added: 6, skipped_duplicate: 2, failed: 1 });
  expect(logs.added).toBe('a@x.io\nb@x.io\nc@x.io\nd@x.io\ne@x.io\nf@x.io\n');
  expect(await keys(list)).toEqual(['a@x.io', 'b@x.io', 'c@x.io', 'd@x.io', 'e@x.io', 'f@x.io']);
  expect(await ledgerOf(importId)).toMatchObject({ is_merged: true, merged_key: null });
}

async function keys(list: TestList): Promise<string[]> {
  return (await fixture.readSubscribers(list.id)).map(({ key }) => key).sort();
}

async function ledgerOf(importId: number): Promise<unknown> {
  const { rows } = await fixture.pool.query(
    `select *, merged_at is not null as is_merged from import_chunks where subscriber_import_id = $1`,
    [importId],
  );
  return rows[0];
}
