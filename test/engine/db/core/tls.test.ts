import { appendFile, copyFile, chmod, chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { isPostgresAway } from '../../../../engine/db/core/postgres-away.ts';
import { createDatabase, sql } from '../../../../engine/db/core/slonik.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { NO_OWN_POSTGRES, startOwnPostgres } from '../../../support/own-postgres.ts';
import type { OwnPostgres } from '../../../support/own-postgres.ts';
import { startSilentRelay } from '../../../support/silent-relay.ts';
import { createCertificates } from '../../../support/tls-front.ts';
import type { TestCertificates } from '../../../support/tls-front.ts';

const LIMIT_MS = 90_000;
const ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

describe('a Postgres that takes encrypted connections only', () => {
  let server: OwnPostgres | null = null;
  let certificates: TestCertificates;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startOwnPostgres();
    if (server === null) return;
    certificates = createCertificates('localhost');
    await requireTls(server, certificates);
  }, LIMIT_MS);
  beforeEach((context) => {
    if (server === null) context.skip(NO_OWN_POSTGRES);
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  afterAll(async () => {
    await server?.remove();
    certificates?.remove();
  });

  /** The address with a mode of TLS, by the name in the certificate or by a number that is not in it. */
  const address = (settings: string, { host = 'localhost', port }: { host?: string; port?: number } = {}) => {
    const url = new URL(server?.url ?? '');
    url.hostname = host;
    if (port !== undefined) url.port = String(port);
    url.search = settings;
    return url.href;
  };
  const verified = () => `sslmode=verify-full&sslrootcert=${certificates.authority}`;
  const open = async (url: string): Promise<readonly [Pool, DatabasePool]> => {
    const pool = createPool(url, { max: 2 });
    ends.push(() => pool.end());
    const db = await createDatabase(url, { connections: 1 });
    ends.push(() => db.end());
    return [pool, db];
  };
  const isEncrypted = async (url: string) => {
    const [pool, db] = await open(url);
    const answers = [await pool.query(ENCRYPTED), await db.query({ ...sql.unsafe`select`, sql: ENCRYPTED })];
    return answers.every(({ rows }) => (rows[0] as { ssl: boolean }).ssl);
  };

  it('is migrated, and used by both pools, when its certificate is one of the authority and has its name', async () => {
    await migrate(address(verified()));
    expect(await isEncrypted(address(verified()))).toBe(true);
  });

  it('is used without a look at its certificate only where the address says so', async () => {
    expect(await isEncrypted(address('sslmode=no-verify'))).toBe(true);
    expect(await isEncrypted(address('uselibpqcompat=true&sslmode=require'))).toBe(true);
  });

  it.each([
    ['an authority that is not known', () => address('sslmode=verify-full')],
    ['another name', () => address(verified(), { host: '127.0.0.1' })],
    ['an authority that is not known, also with "require"', () => address('sslmode=require')],
    ['no TLS', () => address('')],
  ])('is refused with %s', async (_, url) => {
    const pool = createPool(url());
    ends.push(() => pool.end());
    await expect(pool.query('select 1')).rejects.toThrow(/certificate|altnames|no encryption/);
  });

  it('has a statement cancelled that waits for a lock', async () => {
    const [pool] = await open(address(verified()));
    const [holder] = await open(address(verified()));
    const held = await holder.connect();
    await held.query('select pg_advisory_lock(4711)');
    const abort = new AbortController();
    const waiting = inTransaction(pool, (client) => client.query('select pg_advisory_lock(4711)'), abort.signal);
    setTimeout(() => abort.abort(), 300);
    await expect(waiting).rejects.toMatchObject({ code: '57014' });
    held.release(true);
  });

  it(
    'is noticed when it says nothing, and may work long on a statement',
    async () => {
      const relay = await startSilentRelay(Number(new URL(server?.url ?? '').port));
      ends.push(() => relay.close());
      const [pool, db] = await open(address(verified(), { port: relay.port }));
      await expect(pool.query('select pg_sleep(12)')).resolves.toMatchObject({ rowCount: 1 });
      await db.query(sql.unsafe`select 1`);
      relay.lose();
      const lost = await Promise.allSettled([pool.query('select 2'), db.query(sql.unsafe`select 2`)]);
      expect(lost.map((query) => query.status === 'rejected' && isPostgresAway(query.reason))).toEqual([true, true]);
      await expect(pool.query('select 3')).resolves.toMatchObject({ rowCount: 1 });
    },
    LIMIT_MS,
  );
});

/** Starts the server again with a certificate, and without a line for connections that are not encrypted. */
async function requireTls(server: OwnPostgres, { server: { cert, key } }: TestCertificates): Promise<void> {
  const { dataDir } = server;
  const { uid, gid } = await stat(dataDir);
  for (const [from, name] of [
    [cert, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    const to = join(dataDir, name);
    await copyFile(from, to);
    await chmod(to, 0o600);
    await chown(to, uid, gid);
  }
  await appendFile(join(dataDir, 'postgresql.conf'), 'ssl = on\n');
  await server.stop('fast');
  // The wait for the start connects without encryption, to another database.
  const lines = ['host postgres all 127.0.0.1/32 trust', 'hostssl sluice all 127.0.0.1/32 trust'];
  await writeFile(join(dataDir, 'pg_hba.conf'), `${lines.join('\n')}\n`);
  await server.start();
}
