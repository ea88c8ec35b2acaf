import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import { FileStoreDown } from '../../../../engine/files/errors.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt } from '../pipeline.ts';

const DOWN = new FileStoreDown('SlowDown');

describe('a file store that is down', () => {
  const site = createServer((_, response) => response.end('email\nann@example.com\n'));
  let fixture: ImportFixture;
  let down: ActivityDeps;
  beforeAll(async () => {
    fixture = await createImportFixture();
    const { deps } = fixture;
    const fail = () => Promise.reject(DOWN);
    down = { ...deps, files: { ...deps.files, write: fail }, uploads: { size: fail, open: fail, openWhole: fail } };
    await once(site.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    site.close();
    await fixture.close();
  });

  const create = async (file_source: ImportOptions['file_source']) => {
    const id = await fixture.createImport(await fixture.createList(), '', { file_source });
    await fixture.deps.files.remove(sourceKey({ id, jobKey: null }));
    return id;
  };

  it('uses up none of the attempts at a URL', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const importId = await create({ type: 'url', url });
    await expect(attempt(down, 'downloadSource', { importId })).rejects.toBe(DOWN);
  });

  it.each(['takeTurn', 'scanSource'] as const)(
    'does not fail an import from the upload directory in %s',
    async (name) => {
      const importId = await create({ type: 'upload_directory', filename: 'people.csv' });
      await expect(attempt(down, name, { importId })).rejects.toBe(DOWN);
    },
  );
});
