import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { findServerFault, requireServer } from '../../../../engine/db/core/server-check.ts';
import { ConfigurationError } from '../../../../engine/platform/errors.ts';
import { createTestDatabase } from '../../../support/database.ts';

/** A database without tables, for whose sessions something was set, and a pool of such sessions. */
async function openDatabase(statements: readonly string[] = []) {
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(() => database.drop());
  for (const statement of statements) await database.pool.query(statement);
  const pool = createPool(database.url, { max: 1 });
  onTestFinished(() => pool.end());
  return { pool, name: new URL(database.url).pathname.slice(1) };
}

it('takes a Postgres of a supported version in UTF8', async () => {
  const { pool } = await openDatabase();
  expect(await findServerFault(pool)).toBeNull();
});

it('refuses an older Postgres than 14, with what to do', async () => {
  const { pool, name } = await openDatabase();
  // A session finds this function before the server's own.
  await pool.query(`
    create schema older;
    create function older.current_setting(name text) returns text language sql as $$
      select case name when 'server_version_num' then '130014' when 'server_version' then '13.14'
                       else pg_catalog.current_setting(name) end $$;
    alter database ${name} set search_path = older, pg_catalog, public;
    set search_path = older, pg_catalog, public`);
  expect(await findServerFault(pool)).toEqual({
    text: 'Postgres 13.14 is too old: version 14 or later is needed.',
    remedy: 'Upgrade the server.',
  });
  await expect(requireServer(pool)).rejects.toBeInstanceOf(ConfigurationError);
});

it('refuses a database that is not in UTF8, also for its migrations', async () => {
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(() => database.drop());
  const name = `test_latin_${randomBytes(6).toString('hex')}`;
  await database.pool.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  onTestFinished(() => database.pool.query(`drop database ${name}`).then(() => undefined));
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const pool = createPool(url.href, { max: 1 });
  expect(await findServerFault(pool).finally(() => pool.end())).toMatchObject({
    text: expect.stringMatching(/^The database has the encoding LATIN1, /),
    remedy: expect.stringContaining("create database … encoding 'UTF8'"),
  });
  await expect(migrate(url.href)).rejects.toBeInstanceOf(ConfigurationError);
});

it.each([
  ['ISO, DMY', true],
  ['SQL, DMY', false],
  ['German', false],
])('with the DateStyle %s a database can be used: %s', async (style, isUsable) => {
  const { pool, name } = await openDatabase();
  await pool.query(`alter database ${name} set datestyle = '${style}'`);
  await pool.query(`set datestyle = '${style}'`);
  const fault = await findServerFault(pool);
  if (isUsable) expect(fault).toBeNull();
  else
    expect(fault).toMatchObject({
      text: expect.stringMatching(
        /^Sessions of the database have the DateStyle ".*", in which times are read wrongly\.$/,
      ),
    });
});
