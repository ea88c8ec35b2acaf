import type { Pool } from 'pg';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { Notice } from '../../domain/notices.ts';
import { COMMIT_WITHOUT_WAITING } from '../core/disk.ts';
import { inTransaction } from '../core/transaction.ts';
import { LOCK_ID, LOCK_SPACES } from '../core/advisory-locks.ts';
import { SOURCE_BYTES_OF_ORGANIZATION } from './usage.ts';

/** One attempt to write the source of a job. */
export interface SourceWriter {
  /** Table of the rows of the jobs of its kind. */
  readonly table: string;
  readonly jobId: number;
  readonly organizationId: number;
  /** A UUID of its own. */
  readonly writer: string;
}

/** The bytes that an attempt requests, counted from the beginning of the file. */
export interface AskedBytes {
  /** With fewer it can do nothing. */
  readonly needed: number;
  /** Granted as far as there is room. */
  readonly wanted: number;
  /** Bytes that all sources of the organization may take together. */
  readonly most: number;
}

/** The answer to an attempt that requests room. */
export interface Grant {
  readonly hasEnded: boolean;
  /** Whether the attempt writes the source: no other one has taken over, and the job has not ended. */
  readonly isWriter: boolean;
  /** The bytes that it may write; null when there is no room for those it needs. */
  readonly granted: number | null;
  /** Bytes that the other sources of the organization take. */
  readonly taken: number;
  /** Whether an earlier attempt was given up or killed while it wrote: parts of its file may be left. */
  readonly wasInterrupted: boolean;
}

/**
 * Makes an attempt the writer of a job's source, in place of any other one, and requests room. Requests of an organization are
 * answered one after the other, so that two do not both get what is left. The commit does not wait for the disk: after a crash
 * of Postgres the attempt is no longer the writer.
 */
export function beginSource(pool: Pool, writer: SourceWriter, asked: AskedBytes): Promise<Grant> {
  return ask(pool, writer, asked, 'begin');
}

/** Asks for more room, or less. Without it, the writer keeps what it has. */
export function growSource(pool: Pool, writer: SourceWriter, asked: AskedBytes): Promise<Grant> {
  return ask(pool, writer, asked, 'grow');
}

function ask(
  pool: Pool,
  { table, jobId, organizationId, writer }: SourceWriter,
  { needed, wanted, most }: AskedBytes,
  how: 'begin' | 'grow',
): Promise<Grant> {
  return inTransaction(
    pool,
    async (client) => {
      await client.query(LOCK_ID, [LOCK_SPACES.sources, organizationId]);
      const values = [organizationId, jobId, writer, needed, wanted, most];
      const { rows } = await client.query<Grant>(how === 'begin' ? begin(table) : grow(table), values);
      return rows[0] ?? { hasEnded: true, isWriter: false, granted: null, taken: 0, wasInterrupted: false };
    },
    undefined,
    COMMIT_WITHOUT_WAITING,
  );
}

/** `mayWrite` decides which attempts are answered, and `otherwise` what one has for which there is no room. */
function asking(table: string, mayWrite: string, otherwise: string): string {
  return `
  with me as (
    select id, reserved_bytes, coalesce(reserved_bytes, 0) as own, finished_at is not null as has_ended,
           finished_at is null and ${mayWrite} as is_writer
      from ${table} where id = $2 for no key update
  ), others as (
    select taken, $6::bigint - taken >= $4::bigint as has_room
      from (select (${SOURCE_BYTES_OF_ORGANIZATION}) - own as taken from me) of_others
  ), granted as (
    update ${table} i
       set source_writer = $3::uuid,
           reserved_bytes = case when has_room then least($5::bigint, $6::bigint - taken) else ${otherwise} end
      from me, others where i.id = me.id and me.is_writer
    returning case when has_room then i.reserved_bytes end as granted
  )
  select me.has_ended as "hasEnded", me.is_writer as "isWriter", (select granted from granted) as granted, others.taken,
         me.reserved_bytes is not null as "wasInterrupted"
    from me, others`;
}

const begin = (table: string) => asking(table, 'true', '0');
const grow = (table: string) => asking(table, 'source_writer = $3::uuid', 'own');

/** The outcome of writing a source. */
export type StoredSource =
  | 'counted'
  /** The job has ended: nothing will read the file. */
  | 'ended'
  /** Another attempt has taken over: the file is its own. */
  | 'replaced';

/** Sizes and format of a source that an attempt has stored. */
export interface WrittenSource {
  /** Null: only the packed file. */
  readonly sourceBytes: number | null;
  /** Of the file that it was unpacked from. */
  readonly packedBytes: number | null;
  /** Format that was detected when it was unpacked. */
  readonly sourceFormat: SourceFormat;
  readonly notices: readonly Notice[];
}

/** Counts a source that is stored, in place of what its writer had reserved. */
export async function endSource(
  pool: Pool,
  { table, jobId, writer }: SourceWriter,
  { sourceBytes, packedBytes, sourceFormat, notices }: WrittenSource,
): Promise<StoredSource> {
  const { rows } = await pool.query<{ is_counted: boolean }>(
    `update ${table}
        set source_bytes = case when finished_at is null then $3::bigint end, packed_bytes = coalesce($4::bigint, packed_bytes),
            source_format = source_format || $5::jsonb,
            notices = case when notices @> $6::jsonb then notices else notices || $6::jsonb end,
            source_writer = null, reserved_bytes = null
      where id = $1 and source_writer = $2
      returning finished_at is null as is_counted`,
    [jobId, writer, sourceBytes, packedBytes, JSON.stringify(sourceFormat), JSON.stringify(notices)],
  );
  const [row] = rows;
  if (row === undefined) return 'replaced';
  return row.is_counted ? 'counted' : 'ended';
}

/** Gives back what an attempt had reserved, of whose file nothing is left. */
export async function giveBackSource(pool: Pool, { table, jobId, writer }: SourceWriter): Promise<void> {
  await pool.query(
    `update ${table} set source_writer = null, reserved_bytes = null where id = $1 and source_writer = $2`,
    [jobId, writer],
  );
}

/** Records the size of a job's source, once it is stored. */
export async function recordSourceBytes(
  pool: Pool,
  { table, jobId }: Pick<SourceWriter, 'table' | 'jobId'>,
  bytes: number,
): Promise<void> {
  await pool.query(`update ${table} set source_bytes = $2 where id = $1`, [jobId, bytes]);
}
