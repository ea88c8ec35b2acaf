import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import type { Queryable } from '../core/connections.ts';

/**
 * Begins a new epoch when the database is another one than that in which the present epoch began: it was restored, or a standby was
 * promoted, so what was written last may be gone. Each session of a worker does this first, and of an API those that jobs are started
 * with. Such a change ends all sessions, so no session works in an epoch that is over.
 */
export async function keepEpoch(session: ClientBase): Promise<void> {
  try {
    await session.query(KEEP);
  } catch (error) {
    // Another role of the service says what is wrong with such a database.
    if (!hasState(error, UNKNOWN_ORIGIN)) throw error;
  }
}

const KEEP = `
  update installation
     set epoch = case when installation.origin is null then epoch else gen_random_uuid() end,
         epoch_began_at = case when installation.origin is null then epoch_began_at else now() end, origin = present.origin
    from (select concat_ws('/', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
                           (select oid from pg_database where datname = current_database()),
                           'installation'::regclass::oid) as origin) present
   where installation.origin is distinct from present.origin`;

/** No table or no column of it yet, no right to see the origin, a standby, and a server that is made otherwise. */
const UNKNOWN_ORIGIN = ['42P01', '42703', '42501', '55000', '42883', '0A000'];
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
  /** The epoch that was read last, a UUID; null before. A job that is started with one that is over goes back at its first work. */
  readonly last: () => string | null;
  stop(): void;
}

export function followEpoch(pool: Pool): EpochReader {
  let last: string | null = null;
  let isReading = false;
  const read = () => {
    if (isReading) return;
    isReading = true;
    readEpoch(pool)
      .then((epoch) => (last = epoch))
      // Postgres is away; the next read may find it back.
      .catch(() => undefined)
      .finally(() => (isReading = false));
  };
  read();
  // A new session may be the first one in another epoch.
  pool.on('connect', read);
  const timer = setInterval(read, READ_MS).unref();
  return { last: () => last, stop: () => clearInterval(timer) };
}

const READ_MS = 5_000;

/** Begins another epoch where none has begun by itself, as after a snapshot of the disk was put back: jobs at work go back. */
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
