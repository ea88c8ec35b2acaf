import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { prepared } from './prepared.ts';

/** The place of the rows of a kind of job. */
export interface JobRows {
  readonly table: string;
  readonly idColumn: string;
  /** The time at which a job ended; absent for a kind whose jobs may go on after that. */
  readonly endColumn?: string;
  /** Clients delete such rows, so that one that is missing says nothing. */
  readonly mayBeDeleted?: true;
}

/** The row of a job, by its id and the random key that the job has got at its creation. */
export interface JobRow extends JobRows {
  readonly id: number;
  /** Null for a job of a version without keys. */
  readonly key: string | null;
  /** The epoch of the database that the job has worked in so far; null for a job that was given none. */
  readonly epoch: string | null;
}

/**
 * The database has no row of a job that is at work. It was set back to an earlier time, and may have given the id to another job
 * since. Nothing may be read or written for the job.
 */
export class RowLost extends Error {
  constructor() {
    super(
      'The database has no row of this job: it was restored to an earlier time, or has failed over, since the job was created. ' +
        'This run ends and changes nothing.',
    );
  }
}

/**
 * The database was set back to an earlier time, and has the row of a job that is at work, but maybe not all that the job has done.
 * The job goes back to what the database has.
 */
export class WentBack extends Error {
  /** The present one, a UUID. */
  readonly epoch: string;

  constructor(epoch: string) {
    super('The database was restored to an earlier time, or has failed over: the job goes back to what it has.');
    this.epoch = epoch;
  }
}

/** Runs the work of a job; each of its transactions requires the row of the job. */
export function whileOwned<Result>(row: JobRow, work: () => Promise<Result>): Promise<Result> {
  return rows.run(row, work);
}

/** The row that the present work requires; undefined outside of any job. */
export function presentRow(): JobRow | undefined {
  return rows.getStore();
}

/** Reads the row of a job, and requires it. @throws RowLost, WentBack */
export async function requireOwnRow(pool: Pool, row: JobRow): Promise<void> {
  const { rows } = await pool.query<FoundKey>(prepared(selectKey(row, '$1'), [row.id]));
  requireKey(row, rows);
}

/** A row that `selectKey` finds. */
export interface FoundKey {
  readonly job_key: string | null;
  readonly epoch: string;
}

/** A statement for `requireKey`. */
export function selectKey({ table, idColumn }: JobRows, id: string): string {
  return `select job_key, (select epoch from installation) from ${table} where ${idColumn} = ${id}`;
}

/** @throws RowLost unless the row that was found is the job's own, WentBack when the job has worked in another epoch */
export function requireKey({ key, epoch, mayBeDeleted }: JobRow, found: readonly FoundKey[]): void {
  const [row] = found;
  if (row === undefined ? mayBeDeleted !== true : row.job_key !== key) throw new RowLost();
  if (row !== undefined && epoch !== null && epoch !== row.epoch) throw new WentBack(row.epoch);
}

const rows = new AsyncLocalStorage<JobRow>();
