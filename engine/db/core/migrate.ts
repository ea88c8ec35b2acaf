import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { CARRIES_KEYS_OVER, carryKeysOver } from './carry-keys-over.ts';
import { lockedTransaction } from './locked-transaction.ts';

/**
 * Brings the schema to the newest version and resolves to the versions applied, in order; safe to call at the same time.
 * @throws when the database cannot be reached, a migration fails or an applied one was edited.
 */
export async function migrate(databaseUrl: string): Promise<readonly number[]> {
  // One transaction around script and version entry: a crash between the two would leave a schema that no migration fits.
  return lockedTransaction(databaseUrl, MIGRATION_LOCK, async (client) => {
    const versions = (await createPostgrator(client).migrate()).map(({ version }) => version);
    if (versions.includes(CARRIES_KEYS_OVER)) await carryKeysOver(client);
    return versions;
  });
}

// Any number will do, as long as nothing else in this database locks on it.
const MIGRATION_LOCK = 7_201_955_001;

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url));

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
