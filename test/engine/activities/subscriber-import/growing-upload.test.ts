import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createFolderUploads } from '../../../../engine/files/uploads.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { runImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

/** An import of a file that another program still writes: one line in each pause, until it has ten. */
async function createImport({ lines }: { lines: number }) {
  const list = await fixture.createList();
  const uploadsDir = join(dirname(fixture.filesDir), 'uploads');
  const path = join(uploadsDir, String(list.organizationId), 'people.csv');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'p0@example.com\n');
  let written = 1;
  const pause = async () => {
    if (written < lines) await appendFile(path, `p${written++}@example.com\n`);
  };
  const file_source = { type: 'upload_directory' as const, filename: 'people.csv' };
  const id = await fixture.createImport(list, '', { file_source });
  await fixture.deps.files.remove(sourceKey({ id, jobKey: null }));
  const deps: ActivityDeps = { ...fixture.deps, uploads: createFolderUploads(uploadsDir, { ms: 1, pause }) };
  return { id, list, path, deps };
}

it('has every row of a file that was still being written when it began', async () => {
  const { id, list, deps } = await createImport({ lines: 10 });
  await runImport(id, { perform: undisturbed(deps) });
  expect(await fixture.readImport(id)).toMatchObject({ state: 'finished', counters: { added: 10 } });
  expect(await fixture.readSubscribers(list.id)).toHaveLength(10);
});

it('fails, and leaves no source, when the file is written all the time', async () => {
  const { id, deps } = await createImport({ lines: 1_000 });
  await expect(undisturbed(deps)('scanSource', { importId: id })).rejects.toMatchObject({
    type: 'UnreadableSource',
    message: expect.stringMatching(/^The file people.csv was still being written after .* Write it under another name/),
  });
  expect(await deps.files.size(sourceKey({ id, jobKey: null }))).toBeNull();
});

it('fails, and leaves no source, when the file changes while it is copied', async () => {
  const { id, path, deps } = await createImport({ lines: 1 });
  const { uploads } = deps;
  const changing: ActivityDeps = {
    ...deps,
    uploads: {
      ...uploads,
      openWhole: async (...file) => {
        const opened = await uploads.openWhole(...file);
        await appendFile(path, 'late@example.com\n');
        return opened;
      },
    },
  };
  await expect(undisturbed(changing)('scanSource', { importId: id })).rejects.toMatchObject({
    type: 'UnreadableSource',
    message: expect.stringMatching(/^The file people.csv changed while it was copied. Write it under another name/),
  });
  expect(await deps.files.size(sourceKey({ id, jobKey: null }))).toBeNull();
  const { rows } = await fixture.pool.query(`select reserved_bytes from subscriber_imports where id = $1`, [id]);
  expect(rows).toEqual([{ reserved_bytes: null }]);

  await undisturbed(deps)('scanSource', { importId: id });
  expect((await fixture.readImport(id)).records).toBe(2);
});
