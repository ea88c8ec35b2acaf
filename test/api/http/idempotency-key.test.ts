import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { purgeClaimedKeys } from '../../../engine/db/idempotency/claimed-keys.ts';
import type { FileOwner } from '../../../engine/domain/file-owner.ts';
import { jobFolder } from '../../../engine/files/job-folder.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, setImport, SMALLEST } from '../support/import-rows.ts';

const LONG = `Email\n${'a@example.com\n'.repeat(20_000)}`;

describe('a call with an Idempotency-Key', () => {
  let api: TestApi;
  let listId: number;
  let keys = 0;
  beforeAll(async () => {
    api = await build({ unfinishedImports: 10_000 });
    listId = await addList(api);
  });

  const post = async (path: string, body: unknown, idempotencyKey?: string, key = api.admin) => {
    const response = await api.inject({
      method: 'POST',
      url: `${API_PREFIX}${path}`,
      headers: {
        authorization: `Basic ${key}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      payload: body as object,
    });
    return {
      status: response.statusCode,
      replayed: response.headers['idempotency-replayed'],
      ...response.json<{ success: boolean; data: any; error_message: string | null }>(),
    };
  };
  const importOf = (content: string) => ({
    subscriber_import: { ...SMALLEST, file_source: { type: 'json', content } },
  });
  const count = async (table: 'subscriber_imports' | 'subscribers' | 'subscriber_exports') =>
    Number((await api.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
  const importsOf = (list: number) => `/mailing_lists/${list}/subscriber_imports`;
  const imports = () => importsOf(listId);
  const addForeignList = async () => addList(api, {}, (await api.addOrganization()).key);
  const newKey = () => `key ${++keys}`;

  const KINDS: readonly (readonly [string, (list: number) => string, unknown])[] = [
    ['a small import', importsOf, importOf('Email\na@example.com\n')],
    ['an import whose content waits in a file', importsOf, importOf(LONG)],
    ['an export', (list) => `/mailing_lists/${list}/subscriber_exports`, { subscriber_export: {} }],
    [
      'a subscriber',
      (list) => `/mailing_lists/${list}/subscribers`,
      { subscriber: { email: 'one@example.com', subscribe_ip: '1.2.3.4' } },
    ],
  ];

  describe.each(KINDS)('for %s', (_, pathOf, body) => {
    it.each(['its own organization', 'another one'])('gives the first answer of %s again', async (organization) => {
      const list = organization === 'another one' ? await addForeignList() : listId;
      const send = (key: string) => post(pathOf(list), body, key);
      const key = newKey();
      const first = await send(key);
      expect(first).toMatchObject({ status: 200, success: true });
      expect(first.replayed).toBeUndefined();
      await setImport(api, first.data.id, { state: 'failed', finished_at: '2030-01-01', error_message: 'x' });
      await api.database.pool.query(`update subscribers set status = 'bounced'`);
      expect(await send(key)).toEqual({ ...first, replayed: 'true' });
      expect(await send(`"${key}"`)).toEqual({ ...first, replayed: 'true' });
    });
  });

  it('creates another record without the key, with another key, and for another organization', async () => {
    const [key, body] = [newKey(), importOf('Email\nb@example.com\n')];
    const other = await api.addOrganization();
    const otherList = await addList(api, {}, other.key);
    const before = await count('subscriber_imports');
    await post(imports(), body, key);
    await post(imports(), body, newKey());
    await post(imports(), body);
    await post(`/mailing_lists/${otherList}/subscriber_imports`, body, key, other.key);
    expect(await count('subscriber_imports')).toBe(before + 4);
  });

  it('is refused with another body or path', async () => {
    const key = newKey();
    await post(imports(), importOf(LONG), key);
    const message = expect.stringMatching(/^this Idempotency-Key was sent with another path or body/);
    const refused = { status: 422, success: false, error_message: message };
    expect(await post(imports(), importOf(`${LONG}b@example.com\n`), key)).toMatchObject(refused);
    const otherList = await addList(api);
    expect(await post(`/mailing_lists/${otherList}/subscriber_imports`, importOf(LONG), key)).toMatchObject(refused);
  });

  it('keeps no key when it is refused', async () => {
    const key = newKey();
    expect((await post(imports(), { subscriber_import: {} }, key)).success).toBe(false);
    expect((await post(imports(), importOf('Email\nc@example.com\n'), key)).success).toBe(true);
  });

  it.each([[''], [' '], ['ä'], ['a'.repeat(256)], ['""']])('refuses the key %j', async (key) => {
    expect(await post(imports(), importOf('Email\n'), key)).toMatchObject({
      status: 400,
      error_message: 'the header Idempotency-Key must have 1 to 255 printable characters of ASCII',
    });
  });

  it('leaves one import, its content and one answer of a hundred concurrent calls', async () => {
    const [key, body] = [newKey(), importOf('Email\nmany@example.com\n')];
    const before = await count('subscriber_imports');
    const started = api.jobs.started.length;
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(imports(), body, key)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await count('subscriber_imports')).toBe(before + 1);
    expect(api.jobs.started.length).toBe(started + 1);
    const files = await readdir(join(api.config.filesDir, 'imports'));
    const { rows } = await api.database.pool.query<FileOwner>(`select id, job_key as "jobKey" from subscriber_imports`);
    const folders = new Set(rows.map((row) => basename(jobFolder('imports', row))));
    expect(files.filter((name) => !folders.has(name))).toEqual([]);
  });

  it('leaves one subscriber of concurrent calls', async () => {
    const body = { subscriber: { email: 'many@example.com' } };
    const [key, path] = [newKey(), `/mailing_lists/${listId}/subscribers`];
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(path, body, key)));
    expect(answers.map(({ success }) => success)).not.toContain(false);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });

  it('creates again after 24 hours, and is purged', async () => {
    const [key, body] = [newKey(), importOf('Email\nd@example.com\n')];
    const first = await post(imports(), body, key);
    const age = (hours: number) =>
      api.database.pool.query(
        `update idempotency_keys set created_at = now() - make_interval(hours => $2) where key = $1`,
        [key, hours],
      );
    await age(23);
    await purgeClaimedKeys(api.database.pool);
    expect((await post(imports(), body, key)).data.id).toBe(first.data.id);
    await age(24);
    const second = await post(imports(), body, key);
    expect(second.data.id).not.toBe(first.data.id);
    expect((await post(imports(), body, key)).data.id).toBe(second.data.id);
    await age(24);
    await purgeClaimedKeys(api.database.pool);
    const { rowCount } = await api.database.pool.query(`select 1 from idempotency_keys where key = $1`, [key]);
    expect(rowCount).toBe(0);
  });

  it('stores neither address nor body', async () => {
    const { rows } = await api.database.pool.query(`select * from idempotency_keys`);
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/@|example/);
  });
});
