import type { Queryable } from './connections.ts';

/** Reads the clock of the server, by which hosts whose clocks differ agree. */
export async function readServerTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0] as { now: Date }).now;
}
