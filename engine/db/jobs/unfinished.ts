import { sql } from '../core/slonik.ts';

/** Holds for jobs that have not ended. The states are written out, since only then Postgres takes the partial indexes. */
export const unfinished = sql.fragment`state not in ('finished', 'failed', 'cancelled')`;

/** Holds for jobs that have. */
export const ended = sql.fragment`state in ('finished', 'failed', 'cancelled')`;
