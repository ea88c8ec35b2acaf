import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { maintainedSubscriberImports } from '../../../../engine/activities/subscriber-import/maintained-imports.ts';
import { purgeExpiredImports } from '../../../../engine/activities/subscriber-import/purge-imports.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { workbook } from '../../../support/workbook.ts';
import { zip } from '../../../support/zip.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt } from '../pipeline.ts';
import { createPackedImport } from './packed-import.ts';
import { countedBytes, NO_ROOM, storedBytes } from './source-bytes.ts';

const KIBIBYTE = 1024;
/** The bytes of a source that is packed, and of the file. */
const SOURCE = 300 * KIBIBYTE;
const PACKED = gzipSync(Buffer.alloc(SOURCE, 'a@example.com\n'));

const ADDRESSES = Array.from({ length: 5_000 }, (_, n) => `reader${n}@example.com`);
const TEXT = ADDRESSES.map((address) => `${address}\n`).join('');
const FILES: readonly (readonly [string, Buffer])[] = [
  ['a file of gzip', gzipSync(TEXT)],
  ['a ZIP archive', zip([{ name: 'people.csv', content: TEXT }])],
  ['a workbook', workbook({ sheets: [{ name: 'People', rows: ADDRESSES.map((address) => [address]) }] })],
];

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

/** Activities whose sources may take so many bytes. */
const withRoom = (importSourcesBytes: number): ActivityDeps => ({
  ...fixture.deps,
  importSourcesBytes,
  rangeBytes: 1_000_000,
  chunkRows: 1_000_000,
});
const scan = (deps: ActivityDeps, importId: number) => attempt(deps, 'scanSource', { importId });

/** Leaves a part of a source as a worker does that is killed while it writes. */
async function leaveHalf(id: number): Promise<void> {
  const partial = join(fixture.filesDir, `${sourceKey({ id, jobKey: null })}~/killed`);
  await mkdir(dirname(partial), { recursive: true });
  await writeFile(partial, Buffer.alloc(1_000));
  await fixture.pool.query(
    'update subscriber_imports set source_writer = gen_random_uuid(), reserved_bytes = 1000 where id = $1',
    [id],
  );
}

/** Returns the bytes that a packed file has when it is unpacked. */
async function unpackedBytes(packed: Buffer): Promise<number> {
  const list = await fixture.createList();
  await scan(withRoom(100 * SOURCE), await createPackedImport(fixture, list, packed));
  return (await countedBytes(fixture, list)) - packed.length;
}

describe('a source that is unpacked', () => {
  it.each(FILES)(
    'stops where the sources take all that they may, and gives back what it took: %s',
    async (_, packed) => {
      const source = await unpackedBytes(packed);
      const both = source + 2 * packed.length;
      const list = await fixture.createList();
      const deps = withRoom(both);
      const ids = [
        await createPackedImport(fixture, list, packed, { dry_run: true }),
        await createPackedImport(fixture, list, packed, { dry_run: true }),
      ];
      const [first = 0, second = 0] = ids;
      await scan(deps, first);
      expect(await countedBytes(fixture, list)).toBe(both);
      await expect(scan(deps, second)).rejects.toMatchObject({
        type: 'UnreadableSource',
        message: expect.stringMatching(NO_ROOM),
      });
      expect(await countedBytes(fixture, list)).toBe(both);
      expect(await storedBytes(fixture, ids)).toBe(both);

      // The first one ends, with its packed file left: the other one has room, as it was begun again.
      await attempt(deps, 'recordImportState', {
        importId: first,
        state: 'finished',
        errorMessage: null,
        cleansUp: true,
      });
      await scan(deps, second);
      expect(await storedBytes(fixture, ids)).toBe(both);
    },
  );

  it('does not concern another organization', async () => {
    const deps = withRoom(SOURCE + PACKED.length);
    for (const list of [await fixture.createList(), await fixture.createList()]) {
      expect(await scan(deps, await createPackedImport(fixture, list, PACKED))).toMatchObject({ ranges: 1 });
    }
  });

  it('is one of as many as there is room for, however many are stored at the same time', async () => {
    const list = await fixture.createList();
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push(await createPackedImport(fixture, list, PACKED));
    const most = 2 * SOURCE + ids.length * PACKED.length;
    const deps = withRoom(most);
    const [counted, onDisk]: [number[], number[]] = [[], []];
    let isOver = false;
    const watch = async () => {
      for (; !isOver; await delay(5)) {
        // A file that is removed while it is looked at is in none of the figures.
        onDisk.push(await storedBytes(fixture, ids).catch(() => 0));
        counted.push(await countedBytes(fixture, list));
      }
    };
    const watching = watch();
    const outcomes = await Promise.allSettled(ids.map((id) => scan(deps, id)));
    isOver = true;
    await watching;
    const stored = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(Math.max(...counted)).toBeLessThanOrEqual(most);
    expect(Math.max(...onDisk)).toBeLessThanOrEqual(most);
    expect(stored.length).toBeLessThanOrEqual(2);
    expect(await countedBytes(fixture, list)).toBe(await storedBytes(fixture, ids));
    expect(await storedBytes(fixture, ids)).toBe(stored.length * SOURCE + ids.length * PACKED.length);
  });
});

