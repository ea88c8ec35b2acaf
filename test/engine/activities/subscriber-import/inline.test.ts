import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createFairQueue } from '../../../../engine/platform/fair-queue.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { attempt } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
let deps: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  deps = { ...fixture.deps, rangeBytes: 65_536, chunkRows: 1000 };
});
afterAll(() => fixture.close());

const SOURCE = 'email\nann@x.io\nbob@x.io\nnobody\nann@x.io\n';
const FILE_FORMAT = { ...DEFAULTS.file_format, csv_has_headers: true };

describe('a small import that is done inline', () => {
  it('has no staging tables, and its steps find all of it done', async () => {
    const { importId, listId } = await createImport();
    const inline = await attempt(deps, 'importAtOnce', { importId });
    expect(inline).toMatchObject({
      scan: { records: 4, ranges: 1, chunks: 1 },
      range: { failed: 1 },
      chunk: { counters: { added: 2, skipped_duplicate: 1 } },
    });
    expect(await fixture.stagingTables(importId)).toEqual([]);
    expect(await attempt(deps, 'scanSource', { importId })).toEqual(inline.scan);
    expect(await attempt(deps, 'stageRange', { importId, number: 0 })).toEqual(inline.range);
    expect(await attempt(deps, 'mergeChunk', { importId, number: 0 })).toEqual(inline.chunk);
    expect(await attempt(deps, 'importAtOnce', { importId })).toEqual(inline);
    const subscribers = await fixture.readSubscribers(listId);
    expect(subscribers.map(({ key }) => key)).toEqual(['ann@x.io', 'bob@x.io']);
    expect((await fixture.readImport(importId)).logs.failed).toContain('nobody');
  });

  it('is done once by two attempts at the same time', async () => {
    const { importId, listId } = await createImport();
    const attempts = [1, 2, 3].map(() => attempt(deps, 'importAtOnce', { importId }));
    const [first, ...others] = await Promise.all(attempts);
    for (const other of others) expect(other).toEqual(first);
    expect(first?.chunk?.counters).toMatchObject({ added: 2 });
    expect(await fixture.readSubscribers(listId)).toHaveLength(2);
  });

  it('is merged with locks when another client adds one of its subscribers at the same time', async () => {
    const { importId, listId } = await createImport();
    const add = `insert into subscribers (mailing_list_id, key, email) values ($1, 'bob@x.io', 'bob@x.io')`;
    const writer = await hold(fixture.pool, add, [listId]);
    const importing = attempt(deps, 'importAtOnce', { importId });
    await writer.untilWaitedFor();
    await writer.release();
    expect((await importing).chunk?.counters).toMatchObject({ added: 1, skipped_overwrite: 1 });
    expect(await fixture.readSubscribers(listId)).toHaveLength(2);
  });

  it('writes nothing into a deleted list, nor after its end', async () => {
    const [deleted, ended] = [await createImport(), await createImport()];
    await fixture.pool.query('update mailing_lists set deleted_at = now() where id = $1', [deleted.listId]);
    await expect(attempt(deps, 'importAtOnce', { importId: deleted.importId })).rejects.toMatchObject({
      type: 'ListDeleted',
    });
    await fixture.pool.query(`update subscriber_imports set state = 'failed', finished_at = now() where id = $1`, [
      ended.importId,
    ]);
    await expect(attempt(deps, 'importAtOnce', { importId: ended.importId })).rejects.toMatchObject({
      type: 'ImportEnded',
    });
    for (const { listId } of [deleted, ended]) expect(await fixture.readSubscribers(listId)).toEqual([]);
  });

  it('is admitted where its organization has a limit', async () => {
    const { importId, listId } = await createImport(1);
    const { scan, chunk } = await attempt(deps, 'importAtOnce', { importId });
    expect(scan.limited).toBe(true);
    expect(chunk?.counters).toMatchObject({ added: 1, skipped_over_limit: 1 });
    expect(await fixture.readSubscribers(listId)).toHaveLength(1);
  });
});

describe('small imports that wait to be done inline', () => {
  it('are taken from each organization in turn', async () => {
    const inlineSlots = createFairQueue({ slots: 1 });
    const leave = await inlineSlots.enter('another');
    const order: string[] = [];
    const importFor = async (fairnessKey: string) => {
      const { importId } = await createImport();
      return async () => {
        await attempt({ ...deps, inlineSlots }, 'importAtOnce', { importId, fairnessKey });
        order.push(fairnessKey);
      };
    };
    const imports = [await importFor('many'), await importFor('many'), await importFor('many'), await importFor('one')];
    const done = imports.map((begin) => begin());
    await new Promise(setImmediate);
    leave();
    await Promise.all(done);
    expect(order).toEqual(['many', 'one', 'many', 'many']);
  });

  it('have a time each, and one that needs longer is left to its steps', async () => {
    const { importId, listId } = await createImport();
    const add = `insert into subscribers (mailing_list_id, key, email) values ($1, 'bob@x.io', 'bob@x.io')`;
    const writer = await hold(fixture.pool, add, [listId]);
    const inlineSlots = createFairQueue({ slots: 1 });
    const late = attempt({ ...deps, inlineSlots, inlineMs: 200 }, 'importAtOnce', { importId });
    await expect(late).rejects.toMatchObject({ type: 'TimeOver' });
    const { importId: next } = await createImport();
    expect((await attempt({ ...deps, inlineSlots }, 'importAtOnce', { importId: next })).chunk).not.toBe(null);
    await writer.release();
    expect((await attempt(deps, 'importAtOnce', { importId })).chunk?.counters).toMatchObject({ added: 1 });
  });
});

async function createImport(subscriberLimit: number | null = null): Promise<{ importId: number; listId: number }> {
  const list = await fixture.createList({ subscriberLimit });
  const importId = await fixture.createImport(list, SOURCE, { file_format: FILE_FORMAT });
  return { importId, listId: list.id };
}
