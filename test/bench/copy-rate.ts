import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readUsage, usageBetween } from './processes.ts';
import { COPY_COLUMNS } from './rows.ts';

/** Measurements of one COPY. */
export interface TimedCopy {
  readonly seconds: number;
  /** Processor seconds of Postgres; null where the system does not tell. */
  readonly cpuSeconds: number | null;
}

/**
 * Times a plain COPY of prepared rows into an empty table with the columns, constraints and indexes of `subscribers`, on
 * one connection: what this Postgres takes when nothing is decided about a row.
 */
export async function timeCopy(pool: Pool, path: string): Promise<TimedCopy> {
  const client = await pool.connect();
  try {
    await client.query(`drop table if exists ${TABLE}`);
    await client.query(`create table ${TABLE} (like subscribers including all)`);
    const before = await readUsage();
    const startedAt = performance.now();
    const sink = client.query(copyFrom(`copy ${TABLE} (${COPY_COLUMNS}) from stdin`));
    await pipeline(createReadStream(path, { highWaterMark: BUFFER_BYTES }), sink);
    const seconds = (performance.now() - startedAt) / 1000;
    const after = await readUsage();
    await client.query(`drop table ${TABLE}`);
    return { seconds, cpuSeconds: usageBetween(before, after)?.postgres?.cpuSeconds ?? null };
  } finally {
    client.release();
  }
}

const TABLE = 'bench_copy';
const BUFFER_BYTES = 256 * 1024;
