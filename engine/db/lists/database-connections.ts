import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The id of the connection of that id or, ignoring case, of that name; null when it has not been set up. */
export function findDatabaseConnection(db: Database, wanted: number | string): Promise<number | null> {
  const isWanted =
    typeof wanted === 'number' ? sql.fragment`id = ${wanted}` : sql.fragment`lower(name) = lower(${wanted})`;
  return db.maybeOneFirst(
    sql.type(z.object({ id: z.number() }))`select id from database_connections where ${isWanted}`,
  );
}
