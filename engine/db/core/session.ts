import type { ClientBase, ClientConfig, QueryResult } from 'pg';
import { noteProcess } from './process-of.ts';
import { queryAll } from './query-all.ts';
import { endConnection } from './socket-of.ts';

/** Limits of a session in milliseconds; without one, that of the server holds. */
export interface SessionLimits {
  readonly statementTimeoutMs?: number;
}

/** Milliseconds after which Postgres ends a transaction whose process has fallen silent, with the locks that it holds. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Milliseconds that a connection for a call may take to be made. With the 12 s after which a statement without an answer ends, it keeps
 * the 15 s within which a call is answered.
 */
export const CONNECTED_WITHIN_MS = 3_000;

/** Options of each connection: a peer that answers no probe for 15 s is gone (Node probes ten times, once a second, after these 5 s). */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } satisfies ClientConfig;

/**
 * Sets up a new session with one message and notes its process. The settings are made by statements, since a pooler refuses them as
 * parameters of the connection. They let Postgres end the session of a host that is gone within 11 s, with the locks that it holds.
 * @throws when Postgres does not answer within ten seconds
 */
export async function openSession(client: ClientBase, limits: SessionLimits = {}): Promise<void> {
  const limit = setTimeout(() => endConnection(client, 'its session could not be set up'), SET_UP_WITHIN_MS);
  try {
    const answers = await queryAll(client, `${settingsOf(limits).join('; ')}; select pg_backend_pid() as process`);
    const told = answers.at(-1) as QueryResult<{ process: number }> | undefined;
    if (told?.rows[0] === undefined) throw new Error('Postgres did not tell the process of a session.');
    noteProcess(client, told.rows[0].process);
  } finally {
    clearTimeout(limit);
  }
}

const SET_UP_WITHIN_MS = 10_000;

/** The first three are seconds and a number of probes. Postgres reads them as 0 where the connection is no TCP connection. */
const KEEP_ALIVE_OF_SERVER = [
  'set tcp_keepalives_idle = 5',
  'set tcp_keepalives_interval = 2',
  'set tcp_keepalives_count = 3',
  `set tcp_user_timeout = '10s'`,
];

function settingsOf({ statementTimeoutMs }: SessionLimits): readonly string[] {
  return [
    ...KEEP_ALIVE_OF_SERVER,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    ...(statementTimeoutMs === undefined ? [] : [`set statement_timeout = ${Number(statementTimeoutMs)}`]),
  ];
}
