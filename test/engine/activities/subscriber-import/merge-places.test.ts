import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createFairQueue } from '../../../../engine/platform/fair-queue.ts';
import type { FairQueue } from '../../../../engine/platform/fair-queue.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt, stageImport, undisturbed } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
let deps: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  deps = { ...fixture.deps, mergeSlots: createFairQueue({ slots: 1 }) };
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

  it('are given to organizations in turn', async () => {
    const { queue, entered, order } = noting(createFairQueue({ slots: 1 }));
    const leave = await queue.enter('another');
    const [many, one] = [await fixture.createList(), await fixture.createList()];
    const merge = async ({ organizationId }: TestList) => {
      const { importId } = await stagedImport(await fixture.createList({ organizationId }));
      const waiting = entered.length;
      const merged = attempt({ ...deps, mergeSlots: queue }, 'mergeChunk', { importId, number: 0 });
      await expect.poll(() => entered.length).toBe(waiting + 1);
      return { merged };
    };
    const merges = [await merge(many), await merge(many), await merge(many), await merge(one)];
    leave();
    await Promise.all(merges.map(({ merged }) => merged));
    const [first, second] = [many.organizationId, one.organizationId];
    expect(order).toEqual([first, second, first, first]);
  });
});

/** A queue that notes whose tasks wait or run, and the order in which they begin. */
function noting(queue: FairQueue): { queue: FairQueue; entered: unknown[]; order: unknown[] } {
  const [entered, order]: [unknown[], unknown[]] = [[], []];
  const run: FairQueue['run'] = (key, work, options) => {
    entered.push(key);
    return queue.run(key, () => (order.push(key), work()), options);
  };
  return { queue: { ...queue, run }, entered, order };
}

/** An import of one row, staged; into a list of its own unless one is given. */
async function stagedImport(given?: TestList): Promise<{ listId: number; importId: number }> {
  const list = given ?? (await fixture.createList());
  const importId = await fixture.createImport(list, 'ann@x.io\n');
  await stageImport(importId, { perform: undisturbed(fixture.deps) });
  return { listId: list.id, importId };
}
