import type { PoolClient } from 'pg';
import { dropTriggers, requireNoObstacles } from './begin-copy.ts';
import { applyChanges } from './copy-rows.ts';
import { requireSameColumns } from './progress.ts';
import { COPY, OLD, readFollowers, runStatements } from './table-statements.ts';

/** So many changes are applied within a second or two, while all other transactions wait for the table. */
const MOST_CHANGES = 50_000;

/**
 * Puts the copy in the place of `subscribers`, with its privileges, triggers and views; the former table moves to another schema.
 * In the caller's transaction, which has a lock_timeout. @returns false when too many changes wait to do it now
 * @throws SluiceError when the table cannot be exchanged
 */
export async function exchangeTables(client: PoolClient): Promise<boolean> {
  await client.query('lock table subscribers in access exclusive mode');
  if (!(await applyAllChanges(client))) return false;
  await requireSameColumns(client);
  await requireNoObstacles(client);
  await dropTriggers(client);
  const followers = await readFollowers(client);
  await continueIds(client);
  const { rows } = await client.query<{ schema: string }>(
    `select quote_ident(nspname) as schema from pg_class join pg_namespace n on n.oid = relnamespace
      where pg_class.oid = 'subscribers'::regclass`,
  );
  await client.query(`create schema ${OLD}; alter table subscribers set schema ${OLD}`);
  // Indexes, constraints and the sequence of ids move with their tables, and have their names already.
  await runStatements(
    client,
    `select format('alter table %s set schema ${rows[0]?.schema}', oid::regclass) as statement from pg_class
      where relnamespace = '${COPY}'::regnamespace and relkind in ('r', 'p') and starts_with(relname, 'subscribers')
      order by relkind, oid`,
  );
  for (const statement of followers) await client.query(statement);
  await client.query(`drop schema ${COPY} cascade`);
  return true;
}

async function applyAllChanges(client: PoolClient): Promise<boolean> {
  for (let applied = 0; applied <= MOST_CHANGES;) {
    const taken = await applyChanges(client, MOST_CHANGES);
    if (taken === 0) return true;
    applied += taken;
  }
  return false;
}

async function continueIds(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select pg_get_serial_sequence('subscribers', 'id') as from, pg_get_serial_sequence('${COPY}.subscribers', 'id') as to`,
  );
  const [sequences] = rows;
  if (sequences === undefined) throw new Error('The ids of subscribers have no sequence.');
  await client.query(`select setval($1::regclass, last_value, is_called) from ${sequences.from}`, [sequences.to]);
}

/** Drops the table that was exchanged; in the caller's transaction. */
export async function dropOldTable(client: PoolClient): Promise<void> {
  await client.query(`drop table ${OLD}.subscribers; drop schema ${OLD}`);
}
