import type { Pool, PoolClient } from 'pg';
import { STAGED_COLUMNS } from '../../csv/encode-range.ts';

/** Definition of a table of staged rows: the columns in brackets. */
export const STAGED_ROWS = `(
  chunk integer not null,
  row_number bigint not null,
  key text collate "C" not null,
  email text not null,
  status subscriber_status,
  email_format email_format,
  confirmed boolean,
  confirm_time timestamptz,
  subscribe_time timestamptz,
  subscribe_ip text,
  remove_time timestamptz,
  remove_ip text,
  custom_fields jsonb not null,
  clears_fields boolean not null
)`;

/** Name of the table that holds the staged rows of an import, or those of one chunk. Names hold numbers only. */
export function stagingTable(importId: number, chunk?: number): string {
  return chunk === undefined ? `staging.import_${importId}` : `staging.import_${importId}_${chunk}`;
}

/** Name of the table with the keys of rows that failed although their key could be read. */
export function presentTable(importId: number): string {
  return `${stagingTable(importId)}_present`;
}

/** Name of the table in which older workers gathered every key of an import. */
function keysTable(importId: number): string {
  return `${stagingTable(importId)}_keys`;
}

/** Returns the target of the COPY that stages rows: table and columns. */
export function stagingTarget(importId: number): string {
  return `${stagingTable(importId)} (${STAGED_COLUMNS.join(', ')})`;
}

/**
 * Creates the staging tables of an import that are not there, one UNLOGGED partition per chunk. The table of present keys begins with
 * an empty key: a crash of Postgres empties all UNLOGGED tables, so its absence shows that staging was lost.
 */
export async function createStaging(
  client: PoolClient,
  importId: number,
  { partitions, notesKeys }: { readonly partitions: number; readonly notesKeys: boolean },
): Promise<void> {
  await createStagedChunks(client, importId, { from: 0, to: partitions });
  await client.query(
    [
      `create unlogged table ${presentTable(importId)} (key text collate "C" not null)`,
      `insert into ${presentTable(importId)} values ('')`,
      ...(notesKeys ? [presentIndex(importId)] : []),
    ].join(';'),
  );
}

/** To create the tables of 512 chunks takes 1.3 s (measured). */
const MOST_CREATED = 64;

/** The chunks whose tables are created before `createStaging` creates the rest, those of each entry in a transaction of their own. */
export function chunksAhead(partitions: number): readonly { readonly from: number; readonly to: number }[] {
  const transactions = Math.max(0, Math.ceil(partitions / MOST_CREATED) - 1);
  return Array.from({ length: transactions }, (_, i) => ({ from: i * MOST_CREATED, to: (i + 1) * MOST_CREATED }));
}

/**
 * Creates the tables of the chunks from one number to before another, unless they are there. Each is read once and dropped, so that
 * vacuuming and analysing it, which comes to 55 ms of processor time for each 20,000 rows (measured), is of no use to anybody.
 */
export async function createStagedChunks(
  client: PoolClient,
  importId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const chunks = Array.from(
    { length: to - from },
    (_, i) =>
      `create unlogged table if not exists ${stagingTable(importId, from + i)} partition of ${stagingTable(importId)}
       for values in (${from + i}) with (autovacuum_enabled = off)`,
  );
  await client.query(
    [
      // A table that is there would be worth a notice to Postgres.
      'set local client_min_messages = warning',
      `create table if not exists ${stagingTable(importId)} ${STAGED_ROWS} partition by list (chunk)`,
      ...chunks,
    ].join(';'),
  );
}

function presentIndex(importId: number): string {
  return `create index if not exists import_${importId}_present_key on ${presentTable(importId)} (key)`;
}

/** Indexes the keys of failed rows, for imports that older workers scanned. */
export async function indexPresentKeys(client: PoolClient, importId: number): Promise<void> {
  await client.query(presentIndex(importId));
}

/** Drops the keys that an older worker gathered. */
export async function dropKeys(db: Pool | PoolClient, importId: number): Promise<void> {
  await db.query(`drop table if exists ${keysTable(importId)}`);
}

