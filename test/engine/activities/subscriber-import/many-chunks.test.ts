import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeImport } from '../../../../engine/activities/purge-import.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { reopenFailed } from '../../../../engine/db/imports/restart.ts';
import { createStagedChunks } from '../../../../engine/db/imports/staging.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';
import { emptyStaging } from './accidents.ts';

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

describe('the staging of many chunks, once a crash of Postgres has emptied it,', () => {
  it('is created again in several transactions', async () => {
    const importId = await created();
    await stageImport(importId, { perform: undisturbed(deps()) });
    await emptyStaging(fixture.pool);
    await attempt(deps(), 'resetStaging', { importId });
    const transactions = await tablesByTransaction(importId);
    expect([sumOf(transactions), Math.max(...transactions) <= 64]).toEqual([CHUNKS, true]);
    await runImport(importId, { perform: undisturbed(deps()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: CHUNKS });
  });

  it('is lost until the last of them', async () => {
    const importId = await created();
    await attempt(deps(), 'scanSource', { importId });
    const stage = async () => {
      const staged = attempt(deps(), 'stageRange', { importId, number: 0 });
      await expect(staged).rejects.toMatchObject({ type: 'StagingLost' });
    };
    for (const before of [2, 20, 30])
      await attempt({ ...deps(), pool: poolThat(stage, { before }) }, 'resetStaging', { importId });
    expect.assertions(3);
    await runImport(importId, { perform: undisturbed(deps()) });
  });

  it('is created again when two attempts do it at once', async () => {
    const importId = await created();
    await stageImport(importId, { perform: undisturbed(deps()) });
    const reset = () => attempt(deps(), 'resetStaging', { importId });
    // In most of the rounds each finds what the other has done.
    for (let round = 1; round <= 5; round++) await Promise.all([reset(), reset()]);
    await runImport(importId, { perform: undisturbed(deps()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: CHUNKS });
  });

  it('is not created again once the import has ended', async () => {
    const importId = await created();
    await runImport(importId, { perform: undisturbed(deps()) });
    await expect(attempt(deps(), 'resetStaging', { importId })).rejects.toMatchObject({ type: 'ImportEnded' });
    expect(await fixture.stagingTables(importId)).toEqual([]);
  });

  it('keeps what was staged again when a slower attempt to create it goes on', async () => {
    const importId = await created();
    await stageImport(importId, { perform: undisturbed(deps()) });
    await emptyStaging(fixture.pool);
    const stageAgain = async () => {
      await attempt(deps(), 'resetStaging', { importId });
      await stageImport(importId, { perform: undisturbed(deps()) });
    };
    await attempt({ ...deps(), pool: poolThat(stageAgain, { before: 5 }) }, 'resetStaging', { importId });
    for (let number = 0; number < CHUNKS; number++) await attempt(deps(), 'mergeChunk', { importId, number });
    await attempt(deps(), 'recordImportState', { importId, state: 'finished', errorMessage: null });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: CHUNKS });
  });
});

describe('the purge of an import of many chunks', () => {
  it('drops its tables in several transactions', async () => {
    const importId = await failed();
    let left = 0;
    const count = async () => void (left = sumOf(await tablesByTransaction(importId)));
    await purgeImport({ ...deps(), pool: poolThat(count, { before: 3 }) }, importId);
    expect(left).toBe(CHUNKS - 16);
    expect(await fixture.stagingTables(importId)).toEqual([]);
  });

  it('leaves the rest of one that is restarted between them, which is then imported whole', async () => {
    const importId = await failed();
    const restart = () => inTransaction(fixture.pool, (client) => reopenFailed(client, importId));
    await purgeImport({ ...deps(), pool: poolThat(restart, { before: 3 }) }, importId);
    expect(sumOf(await tablesByTransaction(importId))).toBe(CHUNKS - 16);
    await runImport(importId, { perform: undisturbed(deps()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: CHUNKS });
  });
});

function deps() {
  return { ...fixture.deps, chunkRows: 1 };
}

/** A staged import that has failed. */
async function failed(): Promise<number> {
  const importId = await created();
  await stageImport(importId, { perform: undisturbed(deps()) });
  await attempt(deps(), 'recordImportState', { importId, state: 'failed', errorMessage: 'It broke.' });
  return importId;
}

/** The pool of the fixture, for one activity, that does something before the nth transaction of it. */
function poolThat(act: () => Promise<unknown>, { before }: { before: number }): Pool {
  let transactions = 0;
  const connect = async () => {
    if (++transactions === before) await act();
    return fixture.pool.connect();
  };
  return { connect, query: fixture.pool.query.bind(fixture.pool) } as unknown as Pool;
}

/** An import with a row for each chunk. */
async function created(): Promise<number> {
  const source = Array.from({ length: CHUNKS }, (_, i) => `p${i}@x.io\n`).join('');
  return fixture.createImport(await fixture.createList(), source);
}

/** Number of chunk tables that each transaction has created. */
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
