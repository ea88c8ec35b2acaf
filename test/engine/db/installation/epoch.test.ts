import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { createEpochMemory } from '../../../../engine/db/installation/epoch-memory.ts';
import type { EpochMemory } from '../../../../engine/db/installation/epoch-memory.ts';
import { followEpoch, keepEpoch, readEpoch } from '../../../../engine/db/installation/epoch.ts';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { startHost } from '../../../../engine/embedded/host-process.ts';
import { copyFolder, recoverAtNextStart, replaceFolder } from '../../../chaos/world/standby.ts';
import { createTestDatabase } from '../../../support/database.ts';

const RECREATE =
  'create table older as table installation; drop table installation cascade; alter table older rename to installation';

it('the epoch of a new database stays, whatever sessions begin', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const first = await readEpoch(pool);

  for (let session = 0; session < 3; session++) expect(await epochOfSession(url)).toBe(first);
});

it('the epoch is known to the first job that a process starts', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const epoch = followEpoch(pool);
  onTestFinished(epoch.stop);

  const known = await epoch.current();

  expect(known).not.toBeNull();
  expect(known).toBe(await readEpoch(pool));
});

it('the first job after the sessions have ended is started with the epoch of the next session', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const jobs = createPool(url, { begin: keepEpoch });
  onTestFinished(() => jobs.end());
  const epoch = followEpoch(jobs);
  onTestFinished(epoch.stop);
  const first = await epoch.current();
  await pool.query(RECREATE);

  const ended = new Promise((resolve) => jobs.once('remove', resolve));
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await ended;
  const known = await epoch.current();

  expect(known).not.toBe(first);
  expect(known).toBe(await readEpoch(pool));
});

it('a copy that takes the place of a database begins another epoch, once', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const first = await epochOfSession(url);
  // As pg_restore --clean makes the table again, with its content.
  await pool.query(RECREATE);

  const epochs = await Promise.all([epochOfSession(url), epochOfSession(url), epochOfSession(url)]);

  expect(new Set(epochs).size).toBe(1);
  expect(epochs[0]).not.toBe(first);
});

it('a server that does not say how long its log is begins another epoch for a copy', async () => {
  const { pool, url, drop } = await createTestDatabase();
  const role = `plain_${Date.now()}`;
  const admin = createPool(inject('postgres').adminUrl);
  // The last one is done first: a role is dropped after the database in which it has rights.
  onTestFinished(() => admin.query(`drop role ${role}`).then(() => admin.end()));
  onTestFinished(drop);
  const grant = () => pool.query(`grant select, update on installation to ${role}`);
  await pool.query(`create role ${role} login password 'plain'`);
  await pool.query('revoke execute on function pg_current_wal_flush_lsn() from public');
  await grant();
  const address = Object.assign(new URL(url), { username: role, password: 'plain' }).href;
  const first = await epochOfSession(address);
  await pool.query(RECREATE);
  await grant();

  expect(await epochOfSession(address)).not.toBe(first);
});

it('a database without epochs has none, and its sessions begin', async () => {
  const { url, drop } = await createTestDatabase({ isMigrated: false });
  onTestFinished(drop);
  expect(await epochOfSession(url)).toBeNull();
});

it('a server that was recovered or promoted begins another epoch', async () => {
  const dataDir = await createFolder();
  const first = await onServer(dataDir, async (url) => {
    await migrate(url);
    return epochOfSession(url);
  });
  const restarted = await onServer(dataDir, epochOfSession);
  await recoverAtNextStart(join(dataDir, 'postgres'));
  const recovered = await onServer(dataDir, epochOfSession);

  expect(restarted).toBe(first);
  expect(recovered).not.toBe(first);
});

it('a folder that is put back under the same server begins another epoch, once, for processes that have seen it later', async () => {
  const dataDir = await createFolder();
  const processes = [createEpochMemory(), createEpochMemory()];
  const epochs = (url: string) => Promise.all(processes.map((memory) => epochOfSession(url, memory)));
  const first = await onServer(dataDir, async (url) => {
    await migrate(url);
    return epochOfSession(url, processes[0]);
  });
  await copyFolder(join(dataDir, 'postgres'), join(dataDir, 'copy'));
  await onServer(dataDir, async (url) => {
    // What gets lost.
    await onPool(url, (pool) => pool.query("insert into organizations (name) values ('Lost')"));
    expect(new Set(await epochs(url))).toEqual(new Set([first]));
  });
  const restarted = await onServer(dataDir, epochs);
  await replaceFolder(join(dataDir, 'postgres'), join(dataDir, 'copy'));
  const putBack = await onServer(dataDir, async (url) => [
    await epochOfSession(url),
    ...(await epochs(url)),
    ...(await epochs(url)),
  ]);

  expect(new Set(restarted)).toEqual(new Set([first]));
  expect(putBack[0]).toBe(first);
  expect(putBack[1]).not.toBe(first);
  expect(new Set(putBack.slice(1)).size).toBe(1);
});

/** The epoch that the first session of a process finds, which has worked in earlier ones if it has a memory. */
function epochOfSession(url: string, memory: EpochMemory = createEpochMemory()): Promise<string | null> {
  return onPool(
    url,
    async (pool) => {
      const epoch = followEpoch(pool, memory);
      try {
        return await epoch.current();
      } finally {
        epoch.stop();
      }
    },
    memory,
  );
}

async function onPool<Result>(
  url: string,
  use: (pool: pg.Pool) => Promise<Result>,
  memory: EpochMemory = createEpochMemory(),
): Promise<Result> {
  const pool = createPool(url, { begin: (session) => keepEpoch(session, memory) });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

async function createFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-epoch-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 50 }));
  return dataDir;
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
