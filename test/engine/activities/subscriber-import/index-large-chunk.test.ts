import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexLargeChunk } from '../../../../engine/activities/subscriber-import/index-large-chunk.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const SOURCE = 'e@x.io\na@x.io\nb@x.io\nc@x.io\nd@x.io\nf@x.io\na@x.io\n';
const ROWS = 7;

describe('the keys of a staged chunk', () => {
  it('have an index for each part of the rows where there are enough for two, also when two attempts create them', async () => {
    const importId = await staged();
    await index(importId, 4);
    expect(await indexes(importId)).toEqual([]);
    await Promise.all([index(importId, 3), index(importId, 3)]);
    expect(await indexes(importId)).toEqual([0, 1, 2].map((part) => `import_${importId}_0_key_${part}_of_3`));
    await runImport(importId, { perform: undisturbed({ ...deps(), rowsPerIndex: 3 }) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: ROWS - 1, skipped_duplicate: 1 });
  });

  it('have at most 16 indexes', async () => {
    const importId = await staged(Array.from({ length: 40 }, (_, i) => `a${i}@x.io`).join('\n'));
    await index(importId, 1);
    expect(await indexes(importId)).toHaveLength(16);
  });

  it.each([
    [
      'that an older worker created over all rows',
      async (importId: number) => {
        await fixture.pool.query(`create index import_${importId}_0_key on staging.import_${importId}_0 (key)`);
      },
    ],
    [
      'of which an attempt created some',
      async (importId: number) => {
        await fixture.pool.query(
          `create index import_${importId}_0_key_0_of_3 on staging.import_${importId}_0 (key) where row_number % 3 = 0`,
        );
      },
    ],
  ])('may have indexes %s', async (_which, create) => {
    const importId = await staged();
    await create(importId);
    await runImport(importId, { perform: undisturbed({ ...deps(), rowsPerIndex: 3 }) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: ROWS - 1, skipped_duplicate: 1 });
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
async function staged(source = SOURCE): Promise<number> {
  const importId = await fixture.createImport(await fixture.createList(), source);
  expect((await stageImport(importId, { perform: undisturbed(deps()) })).chunks).toBe(1);
  return importId;
}

function index(importId: number, rowsPerIndex: number): Promise<void> {
  return indexLargeChunk({ ...fixture.deps, rowsPerIndex }, { importId, number: 0 }, new AbortController().signal);
}

async function indexes(importId: number): Promise<readonly string[]> {
  const { rows } = await fixture.pool.query<{ indexname: string }>(
    `select indexname from pg_indexes where schemaname = 'staging' and tablename = $1 order by indexname`,
    [`import_${importId}_0`],
  );
  return rows.map(({ indexname }) => indexname);
}
