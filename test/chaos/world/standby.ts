import { execFile, spawn } from 'node:child_process';
import { appendFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool } from '../../../engine/db/core/pool.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { startSilentRelay } from '../../support/silent-relay.ts';
import { until } from '../until.ts';

/** A standby that follows the embedded Postgres. */
export interface Standby {
  /** Waits until it has all that was committed, then loses every message of the primary. */
  cut(): Promise<void>;
  /** Promotes it and stops it again. @returns its folder, with a timeline of its own */
  promote(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Copies the folder of a Postgres that is not running.
 * @param dir of the data; the copy belongs to the same user
 */
export async function copyFolder(dir: string, copy: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', dir, copy]);
}

/** Puts a folder in the place of another, for a Postgres that is not running. */
export async function replaceFolder(dir: string, by: string): Promise<void> {
  await rm(dir, { recursive: true });
  await rename(by, dir);
}

/** Makes the next start a recovery from a backup, which ends in a timeline of its own. */
export async function recoverAtNextStart(dir: string): Promise<void> {
  await appendFile(join(dir, 'postgresql.auto.conf'), `restore_command = '/bin/false'\n`);
  await writeFile(join(dir, 'recovery.signal'), '', { mode: 0o666 });
}

/**
 * Starts a standby on a copy of the primary's folder.
 * @param program the path of the server, and its arguments without folder and port
 */
export async function startStandby(
  dir: string,
  primaryUrl: string,
  [program = '', ...args]: readonly string[],
): Promise<Standby> {
  const primary = new URL(primaryUrl);
  const relay = await startSilentRelay(Number(primary.port));
  const source = `host=127.0.0.1 port=${relay.port} user=${primary.username} password=${primary.password}`;
  await appendFile(join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(dir, 'standby.signal'), '', { mode: 0o666 });
  const port = await lastingPort();
  const { uid, gid } = await stat(dir);
  const server = spawn(program, ['-D', dir, '-p', String(port), ...args], { uid, gid, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const killed = () => server.kill('SIGKILL');
  process.once('exit', killed);
  const url = new URL(primaryUrl);
  url.port = String(port);
  await until('the standby follows', () => ask(url.href, 'select pg_is_in_recovery() or null as answer'));
  const stop = async () => {
    process.removeListener('exit', killed);
    server.kill('SIGINT');
    await ended;
    await relay.close();
  };
  return {
    cut: async () => {
      const lsn = await ask<string>(primaryUrl, 'select pg_current_wal_lsn()::text as answer');
      await until('the standby has caught up', () =>
        ask(url.href, `select (pg_last_wal_replay_lsn() >= '${lsn}') or null as answer`),
      );
      relay.fallSilent();
    },
    promote: async () => {
      await ask(url.href, 'select pg_promote() as answer');
      await stop();
      return dir;
    },
    stop,
  };
}

/** The command line of a running server, without folder and port. */
export async function commandOf(pid: number): Promise<readonly string[]> {
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
  const without = new Set(['-D', '-p']);
  return [program, ...args.filter((arg, i) => !without.has(arg) && !without.has(args[i - 1] ?? ''))];
}

async function ask<T>(url: string, sql: string): Promise<T | null> {
  const pool = createPool(url, { max: 1, applicationName: 'chaos' });
  try {
    const { rows } = await pool.query<{ answer: T | null }>(sql);
    return rows[0]?.answer ?? null;
  } finally {
    await pool.end();
  }
}
