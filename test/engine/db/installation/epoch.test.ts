import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { keepEpoch, readEpoch } from '../../../../engine/db/installation/epoch.ts';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { startHost } from '../../../../engine/embedded/host-process.ts';
import { createTestDatabase } from '../../../support/database.ts';

it('the epoch of a new database stays, whatever sessions begin', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const first = await readEpoch(pool);

  for (let session = 0; session < 3; session++) expect(await epochOfSession(url)).toBe(first);
});

it('a copy that takes the place of a database begins another epoch, once', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const first = await epochOfSession(url);
  // As pg_restore --clean makes the table again, with its content.
  await pool.query(
    'create table older as table installation; drop table installation; alter table older rename to installation',
  );

  const epochs = await Promise.all([epochOfSession(url), epochOfSession(url), epochOfSession(url)]);

  expect(new Set(epochs).size).toBe(1);
  expect(epochs[0]).not.toBe(first);
});

it('a database without epochs has none, and its sessions begin', async () => {
  const { url, drop } = await createTestDatabase({ isMigrated: false });
  onTestFinished(drop);
  expect(await epochOfSession(url)).toBeNull();
});

it('a server that was recovered or promoted begins another epoch', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-epoch-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 50 }));
  const first = await onServer(dataDir, async (url) => {
    await migrate(url);
    return epochOfSession(url);
  });
  const restarted = await onServer(dataDir, epochOfSession);
  await recoverAtNextStart(dataDir);
  const recovered = await onServer(dataDir, epochOfSession);

  expect(restarted).toBe(first);
  expect(recovered).not.toBe(first);
});

/** The epoch that the first session of a worker finds. */
async function epochOfSession(url: string): Promise<string | null> {
  const pool = createPool(url, { begin: keepEpoch });
  try {
    return await readEpoch(pool);
  } finally {
    await pool.end();
  }
}

async function onServer<Result>(dataDir: string, use: (url: string) => Promise<Result>): Promise<Result> {
  const request = { dataDir, logLevel: 'warn', postgres: { durable: true }, temporal: null } as const;
  const host = await startHost(request, { onProgress: () => undefined });
  try {
    return await use(host.postgresUrl ?? '');
  } finally {
    await host.stop();
  }
}

/** Ends in a timeline of its own, like the recovery of a backup and the promotion of a standby. */
async function recoverAtNextStart(dataDir: string): Promise<void> {
  await appendFile(join(dataDir, 'postgres/postgresql.auto.conf'), `restore_command = '/bin/false'\n`);
  await writeFile(join(dataDir, 'postgres/recovery.signal'), '', { mode: 0o666 });
}
