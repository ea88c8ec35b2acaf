import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMIT_WITHOUT_WAITING, waitByPolling } from '../../../../engine/db/core/disk.ts';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { queryAll } from '../../../../engine/db/core/query-all.ts';
import { startHost } from '../../../../engine/embedded/host-process.ts';

/** A server of its own, since these tests stop the process that takes the log to the disk, and crash it. */
let pool: Pool;
let stop: () => Promise<void>;
let resumeWriter = () => undefined as void;
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-disk-'));
  const request = { dataDir, logLevel: 'warn', postgres: { durable: true }, temporal: null } as const;
  const host = await startHost(request, { onProgress: () => undefined });
  pool = createPool(host.postgresUrl ?? '');
  await pool.query('create table things (id integer primary key)');
  stop = async () => {
    resumeWriter();
    await host.stop();
    await pool.end();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50 });
  };
});
afterEach(() => stop());

describe('the wait for the disk by polling', () => {
  it('ends when what was committed is there, and has no transaction open until then', async () => {
    await stopWriter();
    const position = await insertWithoutWaiting();
    const waiting = noteEnd(waitByPolling(pool, new AbortController().signal));
    await untilPolled();
    expect(waiting.ended).toBe(false);
    expect(await openTransactions()).toBe(0);
    expect(await isOnDisk(position)).toBe(false);
    resumeWriter();
    await waiting.promise;
    expect(await isOnDisk(position)).toBe(true);
  });

  it('waits for the other server too where commits do', async () => {
    await pool.query(`alter system set synchronous_standby_names = 'another'`);
    await pool.query('select pg_reload_conf()');
    await expect.poll(() => standbys()).toBe('another');
    const waiting = noteEnd(waitByPolling(pool, new AbortController().signal));
    await expect.poll(() => waitingForStandby()).toBe(1);
    expect(waiting.ended).toBe(false);
    await pool.query('alter system reset synchronous_standby_names');
    await pool.query('select pg_reload_conf()');
    await waiting.promise;
  });

  it('is given up at an abort', async () => {
    await stopWriter();
    await insertWithoutWaiting();
    const cancelled = new AbortController();
    const waiting = waitByPolling(pool, cancelled.signal);
    await untilPolled();
    cancelled.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });

  it('fails when Postgres crashes, which takes back what was not there', async () => {
    await stopWriter();
    await insertWithoutWaiting();
    const waiting = waitByPolling(pool, new AbortController().signal);
    const failure = expect(waiting).rejects.toThrow();
    // Postgres ends a stopped process only after five seconds; one that went on would take the log to the disk.
    resumeWriter = () => undefined;
    await untilPolled();
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    await failure;
    await vi.waitFor(async () => expect((await pool.query('select from things')).rows).toEqual([]), {
      timeout: 60_000,
      interval: 200,
    });
  });
});

/** Stops the process that takes the log to the disk, until `resumeWriter`. */
async function stopWriter(): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'walwriter'`,
  );
  const { pid } = rows[0]!;
  process.kill(pid, 'SIGSTOP');
  resumeWriter = () => {
    resumeWriter = () => undefined;
    process.kill(pid, 'SIGCONT');
  };
}

/** @returns the position of the log behind its commit */
async function insertWithoutWaiting(): Promise<string> {
  const client = await pool.connect();
  try {
    await queryAll(client, `begin; ${COMMIT_WITHOUT_WAITING}; insert into things values (1); commit`);
    const { rows } = await client.query<{ position: string }>('select pg_current_wal_insert_lsn() as position');
    return rows[0]!.position;
  } finally {
    client.release();
  }
}

async function untilPolled(): Promise<void> {
  await expect
    .poll(() => count(`from pg_stat_activity where query like '%as is_on_disk%' and state = 'idle'`))
    .toBeGreaterThan(0);
}

/** As the connection sees them that is taken next: a reload reaches the connections some time after the call that asks for it. */
async function standbys(): Promise<string | undefined> {
  const { rows } = await pool.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`);
  return rows[0]?.names;
}

function waitingForStandby(): Promise<number> {
  return count(`from pg_stat_activity where wait_event = 'SyncRep'`);
}

async function count(from: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count ${from}`);
  return rows[0]?.count ?? 0;
}

/** Of others, at one moment; the question itself is in one. */
async function openTransactions(): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
      where backend_type = 'client backend' and backend_xid is not null and pid <> pg_backend_pid()`,
  );
  return rows[0]!.open;
}

async function isOnDisk(position: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_there: boolean }>(
    'select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_there',
    [position],
  );
  return rows[0]!.is_there;
}

function noteEnd(promise: Promise<void>): { readonly promise: Promise<void>; ended: boolean } {
  const noted = { promise, ended: false };
  void promise.then(
    () => (noted.ended = true),
    () => (noted.ended = true),
  );
  return noted;
}
