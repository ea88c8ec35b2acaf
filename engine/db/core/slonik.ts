import pg from 'pg';
import { createPool, SchemaValidationError, sql, StatementTimeoutError } from 'slonik';
import type { CommonQueryMethods, DatabasePool, Interceptor, Query, QueryResultRow, QuerySqlToken } from 'slonik';
import type { output, ZodTypeAny } from 'zod';
import type { Connections } from './connections.ts';
import { prepared } from './prepared.ts';
import { slonikDriver } from './slonik-driver.ts';

export { sql };

/** Executor of queries: a pool, a connection or a transaction. */
export type Database = CommonQueryMethods;

/**
 * Opens the pool of typed queries (the API's half of the database work). int8 arrives as number, timestamptz as Date,
 * jsonb parsed; every row is checked by the zod schema of its query.
 *
 * @throws when the database cannot be reached.
 */
export async function createDatabase(
  databaseUrl: string,
  options: { connections?: number; statementTimeoutMs?: number } = {},
): Promise<DatabasePool> {
  return createPool(databaseUrl, {
    maximumPoolSize: options.connections ?? 10,
    idleTimeout: 60_000,
    // A caller waits for one try only.
    connectionRetryLimit: 1,
    driverFactory: slonikDriver({ statementTimeoutMs: options.statementTimeoutMs ?? 30_000 }),
    // Nothing here sets session state, so the default's DISCARD ALL would be a round trip for nothing.
    resetConnection: async () => {},
    interceptors: [resultParser],
  });
}

/**
 * Runs a typed query that clients repeat over a pool of pg, where it is prepared: slonik prepares nothing. Its text must be one of a few.
 * @returns the first row, null when there is none
 */
export async function maybeOnePrepared<Parser extends ZodTypeAny>(
  pool: Connections,
  query: QuerySqlToken<Parser>,
): Promise<output<Parser> | null> {
  // Slonik numbers its placeholders so, and replaces them in the same way before it sends a statement.
  const text = query.sql.replaceAll('$slonik_', '$');
  const { rows } = await pool.query<QueryResultRow>(prepared(text, query.values));
  return rows[0] === undefined ? null : parseRow(query.parser, query, rows[0]);
}

/** Whether Postgres has cancelled a statement because it took longer than the pool, of slonik or of pg, lets one run. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof StatementTimeoutError || (error instanceof pg.DatabaseError && error.code === '57014');
}

/** A `timestamptz` parameter; the driver itself takes no Date. */
export function timestamp(date: Date) {
  return sql.fragment`${date.toISOString()}::timestamptz`;
}

/** The pattern of a LIKE that looks for the text anywhere, its wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

const resultParser: Interceptor = {
  name: 'result-parser',
  transformRow: ({ resultParser: parser }, query, row) =>
    parser === undefined ? row : (parseRow(parser, query, row) as QueryResultRow),
};

/** @throws SchemaValidationError when the row is not of the query's type */
function parseRow<Parser extends ZodTypeAny>(parser: Parser, query: Query, row: QueryResultRow): output<Parser> {
  const parsed = parser.safeParse(row);
  if (!parsed.success) throw new SchemaValidationError(query, row, parsed.error.issues);
  return parsed.data as output<Parser>;
}
