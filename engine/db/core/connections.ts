import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** A pool or connection of pg that runs single statements. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** A pool of pg that gives connections for transactions, or the part of one that a call of the API may use. */
export interface Connections extends Queryable {
  /** Takes a connection, which the caller has to release. */
  connect(): Promise<PoolClient>;
}
