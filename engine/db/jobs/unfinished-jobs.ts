import type { Pool } from 'pg';

/** An unfinished job, by its state; `wasStarted`: its workflow is known to have been started. */
export interface UnfinishedRow {
  readonly state: string;
  readonly wasStarted: boolean;
}

/** The unfinished jobs of a table, and what of them is read. */
interface Unfinished {
  readonly table: string;
  readonly idColumn?: string;
  readonly columns: string;
  /** Condition that Postgres has an index for. */
  readonly isUnfinished: string;
}

/** Makes the query for the unfinished jobs of a kind whose rows are older than so many seconds, by id. */
export function unfinishedJobs<Row>({ table, idColumn = 'id', columns, isUnfinished }: Unfinished) {
  return async (pool: Pool, olderThanSeconds: number): Promise<readonly (Row & UnfinishedRow)[]> => {
    const { rows } = await pool.query<Row & UnfinishedRow>(
      `select ${columns}, state, workflow_started_at is not null as "wasStarted" from ${table}
        where ${isUnfinished} and created_at < now() - make_interval(secs => $1)
        order by ${idColumn}`,
      [olderThanSeconds],
    );
    return rows;
  };
}
