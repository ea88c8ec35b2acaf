import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { createPool } from '../../db/core/pool.ts';
import { createDatabase } from '../../db/core/slonik.ts';
import type { Sides } from '../../jobs/installation/sides.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import type { Config } from '../../platform/config.ts';
import { readEngineFile } from '../engine-file.ts';
import { failureMessage } from '../failure-sentence.ts';
import { openTemporal } from '../open-temporal.ts';
import { wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** The servers of a service, as far as they are known and answer. */
export interface ReachedServers {
  /** Connects at the first query; null when no database is known. */
  readonly pool: Pool | null;
  readonly client: TemporalClient | null;
  /** The same database for typed queries. @throws whatever the connection throws */
  readonly database: () => Promise<DatabasePool>;
  /** Both servers; null unless both are known and Temporal answers. */
  readonly sides: () => Sides | null;
  /** Faults: servers that could not be found or reached. */
  readonly findings: readonly Finding[];
}

/** Runs work with the servers of the settings, or those of the engine that runs on DATA_DIR, and closes what it has opened. */
export async function withReachedServers<Result>(
  config: Config,
  work: (servers: ReachedServers) => Promise<Result>,
): Promise<Result> {
  const findings: Finding[] = [];
  const { databaseUrl, target } = await addressesOf(config, findings);
  const pool = databaseUrl === null ? null : createPool(databaseUrl, POOL);
  const client = target === null ? null : await reach(() => openTemporal(config, target), findings);
  const close: (() => Promise<unknown>)[] = [];
  const database = async () => {
    const db = await createDatabase(databaseUrl ?? '', { connections: 2, statementTimeoutMs: STATEMENT_MS });
    close.push(() => db.end());
    return db;
  };
  const sides = () =>
    pool === null || client === null || databaseUrl === null || target === null
      ? null
      : { client, pool, databaseUrl, temporalAddress: target.temporalAddress };
  try {
    return await work({ pool, client, database, sides, findings });
  } finally {
    for (const each of close) await each();
    await pool?.end();
    await client?.connection.close();
  }
}

const STATEMENT_MS = 10_000;
const POOL = { max: 2, applicationName: 'sluice-cli', statementTimeoutMs: STATEMENT_MS };

interface Addresses {
  readonly databaseUrl: string | null;
  readonly target: { readonly temporalAddress: string; readonly temporalNamespace: string } | null;
}

async function addressesOf(config: Config, findings: Finding[]): Promise<Addresses> {
  const { databaseUrl, temporalAddress, temporalNamespace, dataDir } = config;
  const target = temporalAddress === undefined ? null : { temporalAddress, temporalNamespace };
  if (databaseUrl !== undefined && target !== null) return { databaseUrl, target };
  try {
    const engine = await readEngineFile(dataDir);
    return { databaseUrl: databaseUrl ?? engine.databaseUrl, target: target ?? engine };
  } catch (error) {
    const text = `${[...(databaseUrl === undefined ? ['DATABASE_URL'] : []), ...(target === null ? ['TEMPORAL_ADDRESS'] : [])].join(' and ')} not set, and no engine runs on DATA_DIR.`;
    findings.push(
      wrong(
        'settings',
        text,
        'Set them as for the roles, or start the service: npx sluice start',
        failureMessage(error),
      ),
    );
    return { databaseUrl: databaseUrl ?? null, target };
  }
}

async function reach(open: () => Promise<TemporalClient>, findings: Finding[]): Promise<TemporalClient | null> {
  try {
    return await open();
  } catch (error) {
    const remedy = 'Start Temporal, or correct TEMPORAL_ADDRESS and the settings of TLS.';
    findings.push(wrong('temporal', 'Temporal does not answer.', remedy, failureMessage(error)));
    return null;
  }
}
