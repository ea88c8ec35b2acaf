import pg from 'pg';
import { noteServer } from './cancel-statement.ts';
import { processOf } from './process-of.ts';

/** Settings of a pool, apart from its address. */
export interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** Hears of each new connection, by the id of the process that Postgres serves it with. */
  readonly onConnect?: (pid: number) => void;
  /** Hears of connections that broke while idle. */
  readonly onIdleError?: (error: Error) => void;
}

/** Creates a pool of bare pg connections; int8 and int8[] arrive as numbers. It connects at the first query. */
export function createPool(databaseUrl: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'sluice',
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
  });
  // Without a listener a restart of Postgres would end the process. The pool has dropped the broken connection
  // already, and the next caller gets another one or the error.
  pool.on('error', options.onIdleError ?? (() => undefined));
  // The pool listens to idle connections only. One that breaks between two statements of its user says so at the next
  // statement; unheard, it would end the process before.
  pool.on('connect', (client) => client.on('error', () => undefined));
  noteServer(pool);
  pool.on('connect', (client) => options.onConnect?.(processOf(client)));
  return pool;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const INT4_ARRAY = 1007;

function getTypeParser(oid: number, format?: 'text' | 'binary'): ReturnType<typeof pg.types.getTypeParser> {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
  if (oid === INT8) return Number;
  // The parser of int4[] reads each entry as a JavaScript integer of any size.
  return pg.types.getTypeParser(oid === INT8_ARRAY ? INT4_ARRAY : oid, 'text');
}
