import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, stageImport, undisturbed } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('an import that is ended while a worker has not heard of it', () => {
  it('keeps out a merge that was under way', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, 'ann@x.io\n');
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    const counts = await hold(fixture.pool, 'insert into subscriber_counts (mailing_list_id) values ($1)', [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    const refusal = expect(merging).rejects.toMatchObject({ type: 'ImportEnded', nonRetryable: true });
    await counts.untilWaitedFor();

    await end(importId);
    await counts.release();

    await refusal;
    expect(await fixture.readSubscribers(list.id)).toEqual([]);
    expect(await fixture.readImport(importId)).toMatchObject({ counters: { added: 0 }, logs: {} });
  });

  it('waits for a piece that is about to commit, and counts its rows', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, 'ann@x.io\n');
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    const piece = await hold(fixture.pool, 'select 1 from subscriber_imports where id = $1 for share', [importId]);
    await piece.client.query('update import_chunks set added = 1 where subscriber_import_id = $1', [importId]);

    const ending = end(importId);
    await piece.untilWaitedFor();
    await piece.release();
    await ending;

    expect(await fixture.readImport(importId)).toMatchObject({ counters: { added: 1 } });
  });

  it('takes no scan any more', async () => {
    const importId = await fixture.createImport(await fixture.createList(), 'ann@x.io\n');
    await end(importId);

    await expect(attempt(fixture.deps, 'scanSource', { importId })).rejects.toMatchObject({ type: 'ImportEnded' });
  });

  it.each(['stageRange', 'skipRange'] as const)('takes no %s any more', async (name) => {
    const importId = await fixture.createImport(await fixture.createList(), 'nobody\n');
    await attempt(fixture.deps, 'scanSource', { importId });
    await end(importId);

    const piece = attempt(fixture.deps, name, { importId, number: 0, reason: 'given up' });

    await expect(piece).rejects.toMatchObject({ type: 'ImportEnded' });
    expect(await fixture.readImport(importId)).toMatchObject({ counters: { failed: 0 }, logs: {} });
  });

  it('takes no skipChunk and no settleImport any more', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: 'out@x.io' }]);
    const importId = await fixture.createImport(list, 'in@x.io\n', { deactivate_subscribers_not_in_import: true });
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    await end(importId);

    const skipping = attempt(fixture.deps, 'skipChunk', { importId, number: 0, reason: 'given up' });
    await expect(skipping).rejects.toMatchObject({ type: 'ImportEnded' });
    await expect(attempt(fixture.deps, 'settleImport', { importId })).rejects.toMatchObject({ type: 'ImportEnded' });

    expect(await fixture.readSubscribers(list.id)).toMatchObject([{ key: 'out@x.io', status: 'active' }]);
  });

  async function end(importId: number): Promise<void> {
    await attempt(fixture.deps, 'recordImportState', { importId, state: 'failed', errorMessage: 'Terminated.' });
  }
});
