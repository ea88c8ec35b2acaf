import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import type { Queryable } from '../core/connections.ts';
import { createEpochMemory } from './epoch-memory.ts';
import type { EpochMemory, SeenDatabase } from './epoch-memory.ts';

/**
 * Begins a new epoch when the database is another one than that in which the present epoch began (it was restored, or a standby was
 * promoted), or has less in its log than this process has seen in this epoch: an earlier state of its disk was put back. What was
 * written last may be gone. Each session of a worker does this first, and of an API those that jobs are started with. Such a change
 * ends all sessions, so no session works in an epoch that is over.
 */
export async function keepEpoch(session: ClientBase, memory: EpochMemory = createEpochMemory()): Promise<void> {
  const seen = memory.last();
  // A server that does not say how long its log is may still say where it comes from.
  for (const logBytes of [LOG_BYTES, 'null::float8']) {
    try {
      await session.query(keep(logBytes), [seen?.epoch, seen?.logBytes]);
      return;
    } catch (error) {
      // Another role of the service says what is wrong with such a database.
      if (!hasState(error, UNKNOWN_ORIGIN)) throw error;
    }
  }
}

/** Of the log on the disk, whatever a crash takes away. */
const LOG_BYTES = "pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8";

const keep = (logBytes: string) => `
  update installation
     set epoch = case when installation.origin is null then epoch else gen_random_uuid() end,
         epoch_began_at = case when installation.origin is null then epoch_began_at else now() end, origin = present.origin
    from (select concat_ws('/', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
                           (select oid from pg_database where datname = current_database()),
                           'installation'::regclass::oid) as origin,
                 ${logBytes} as log_bytes) present
   where installation.origin is distinct from present.origin
      or (installation.epoch = $1::uuid and present.log_bytes < $2::float8)`;

/** No table or no column of it yet, no right to see the origin, a standby, and a server that is made otherwise. */
const STANDBY = '55000';
const UNKNOWN_ORIGIN = ['42P01', '42703', '42501', STANDBY, '42883', '0A000'];
const OLDER_SCHEMA = ['42P01', '42703'];

/** Whether a statement failed since the schema has no epoch yet. */
export function isOlderSchema(error: unknown): boolean {
  return hasState(error, OLDER_SCHEMA);
}

function hasState(error: unknown, states: readonly string[]): boolean {
  return error instanceof pg.DatabaseError && states.includes(error.code ?? '');
}

/** Knows the epoch of the database, which is read from time to time and in new sessions, not for each job. */
export interface EpochReader {
  /**
   * The epoch that was read last, a UUID; null: the schema has none. It is read again once a session has ended: its epoch may be over.
   * A job that is started with one that is over goes back at its first work.
   * @throws whatever the pool throws while it cannot be read
   */
  readonly current: () => Promise<string | null>;
  stop(): void;
}

/** @param memory remembers for `keepEpoch` what is read */
export function followEpoch(pool: Pool, memory: EpochMemory = createEpochMemory()): EpochReader {
  let last: string | null = null;
  let reading: Promise<string | null> | null = null;
  const readNow = createSeenReader(pool, memory);
  const read = () => {
    reading ??= readNow()
      .then((epoch) => (last = epoch))
      .finally(() => (reading = null));
    return reading;
  };
  // Where Postgres is away, the next read may find it back.
  const refresh = () => void read().catch(() => undefined);
  refresh();
  // A new session may be the first one in another epoch.
  pool.on('connect', refresh);
  pool.on('remove', () => (last = null));
  const timer = setInterval(refresh, READ_MS).unref();
  return { current: async () => last ?? read(), stop: () => clearInterval(timer) };
}

const READ_MS = 5_000;

/** Reads epoch and log, as long as the server says how far its log is. */
function createSeenReader(pool: Pool, memory: EpochMemory): () => Promise<string | null> {
  let hasLog = true;
  return async () => {
    if (!hasLog) return readEpoch(pool);
    try {
      const { rows } = await pool.query<SeenDatabase>(`select epoch, ${LOG_BYTES} as "logBytes" from installation`);
      const [seen] = rows;
      if (seen !== undefined) memory.note(seen);
      return seen?.epoch ?? null;
    } catch (error) {
      if (isOlderSchema(error)) return null;
      if (!hasState(error, UNKNOWN_ORIGIN)) throw error;
      // It may say so once a standby is promoted.
      hasLog = hasState(error, [STANDBY]);
      return readEpoch(pool);
    }
  };
}

/** Begins another epoch where none has begun by itself, as after a snapshot of the disk was put back while no process ran: jobs at work go back. */
export async function beginEpoch(db: Queryable): Promise<void> {
  await db.query('update installation set epoch = gen_random_uuid(), epoch_began_at = now()');
}

/** The epoch of the database, a UUID; null when its schema has none. */
export async function readEpoch(db: Queryable): Promise<string | null> {
  try {
    const { rows } = await db.query<{ readonly epoch: string }>('select epoch from installation');
    return rows[0]?.epoch ?? null;
  } catch (error) {
    if (isOlderSchema(error)) return null;
    throw error;
  }
}
