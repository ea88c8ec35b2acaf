import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createCredential, hashCredential } from '../../secrets/credential.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { openSecretBox } from '../../secrets/secret-key.ts';
import { SYSTEM_ORGANIZATION_ID } from './organizations.ts';
import { ADVISORY_LOCKS } from '../core/advisory-locks.ts';

/** The result of a bootstrap. */
export interface Bootstrapped {
  /** The Basic credential of the system administrator; null when only its hash is known any more. */
  readonly apiKey: string | null;
  /** The file that holds the credential when apiKey is set. */
  readonly keyFile: string;
  /** A sentence for the operator when apiKey is null. */
  readonly problem: string | null;
}

/**
 * Options of a bootstrap: the folder of the credential, the 40 hexadecimal characters to use instead of random ones, and the key
 * that encrypts credentials in the database when it is not the one in that folder.
 */
export interface BootstrapOptions {
  readonly dataDir: string;
  readonly secretKey?: string | undefined;
  readonly bootstrapApiKey?: string | undefined;
}

/**
 * Creates the System Organization and one system_admin key when they are absent. May run at any time and side by side:
 * an advisory lock puts the callers in line.
 * @throws ConfigurationError when the file of the secret key does not hold one.
 */
export async function bootstrap(databaseUrl: string, options: BootstrapOptions): Promise<Bootstrapped> {
  const box = await openSecretBox(options);
  return lockedTransaction(databaseUrl, ADVISORY_LOCKS.bootstrap, async (client) => {
    await ensureSystemOrganization(client);
    return ensureApiKey(client, box, options);
  });
}

const KEY_NAME = 'bootstrap';

async function ensureSystemOrganization(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `insert into organizations (id, name) values ($1, 'System Organization') on conflict (id) do nothing`,
    [SYSTEM_ORGANIZATION_ID],
  );
  if (rowCount === 0) return;
  // An id given by hand does not move the sequence, and the next organization would collide with this one.
  await client.query(
    `select setval(pg_get_serial_sequence('organizations', 'id'), (select max(id) from organizations))`,
  );
}

async function ensureApiKey(client: pg.Client, box: SecretBox, options: BootstrapOptions): Promise<Bootstrapped> {
  const keyFile = join(options.dataDir, 'bootstrap-api-key');
  const store = (secret?: string) => storeKey(client, box, keyFile, createCredential(SYSTEM_ORGANIZATION_ID, secret));
  if (options.bootstrapApiKey !== undefined) return store(options.bootstrapApiKey);

  const kept = await readKey(keyFile);
  if (kept !== null && (await isActiveKey(client, kept))) {
    await sealKey(client, box, kept);
    return { apiKey: kept, keyFile, problem: null };
  }
  if (!(await hasSystemAdmin(client))) return store();
  const problem =
    `The system administrator's API key was created before, but ${keyFile} ` +
    `${kept === null ? 'is missing' : 'holds another one'}: ` +
    'put the file back, or set BOOTSTRAP_API_KEY to 40 hexadecimal characters to replace the key.';
  return { apiKey: null, keyFile, problem };
}

async function storeKey(client: pg.Client, box: SecretBox, keyFile: string, apiKey: string): Promise<Bootstrapped> {
  const hash = hashCredential(apiKey);
  const known = await client.query(
    `update api_keys set active = true, role = 'system_admin' where credential_hash = $1`,
    [hash],
  );
  if (known.rowCount === 0) {
    // The key set up last time is replaced, not joined: changing the setting is to end the old one.
    const replaced = await client.query(
      `update api_keys set credential_hash = $1, active = true, role = 'system_admin' where is_bootstrap`,
      [hash],
    );
    if (replaced.rowCount === 0) {
      await client.query(
        `insert into api_keys (organization_id, name, role, credential_hash, is_bootstrap)
         values ($1, $2, 'system_admin', $3, true)`,
        [SYSTEM_ORGANIZATION_ID, KEY_NAME, hash],
      );
    }
  }
  await sealKey(client, box, apiKey);
  // Before the commit: a crash in between leaves a file without a key, which the next start repairs, and never a key
  // without a file.
  await writeKey(keyFile, apiKey);
  return { apiKey, keyFile, problem: null };
}

/** At every start, so that the API shows the key of an older database, or after SECRET_KEY has changed. */
async function sealKey(client: pg.Client, box: SecretBox, apiKey: string): Promise<void> {
  const hash = hashCredential(apiKey);
  await client.query('update api_keys set encrypted_credential = $1 where credential_hash = $2', [
    box.seal(apiKey, hash),
    hash,
  ]);
}

async function hasSystemAdmin(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from api_keys where organization_id = $1 and role = 'system_admin' limit 1`,
    [SYSTEM_ORGANIZATION_ID],
  );
  return rowCount !== 0;
}

async function isActiveKey(client: pg.Client, apiKey: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from api_keys where credential_hash = $1 and active', [
    hashCredential(apiKey),
  ]);
  return rowCount !== 0;
}

async function readKey(keyFile: string): Promise<string | null> {
  try {
    return (await readFile(keyFile, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeKey(keyFile: string, apiKey: string): Promise<void> {
  await mkdir(join(keyFile, '..'), { recursive: true });
  const unfinished = `${keyFile}.${process.pid}.tmp`;
  await writeFile(unfinished, `${apiKey}\n`, { mode: 0o600 });
  await rename(unfinished, keyFile);
}

/**
 * Runs the work in one transaction on a connection of its own, one caller at a time for each lock number.
 * @throws what the work throws; nothing it wrote stays then.
 */
async function lockedTransaction<T>(
  databaseUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'sluice-setup' });
  // A lost connection also rejects the query under way, which is where it is dealt with; unheard it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Ending the connection rolls an open transaction back.
    await client.end();
  }
}
