import type { Queryable } from '../core/connections.ts';
import { readMigrations } from './migration.ts';
import { findSchemaFault } from './schema-check.ts';

/** The migrations of a database against those of this version. */
export interface SchemaVersion {
  /** The newest that was applied; null for a database that was never migrated. */
  readonly applied: number | null;
  /** Those of this version that were not applied. */
  readonly pending: readonly number[];
  /** Applied ones that this version does not have: the database is of a newer one. */
  readonly unknown: readonly number[];
  /** Whether processes of this version work with the database. */
  readonly isServed: boolean;
}

/** Reads which migrations a database has. */
export async function readSchemaVersion(db: Queryable): Promise<SchemaVersion> {
  const own = readMigrations().map(({ version }) => version);
  const applied = new Set(await appliedMigrations(db));
  return {
    applied: applied.size === 0 ? null : Math.max(...applied),
    pending: own.filter((version) => !applied.has(version)),
    unknown: [...applied].filter((version) => !own.includes(version)),
    isServed: (await findSchemaFault(db)) === null,
  };
}

/** Version 0 is the table itself. */
async function appliedMigrations(db: Queryable): Promise<readonly number[]> {
  const { rows: tables } = await db.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (tables[0]?.exists !== true) return [];
  const { rows } = await db.query<{ version: number }>(
    'select version::integer from schema_migrations where version > 0',
  );
  return rows.map(({ version }) => version);
}
