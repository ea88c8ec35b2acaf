import { fileURLToPath } from 'node:url';
import { CancelledFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createRangeThreads } from '../../../../engine/csv/range-threads.ts';
import { countUnreadRows } from '../../../../engine/db/imports/staging.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, createEnvironment, runImport, undisturbed } from '../pipeline.ts';

const HANGING_FILE = fileURLToPath(new URL('../../csv/hanging-thread.ts', import.meta.url));

let fixture: ImportFixture;
let hanging: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  const rangeThreads = createRangeThreads(1, { rowTimeMs: 1_000, file: HANGING_FILE });
  hanging = { ...fixture.deps, rangeBytes: 1024 * 1024, chunkRows: 100_000, rangeThreads };
});
afterAll(async () => {
  await hanging.rangeThreads.close();
  await fixture.close();
});

/** So many rows that they are parsed in a thread. */
const GOOD_ROWS = Array.from({ length: 5_000 }, (_, n) => `subscriber-${n}@x.io`);
const fileWith = (slow: number) =>
  [...Array.from({ length: slow }, (_, n) => `hang-${n}@x.io`), ...GOOD_ROWS].join('\n');

describe('a row that takes too long to read', () => {
  it('fails alone, and the other rows of its range are imported', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, fileWith(2));
    await runImport(importId, { perform: undisturbed(hanging) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: GOOD_ROWS.length, failed: 2 });
    const reason = 'The row took longer to read than 10 seconds.';
    expect(logs.failed).toBe(`hang-0@x.io,"${reason}"\nhang-1@x.io,"${reason}"\n`);
  });

  it('has the rows without an address of a range that is skipped counted once', async () => {
    const list = await fixture.createList();
    // Of so many rows, the first are noted before the slow one is read.
    const rows = Array.from({ length: 30_000 }, (_, n) => `subscriber-number-${n}@x.example`);
    const source = ['none', ...rows, 'hang@x.io'].join('\n');
    const importId = await fixture.createImport(list, source, { deactivate_subscribers_not_in_import: true });
    await attempt(hanging, 'scanSource', { importId });
    await attempt(hanging, 'skipRange', { importId, number: 0, reason: 'Given up.' });
    const client = await fixture.pool.connect();
    const unread = await countUnreadRows(client, importId).finally(() => client.release());
    expect(unread).toBe(1);
  });

  it('is one of so many that the range is left to the operator', async () => {
    const importId = await fixture.createImport(await fixture.createList(), fileWith(10));
    await attempt(hanging, 'scanSource', { importId });
    const staging = attempt(hanging, 'stageRange', { importId, number: 0 });
    await expect(staging).rejects.toMatchObject({ type: 'RowsTooSlow', nonRetryable: true });
  });

  it('holds up neither a cancellation nor the next attempt', async () => {
    const patient = { ...hanging, rangeThreads: createRangeThreads(1, { file: HANGING_FILE }) };
    const importId = await fixture.createImport(await fixture.createList(), fileWith(1));
    await attempt(patient, 'scanSource', { importId });
    const environment = createEnvironment();
    const staging = attempt(patient, 'stageRange', { importId, number: 0 }, environment);
    const cancelled = expect(staging).rejects.toBeInstanceOf(CancelledFailure);
    setTimeout(() => environment.cancel(), 300);
    await cancelled;
    await patient.rangeThreads.close();
    expect(await attempt(fixture.deps, 'stageRange', { importId, number: 0 })).toEqual({ failed: 0 });
  });
});
