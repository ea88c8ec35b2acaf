import type { ClientBase } from 'pg';
import { ConfigurationError } from '../../platform/errors.ts';
import type { Queryable } from '../core/connections.ts';
import type { Migration } from './migration.ts';
import { noteServedVersions } from './schema-check.ts';

/** Creates the table of applied migrations. The first row is the table itself. */
export async function ensureAppliedTable(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`);
  if (rows[0]?.exists === true) return;
  await db.query(`
    create table schema_migrations (version bigint primary key, name text, md5 text, run_at timestamptz);
    insert into schema_migrations (version) values (0)`);
}

/** Finds the migrations that were not applied, in their order. @throws ConfigurationError when an applied one was edited */
export async function findPending(db: Queryable, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await readApplied(db);
  const edited = migrations.filter(({ version, md5 }) => (applied.get(version) ?? md5) !== md5);
  if (edited.length > 0) {
    const versions = edited.map(({ version }) => version).join(', ');
    throw new ConfigurationError([
      `Migrations of this version are not those that were applied: ${versions}. Run the version that applied them.`,
    ]);
  }
  const newest = Math.max(0, ...applied.keys());
  return migrations.filter(({ version }) => version > newest);
}

/** The checksums of the applied migrations by their versions; none for a database that was never migrated. */
async function readApplied(db: Queryable): Promise<ReadonlyMap<number, string | null>> {
  const { rows: tables } = await db.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (tables[0]?.exists !== true) return new Map();
  const { rows } = await db.query<{ version: number; md5: string | null }>(
    'select version::integer, md5 from schema_migrations where version > 0',
  );
  return new Map(rows.map(({ version, md5 }) => [version, md5]));
}

/** Notes a migration as applied, and which versions continue after it; all before it were applied. */
export async function noteApplied(
  client: ClientBase,
  { version, name, md5 }: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query('insert into schema_migrations (version, name, md5, run_at) values ($1, $2, $3, now())', [
    version,
    name,
    md5,
  ]);
  await noteServedVersions(
    client,
    migrations.filter((each) => each.version <= version),
  );
}
