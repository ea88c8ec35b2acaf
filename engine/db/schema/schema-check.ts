import type { Queryable } from '../core/connections.ts';
import { knownSchema } from './known-schema.ts';
import type { KnownSchema } from './known-schema.ts';
import type { Migration } from './migration.ts';

/** The schema of a database. */
interface AppliedSchema {
  /** The version of the last migration that was applied. */
  readonly version: number;
  /** From which version on code continues with it; null: the database does not say. */
  readonly servesFrom: number | null;
}

/**
 * Finds why this version cannot work with the schema of a database, as a sentence with the remedy; null when it can: the schema is the one that it
 * knows, or a later one whose migrations say that earlier versions continue with it.
 */
export async function findSchemaFault(db: Queryable, known: KnownSchema = knownSchema()): Promise<string | null> {
  const applied = await readSchema(db);
  const { newest } = known;
  if (applied === null) return 'The database has no tables of Sluice. Run npx sluice migrate.';
  const { version, servesFrom } = applied;
  if (version < newest) {
    return `The database has the schema ${version}, and this version needs ${newest}. Run npx sluice migrate.`;
  }
  if (version === newest || (servesFrom !== null && servesFrom <= newest)) return null;
  return `The database has the schema ${version}, and this version knows none after ${newest}. Run the version that has migrated it, or a later one.`;
}

/** Whether the schema of a database is later than the one that this version knows. */
export async function isSchemaLater(db: Queryable, known: KnownSchema): Promise<boolean> {
  return ((await readSchema(db))?.version ?? 0) > known.newest;
}

/** Notes in the database which versions continue with its schema, to which these migrations have brought it. */
export async function noteServedVersions(db: Queryable, applied: readonly Migration[]): Promise<void> {
  await db.query(`comment on table schema_migrations is '${NOTE}${knownSchema(applied).servesFrom}'`);
}

/** Stands before the version in the comment of the table of migrations. */
const NOTE = 'Serves code from schema ';

async function readSchema(db: Queryable): Promise<AppliedSchema | null> {
  const { rows } = await db.query<{ exists: boolean; note: string | null }>(
    `select to_regclass('schema_migrations') is not null as exists,
            obj_description(to_regclass('schema_migrations'), 'pg_class') as note`,
  );
  const [found] = rows;
  if (found?.exists !== true) return null;
  const applied = await db.query<{ version: number | null }>(
    'select max(version)::integer as version from schema_migrations',
  );
  const version = applied.rows[0]?.version ?? 0;
  if (version === 0) return null;
  const { note } = found;
  return { version, servesFrom: note?.startsWith(NOTE) === true ? Number(note.slice(NOTE.length)) : null };
}
