import pg from 'pg';
import { SluiceError } from '../../platform/errors.ts';
import { CARRIES_KEYS_OVER, carryKeysOver } from '../core/carry-keys-over.ts';
import { parseBackfill, runBackfill } from './backfill.ts';
import { buildIndex, parseConcurrentIndex } from './build-index.ts';
import { effectsOf } from './effects.ts';
import { runLimited, withLockRetries } from './lock-retries.ts';
import type { Migration } from './migration.ts';
import type { MigrationRun } from './migration-run.ts';

/**
 * Applies a migration and calls `note` in its last transaction. One that is interrupted is applied by the next call: in a transaction
 * from its beginning, outside of one with those of its statements that have work left.
 * @throws SluiceError when it fails, or did not get its locks in the time of the run
 */
export async function applyMigration(
  run: MigrationRun,
  migration: Migration,
  note: () => Promise<void>,
): Promise<void> {
  const what = `Migration ${migration.version}`;
  try {
    if (!migration.isOutsideTransaction) {
      await applyInside(run, what, migration, note);
      return;
    }
    for (const statement of migration.statements) await runOutside(run, what, statement);
    await inTransaction(run, note);
  } catch (error) {
    throw error instanceof pg.DatabaseError ? failure(what, error) : error;
  }
}

async function applyInside(
  run: MigrationRun,
  what: string,
  migration: Migration,
  note: () => Promise<void>,
): Promise<void> {
  await withLockRetries(await withShortWaits(run, migration), what, (limit) =>
    inTransaction(run, async () => {
      for (const statement of migration.statements) {
        await limit();
        await run.client.query(statement);
      }
      if (migration.version === CARRIES_KEYS_OVER) await carryKeysOver(run.client);
      await note();
    }),
  );
}

/**
 * Limits the waits of a transaction that locks several tables. It holds one while it waits for the next, for which a call may hold the
 * other way round: Postgres would end the call, once that has waited for `deadlock_timeout`, unless the migration has given up before.
 */
async function withShortWaits(run: MigrationRun, { statements }: Migration): Promise<MigrationRun> {
  const locked = statements.flatMap((statement) => effectsOf(statement) ?? []).map(({ table }) => table);
  if (new Set(locked).size <= 1) return run;
  const { rows } = await run.client.query<{ ms: number }>(
    `select setting::integer as ms from pg_settings where name = 'deadlock_timeout'`,
  );
  const waitMs = Math.min(run.limits.waitMs, (rows[0]?.ms ?? 0) / 2);
  return { ...run, limits: { ...run.limits, waitMs } };
}

async function inTransaction({ client }: MigrationRun, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    // A connection that broke has rolled back, and says so at the next statement.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function runOutside(run: MigrationRun, what: string, statement: string): Promise<void> {
  const index = parseConcurrentIndex(statement);
  if (index !== null) return buildIndex(run, what, index);
  const backfill = parseBackfill(statement);
  if (backfill !== null) return runBackfill(run, what, backfill);
  await runLimited(run, what, statement);
}

/** Postgres quotes values in some messages, so only the names of its error are shown. */
function failure(what: string, { code = 'XX000', table, column, constraint, message }: pg.DatabaseError): SluiceError {
  const names = Object.entries({ table, column, constraint })
    .filter(([, name]) => name !== undefined)
    .map(([kind, name]) => `${kind} ${name}`);
  const said = code.startsWith('42') ? [message] : names;
  return new SluiceError(
    'internal_error',
    `${what} failed with SQLSTATE ${[code, ...said].join(', ')}. Those before it are applied; the next call begins with it.`,
  );
}