/**
 * Drops the tables of the chunks, one after the other: dropping those of 60,000,000 rows at once took a transaction of 7 s. Another
 * attempt may drop them at the same time: the name of a table that has just been dropped is still in pg_class as this statement reads
 * it, while a regclass would be written as a number.
 * @returns how many there were, at most `most`
 */
export async function dropStagedChunks(
  db: Pool | PoolClient,
  importId: number,
  { most }: { readonly most: number | null } = { most: null },
): Promise<number> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name
       from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = to_regclass($1) limit $2`,
    [stagingTable(importId), most],
  );
  for (const { name } of rows) await db.query(`drop table if exists ${name}`);
  return rows.length;
}

/** With rows in them, so many are dropped in 0.2 s. */
const MOST_DROPPED = 8;

/**
 * Gives staging up, which every task then finds lost, and drops some of its tables; once there are none of chunks, the others.
 * @returns whether any may be left
 */
export async function dropSomeStaging(client: PoolClient, importId: number): Promise<boolean> {
  await client.query(`drop table if exists ${presentTable(importId)}`);
  if ((await dropStagedChunks(client, importId, { most: MOST_DROPPED })) > 0) return true;
  await dropStaging(client, importId);
  return false;
}

/**
 * Whether staging was given up and not created again since. By a row of pg_class, since to_regclass may still answer as before a
 * transaction whose locks this one waited for.
 */
export async function isStagingGivenUp(client: PoolClient, importId: number): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace = 'staging'::regnamespace and relname = $1`,
    [`import_${importId}_present`],
  );
  return rows.length === 0;
}

/** Whether an import has any table that dropStaging drops, by the expression of its id. */
export function isStaged(id: string): string {
  return `exists (select from unnest(array['', '_present', '_keys']) suffix
  where to_regclass(format('staging.import_%s%s', ${id}::bigint, suffix)) is not null)`;
}

/** Drops all tables of an import, those of its rows and of its keys; absent ones are fine. */
export async function dropStaging(db: Pool | PoolClient, importId: number): Promise<void> {
  await db.query(`drop table if exists ${stagingTable(importId)}, ${presentTable(importId)}, ${keysTable(importId)}`);
}

/** Whether the staging tables still hold what was put into them. */
export async function isStagingWhole(client: Pool | PoolClient, importId: number): Promise<boolean> {
  const { rows } = await client.query<{ whole: boolean }>(
    `select exists (select 1 from ${presentTable(importId)} where key = '') as whole`,
  );
  return rows[0]?.whole === true;
}

/**
 * Notes the keys of failed rows, so that deactivate_subscribers_not_in_import leaves their subscribers alone, and how many
 * rows have none: as a key that begins with a blank, as no key of a subscriber does.
 */
export async function notePresentKeys(
  client: PoolClient,
  importId: number,
  { keys, unread }: { readonly keys: readonly string[]; readonly unread: number },
): Promise<void> {
  const noted = unread === 0 ? keys : [...keys, ` ${unread}`];
  if (noted.length === 0) return;
  await client.query(`insert into ${presentTable(importId)} select unnest($1::text[])`, [noted]);
}

/** Counts the failed rows whose keys could not be read. */
export async function countUnreadRows(client: PoolClient, importId: number): Promise<number> {
  const { rows } = await client.query<{ unread: number }>(
    `select coalesce(sum(key::bigint), 0)::bigint as unread from ${presentTable(importId)} where key > ' ' and key < '!'`,
  );
  return Number(rows[0]?.unread ?? 0);
}

/** Counts the staged rows of a chunk that are in a range, and reads the numbers of those after a key (null: of all), in no order. */
export async function readRowsOfRange(
  client: PoolClient,
  {
    importId,
    chunk,
    afterKey,
  }: { readonly importId: number; readonly chunk: number; readonly afterKey: string | null },
  { firstRow, records }: { readonly firstRow: number; readonly records: number },
): Promise<{ staged: number; left: readonly number[] }> {
  const { rows } = await client.query<{ staged: number; left: readonly number[] }>(
    `select count(*)::integer as staged,
            coalesce(json_agg(row_number) filter (where $1::text is null or key > $1), '[]') as "left"
       from ${stagingTable(importId, chunk)} where row_number >= $2 and row_number < $3`,
    [afterKey, firstRow, firstRow + records],
  );
  return rows[0] ?? { staged: 0, left: [] };
}
