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

/**
 * A statement of a transaction whose commit does not wait for the disk. A crash of Postgres may take it back, with all that was
 * committed after it; a later commit that waits takes it to the disk.
 */
export const COMMIT_WITHOUT_WAITING = 'set local synchronous_commit = off';

/**
 * Waits until everything that has been committed so far is on the disk, in a transaction that holds nothing. It writes an empty
 * message, since Postgres waits for no commit of a transaction that wrote nothing.
 */
export async function waitForDisk(db: Pool): Promise<void> {
  await db.query(`select pg_logical_emit_message(true, 'sluice', '')`);
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