describe('a source of the upload directory', () => {
  it('is refused before a byte is copied when it does not fit', async () => {
    const list = await fixture.createList();
    const filename = 'people.csv';
    const folder = join(dirname(fixture.filesDir), 'uploads', String(list.organizationId));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, filename), Buffer.alloc(SOURCE, 'a@example.com\n'));
    const id = await fixture.createImport(list, '', { file_source: { type: 'upload_directory', filename } });
    await fixture.deps.files.remove(sourceKey({ id, jobKey: null }));
    await expect(scan(withRoom(SOURCE - 1), id)).rejects.toMatchObject({ message: expect.stringMatching(NO_ROOM) });
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([0, 0]);

    await leaveHalf(id);
    await expect(scan(withRoom(SOURCE - 1), id)).rejects.toMatchObject({ message: expect.stringMatching(NO_ROOM) });
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([0, 0]);
    await scan(withRoom(SOURCE), id);
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([SOURCE, SOURCE]);
  });
});

describe('what finished imports keep', () => {
  const importFile = async (deps: ActivityDeps, list: TestList, isFinished = true) => {
    const folder = join(dirname(fixture.filesDir), 'uploads', String(list.organizationId));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'people.csv'), Buffer.alloc(SOURCE, 'a@example.com\n'));
    const id = await fixture.createImport(list, '', {
      file_source: { type: 'upload_directory', filename: 'people.csv' },
    });
    await fixture.deps.files.remove(sourceKey({ id, jobKey: null }));
    await scan(deps, id);
    if (!isFinished) return id;
    const end = { state: 'finished', errorMessage: null, cleansUp: true };
    await attempt(deps, 'recordImportState', { importId: id, ...end });
    return id;
  };

  it('takes no more than fits next to what counts: the oldest goes at the end of an import and by maintenance', async () => {
    await fixture.pool.query(`update installation set kept_files_removed_to = now() - interval '1 hour'`);
    const [list, other] = [await fixture.createList(), await fixture.createList()];
    const deps = withRoom(3 * SOURCE);
    const theirs = await importFile(deps, other);
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) {
      ids.push(await importFile(deps, list));
      expect(await storedBytes(fixture, ids)).toBe(Math.min(3, ids.length) * SOURCE);
    }
    expect(await storedBytes(fixture, ids.slice(0, 3))).toBe(0);

    const unfinished = await importFile(deps, list, false);
    await maintainedSubscriberImports.removeKept?.(deps, new AbortController().signal);
    expect(await storedBytes(fixture, ids)).toBe(2 * SOURCE);
    expect(await storedBytes(fixture, ids.slice(0, 4))).toBe(0);
    expect([await storedBytes(fixture, [unfinished]), await storedBytes(fixture, [theirs])]).toEqual([SOURCE, SOURCE]);
  });
});

describe('what an attempt has left that was killed', () => {
  const createHalf = async (list: TestList) => {
    const id = await createPackedImport(fixture, list, PACKED);
    await leaveHalf(id);
    return id;
  };

  it('is removed by the next one, which counts its own bytes alone', async () => {
    const list = await fixture.createList();
    const id = await createHalf(list);
    expect(await countedBytes(fixture, list)).toBe(await storedBytes(fixture, [id]));
    await scan(withRoom(10 * SOURCE), id);
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual(
      Array(2).fill(SOURCE + PACKED.length),
    );
  });

  it('is removed by the next one also where that finds no room', async () => {
    const list = await fixture.createList();
    const id = await createHalf(list);
    await expect(scan(withRoom(2 * PACKED.length), id)).rejects.toMatchObject({
      message: expect.stringMatching(NO_ROOM),
    });
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([
      PACKED.length,
      PACKED.length,
    ]);
  });

  it('is removed and counted no more by maintenance when the import has ended', async () => {
    const list = await fixture.createList();
    const id = await createHalf(list);
    await attempt(fixture.deps, 'recordImportState', { importId: id, state: 'failed', errorMessage: 'Lost.' });
    await purgeExpiredImports(fixture.deps, new AbortController().signal);
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([
      PACKED.length,
      PACKED.length,
    ]);
  });
});
