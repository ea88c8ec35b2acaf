import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createStagedChunks } from '../../../../engine/db/imports/staging.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, runImport, undisturbed } from '../pipeline.ts';

const CHUNKS = 200;

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('an import of many chunks', () => {
  it('has their tables created in several transactions, and is imported whole', async () => {
    const importId = await created();
    await attempt(deps(), 'scanSource', { importId });
    const transactions = await tablesByTransaction(importId);
    expect(sumOf(transactions)).toBe(CHUNKS);
    expect(Math.max(...transactions)).toBeLessThanOrEqual(64);
    expect(transactions.length).toBeGreaterThan(2);

    await runImport(importId, { perform: undisturbed(deps()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: CHUNKS });
    expect(await tablesByTransaction(importId)).toEqual([]);
  });

  it('finds those that an interrupted scan has created', async () => {
    const importId = await created();
    await inTransaction(fixture.pool, (client) => createStagedChunks(client, importId, { from: 0, to: 100 }));
    await runImport(importId, { perform: undisturbed(deps()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: CHUNKS });
  });

  it('gets none once it has ended', async () => {
    const importId = await created();
    await attempt(deps(), 'recordImportState', { importId, state: 'cancelled', errorMessage: null });
    await expect(attempt(deps(), 'scanSource', { importId })).rejects.toMatchObject({ type: 'ImportEnded' });
    expect(await tablesByTransaction(importId)).toEqual([]);
  });

  it('gets none twice when two attempts scan it', async () => {
    const importId = await created();
    const scan = () => attempt(deps(), 'scanSource', { importId });
    const [one, other] = await Promise.all([scan(), scan()]);
    expect(one).toEqual(other);
    expect(sumOf(await tablesByTransaction(importId))).toBe(CHUNKS);
  });
});

function deps() {
  return { ...fixture.deps, chunkRows: 1 };
}

/** An import with a row for each chunk. */
async function created(): Promise<number> {
  const source = Array.from({ length: CHUNKS }, (_, i) => `p${i}@x.io\n`).join('');
  return fixture.createImport(await fixture.createList(), source);
}

/** How many tables of chunks each transaction has created. */
async function tablesByTransaction(importId: number): Promise<readonly number[]> {
  const { rows } = await fixture.pool.query<{ n: number }>(
    `select count(*)::integer as n from pg_class
      where relnamespace = 'staging'::regnamespace and relkind = 'r' and relname ~ ('^import_' || $1 || '_[0-9]+$')
      group by xmin`,
    [importId],
  );
  return rows.map(({ n }) => n);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}
