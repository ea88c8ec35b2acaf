import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexLargeChunk } from '../../../../engine/activities/subscriber-import/index-large-chunk.ts';
import { readUnindexedChunks } from '../../../../engine/db/imports/staging.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const SOURCE = 'e@x.io\na@x.io\nb@x.io\nc@x.io\nd@x.io\nf@x.io\n';
const ROWS = 6;

describe('the keys of a staged chunk', () => {
  it('have an index where the chunk has many rows, also when two attempts create it', async () => {
    const importId = await staged();
    await index(importId, ROWS + 1);
    expect(await unindexed(importId)).toEqual([0]);
    await Promise.all([index(importId, ROWS), index(importId, ROWS)]);
    expect(await unindexed(importId)).toEqual([]);
    await runImport(importId, { perform: undisturbed(deps()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: ROWS });
  });

  it('have none any more when the chunk is merged and its table dropped', async () => {
    const importId = await staged();
    await attempt(deps(), 'mergeChunk', { importId, number: 0 });
    await fixture.pool.query(`drop table staging.import_${importId}_0`);
    await expect(index(importId, 1)).resolves.toBeUndefined();
  });
});

function deps() {
  return { ...fixture.deps, chunkRows: 100 };
}

/** An import of one chunk that is staged. */
async function staged(): Promise<number> {
  const importId = await fixture.createImport(await fixture.createList(), SOURCE);
  expect((await stageImport(importId, { perform: undisturbed(deps()) })).chunks).toBe(1);
  return importId;
}

function index(importId: number, rows: number): Promise<void> {
  return indexLargeChunk(fixture.deps, { importId, number: 0 }, new AbortController().signal, rows);
}

function unindexed(importId: number): Promise<readonly number[]> {
  return readUnindexedChunks(fixture.pool, importId, 1);
}
