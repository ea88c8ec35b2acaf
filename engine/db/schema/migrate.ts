import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient, Pool } from 'pg';
import { ConfigurationError } from '../../platform/errors.ts';
import { createPool } from '../core/pool.ts';
import { requireServer } from '../core/server-check.ts';
import { refuseSharedSessions } from '../core/shared-sessions.ts';
import { ensureAppliedTable, findPending, noteApplied } from './applied-migrations.ts';
import { applyMigration } from './apply-migration.ts';
import { knownSchema } from './known-schema.ts';
import type { KnownSchema } from './known-schema.ts';
import { readMigrations } from './migration.ts';
import type { Migration } from './migration.ts';
import { LOCK_LIMITS } from './migration-run.ts';
import type { LockLimits, MigrationRun } from './migration-run.ts';
import { findSchemaFault, isSchemaLater } from './schema-check.ts';
import { ADVISORY_LOCKS } from '../core/advisory-locks.ts';

export interface MigrateOptions {
  /** By default those of this version. */
  readonly migrations?: readonly Migration[];
  readonly limits?: LockLimits;
  /** Called with a line for the operator while a migration waits or takes long. */
  readonly report?: (line: string) => void;
}

/**
 * Brings the schema to the newest version, one migration after the other, and resolves to the versions that it applied; safe to call at the
 * same time, and again after a call that was killed.
 * @throws ConfigurationError when the server cannot be used, the schema is a later one than this version knows, or an applied migration
 * was edited; SluiceError when a migration fails; whatever the driver throws when the database cannot be reached
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<readonly number[]> {
  const { limits = LOCK_LIMITS, report = () => undefined, migrations = readMigrations() } = options;
  const pool = createPool(databaseUrl, { max: 2, applicationName: 'sluice-setup' });
  try {
    await requireServer(pool);
    await refuseSharedSessions(pool);
    return await withSessionLock(pool, ADVISORY_LOCKS.migration, (client) =>
      applyPending({ client, pool, limits, report }, migrations),
    );
  } finally {
    await pool.end();
  }
}

async function applyPending(run: MigrationRun, migrations: readonly Migration[]): Promise<readonly number[]> {
  const { client } = run;
  if (await isSchemaLater(client, knownSchema(migrations))) return requireServed(client, knownSchema(migrations));
  await ensureAppliedTable(client);
  const pending = await findPending(client, migrations);
  for (const migration of pending) {
    await applyMigration(run, migration, () => noteApplied(client, migration, migrations));
  }
  return pending.map(({ version }) => version);
}

/** @returns no versions: there is nothing to apply @throws ConfigurationError when this version cannot work with the later schema */
async function requireServed(client: PoolClient, known: KnownSchema): Promise<readonly number[]> {
  const fault = await findSchemaFault(client, known);
  if (fault !== null) throw new ConfigurationError([fault]);
  return [];
}

/**
 * Runs work in a session that holds a lock, one caller at a time for each lock number. Neither the session nor those that wait hold a
 * transaction open: indexes that are built concurrently would wait for its end. Postgres frees the lock when the session ends.
 */
async function withSessionLock<T>(pool: Pool, lock: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    while (!(await tryLock(client, lock))) await delay(TRY_AGAIN_MS);
    return await work(client);
  } finally {
    client.release(true);
  }
}

const TRY_AGAIN_MS = 250;

async function tryLock(client: PoolClient, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken === true;
}
