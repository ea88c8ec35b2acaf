import type pg from 'pg';
import type { DatabasePool } from 'slonik';
import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { createPool } from '../db/core/pool.ts';
import { createDatabase } from '../db/core/slonik.ts';
import { readEpoch } from '../db/installation/epoch.ts';
import type { TemporalClient } from '../jobs/temporal-client.ts';
import { readEngineFile } from './engine-file.ts';
import { doesNotAnswer } from './failure-sentence.ts';

/** Settings, output and connections of a verb. Connections open at first use and close when the verb has ended. */
export interface VerbContext {
  readonly config: Config;
  /** Writes a line to stdout, where scripts read; everything else belongs to stderr. */
  readonly print: (line: string) => void;
  /** @throws SluiceError when no engine runs on DATA_DIR and no DATABASE_URL is set, or the database does not answer. */
  readonly database: () => Promise<DatabasePool>;
  /** The same database as a bare pool, for what has no typed queries; it connects at the first query. */
  readonly pool: () => Promise<pg.Pool>;
  /**
   * @throws SluiceError when no engine runs on DATA_DIR and no TEMPORAL_ADDRESS is set, Temporal does not answer, or it belongs to
   * another database.
   */
  readonly temporal: () => Promise<TemporalClient>;
}

/** Runs the work of a verb with the settings of the environment, and closes what it has opened. */
export async function withVerbContext(work: (context: VerbContext) => Promise<void>): Promise<void> {
  const config = loadConfig();
  const close: (() => Promise<void>)[] = [];
  const database = once(async () => {
    const pool = await openDatabase(config);
    close.push(() => pool.end());
    return pool;
  });
  const pool = once(async () => {
    const bare = createPool(await databaseUrlOf(config), { max: 2, applicationName: 'sluice-cli' });
    close.push(() => bare.end());
    return bare;
  });
  const temporal = once(async () => {
    // Loaded only by verbs that use it: its packages take a third of a second.
    const { openTemporal, requireOwnTemporal, temporalTarget } = await import('./open-temporal.ts');
    const target = await temporalTarget(config);
    const client = await openTemporal(config, target, async () => readEpoch(await pool()));
    close.push(() => client.connection.close());
    // Servers of an engine belong together: it has checked them.
    if (config.databaseUrl !== undefined || config.temporalAddress !== undefined) {
      const { temporalAddress } = target;
      await requireOwnTemporal({
        client,
        pool: await pool(),
        databaseUrl: await databaseUrlOf(config),
        temporalAddress,
      });
    }
    return client;
  });
  try {
    await work({ config, print: (line) => void process.stdout.write(`${line}\n`), database, pool, temporal });
  } finally {
    await Promise.all(close.map((closeOne) => closeOne()));
  }
}

async function databaseUrlOf({ databaseUrl, dataDir }: Config): Promise<string> {
  return databaseUrl ?? (await readEngineFile(dataDir)).databaseUrl;
}

async function openDatabase(config: Config): Promise<DatabasePool> {
  const url = await databaseUrlOf(config);
  try {
    return await createDatabase(url, { connections: 2 });
  } catch (error) {
    throw doesNotAnswer('database', new URL(url).host, error);
  }
}

function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | null = null;
  return () => (created ??= create());
}
