import type { QueryResult } from 'pg';
import type { Queryable } from '../core/connections.ts';

/** 32 MiB with the usual size of a page. */
const SAMPLE_PAGES = 4_096;

const sampleOf = (table: string) => `${table} where ctid < '(${SAMPLE_PAGES},0)'::tid`;

/** Measures how long it takes to read the beginning of a table. @param table quoted by Postgres where its name needs it */
export async function secondsPerByte(db: Queryable, table: string): Promise<number> {
  const bytes = await sampleBytes(db, table);
  const begunAt = performance.now();
  await db.query(`select count(*) from ${sampleOf(table)}`);
  return (performance.now() - begunAt) / 1000 / Math.max(1, bytes);
}

/** An index that is to be built. */
export interface PlannedIndex {
  /** The table, or its largest partition, quoted as for `secondsPerByte`. */
  readonly table: string;
  /** Size of the whole table. */
  readonly bytes: number;
  /** The part of `create index` after the table. */
  readonly index: string;
  /** Actions of `alter table` by which the table gets columns before. */
  readonly columns: readonly string[];
}

/**
 * Estimates how long the building of an index takes: it is built on a copy of the beginning of the table, which lasts as long as the
 * transaction. Columns that the table is yet to get are empty in it.
 * @returns null where the copy or the index cannot be made, for want of rights or of a column
 */
export async function secondsOfIndex(db: Queryable, planned: PlannedIndex): Promise<number | null> {
  const { table, bytes, index, columns } = planned;
  const read = await sampleBytes(db, table);
  if (read === 0) return 0;
  const altered = columns.map((action) => `alter table pg_temp.sluice_sample ${action.replace(REFERENCES, '')}`);
  // One message is one transaction.
  const script = [
    `create temporary table sluice_sample on commit drop as select * from ${sampleOf(table)}`,
    ...altered,
    'select count(*)::double precision as rows, clock_timestamp() as at from pg_temp.sluice_sample',
    `create index on pg_temp.sluice_sample ${index}`,
    'select clock_timestamp() as at',
  ];
  try {
    const answers = (await db.query(script.join('; '))) as unknown as readonly QueryResult<{
      rows?: number;
      at: Date;
    }>[];
    const [before, after] = answers.flatMap(({ rows }) => rows);
    if (before?.rows === undefined || after === undefined) return null;
    const seconds = (after.at.getTime() - before.at.getTime()) / 1000;
    const times = Math.max(1, bytes / read);
    // Rows are sorted.
    return seconds * times * (1 + Math.log(times) / Math.log(Math.max(2, before.rows)));
  } catch {
    return null;
  }
}

const REFERENCES = /\breferences \w+(?: ?\([^)]*\))?/i;

async function sampleBytes(db: Queryable, table: string): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select least(pg_relation_size($1::regclass), ${SAMPLE_PAGES} * current_setting('block_size')::bigint)::double precision as bytes`,
    [table],
  );
  return rows[0]?.bytes ?? 0;
}
