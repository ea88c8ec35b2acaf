import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { knownSchema } from '../../../../engine/db/schema/known-schema.ts';
import { readMigrations } from '../../../../engine/db/schema/migration.ts';
import { findSchemaFault } from '../../../../engine/db/schema/schema-check.ts';
import { ConfigurationError } from '../../../../engine/platform/errors.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const { newest } = knownSchema();
const LATER = newest + 3;

describe('the schema of a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  afterEach(async () => {
    await database.pool.query('delete from schema_migrations where version > $1', [newest]);
  });

  const addLater = async (servesFrom: number | null) => {
    await database.pool.query(`insert into schema_migrations (version, name, md5) values ($1, 'later', '')`, [LATER]);
    const note = servesFrom === null ? 'null' : `'Serves code from schema ${servesFrom}'`;
    await database.pool.query(`comment on table schema_migrations is ${note}`);
  };

  it('is the one of this version after its migrations', async () => {
    expect(await findSchemaFault(database.pool)).toBeNull();
  });

  it('is refused while migrations of this version are missing', async () => {
    expect(await findSchemaFault(database.pool, { newest: newest + 1, servesFrom: 1 })).toBe(
      `The database has the schema ${newest}, and this version needs ${newest + 1}. Run npx sluice migrate.`,
    );
  });

  it.each([null, newest + 1])('is refused when it is later and goes with code from schema %s', async (servesFrom) => {
    await addLater(servesFrom);
    const fault = `The database has the schema ${LATER}, and this version knows none after ${newest}. Run the version that has migrated it, or a later one.`;
    expect(await findSchemaFault(database.pool)).toBe(fault);
    await expect(migrate(database.url)).rejects.toEqual(new ConfigurationError([fault]));
  });

  it.each([newest, newest - 1])('may be later when it says that code from schema %i continues', async (servesFrom) => {
    await addLater(servesFrom);
    expect(await findSchemaFault(database.pool)).toBeNull();
    expect(await migrate(database.url)).toEqual([]);
  });
});

it('of a database without tables is none, before and after migrations that did not end', async () => {
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(() => database.drop());
  const none = 'The database has no tables of Sluice. Run npx sluice migrate.';
  expect(await findSchemaFault(database.pool)).toBe(none);
  await database.pool.query('create table schema_migrations (version bigint)');
  expect(await findSchemaFault(database.pool)).toBe(none);
});

describe('the migrations of a version', () => {
  const SERVES = '-- Adds a table.\n-- Earlier versions continue with this schema.\ncreate table t ();\n';
  const SERVES_FROM_10 = '-- Drops a table.\n-- Versions from schema 10 on continue with this schema.\ndrop table u;\n';
  const PLAIN = '-- Earlier versions know nothing of this.\ndrop table t;\n';

  it.each([
    [
      { 7: SERVES, 9: PLAIN, 10: SERVES, 12: SERVES },
      { newest: 12, servesFrom: 9 },
    ],
    [
      { 8: SERVES, 9: SERVES, 10: PLAIN },
      { newest: 10, servesFrom: 10 },
    ],
    [
      { 9: PLAIN, 100: SERVES },
      { newest: 100, servesFrom: 9 },
    ],
    [
      { 9: PLAIN, 12: SERVES_FROM_10, 13: SERVES },
      { newest: 13, servesFrom: 10 },
    ],
  ])('say from which schema on code continues with the newest one (%#)', async (files, known) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [version, text] of Object.entries(files)) {
      await writeFile(join(folder, `${version.padStart(3, '0')}.do.change.sql`), text);
    }
    expect(knownSchema(readMigrations(folder))).toEqual(known);
  });
});
