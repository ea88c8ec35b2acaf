import type { Pool, PoolClient, QueryResult } from 'pg';
import { processOf } from './pool.ts';
import { presentLabel } from './session-label.ts';

/**
 * Runs `work` in one transaction on one connection: commits when it resolves, rolls back when it throws. An abort of the
 * signal cancels the statement that is running, also one that waits for a lock. A connection whose rollback fails is
 * thrown away. The statements of `first` go to Postgres together with the begin, and the work is given the answers of both.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, answers: readonly QueryResult[]) => Promise<Result>,
  signal?: AbortSignal,
  first = '',
): Promise<Result> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  const canceller = cancelOnAbort(pool, client, signal);
  let broken: Error | undefined;
  try {
    const answers = await queryAll(client, `${opening(client)}; ${first}`);
    const result = await work(client, answers);
    await canceller.disarm();
    await client.query('commit');
    return result;
  } catch (error) {
    await canceller.disarm();
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** One message to Postgres, so that a label costs no time. */
function opening(client: PoolClient): string {
  const label = presentLabel();
  return label === undefined ? 'begin' : `begin; set local application_name = ${client.escapeLiteral(label)}`;
}

/** Runs statements as one message. @returns one answer for each statement */
export async function queryAll(client: PoolClient, statements: string): Promise<readonly QueryResult[]> {
  const answers = (await client.query(statements)) as QueryResult | QueryResult[];
  return Array.isArray(answers) ? answers : [answers];
}

const CANCEL_AGAIN_MS = 100;

interface Canceller {
  /** After this no cancellation is under way that could hit the connection's next user. */
  disarm(): Promise<void>;
}

function cancelOnAbort(pool: Pool, client: PoolClient, signal: AbortSignal | undefined): Canceller {
  let cancelling: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let armed = true;
  // Postgres ignores a cancellation that comes between two statements, so it is sent until the work has noticed.
  const cancel = () => {
    const sent = pool.query('select pg_cancel_backend($1)', [processOf(client)]);
    // When Postgres cannot be reached the statement fails anyway.
    cancelling = sent.catch(() => undefined).then(() => armed && (timer = setTimeout(cancel, CANCEL_AGAIN_MS)));
  };
  // It may have been aborted while the pool found a connection.
  if (signal?.aborted === true) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  return {
    disarm: async () => {
      armed = false;
      signal?.removeEventListener('abort', cancel);
      clearTimeout(timer);
      await cancelling;
    },
  };
}
