import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { uploadKey } from '../../../engine/files/upload-key.ts';
import { purgeUploads } from '../../../engine/activities/maintenance/purge-uploads.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { tusCaller, uploadIdOf } from './support.ts';

const CSV = 'email\nann@example.com\nbob@example.com\n';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('uploads', () => {
  let api: TestApi;
  let url: string;
  let own: ReturnType<typeof tusCaller>;
  let organization: { id: number; key: string };
  beforeAll(async () => {
    api = await build({ uploadBytes: 1_000_000, organizationUploadsBytes: 3_000_000 });
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    organization = await api.addOrganization();
    own = tusCaller(url, organization.key);
  });
  const begin = async (length: number) => uploadIdOf(await own.create(length));
  const stored = async (id: string) => (await buffer(api.app.files.read(uploadKey(id)))).toString();
  const refused = async (response: Response, status: number, message: RegExp) => {
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      ...{ status, success: false, data: null, error_message: expect.stringMatching(message) },
    });
  };

  it('arrive in parts, and say where the next one begins', async () => {
    const created = await own.create(CSV.length, {
      'upload-metadata': `filename ${base64('Kunden.csv')},x ${base64('y')}`,
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toMatch(/^\/ga\/api\/v2\/uploads\/[0-9a-f-]{36}$/);
    expect(created.headers.get('access-control-allow-origin')).toBeNull();
    const id = uploadIdOf(created);

    const first = await own.append(id, 0, CSV.slice(0, 10));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '10']);
    expect(new Date(first.headers.get('upload-expires')!).getTime()).toBeGreaterThan(Date.now() + 80_000_000);
    const head = await own.head(id);
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'upload-offset': '10',
      'upload-length': String(CSV.length),
      'upload-metadata': `filename ${base64('Kunden.csv')}`,
      'cache-control': 'no-store',
    });
    const last = await own.append(created.headers.get('location')!, 10, CSV.slice(10));
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(CSV.length)]);
    expect(await stored(id)).toBe(CSV);
    expect((await own.append(id, CSV.length, '')).status).toBe(204);
    expect(await stored(id)).toBe(CSV);
    expect((await own.remove(id)).status).toBe(204);
    expect((await own.head(id)).status).toBe(404);
    expect(await api.app.files.size(uploadKey(id))).toBeNull();
  });

  it('can begin with their first part', async () => {
    const created = await fetch(`${url}/ga/api/v2/uploads`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Basic ${organization.key}`, 'tus-resumable': '1.0.0', 'upload-length': '6' },
        'content-type': 'application/offset+octet-stream',
      },
      body: 'email\n',
    });
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '6']);
    expect(await stored(uploadIdOf(created))).toBe('email\n');
  });

  it('refuse a part at another offset, one beyond the end, and what is not of the protocol', async () => {
    const id = await begin(10);
    await refused(await own.append(id, 3, 'abc'), 409, /Offset conflict/);
    await refused(await own.append(id, 0, 'more than ten bytes'), 413, /exceeded/);
    await refused(await own.append(id, 0, 'a', { 'content-type': 'text/csv' }), 400, /content-type/);
    await refused(await own.append(id, 0, 'a', { 'tus-resumable': '' }), 412, /Tus-Resumable/);
    await refused(await own.append(id, -1, 'a'), 400, /upload-offset/);
    const headers = { authorization: `Basic ${organization.key}`, 'tus-resumable': '1.0.0' };
    await refused(await fetch(`${url}${API_PREFIX}/uploads/${id}`, { method: 'PATCH', headers }), 400, /Upload-Offset/);
    expect((await own.head(id)).headers.get('upload-offset')).toBe('0');
    await refused(await own.create('many'), 400, /upload-length/);
    await refused(await own.create(0), 400, /at least 1/);
    await refused(await own.create(5, { 'upload-metadata': 'a b c' }), 400, /upload-metadata/);
    for (const name of ['../x.csv', 'a\u0000b', 'a\u001b[2J', 'x'.repeat(BOUNDS.uploadFilename.max + 1)]) {
      await refused(await own.create(5, { 'upload-metadata': `filename ${base64(name)}` }), 400, /filename/);
    }
    const latin1 = Buffer.from('K\xfcche.csv', 'latin1').toString('base64');
    await refused(await own.create(5, { 'upload-metadata': `filename ${latin1}` }), 400, /in UTF-8/);
  });

  it('are seen by their organization alone', async () => {
    const id = await begin(10);
    const other = tusCaller(url, (await api.addOrganization()).key);
    for (const path of [id, 'none', '%00', '00000000-0000-0000-0000-000000000000']) {
      expect((await other.head(path)).status).toBe(404);
      await refused(await other.append(path, 0, 'a'), 404, /not found/);
      await refused(await other.remove(path), 404, /not found/);
    }
    const unknown = await tusCaller(url, base64(`${organization.id}:no`)).create(5);
    await refused(unknown, 401, /API key/);
    expect((await own.head(id)).status).toBe(200);
  });

  it('have a bound for one, and for the bytes and the unfinished ones of an organization', async () => {
    const { key } = await api.addOrganization();
    const caller = tusCaller(url, key);
    await refused(await caller.create(1_000_001), 413, /Maximum size/);
    const large = await Promise.all([1, 2, 3, 4].map(() => caller.create(1_000_000)));
    expect(large.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413]);
    for (const each of large.filter(({ ok }) => ok)) await caller.remove(uploadIdOf(each));
    const small = await Promise.all(Array.from({ length: BOUNDS.unfinishedUploads.max + 1 }, () => caller.create(5)));
    expect(small.filter(({ status }) => status === 413)).toHaveLength(1);
    await refused(
      await caller.create(5),
      413,
      /^this organization has 20 unfinished uploads: finish some, remove some/,
    );
  });

  const addFinished = (organizationId: number, count: number, ageMs = 0) =>
    api.database.pool.query(
      `insert into uploads (id, organization_id, total_bytes, received_bytes, created_at)
       select gen_random_uuid(), $1, 1, 1, now() - make_interval(secs => $3) from generate_series(1, $2::int)`,
      [organizationId, count, ageMs / 1000],
    );

  it('have a bound for the number of those of an organization, however small, until some are removed or have expired', async () => {
    const { id, key } = await api.addOrganization();
    const caller = tusCaller(url, key);
    await addFinished(id, BOUNDS.uploads.max, BOUNDS.uploadAge.max + 1_000);
    await addFinished(id, BOUNDS.uploads.max - 1);
    const [first, second] = await Promise.all([caller.create(1), caller.create(1)]);
    const [created, beyond] = first.ok ? [first, second] : [second, first];
    expect(created.status).toBe(201);
    await refused(beyond, 413, /^this organization has 2000 uploads: remove those of which the imports are created/);
    await caller.remove(uploadIdOf(created));
    expect((await caller.create(1)).status).toBe(201);
    expect((await own.create(1)).status).toBe(201);
  });

  it('expire after a day, and are then removed', async () => {
    const [finished, unfinished, young] = [await begin(3), await begin(5), await begin(5)];
    for (const id of [finished, unfinished, young]) await own.append(id, 0, 'abc');
    const age = (ms: number, ids: string[]) =>
      api.database.pool.query(`update uploads set created_at = now() - make_interval(secs => $1) where id = any($2)`, [
        ms / 1000,
        ids,
      ]);
    await age(BOUNDS.uploadAge.max + 1_000, [finished, unfinished]);
    expect((await own.head(finished)).status).toBe(410);
    await refused(await own.append(unfinished, 3, 'de'), 410, /no longer exists/);
    await age(BOUNDS.uploadAge.max + 3_600_000, [finished, unfinished]);
    const deps = { pool: api.database.pool, files: api.app.files };
    await purgeUploads(deps, new AbortController().signal);
    expect((await own.head(finished)).status).toBe(404);
    expect(await api.app.files.size(uploadKey(finished))).toBeNull();
    const growing: string[] = [];
    for await (const key of api.app.files.listUnfinished('uploads/')) growing.push(key);
    expect(growing).toContain(uploadKey(young));
    expect(growing).not.toContain(uploadKey(unfinished));
  });

  it('are removed when the database no longer knows them, since it was set back, and no others are', async () => {
    const [lost, growing, kept] = [await begin(3), await begin(5), await begin(3)];
    for (const id of [lost, growing, kept]) await own.append(id, 0, 'abc');
    await api.database.pool.query('delete from uploads where id = any($1)', [[lost, growing]]);
    await purgeUploads({ pool: api.database.pool, files: api.app.files }, new AbortController().signal);
    const keysOf = async (found: AsyncIterable<string>) => {
      const keys: string[] = [];
      for await (const key of found) keys.push(key);
      return keys;
    };
    const keys = await keysOf(api.app.files.list('uploads/'));
    expect(keys).toContain(uploadKey(kept));
    expect(keys).not.toContain(uploadKey(lost));
    expect(await keysOf(api.app.files.listUnfinished('uploads/'))).not.toContain(uploadKey(growing));
  });

  it('are all removed once they have expired, however many they are', async () => {
    const { id } = await api.addOrganization();
    await addFinished(id, 450, BOUNDS.uploadAge.max + 3_600_000);
    await purgeUploads({ pool: api.database.pool, files: api.app.files }, new AbortController().signal);
    const { rows } = await api.database.pool.query('select 1 from uploads where organization_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});
