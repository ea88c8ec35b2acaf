import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import type { Config } from '../../../engine/platform/config.ts';
import { createPool } from '../../../engine/db/core/pool.ts';
import { isListening } from '../../../engine/embedded/free-port.ts';
import { startHost } from '../../../engine/embedded/host-process.ts';
import { isRunning, stopLeftovers } from '../../../engine/embedded/leftovers.ts';
import { until } from '../until.ts';
import { commandOf, copyFolder, recoverAtNextStart, replaceFolder, startStandby } from './standby.ts';

/** The embedded servers of `npx sluice start`, which their host starts again on the same files and ports when they die. */
export interface ChaosServers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string | null;
  /** Stops Postgres in `immediate` mode, as a crash leaves it, and resolves when it answers again. */
  crashPostgres(): Promise<void>;
  /** Ends Postgres and keeps it from being started again until the answer is called, which resolves when it answers. */
  stopPostgres(): Promise<() => Promise<void>>;
  /**
   * Copies the folder of Postgres, which crashes for that.
   * @returns what puts it back, into a timeline of its own unless `keepTimeline`, and resolves when Postgres answers again
   */
  copyPostgres(options?: { readonly keepTimeline?: boolean }): Promise<() => Promise<void>>;
  /** Starts a standby of Postgres, which crashes for that. */
  followPostgres(): Promise<FollowingStandby>;
  /** Ends the Temporal server with SIGKILL, and resolves when it answers again from its file. */
  killTemporal(): Promise<void>;
  /** Copies the state of Temporal, which is away meanwhile. @returns what puts it back, and resolves when Temporal answers again */
  copyTemporal(): Promise<() => Promise<void>>;
  /** Removes the state of Temporal, and resolves when it answers again. */
  emptyTemporal(): Promise<void>;
  stop(): Promise<void>;
}

/** A standby that may take the place of Postgres, at its address. */
export interface FollowingStandby {
  /** From now on it gets nothing of what is committed. */
  cut(): Promise<void>;
  /** Ends Postgres for good, and resolves when the standby answers in its place. */
  takeOver(): Promise<void>;
}

/** Starts Postgres with full durability, unless the settings have one, and Temporal with its state in a file. */
export async function startServers(config: Config, say: (line: string) => void): Promise<ChaosServers> {
  const { dataDir, cacheDir, temporalCliPath, temporalNamespace: namespace } = config;
  const host = await startHost(
    {
      dataDir,
      logLevel: 'warn',
      postgres: config.databaseUrl === undefined ? { durable: true } : null,
      temporal: { namespace, uiPort: 0, persistent: true, cacheDir, temporalCliPath },
    },
    { onProgress: say },
  );
  const { temporalAddress, temporalUiUrl } = host;
  const databaseUrl = config.databaseUrl ?? host.postgresUrl;
  if (databaseUrl === null || temporalAddress === null) throw new Error('The embedded host left a server out.');
  /** Works on the files of Temporal while it is killed; its host takes notice after that only. */
  const whileAway = async (work: () => Promise<void>) => {
    process.kill(host.pid, 'SIGSTOP');
    // Resolves when the host goes on: it has to take notice of the end.
    const killed = stopLeftovers(['--db-filename', join(dataDir, 'temporal.db')], 'SIGKILL');
    try {
      const port = Number(temporalAddress.split(':').at(-1));
      await until('Temporal is gone', async () => ((await isListening(port)) ? null : true), { everyMs: 5 });
      await work();
    } finally {
      process.kill(host.pid, 'SIGCONT');
    }
    await killed;
    await until('Temporal answers again', () => askTemporal(temporalAddress));
  };
  const postgresDir = join(dataDir, 'postgres');
  const stopPostgres = async () => {
    // Its host, which would start it again, is stopped too, and takes notice of its end only then.
    process.kill(host.pid, 'SIGSTOP');
    process.kill(await pidOfPostgres(postgresDir), 'SIGQUIT');
    const { port } = new URL(databaseUrl);
    await until('Postgres is gone', async () => ((await isListening(Number(port))) ? null : true), { everyMs: 5 });
    return async () => {
      process.kill(host.pid, 'SIGCONT');
      await until('Postgres answers again', () => askPostgres(databaseUrl));
    };
  };
  const withoutPostgres = async (work: () => Promise<void>) => {
    const start = await stopPostgres();
    await work();
    await start();
  };
  return {
    databaseUrl,
    temporalAddress,
    temporalUiUrl,
    crashPostgres: async () => {
      await quitPostgres(postgresDir);
      await until('Postgres answers again', () => askPostgres(databaseUrl));
    },
    stopPostgres,
    copyPostgres: async ({ keepTimeline = false } = {}) => {
      const copy = `${postgresDir}-copy`;
      await withoutPostgres(() => copyFolder(postgresDir, copy));
      return () =>
        withoutPostgres(async () => {
          await replaceFolder(postgresDir, copy);
          if (!keepTimeline) await recoverAtNextStart(postgresDir);
        });
    },
    followPostgres: async () => {
      const command = await commandOf(await pidOfPostgres(postgresDir));
      const copy = `${postgresDir}-standby`;
      await withoutPostgres(() => copyFolder(postgresDir, copy));
      const standby = await startStandby(copy, databaseUrl, command);
      return {
        cut: standby.cut,
        takeOver: () => withoutPostgres(async () => replaceFolder(postgresDir, await standby.promote())),
      };
    },
    killTemporal: async () => {
      const killed = await stopLeftovers(['--db-filename', join(dataDir, 'temporal.db')], 'SIGKILL');
      if (killed !== 1) throw new Error(`${killed} Temporal servers were killed instead of one.`);
      await until('Temporal answers again', () => askTemporal(temporalAddress));
    },
    copyTemporal: async () => {
      const copy = await mkdtemp(join(tmpdir(), 'sluice-chaos-temporal-'));
      await whileAway(async () => {
        for (const name of await temporalFiles(dataDir)) await copyFile(join(dataDir, name), join(copy, name));
      });
      return () =>
        whileAway(async () => {
          await removeTemporal(dataDir);
          for (const name of await readdir(copy)) await copyFile(join(copy, name), join(dataDir, name));
          await rm(copy, { recursive: true });
        });
    },
    emptyTemporal: () => whileAway(() => removeTemporal(dataDir)),
    stop: () => host.stop(30_000),
  };
}

async function temporalFiles(dataDir: string): Promise<readonly string[]> {
  return (await readdir(dataDir)).filter((name) => name.startsWith('temporal.db'));
}

async function removeTemporal(dataDir: string): Promise<void> {
  for (const name of await temporalFiles(dataDir)) await rm(join(dataDir, name));
}

async function quitPostgres(dir: string): Promise<void> {
  const pid = await pidOfPostgres(dir);
  process.kill(pid, 'SIGQUIT');
  await until('Postgres is gone', () => Promise.resolve(isRunning(pid) ? null : true), { everyMs: 5 });
}

async function pidOfPostgres(dir: string): Promise<number> {
  const [pid] = (await readFile(join(dir, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

async function askPostgres(url: string): Promise<true | null> {
  const pool = createPool(url, { max: 1, applicationName: 'chaos' });
  try {
    // While it recovers it answers, and refuses to write.
    const { rows } = await pool.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
    return rows[0]?.recovers === true ? null : true;
  } finally {
    await pool.end();
  }
}

async function askTemporal(address: string): Promise<true> {
  const connection = await Connection.connect({ address, connectTimeout: '1s' });
  await connection.close();
  return true;
}
