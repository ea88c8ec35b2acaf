import type { PoolClient } from 'pg';
import { SluiceError } from '../../platform/errors.ts';
import { COPY, copyDefinition, findObstacles } from './table-statements.ts';

/**
 * Creates the partitioned copy of `subscribers`, without rows, and triggers that log the id of each row that is written from
 * now on; in the caller's transaction, which has a lock_timeout. @throws SluiceError when the table cannot be exchanged
 */
export async function beginCopy(client: PoolClient, partitions: number): Promise<void> {
  await requireNoObstacles(client);
  await client.query(`
    create schema ${COPY};
    create table ${COPY}.subscribers (like subscribers including all excluding indexes) partition by hash (mailing_list_id);
    create table ${COPY}.changes (mailing_list_id bigint not null, id bigint not null);
    create table ${COPY}.progress (
      partitions integer not null,
      copied_list bigint not null default 0,
      copied_id bigint not null default 0,
      rows_copied bigint not null default 0,
      copied_at timestamptz,
      checked_list bigint not null default 0,
      checked_id bigint not null default 0,
      rows_checked bigint not null default 0,
      checked_at timestamptz
    );
    insert into ${COPY}.progress (partitions) values (${partitions})`);
  const settings = await storageSettings(client);
  for (let number = 0; number < partitions; number++) {
    await client.query(
      `create table ${COPY}.subscribers_${number} partition of ${COPY}.subscribers
         for values with (modulus ${partitions}, remainder ${number}) ${settings}`,
    );
  }
  await copyDefinition(client);
  await client.query(TRIGGERS);
}

/** @throws SluiceError when something refers to `subscribers` that cannot follow it to a partitioned table */
export async function requireNoObstacles(client: PoolClient): Promise<void> {
  const obstacles = await findObstacles(client);
  if (obstacles.length === 0) return;
  throw new SluiceError(
    'validation_failed',
    `These cannot follow subscribers to a partitioned table; drop them first: ${obstacles.join('; ')}.`,
  );
}

/** The storage parameters of the table; Postgres accepts them for partitions only. */
async function storageSettings(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ settings: string | null }>(
    `select 'with (' || array_to_string(reloptions, ', ') || ')' as settings from pg_class where oid = 'subscribers'::regclass`,
  );
  return rows[0]?.settings ?? '';
}

/** They run with the rights of the table's owner: other roles that may write subscribers need none on the log. */
const TRIGGERS = `
  create function ${COPY}.log_changes() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    insert into ${COPY}.changes (mailing_list_id, id) select mailing_list_id, id from written;
    return null;
  end $$;
  create function ${COPY}.refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'subscribers is being partitioned: until then no id of a row changes, and the table is not truncated';
  end $$;
  create trigger partitioning_insert after insert on subscribers
    referencing new table as written for each statement execute function ${COPY}.log_changes();
  create trigger partitioning_update after update on subscribers
    referencing new table as written for each statement execute function ${COPY}.log_changes();
  create trigger partitioning_delete after delete on subscribers
    referencing old table as written for each statement execute function ${COPY}.log_changes();
  create trigger partitioning_ids before update of mailing_list_id, id on subscribers
    for each statement execute function ${COPY}.refuse();
  create trigger partitioning_truncate before truncate on subscribers
    for each statement execute function ${COPY}.refuse()`;

/** Drops the copy and all that belongs to it; in the caller's transaction, which has a lock_timeout. */
export async function dropCopy(client: PoolClient): Promise<void> {
  await client.query('lock table subscribers in access exclusive mode');
  await dropTriggers(client);
  await client.query(`drop schema if exists ${COPY} cascade`);
}

/** Drops the triggers of beginCopy. */
export async function dropTriggers(client: PoolClient): Promise<void> {
  for (const name of ['insert', 'update', 'delete', 'ids', 'truncate']) {
    await client.query(`drop trigger if exists partitioning_${name} on subscribers`);
  }
}
