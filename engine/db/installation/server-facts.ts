import type { Queryable } from '../core/connections.ts';

/** A Postgres server and a database in it, in figures; no names and no addresses. */
export interface ServerFacts {
  /** As `18.4`. */
  readonly version: string;
  readonly isStandby: boolean;
  /** A crash of the machine loses what was committed. */
  readonly losesCommits: boolean;
  /** Connections that others than superusers may open, and those that are open now. */
  readonly maxConnections: number;
  readonly connections: number;
  /** Unix milliseconds of the server's answer, by its own clock. */
  readonly nowMs: number;
  readonly databaseBytes: number;
}

/** Reads the facts of the server and the database of a pool. The kind of another user's session may be hidden: it counts. */
export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  const { rows } = await db.query<ServerFacts>(`
    select split_part(current_setting('server_version'), ' ', 1) as version,
           pg_is_in_recovery() as "isStandby",
           current_setting('fsync') = 'off' or current_setting('full_page_writes') = 'off' as "losesCommits",
           current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as "maxConnections",
           (select count(*)::integer from pg_stat_activity where coalesce(backend_type, 'client backend') = 'client backend') as connections,
           (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
           pg_database_size(current_database()) as "databaseBytes"`);
  const [facts] = rows;
  if (facts === undefined) throw new Error('Postgres returned no facts.');
  return facts;
}

/** A session that holds a transaction open and does nothing in it. */
export interface IdleTransaction {
  readonly pid: number;
  /** Age of the transaction. */
  readonly seconds: number;
}

/** Reads the sessions of the database that have been idle in a transaction for so many seconds, the longest first. */
export async function readIdleTransactions(
  db: Queryable,
  olderThanSeconds: number,
): Promise<readonly IdleTransaction[]> {
  const { rows } = await db.query<IdleTransaction>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::integer as seconds
       from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
        and state_change < clock_timestamp() - make_interval(secs => $1)
      order by xact_start`,
    [olderThanSeconds],
  );
  return rows;
}

/** Whether the table of subscribers has rows and no statistics, as in a new or restored database. */
export async function lacksStatistics(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ lacks: boolean }>(
    `select coalesce(bool_or(n_live_tup > $1 and last_analyze is null and last_autoanalyze is null), false) as lacks
       from pg_stat_user_tables
      where relid = to_regclass('subscribers')
         or relid in (select inhrelid from pg_inherits where inhparent = to_regclass('subscribers'))`,
    [ROWS_WORTH_STATISTICS],
  );
  return rows[0]?.lacks === true;
}

/** With fewer rows Postgres needs none. */
const ROWS_WORTH_STATISTICS = 10_000;
