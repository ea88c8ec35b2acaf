import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedSourceKey, sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { undisturbed } from '../pipeline.ts';

const MEBIBYTE = 1024 * 1024;
const CSV = 'email\nann@example.com\nbob@example.com\n';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('an upload that is compressed', () => {
  /** Creates an import as the API does: the file as it was sent, and no source. */
  const create = async (file: Buffer) => {
    const { files } = fixture.deps;
    const source = { type: 'upload' as const, id: '00000000-0000-0000-0000-000000000000', filename: 'people.csv.gz' };
    const id = await fixture.createImport(await fixture.createList(), file, {
      ...{ column_mapping: ['email'], file_source: source },
    });
    await files.link(sourceKey(id), packedSourceKey(id));
    await files.remove(sourceKey(id));
    return { id, scan: () => undisturbed(fixture.deps)('scanSource', { importId: id }) };
  };

  it('is unpacked for the scan, once', async () => {
    const { files } = fixture.deps;
    const { id, scan } = await create(gzipSync(CSV));
    expect(await scan()).toMatchObject({ records: expect.any(Number) as number });
    expect(await text(files.read(sourceKey(id)))).toBe(CSV);
    expect(await files.size(packedSourceKey(id))).toBeNull();
    const { rows } = await fixture.pool.query(`select source_bytes from subscriber_imports where id = $1`, [id]);
    expect(rows).toEqual([{ source_bytes: CSV.length }]);
    expect(await scan()).toMatchObject({ ranges: expect.any(Number) as number });
  });

  it.each([
    ['damaged', gzipSync(CSV).subarray(0, -4), /damaged or was cut off/],
    ['a bomb', gzipSync(Buffer.alloc(60 * MEBIBYTE)), /more than 200 times its size/],
  ])('fails the import when it is %s, and leaves no part of the source', async (_, file, message) => {
    const { id, scan } = await create(file);
    await expect(scan()).rejects.toMatchObject({ type: 'UnreadableSource', message: expect.stringMatching(message) });
    expect(await fixture.deps.files.size(sourceKey(id))).toBeNull();
    const unfinished: string[] = [];
    for await (const key of fixture.deps.files.listUnfinished('imports/')) unfinished.push(key);
    expect(unfinished).toEqual([]);
  });
});
