import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport, SMALLEST } from '../support/import-rows.ts';

const BYTES = SMALLEST.file_source.content.length;

describe('what one organization may store for its imports', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build({ unfinishedImports: 3, importSourcesBytes: 10 * BYTES });
    listId = await addList(api);
  });

  it('is a number of unfinished imports; another organization is not concerned', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await createImport(api, listId)).data.id);
    expect(await createImport(api, listId)).toMatchObject({
      success: false,
      error_code: 'validation_failed',
      error_message: 'the organization has 3 unfinished imports of at most 3: wait for their end, or cancel some',
    });
    const { key } = await api.addOrganization();
    expect(await createImport(api, await addList(api, {}, key), {}, key)).toMatchObject({ success: true });

    await setImport(api, ids[0] ?? 0, { state: 'finished', finished_at: 'now' });
    const { success, data } = await createImport(api, listId);
    expect(success).toBe(true);
    for (const id of [...ids, data.id]) await setImport(api, id, { state: 'finished', finished_at: 'now' });
  });

  it('is bytes of sources, those of failed imports included until their retention ends', async () => {
    const content = `Email\n${'a'.repeat(10 * BYTES)}@example.com\n`;
    const { data } = await createImport(api, listId, { file_source: { type: 'json', content } });
    await setImport(api, data.id, { state: 'failed', finished_at: 'now' });
    expect(await createImport(api, listId)).toMatchObject({
      success: false,
      error_message: expect.stringContaining(`take ${content.length} bytes of at most ${10 * BYTES}: wait for the end`),
    });
    await api.database.pool.query('update subscriber_imports set purged_at = now() where id = $1', [data.id]);
    expect(await createImport(api, listId)).toMatchObject({ success: true });
  });
});
