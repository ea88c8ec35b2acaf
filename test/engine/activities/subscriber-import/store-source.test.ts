import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeKeptFiles } from '../../../../engine/activities/sources/remove-kept-files.ts';
import { KEPT_IMPORTS } from '../../../../engine/activities/subscriber-import/kept-imports.ts';
import { packedSourceKey, sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { runImport, stageImport, undisturbed } from '../pipeline.ts';
import { createPackedImport } from './packed-import.ts';

const MEBIBYTE = 1024 * 1024;
const CSV = 'ann@example.com\nbob@example.com\n';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

/** The bytes that are counted of an import, and the files that are stored of it. */
async function bytesOf(id: number) {
  const { rows } = await fixture.pool.query(
    `select source_bytes as source, packed_bytes as packed, reserved_bytes as reserved from subscriber_imports where id = $1`,
    [id],
  );
  const [source, packed] = [sourceKey({ id, jobKey: null }), packedSourceKey({ id, jobKey: null })].map((key) =>
    fixture.deps.files.size(key),
  );
  expect({ source: rows[0].source, packed: rows[0].packed }).toEqual({ source: await source, packed: await packed });
  return rows[0] as Record<'source' | 'packed' | 'reserved', number | null>;
}

describe('an upload that is compressed', () => {
  const create = async (file: Buffer, options = {}) => {
    const list = await fixture.createList();
    const id = await createPackedImport(fixture, list, file, options);
    return { id, list, scan: () => undisturbed(fixture.deps)('scanSource', { importId: id }) };
  };

  it('is unpacked for the scan, once, and counted with the packed file', async () => {
    const { files } = fixture.deps;
    const { id, scan } = await create(gzipSync(CSV));
    expect(await scan()).toMatchObject({ records: 2 });
    expect(await text(files.read(sourceKey({ id, jobKey: null })))).toBe(CSV);
    expect(await bytesOf(id)).toEqual({ source: CSV.length, packed: gzipSync(CSV).length, reserved: null });
    expect(await scan()).toMatchObject({ records: 2 });
  });

  it('is kept in its packed form alone for some minutes when its import is finished', async () => {
    const { id } = await create(gzipSync(CSV));
    await runImport(id, { perform: undisturbed(fixture.deps) });
    const { files } = fixture.deps;
    const sizes = () =>
      Promise.all([sourceKey, packedSourceKey].map((keyOf) => files.size(keyOf({ id, jobKey: null }))));
    expect(await sizes()).toEqual([null, gzipSync(CSV).length]);
    await removeKeptFiles(fixture.deps, KEPT_IMPORTS, new AbortController().signal, 0);
    expect(await sizes()).toEqual([null, null]);
  });

  it('is kept in its packed form alone when its dry run is finished', async () => {
    const { id } = await create(gzipSync(CSV), { dry_run: true });
    await runImport(id, { perform: undisturbed(fixture.deps) });
    expect((await fixture.readImport(id)).counters).toMatchObject({ added: 2 });
    expect(await bytesOf(id)).toEqual({ source: null, packed: gzipSync(CSV).length, reserved: null });
  });

  it.each([
    ['while rows are staged', 0],
    ['when some chunks are merged', 2],
  ])('is kept in its packed form alone when its import fails %s, which can be restarted', async (_, merged) => {
    const rows = Array.from({ length: 9 }, (_, n) => (n % 4 === 3 ? `bad ${n}` : `p${n}@example.com`));
    const { id, list } = await create(gzipSync(`${rows.join('\n')}\n`));
    const perform = undisturbed(fixture.deps);
    await stageImport(id, { perform });
    for (let number = 0; number < merged; number++) await perform('mergeChunk', { importId: id, number });
    await perform('recordImportState', { importId: id, state: 'failed', errorMessage: 'Ended.' });
    await perform('cleanUpImport', { importId: id });
    expect(await bytesOf(id)).toMatchObject({ source: null, packed: expect.any(Number) as number, reserved: null });
    expect(await fixture.stagingTables(id)).toEqual([]);

    await perform('reopenImport', { importId: id });
    await runImport(id, { perform });
    expect(await fixture.readImport(id)).toMatchObject({ state: 'finished', counters: { added: 7, failed: 2 } });
    expect(await fixture.readSubscribers(list.id)).toHaveLength(7);
  });

  it('is not taken away from a restarted import by a late attempt to clean up', async () => {
    const { id } = await create(gzipSync(CSV));
    const perform = undisturbed(fixture.deps);
    await stageImport(id, { perform });
    await perform('recordImportState', { importId: id, state: 'failed', errorMessage: 'Ended.' });
    await perform('reopenImport', { importId: id });
    await perform('cleanUpImport', { importId: id });
    expect(await bytesOf(id)).toMatchObject({ source: CSV.length });
  });

  it.each([
    ['damaged', gzipSync(CSV).subarray(0, -4), /damaged or was cut off/],
    ['a bomb', gzipSync(Buffer.alloc(60 * MEBIBYTE)), /more than 200 times its size/],
  ])('fails the import when it is %s, and leaves no part of the source', async (_, file, message) => {
    const { id, scan } = await create(file);
    await expect(scan()).rejects.toMatchObject({ type: 'UnreadableSource', message: expect.stringMatching(message) });
    expect(await bytesOf(id)).toEqual({ source: null, packed: file.length, reserved: null });
    const unfinished: string[] = [];
    for await (const key of fixture.deps.files.listUnfinished('imports/')) unfinished.push(key);
    expect(unfinished).toEqual([]);
  });
});
