import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { packedSourceKey, sourceKey } from '../../../engine/files/source-key.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';
import { tusCaller, uploadIdOf } from './support.ts';
import { fileOwner } from '../../support/file-owner.ts';

const CSV = 'E-Mail;Name\nann@example.com;Ann\nbob@example.com;Bob\n';

describe('an upload as the source of an import', () => {
  let api: TestApi;
  let key: string;
  let caller: ReturnType<typeof tusCaller>;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    ({ key } = await api.addOrganization());
    caller = tusCaller(await api.app.listen({ host: '127.0.0.1', port: 0 }), key);
    listId = await addList(api, {}, key);
  });
  const send = async (bytes: Uint8Array, length = bytes.length) => {
    const filename = Buffer.from('Kunden.csv').toString('base64');
    const id = uploadIdOf(await caller.create(length, { 'upload-metadata': `filename ${filename}` }));
    expect((await caller.append(id, 0, bytes)).status).toBe(204);
    return id;
  };
  const sourceOf = (id: string) => ({ file_source: { type: 'upload', id } });
  const analyze = (id: string) =>
    api.call<any>(
      'POST',
      `/mailing_lists/${listId}/subscriber_imports/analyze`,
      { subscriber_import: sourceOf(id) },
      key,
    );
  const create = (id: string, more: object = {}) => createImport(api, listId, { ...sourceOf(id), ...more }, key);
  const stored = (name: string) => text(api.app.files.read(name));

  it('is given to each import that names it, and stays with it when it is removed', async () => {
    const upload = await send(Buffer.from(CSV));
    const [one, two] = [await create(upload), await create(upload, { dry_run: true, column_mapping: 'auto' })];
    expect(one.data.file_source).toEqual({ type: 'upload', id: upload, filename: 'Kunden.csv' });
    expect(two.data).toMatchObject({ dry_run: true, column_mapping: ['email', ''] });
    expect(api.jobs.started.map(({ input }) => input)).toMatchObject([
      { importId: one.data.id, source: 'upload', small: true },
      { importId: two.data.id, source: 'upload', dryRun: true },
    ]);
    await caller.remove(upload);
    for (const { data } of [one, two])
      expect(await stored(sourceKey(await fileOwner(api.database.pool, data.id)))).toBe(CSV);
    const [job] = (await api.call<any>('GET', '/jobs/all?per_page=1', undefined, key)).data as { name: string }[];
    expect(job!.name).toBe('Kunden.csv');
  });

  it('is unpacked by the worker when it is compressed', async () => {
    const { data } = await create(await send(gzipSync(CSV)));
    const owner = await fileOwner(api.database.pool, data.id);
    expect(await api.app.files.size(sourceKey(owner))).toBeNull();
    expect(await api.app.files.size(packedSourceKey(owner))).toBe(gzipSync(CSV).length);
  });

  it('is packed still when the dry run of a compressed one is started', async () => {
    const { data: dryRun } = await create(await send(gzipSync(CSV)), { dry_run: true });
    await setImport(api, dryRun.id, { state: 'finished', finished_at: new Date().toISOString() });
    const { data } = await api.call<any>('POST', `/subscriber_imports/${dryRun.id}/start`, {}, key);
    const sizes = async (id: number) => {
      const owner = await fileOwner(api.database.pool, id);
      return Promise.all([sourceKey(owner), packedSourceKey(owner)].map((name) => api.app.files.size(name)));
    };
    expect([await sizes(data.id), await sizes(dryRun.id)]).toEqual([
      [null, gzipSync(CSV).length],
      [null, null],
    ]);
    expect(api.jobs.started.at(-1)?.input).not.toHaveProperty('small');
    const { rows } = await api.database.pool.query(
      'select source_bytes, packed_bytes from subscriber_imports where id = any ($1) order by id',
      [[dryRun.id, data.id]],
    );
    expect(rows).toEqual([
      { source_bytes: null, packed_bytes: null },
      { source_bytes: null, packed_bytes: gzipSync(CSV).length },
    ]);
  });

  it('is analyzed, compressed or not', async () => {
    const mapping = { column_mapping: ['email', ''], file_format: { csv_field_separator: ';' } };
    for (const bytes of [Buffer.from(CSV), gzipSync(CSV)]) {
      const { data } = await analyze(await send(bytes));
      expect(data).toMatchObject({ ...mapping, records: { estimate: 2, is_exact: true } });
    }
    const large = Buffer.from('email\n' + 'ann@example.com\n'.repeat(200_000));
    expect((await analyze(await send(large))).data.records.estimate).toBeCloseTo(200_000, -4);
    expect((await analyze(await send(gzipSync(large)))).data.records).toEqual({ estimate: null, is_exact: false });
    const { error_message } = await analyze(await send(gzipSync(large).subarray(0, 200)));
    expect(error_message).toBe('file_source: The gzip file is damaged or was cut off.');
  });

  it('is refused when it is not whole, has expired, or is of another organization', async () => {
    const [half, old] = [await send(Buffer.from('email\n'), 50), await send(Buffer.from(CSV))];
    await api.database.pool.query(`update uploads set created_at = now() - interval '25 hours' where id = $1`, [old]);
    const gone = 'does not exist or has expired: send the file again';
    for (const [id, reason] of [
      [half, 'is an upload of which 6 of 50 bytes have arrived: send the rest first'],
      [old, gone],
      ['x', gone],
      ['', gone],
      ['00000000-0000-0000-0000-000000000000', gone],
    ] as const) {
      for (const answer of [await create(id), await analyze(id)]) {
        expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
        expect(answer.error_message).toContain(`id ${reason}`);
      }
    }
    const own = await send(Buffer.from(CSV));
    const other = (await api.addOrganization()).key;
    const list = await addList(api, {}, other);
    expect((await createImport(api, list, sourceOf(own), other)).error_message).toContain(`id ${gone}`);
    expect((await createImport(api, list, { file_source: { type: 'upload' } }, other)).success).toBe(false);
  });
});
