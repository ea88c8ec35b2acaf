import type pg from 'pg';
import Postgrator from 'postgrator';
import { ConfigurationError } from '../../platform/errors.ts';
import { CARRIES_KEYS_OVER, carryKeysOver } from '../core/carry-keys-over.ts';
import { lockedTransaction } from '../core/locked-transaction.ts';
import { MIGRATIONS_DIR } from './known-schema.ts';
import { findSchemaFault, isSchemaLater, noteServedVersions } from './schema-check.ts';
import { requireServer } from '../core/server-check.ts';

/**
 * Brings the schema to the newest version and resolves to the versions applied, in order; safe to call at the same time.
 * @throws ConfigurationError when the server cannot be used, or the schema is a later one than this version knows; when the database
 * cannot be reached, a migration fails or an applied one was edited.
 */
export async function migrate(databaseUrl: string): Promise<readonly number[]> {
  // One transaction around script and version entry: a crash between the two would leave a schema that no migration fits.
  return lockedTransaction(databaseUrl, MIGRATION_LOCK, async (client) => {
    await requireServer(client);
    if (await isSchemaLater(client)) return requireServed(client);
    const versions = (await createPostgrator(client).migrate()).map(({ version }) => version);
    if (versions.includes(CARRIES_KEYS_OVER)) await carryKeysOver(client);
    await noteServedVersions(client);
    return versions;
  });
}

// Any number will do, as long as nothing else in this database locks on it.
const MIGRATION_LOCK = 7_201_955_001;

/** @returns no versions: there is nothing to apply @throws ConfigurationError when this version cannot work with the later schema */
async function requireServed(client: pg.Client): Promise<readonly number[]> {
  const fault = await findSchemaFault(client);
  if (fault !== null) throw new ConfigurationError([fault]);
  return [];
}

function createPostgrator(client: pg.Client): Postgrator {
  return new Postgrator({
    driver: 'pg',
    schemaTable: 'schema_migrations',
    migrationPattern: `${escapeGlob(MIGRATIONS_DIR)}/*.sql`,
    // Git may check the files out with other line ends; the checksum must not depend on it.
    newline: 'LF',
    execQuery: (query) => client.query<Record<string, unknown>>(query),
    execSqlScript: async (script) => void (await client.query(script)),
  });
}

function escapeGlob(path: string): string {
  return path.replaceAll('\\', '/').replace(/[?*()[\]]/g, '[$&]');
}
