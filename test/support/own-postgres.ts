import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensureDatabase } from '../../engine/db/core/ensure-database.ts';
import { lastingPort } from './lasting-port.ts';

/** A Postgres of the machine, with the programs for backups that the embedded one lacks. */
export interface OwnPostgres {
  /** The address of its database "sluice". */
  readonly url: string;
  /** A folder that it and its user may write. */
  readonly dir: string;
  /** The folder of its data. */
  readonly dataDir: string;
  /** Starts it on its folder, and resolves when it takes statements that write. @throws Error when it ends before */
  start(): Promise<void>;
  /** Stops it: `immediate` equals a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Runs shell commands as its user, with its programs on PATH. @throws Error with what they wrote */
  run(commands: string, env: Readonly<Record<string, string>>): Promise<string>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Give this as the note of a skipped test. */
export const NO_OWN_POSTGRES = 'no Postgres with pg_basebackup and pg_dump is installed';

const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'psql'];
const START_MS = 60_000;

/** Makes one and starts it; null where its programs are not installed. Remove it at the end. */
export async function startOwnPostgres(): Promise<OwnPostgres | null> {
  const programs = await findPrograms();
  if (programs === null) return null;
  const dir = await mkdtemp(join(tmpdir(), 'sluice-own-postgres-'));
  const user = await userOfPostgres();
  if (user !== null) await chown(dir, user.uid, user.gid);
  await chmod(dir, 0o755);
  const dataDir = join(dir, 'data');
  const port = await lastingPort();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const PATH = `${programs}:${process.env['PATH'] ?? ''}`;
  const run: OwnPostgres['run'] = async (commands, env) => {
    const options = { ...user, cwd: dir, env: { ...process.env, ...env, PATH, HOME: dir } };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], options);
    return stdout;
  };
  let server: ChildProcess | undefined;
  const stop: OwnPostgres['stop'] = async (mode) => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const start = async () => {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', log_min_error_statement: 'panic' };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(join(programs, 'postgres'), ['-D', dataDir, '-p', String(port), ...flags], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    started.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
    process.once('exit', () => started.kill('SIGQUIT'));
    server = started;
    for (const began = Date.now(); !(await takesWrites(url('postgres')));) {
      if (started.exitCode !== null || Date.now() - began > START_MS)
        throw new Error(`Postgres did not start. ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await run(`initdb --pgdata "$PGDATA" --username postgres --auth trust --encoding UTF8 --locale C`, {
    PGDATA: dataDir,
  });
  await start();
  await ensureDatabase(url('postgres'), 'sluice');
  await mkdir(join(dir, 'backup'));
  if (user !== null) await chown(join(dir, 'backup'), user.uid, user.gid);
  return {
    ...{ url: url('sluice'), dir, dataDir, start, stop, run },
    remove: async () => {
      await stop('immediate');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function findPrograms(): Promise<string | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const folders = [
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  for (const folder of folders) {
    const found = await Promise.all(
      NEEDED.map((program) =>
        access(join(folder, program)).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (!found.includes(false)) return folder;
  }
  return null;
}

/** The user that root lends Postgres, which refuses to run as root; null: this one. */
async function userOfPostgres(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
    return rows[0]?.recovers === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
