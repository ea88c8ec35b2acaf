import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createConcurrencyLimit } from '../../../../engine/platform/concurrency-limit.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, stageImport, undisturbed } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
let deps: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  deps = { ...fixture.deps, mergeLimit: createConcurrencyLimit(1) };
});
afterAll(() => fixture.close());

describe('the places of merges of large imports', () => {
  it('are not needed by small imports, and each is free again when its merge has ended', async () => {
    const held = await stagedImport();
    const add = `insert into subscribers (mailing_list_id, key, email) values ($1, 'ann@x.io', 'ann@x.io')`;
    const writer = await hold(fixture.pool, add, [held.listId]);
    const merging = attempt(deps, 'mergeChunk', { importId: held.importId, number: 0 });
    await writer.untilWaitedFor();

    const [large, small] = [await stagedImport(), await stagedImport()];
    let hasEnded = false;
    const waiting = attempt(deps, 'mergeChunk', { importId: large.importId, number: 0 }).finally(() => {
      hasEnded = true;
    });
    const past = await attempt(deps, 'mergeChunk', { importId: small.importId, number: 0, goesWithSmall: true });
    expect(past.counters).toMatchObject({ added: 1 });
    const inline = await fixture.createImport(await fixture.createList(), 'ann@x.io\n');
    const { chunk } = await attempt(deps, 'importAtOnce', { importId: inline });
    expect(chunk?.counters).toMatchObject({ added: 1 });
    expect(hasEnded).toBe(false);

    await writer.discard();
    expect((await merging).counters).toMatchObject({ added: 1 });
    expect((await waiting).counters).toMatchObject({ added: 1 });
  });

  it('are not held by merges that wait for their list', async () => {
    const [held, large] = [await stagedImport(), await stagedImport()];
    const change = `update mailing_lists set deleted_at = null where id = $1`;
    const writer = await hold(fixture.pool, change, [held.listId]);
    const merging = attempt(deps, 'mergeChunk', { importId: held.importId, number: 0 });
    await writer.untilWaitedFor();
    const past = await attempt(deps, 'mergeChunk', { importId: large.importId, number: 0 });
    expect(past.counters).toMatchObject({ added: 1 });
    await writer.release();
    expect((await merging).counters).toMatchObject({ added: 1 });
  });
});

/** An import of one row into a list of its own, staged. */
async function stagedImport(): Promise<{ listId: number; importId: number }> {
  const list = await fixture.createList();
  const importId = await fixture.createImport(list, 'ann@x.io\n');
  await stageImport(importId, { perform: undisturbed(fixture.deps) });
  return { listId: list.id, importId };
}
