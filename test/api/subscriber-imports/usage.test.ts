import { beforeAll, describe, expect, it } from 'vitest';
import { settingsKey, sourceKey } from '../../../engine/files/source-key.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport, SMALLEST } from '../support/import-rows.ts';
import type { FileOwner } from '../../../engine/domain/file-owner.ts';

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
    const content = `Email\n${'a'.repeat(10 * BYTES - 6 - 13)}@example.com\n`;
    expect(content).toHaveLength(10 * BYTES);
    const tooLong = await createImport(api, listId, { file_source: { type: 'json', content: `a${content}` } });
    expect(tooLong.error_message).toContain(`take 0 bytes of at most ${10 * BYTES}: wait for the end`);
    const { data } = await createImport(api, listId, { file_source: { type: 'json', content } });
    await setImport(api, data.id, { state: 'failed', finished_at: 'now' });
    expect(await createImport(api, listId)).toMatchObject({
      success: false,
      error_message: expect.stringContaining(`take ${content.length} bytes of at most ${10 * BYTES}: wait for the end`),
    });
    await api.database.pool.query('update subscriber_imports set purged_at = now() where id = $1', [data.id]);
    const last = await createImport(api, listId);
    expect(last).toMatchObject({ success: true });
    await setImport(api, last.data.id, { state: 'finished', finished_at: 'now' });
  });

  it('counts what is being written, packed or not, and what a refused import has stored is removed', async () => {
    const { pool } = api.database;
    const { data } = await createImport(api, listId);
    const columns = ['source_bytes', 'packed_bytes', 'reserved_bytes'];
    for (const column of columns) {
      const others = columns.map((name) => `${name} = ${name === column ? 10 * BYTES : 'null'}`);
      await pool.query(`update subscriber_imports set ${others.join(', ')} where id = $1`, [data.id]);
      expect((await createImport(api, listId)).error_message).toContain(`take ${10 * BYTES} bytes`);
      await pool.query(`update subscriber_imports set ${column} = $2 where id = $1`, [data.id, 9 * BYTES + 1]);
      const refused = await createImport(api, listId);
      expect(refused.error_message).toContain(`take ${9 * BYTES + 1} bytes of at most ${10 * BYTES}`);
    }
    const stored: string[] = [];
    for await (const key of api.app.files.list('imports/')) stored.push(key);
    const { rows } = await pool.query<FileOwner>('select id, job_key as "jobKey" from subscriber_imports order by id');
    expect(stored.every((key) => rows.some((owner) => key === sourceKey(owner) || key === settingsKey(owner)))).toBe(
      true,
    );
    await setImport(api, data.id, { state: 'cancelled', finished_at: 'now' });
  });

  it('leaves out dry runs that were cancelled, whose files are removed', async () => {
    const { data } = await createImport(api, listId, { dry_run: true });
    const fill = `update subscriber_imports set source_bytes = $2, state = $3, finished_at = now() where id = $1`;
    await api.database.pool.query(fill, [data.id, 10 * BYTES, 'finished']);
    expect((await createImport(api, listId)).error_message).toContain(`take ${10 * BYTES} bytes`);
    await api.database.pool.query(fill, [data.id, 10 * BYTES, 'cancelled']);
    const { success, data: further } = await createImport(api, listId);
    expect(success).toBe(true);
    await setImport(api, further.id, { state: 'cancelled', finished_at: 'now' });
  });

  it('is not exceeded by imports that are created at the same time', async () => {
    const before = await counted(api);
    const content = 'Email\n'.padEnd(3 * BYTES, 'a');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => createImport(api, listId, { file_source: { type: 'json', content } })),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(Math.floor((10 * BYTES - before) / (3 * BYTES)));
    expect(await counted(api)).toBeLessThanOrEqual(10 * BYTES);
  });
});

async function counted({ database }: TestApi): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select coalesce(sum(source_bytes), 0)::bigint as bytes from subscriber_imports
      where purged_at is null and state not in ('finished', 'cancelled')`,
  );
  return rows[0]?.bytes ?? 0;
}
