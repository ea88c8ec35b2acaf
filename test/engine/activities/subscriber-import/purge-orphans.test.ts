import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeOrphans } from '../../../../engine/activities/subscriber-import/purge-orphans.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

it('removes a source without an import, and leaves those that have one or may still get one', async () => {
  const { deps, pool } = fixture;
  const list = await fixture.createList();
  await pool.query(`select setval(pg_get_serial_sequence('subscriber_imports', 'id'), 10)`);
  const kept = await fixture.createImport(list, 'email\n');
  await pool.query(`update subscriber_imports set created_at = now() - interval '2 hours' where id = $1`, [kept]);
  await pool.query(`select setval(pg_get_serial_sequence('subscriber_imports', 'id'), $1)`, [kept + 1]);
  for (const id of [5, kept + 1])
    await deps.files.write(sourceKey({ id, jobKey: null }), Readable.from([Buffer.from('x')]));

  expect(await purgeOrphans(deps, new AbortController().signal)).toBe(1);
  const stored = await Promise.all([5, kept, kept + 1].map((id) => deps.files.size(sourceKey({ id, jobKey: null }))));
  expect(stored).toEqual([null, expect.any(Number), 1]);
});

it('removes all of them, and both files of one, when more are stored than are looked up at a time', async () => {
  const { deps, pool } = fixture;
  const first = 1_000;
  const list = await fixture.createList();
  await pool.query(`select setval(pg_get_serial_sequence('subscriber_imports', 'id'), 100000)`);
  const kept = await fixture.createImport(list, 'email\n');
  await pool.query(`update subscriber_imports set created_at = now() - interval '2 hours' where id = $1`, [kept]);
  await purgeOrphans(deps, new AbortController().signal);
  const folder = join(fixture.filesDir, 'imports');
  for (let id = first; id < first + 1_200; id++) {
    await mkdir(join(folder, String(id)), { recursive: true });
    for (const name of ['source', 'packed']) await writeFile(join(folder, String(id), name), 'x');
  }
  expect(await purgeOrphans(deps, new AbortController().signal)).toBe(2_400);
  expect(await readdir(folder)).not.toContain(String(first + 1_199));
  expect(await deps.files.size(sourceKey({ id: kept, jobKey: null }))).not.toBeNull();
});

it('removes what a writer that was killed has left of a source without an import', async () => {
  const { deps, pool } = fixture;
  const list = await fixture.createList();
  await pool.query(`select setval(pg_get_serial_sequence('subscriber_imports', 'id'), 30)`);
  const later = await fixture.createImport(list, 'email\n');
  await pool.query(`update subscriber_imports set created_at = now() - interval '2 hours' where id = $1`, [later]);
  const folder = join(fixture.filesDir, 'imports', '25');
  await mkdir(join(folder, 'source~'), { recursive: true });
  await writeFile(join(folder, 'source~', 'killed'), 'half');

  await purgeOrphans(deps, new AbortController().signal);

  await expect(access(folder)).rejects.toThrow('ENOENT');
});
