import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import type { Config } from '../../../engine/platform/config.ts';
import { createPool } from '../../../engine/db/core/pool.ts';
import { isListening } from '../../../engine/embedded/free-port.ts';
import { startHost } from '../../../engine/embedded/host-process.ts';
import { isRunning, stopLeftovers } from '../../../engine/embedded/leftovers.ts';
import { until } from '../until.ts';

/** The embedded servers of `npx sluice start`, which their host starts again on the same files and ports when they die. */
export interface ChaosServers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string | null;
  /** Stops Postgres in `immediate` mode, as a crash leaves it, and resolves when it answers again. */
  crashPostgres(): Promise<void>;
  /** Ends Postgres and keeps it from being started again until the answer is called, which resolves when it answers. */
  stopPostgres(): Promise<() => Promise<void>>;
  /** Ends the Temporal server with SIGKILL, and resolves when it answers again from its file. */
  killTemporal(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Postgres with full durability and Temporal with its state in a file. */
export async function startServers(config: Config, say: (line: string) => void): Promise<ChaosServers> {
  const { dataDir, cacheDir, temporalCliPath, temporalNamespace: namespace } = config;
  const host = await startHost(
    {
      dataDir,
      logLevel: 'warn',
      postgres: { durable: true },
      temporal: { namespace, uiPort: 0, persistent: true, cacheDir, temporalCliPath },
    },
    { onProgress: say },
  );
  const { postgresUrl: databaseUrl, temporalAddress, temporalUiUrl } = host;
  if (databaseUrl === null || temporalAddress === null) throw new Error('The embedded host left a server out.');
  return {
    databaseUrl,
    temporalAddress,
    temporalUiUrl,
    crashPostgres: async () => {
      await quitPostgres(join(dataDir, 'postgres'));
      await until('Postgres answers again', () => askPostgres(databaseUrl));
    },
    stopPostgres: async () => {
      // Its host, which would start it again, is stopped meanwhile, and takes notice of its end only then.
      process.kill(host.pid, 'SIGSTOP');
      process.kill(await pidOfPostgres(join(dataDir, 'postgres')), 'SIGQUIT');
      const { port } = new URL(databaseUrl);
      await until('Postgres is gone', async () => ((await isListening(Number(port))) ? null : true), { everyMs: 5 });
      return async () => {
        process.kill(host.pid, 'SIGCONT');
        await until('Postgres answers again', () => askPostgres(databaseUrl));
      };
    },
    killTemporal: async () => {
      const killed = await stopLeftovers(['--db-filename', join(dataDir, 'temporal.db')], 'SIGKILL');
      if (killed !== 1) throw new Error(`${killed} Temporal servers were killed instead of one.`);
      await until('Temporal answers again', () => askTemporal(temporalAddress));
    },
    stop: () => host.stop(30_000),
  };
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

async function askPostgres(url: string): Promise<true> {
  const pool = createPool(url, { max: 1, applicationName: 'chaos' });
  try {
    await pool.query('select 1');
    return true;
  } finally {
    await pool.end();
  }
}

async function askTemporal(address: string): Promise<true> {
  const connection = await Connection.connect({ address, connectTimeout: '1s' });
  await connection.close();
  return true;
}
