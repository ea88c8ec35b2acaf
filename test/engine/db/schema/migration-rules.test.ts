import { describe, expect, it } from 'vitest';
import { parseMigration, readMigrations } from '../../../../engine/db/schema/migration.ts';
import { migrationFaults } from '../../../support/migration-faults.ts';

/** The last migration from before the rules. */
const LAST_WITHOUT_RULES = 48;
const SERVES = '-- Adds something.\n-- Earlier versions continue with this schema.\n';
const OUTSIDE = `${SERVES}-- Runs outside a transaction.\n`;
const faultsOf = (text: string) => migrationFaults(parseMigration('099.do.sample.sql', text));

it('migrations stop no calls and no earlier version', () => {
  const found = readMigrations()
    .filter(({ version }) => version > LAST_WITHOUT_RULES)
    .map((migration) => [migration.version, migrationFaults(migration)] as const);
  expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
});

describe('the rules refuse', () => {
  it.each([
    ['create table t ()', 'It does not say which earlier versions continue'],
    [`${SERVES}vacuum full subscribers`, 'Not known'],
    [`${SERVES}alter table subscribers enable trigger all`, 'It is not known what this does'],
    [`${SERVES}alter table subscribers alter column id type text`, 'It writes a large table again'],
    [
      `${SERVES}alter table subscribers add column a uuid not null default gen_random_uuid()`,
      'It writes a large table again',
    ],
    [
      `${SERVES}alter table subscribers add column a int, add column b text generated always as (lower(email)) stored`,
      'again',
    ],
    [`${SERVES}alter table subscribers alter column email set not null`, 'It reads a large table under a lock'],
    [`${SERVES}alter table subscribers add constraint c check (id > 0)`, 'It reads a large table under a lock'],
    [`${SERVES}create index subscribers_x on subscribers (email)`, 'create it concurrently'],
    [`${SERVES}alter table subscribers add constraint u unique (mailing_list_id, email)`, 'create it concurrently'],
    [`${SERVES}update subscribers set confirmed = true`, 'use batches'],
    [`${SERVES}alter table campaigns add foreign key (a) references b (id)`, 'add it not valid'],
    [`${SERVES}alter table campaigns add column a bigint references mailing_lists (id)`, 'add it not valid'],
    [`${SERVES}alter table campaigns add column a bigint not null`, 'the column needs a default'],
    [`${SERVES}alter table campaigns drop column name`, 'not marked as contract'],
    [`${SERVES}alter table campaigns rename to others`, 'not marked as contract'],
    [`${SERVES}drop table campaigns`, 'not marked as contract'],
    [`${SERVES}create index concurrently x on subscribers (email)`, 'It has to run outside a transaction'],
    [`${SERVES}update {subscribers} set a = 1 where ctid between {first} and {last}`, 'outside a transaction'],
    [`${OUTSIDE}alter table campaigns add column a bigint`, 'It fails when it runs again'],
  ])('%j', (text, sentence) => {
    expect(faultsOf(text).join('\n')).toContain(sentence);
  });
});

describe('the rules allow', () => {
  it.each([
    `${SERVES}create table t (id bigint primary key references mailing_lists (id), name text not null); create index t_name on t (name)`,
    `${SERVES}alter table subscribers add column a text, add column b boolean not null default false`,
    `${SERVES}alter table subscribers add constraint c check (id in (1, 2)) not valid`,
    `${SERVES}alter table campaigns add constraint f foreign key (a) references b (id) not valid`,
    `${OUTSIDE}alter table subscribers validate constraint c`,
    `${OUTSIDE}create index concurrently if not exists subscribers_x on subscribers (email)`,
    `${OUTSIDE}update {subscribers} s set a = 1 where a is null and s.ctid between {first} and {last}`,
    '-- Drops.\n-- Contract.\n-- Versions from schema 98 on continue with this schema.\nalter table campaigns drop column name',
  ])('%j', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
