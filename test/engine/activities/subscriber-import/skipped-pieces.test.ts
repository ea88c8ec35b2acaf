import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
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
const failedLine = (row: string) => `${row},"${REASON}"\n`;

describe('a range that an operator skips', () => {
  it('has all its rows in the failed log, with their text and the reason, under the header', async () => {
    const { importId } = await scannedImport('Email\na@x.io\n"b@x.io"\nbad\n', { hasHeader: true });
    const answer = await attempt(fixture.deps, 'skipRange', { importId, number: 0, reason: REASON });
    expect(answer).toEqual({ failed: 3 });
    await runImport(importId, { perform: undisturbed(fixture.deps) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ failed: 3, added: 0 });
    expect(logs).toEqual({ failed: 'Email,Error\n' + ['a@x.io', '"b@x.io"', 'bad'].map(failedLine).join('') });
  });

  it('leaves the other ranges to be imported', async () => {
    const { importId, list } = await scannedImport('a@x.io\nb@x.io\nc@x.io\n', { deps: oneRowRanges });
    await attempt(fixture.deps, 'skipRange', { importId, number: 1, reason: REASON });
    await runImport(importId, { perform: undisturbed(fixture.deps) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ failed: 1, added: 2 });
    expect(logs.failed).toBe(failedLine('b@x.io'));
    expect(await keys(list)).toEqual(['a@x.io', 'c@x.io']);
  });

  it('deactivates nobody whom its rows name', async () => {
    const { importId, list } = await scannedImport('a@x.io\nb@x.io\n');
    await fixture.addSubscribers(list.id, [{ email: 'a@x.io' }, { email: 'out@x.io' }]);
    await attempt(fixture.deps, 'skipRange', { importId, number: 0, reason: REASON });
    await runImport(importId, { perform: undisturbed(fixture.deps) });
    expect(await statuses(list)).toEqual({ 'a@x.io': 'active', 'out@x.io': 'deactivated' });
  });

  it('stays skipped, and spares whom it names, when Postgres loses staging afterwards', async () => {
    const { importId, list } = await scannedImport('a@x.io\nb@x.io\nc@x.io\n', { deps: oneRowRanges });
    await fixture.addSubscribers(list.id, [{ email: 'a@x.io' }]);
    const perform = undisturbed(fixture.deps);
    await perform('skipRange', { importId, number: 0, reason: REASON });
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
    await emptyStaging(fixture.pool);
    await runImport(importId, { perform });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ failed: 1, added: 2 });
    expect(logs.failed).toBe(failedLine('a@x.io'));
    expect(await statuses(list)).toMatchObject({ 'a@x.io': 'active' });
  });

  it('is answered from the ledger when the acknowledgement gets lost, and when it was staged before', async () => {
    const { importId } = await scannedImport('a@x.io\nbad\n', { deps: oneRowRanges });
    const staged = await attempt(fixture.deps, 'stageRange', { importId, number: 0 });
    expect(await attempt(fixture.deps, 'skipRange', { importId, number: 0, reason: REASON })).toEqual(staged);
    await attempt(fixture.deps, 'skipRange', { importId, number: 1, reason: REASON });
    expect(await attempt(fixture.deps, 'skipRange', { importId, number: 1, reason: REASON })).toEqual({ failed: 1 });
    expect(await attempt(fixture.deps, 'stageRange', { importId, number: 1 })).toEqual({ failed: 1 });
  });
});

describe('a chunk that an operator skips', () => {
  it('has its staged rows in the failed log, behind the rows that failed themselves', async () => {
    const { importId, list } = await scannedImport('Email\na@x.io\nbad\n"b@x.io"\n', { hasHeader: true });
    const perform = undisturbed(fixture.deps);
    const { chunks } = await stageImport(importId, { perform });
    for (let number = 0; number < chunks; number++) await perform('skipChunk', { importId, number, reason: REASON });
    await runImport(importId, { perform });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ failed: 3, added: 0 });
    expect(logs.failed?.split('\n').slice(0, 2)).toEqual(['Email,Error', 'bad,"email is not a valid address"']);
    expect(logs.failed?.split('\n').slice(2).sort()).toEqual(
      ['', failedLine('"b@x.io"').trim(), failedLine('a@x.io').trim()].sort(),
    );
    expect(await keys(list)).toEqual([]);
  });

  it('writes the header when no row failed before it', async () => {
    const { importId } = await scannedImport('Email\na@x.io\n', { hasHeader: true });
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    expect(await perform('skipChunk', { importId, number: 0, reason: REASON })).toMatchObject({
      counters: { failed: 1 },
    });
    expect((await fixture.readImport(importId)).logs.failed).toBe(`Email,Error\n${failedLine('a@x.io')}`);
  });

  it('deactivates nobody whom its rows name', async () => {
    const { importId, list } = await scannedImport('a@x.io\n');
    await fixture.addSubscribers(list.id, [{ email: 'a@x.io' }, { email: 'out@x.io' }]);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('skipChunk', { importId, number: 0, reason: REASON });
    await runImport(importId, { perform });
    expect(await statuses(list)).toEqual({ 'a@x.io': 'active', 'out@x.io': 'deactivated' });
  });

  it('is not skipped while its rows are lost, because they would be in no log', async () => {
    const { importId } = await scannedImport('a@x.io\n');
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await emptyStaging(fixture.pool);
    const skipping = perform('skipChunk', { importId, number: 0, reason: REASON });
    await expect(skipping).rejects.toMatchObject({ type: 'StagingLost' });
  });

  it('is answered from the ledger when it was merged before', async () => {
    const { importId } = await scannedImport('a@x.io\n');
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const merged = await perform('mergeChunk', { importId, number: 0 });
    expect(await perform('skipChunk', { importId, number: 0, reason: REASON })).toEqual(merged);
  });
});

/** A scanned import that deactivates who is absent. */
async function scannedImport(
  source: string,
  { hasHeader = false, deps = fixture.deps } = {},
): Promise<{ importId: number; list: TestList }> {
  const list = await fixture.createList();
  const importId = await fixture.createImport(list, source, {
    deactivate_subscribers_not_in_import: true,
    file_format: { ...DEFAULTS.file_format, csv_has_headers: hasHeader },
  });
  await attempt(deps, 'scanSource', { importId });
  return { importId, list };
}

async function statuses(list: TestList): Promise<Record<string, string>> {
  const subscribers = await fixture.readSubscribers(list.id);
  return Object.fromEntries(subscribers.map(({ key, status }) => [key, status]));
}

async function keys(list: TestList): Promise<string[]> {
  return (await fixture.readSubscribers(list.id)).map(({ key }) => key);
}
