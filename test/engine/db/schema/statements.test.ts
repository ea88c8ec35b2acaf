import { describe, expect, it } from 'vitest';
import { parseMigration, readMigrations } from '../../../../engine/db/schema/migration.ts';
import { splitStatements } from '../../../../engine/db/schema/statements.ts';

describe('splitStatements', () => {
  it.each([
    ['create table a (); create table b ();', ['create table a ()', 'create table b ()']],
    [`select ';', 'it''s; one', ";"; select 2`, [`select ';', 'it''s; one', ";"`, 'select 2']],
    ['select 1 -- one; two\n + 2; /* no; */ select 3', ['select 1 \n + 2', 'select 3']],
    ['do $$ begin a; b; end $$; do $x$ $$ ; $x$', ['do $$ begin a; b; end $$', 'do $x$ $$ ; $x$']],
    ['select $1; -- the end', ['select $1']],
    ["select 'open", ["select 'open"]],
    [' ; -- nothing', []],
  ])('splits %j', (script, statements) => {
    expect(splitStatements(script)).toEqual(statements);
  });
});

describe('the migrations of this version', () => {
  it('each have statements and a description', () => {
    for (const { version, description, statements } of readMigrations()) {
      expect(statements.length, String(version)).toBeGreaterThan(0);
      expect(description, String(version)).not.toBe('');
    }
  });

  it('have rising versions', () => {
    const versions = readMigrations().map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  });
});

describe('parseMigration', () => {
  const TEXT =
    '-- Drops a column.\r\n-- Contract.\r\n-- Versions from schema 7 on continue with this schema.\r\n\r\nselect 1;\r\n';

  it('reads what a migration declares', () => {
    expect(parseMigration('009.do.some-name.sql', TEXT)).toMatchObject({
      ...{ version: 9, name: 'some-name', description: 'Drops a column.', statements: ['select 1'] },
      ...{ servesFrom: 7, isOutsideTransaction: false, isContract: true },
    });
  });

  it('has one checksum for every line end', () => {
    const { md5 } = parseMigration('009.do.x.sql', TEXT);
    expect(parseMigration('009.do.x.sql', TEXT.replaceAll('\r', '')).md5).toBe(md5);
  });
});
