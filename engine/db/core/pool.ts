import pg from 'pg';
import type { ClientBase } from 'pg';
import { noteServer } from './cancel-statement.ts';
import { clientWithin } from './limit-connecting.ts';
import { processOf } from './process-of.ts';
import { KEEP_ALIVE, openSession } from './session.ts';
import { watchForSilence } from './silence.ts';
import { getTypeParser } from './type-parser.ts';

/** Settings of a pool, apart from its address. */
export interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /**
   * Milliseconds that a new connection may take, without those for which this process stands still; a caller waits twice as long for one,
   * free or new. By default both are ten seconds, in which the process may stand still.
   */
  readonly connectedWithinMs?: number;
  /** Done in each new session before anything else. */
  readonly begin?: (session: ClientBase) => Promise<void>;
  /** Called with the backend pid of each new connection. */
  readonly onConnect?: (pid: number) => void;
  /** Called with the error of a connection that broke while idle. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * Creates a pool of bare pg connections; int8 and int8[] arrive as numbers. It connects at the first query. A connection whose
 * server or network has fallen silent ends within some seconds, with an error that `isPostgresAway` knows.
 */
export function createPool(databaseUrl: string, options: PoolOptions = {}): pg.Pool {
  const { statementTimeoutMs, connectedWithinMs } = options;
  const server = {
    connectionString: databaseUrl,
    application_name: options.applicationName ?? 'sluice',
    types: { getTypeParser },
    ...KEEP_ALIVE,
  };
  const silence = watchForSilence(server);
  const settings = {
    ...server,
    max: options.max ?? 10,
    ...(connectedWithinMs === undefined
      ? { connectionTimeoutMillis: 10_000 }
      : { Client: clientWithin(connectedWithinMs), connectionTimeoutMillis: 2 * connectedWithinMs }),
    // The pool waits for it before it gives a connection away, though the types say nothing of that.
    onConnect: async (client: ClientBase) => {
      await openSession(client, statementTimeoutMs === undefined ? {} : { statementTimeoutMs });
      await options.begin?.(client);
      silence.add(client);
    },
  };
  const pool = new pg.Pool(settings);
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
