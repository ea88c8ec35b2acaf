import type { Queryable } from '../core/connections.ts';
import type { JobRows } from '../core/own-row.ts';
import { isOlderSchema } from './epoch.ts';

/** The last time that the database was found to have gone back. */
export interface SetBack {
  /** The epoch that began then, a UUID. */
  readonly epoch: string;
  /** Time at which that was noticed, by the clock of the database. */
  readonly at: Date;
  /** Jobs that it lost began after this. */
  readonly since: Date;
  /** Milliseconds since `at`. */
  readonly agoMs: number;
  /** Whether organizations are notified of the jobs that were lost then. */
  readonly isNotified: boolean;
}

/** For so many days after it has gone back, processes report what it lost. */
export const REPORTED_DAYS = 7;

/**
 * Reads when the database went back, and since when jobs may be lost: an hour before the youngest row of a job that is older than
 * that, at most seven days. @returns null when it has not gone back in the last seven days
 */
export async function readSetBack(db: Queryable, kinds: readonly JobRows[]): Promise<SetBack | null> {
  const row = await readNoticed(db);
  return row === null ? null : { ...row, since: await readLostSince(db, kinds, row.at) };
}

async function readNoticed(db: Queryable): Promise<Omit<SetBack, 'since'> | null> {
  try {
    const { rows } = await db.query<Omit<SetBack, 'since'>>(NOTICED);
    return rows[0] ?? null;
  } catch (error) {
    if (isOlderSchema(error)) return null;
    throw error;
  }
}

const NOTICED = `
  select epoch, epoch_began_at as at, (extract(epoch from now() - epoch_began_at) * 1000)::float8 as "agoMs",
         notified_epoch is not distinct from epoch as "isNotified"
    from installation
   where epoch_began_at > now() - make_interval(days => ${REPORTED_DAYS})`;

/** Ids ascend with time, so the index of ids finds the youngest row. */
async function readLostSince(db: Queryable, kinds: readonly JobRows[], at: Date): Promise<Date> {
  const youngest = kinds.map(
    ({ table, idColumn }) =>
      `(select created_at from ${table} where created_at < $1 order by ${idColumn} desc limit 1)`,
  );
  const { rows } = await db.query<{ readonly since: Date }>(
    `select greatest(max(created_at) - interval '1 hour', $1::timestamptz - make_interval(days => ${REPORTED_DAYS})) as since
       from (${youngest.join(' union all ')}) youngest`,
    [at],
  );
  return rows[0]?.since ?? at;
}
