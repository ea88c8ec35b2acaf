import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootstrap } from '../../../../engine/db/accounts/bootstrap.ts';
import { hashCredential } from '../../../../engine/secrets/credential.ts';
import { openSecretBox } from '../../../../engine/secrets/secret-key.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

describe('bootstrap', () => {
  let database: TestDatabase;
  let dataDir: string;
  let keyFile: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-bootstrap-'));
    keyFile = join(dataDir, 'bootstrap-api-key');
  });
  afterEach(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('creates the System Organization and one key that only its owner may read', async () => {
    const { apiKey } = await bootstrap(database.url, { dataDir });

    expect(Buffer.from(apiKey ?? '', 'base64').toString()).toMatch(/^1:[0-9a-f]{40}$/);
    expect((await readFile(keyFile, 'utf8')).trim()).toBe(apiKey);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(await keys()).toEqual([{ organization_id: 1, role: 'system_admin', active: true, hash: hashOf(apiKey) }]);
  });

  it('leaves the next organization an id of its own', async () => {
    await bootstrap(database.url, { dataDir });

    const { rows } = await database.pool.query(`insert into organizations (name) values ('next') returning id`);

    expect(rows).toEqual([{ id: 2 }]);
  });

  it('creates one key when several processes start together', async () => {
    const results = await Promise.all([1, 2, 3].map(() => bootstrap(database.url, { dataDir })));

    expect(new Set(results.map(({ apiKey }) => apiKey)).size).toBe(1);
    expect(await keys()).toHaveLength(1);
  });

  it('uses the key that is set, and replaces the one it created before', async () => {
    await bootstrap(database.url, { dataDir });

    const { apiKey } = await bootstrap(database.url, { dataDir, bootstrapApiKey: SECRET });

    expect(apiKey).toBe(Buffer.from(`1:${SECRET}`).toString('base64'));
    expect((await keys()).map(({ hash }) => hash)).toEqual([hashOf(apiKey)]);
  });

  it('says that the key file is gone instead of inventing a key', async () => {
    await bootstrap(database.url, { dataDir });
    const before = await keys();
    await rm(keyFile);

    const { apiKey, problem } = await bootstrap(database.url, { dataDir });

    expect(apiKey).toBeNull();
    expect(problem).toContain(`${keyFile} is missing`);
    expect(problem).toContain('set BOOTSTRAP_API_KEY');
    expect(await keys()).toEqual(before);
  });

  it('says that the key file holds a key which does not work', async () => {
    await bootstrap(database.url, { dataDir });
    await writeFile(keyFile, 'MTpvdGhlcg==\n');

    const { apiKey, problem } = await bootstrap(database.url, { dataDir });

    expect(apiKey).toBeNull();
    expect(problem).toContain('holds another one');
  });

  it('makes a new key for an empty database although an old file is there', async () => {
    await writeFile(keyFile, 'MTpvbGQ=\n');

    const { apiKey } = await bootstrap(database.url, { dataDir });

    expect((await readFile(keyFile, 'utf8')).trim()).toBe(apiKey);
    expect((await keys()).map(({ hash }) => hash)).toEqual([hashOf(apiKey)]);
  });

  it('keeps the key encrypted under the secret key of the data folder', async () => {
    const { apiKey } = await bootstrap(database.url, { dataDir });

    expect(await shown()).toBe(apiKey);
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
  });

  it('encrypts a key that an older version left as a hash', async () => {
    const { apiKey } = await bootstrap(database.url, { dataDir });
    await database.pool.query('update api_keys set encrypted_credential = null');

    await bootstrap(database.url, { dataDir });

    expect(await shown()).toBe(apiKey);
  });

  it('encrypts under the secret key that is set', async () => {
    const secretKey = 'c'.repeat(64);
    const { apiKey } = await bootstrap(database.url, { dataDir, secretKey });

    expect(await shown(secretKey)).toBe(apiKey);
    await expect(stat(join(dataDir, 'secret-key'))).rejects.toThrow('ENOENT');
  });

  it('replaces its own key, whatever that is called now, and no other one of the same name', async () => {
    await bootstrap(database.url, { dataDir });
    await database.pool.query(`update api_keys set name = 'renamed', role = 'organization_admin', active = false`);
    await database.pool.query(
      `insert into api_keys (organization_id, name, role, credential_hash) values (1, 'bootstrap', 'organization_admin', 'x')`,
    );

    const { apiKey } = await bootstrap(database.url, { dataDir, bootstrapApiKey: SECRET });

    expect(await keys()).toEqual([
      { organization_id: 1, role: 'system_admin', active: true, hash: hashOf(apiKey) },
      { organization_id: 1, role: 'organization_admin', active: true, hash: Buffer.from('x').toString('hex') },
    ]);
  });

  const SECRET = '0123456789abcdef0123456789abcdef01234567';

  async function shown(secretKey?: string): Promise<string | null> {
    const { rows } = await database.pool.query<{ hash: Buffer; sealed: Buffer }>(
      'select credential_hash as hash, encrypted_credential as sealed from api_keys',
    );
    const [key] = rows;
    const box = await openSecretBox({ dataDir, secretKey });
    return key === undefined ? null : box.open(key.sealed, key.hash);
  }

  async function keys(): Promise<{ hash: string }[]> {
    const { rows } = await database.pool.query<{ hash: string }>(
      `select organization_id, role, active, encode(credential_hash, 'hex') as hash from api_keys order by id`,
    );
    return rows;
  }
});

function hashOf(apiKey: string | null): string {
  return hashCredential(apiKey ?? '').toString('hex');
}
