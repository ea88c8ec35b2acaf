import type { PoolClient, QueryResult } from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import type { Connections } from './connections.ts';
import { whileHeld } from './held-connection.ts';
import { presentRow, requireKey, selectKey } from './own-row.ts';
import type { FoundKey } from './own-row.ts';
import { queryAll } from './query-all.ts';
import { presentLabel } from './session-label.ts';

/**
 * Runs `work` in one transaction on one connection: commits when it resolves, rolls back when it throws. An abort of the
 * signal cancels the statement that is running, also one that waits for a lock. A connection whose rollback fails is
 * thrown away. The statements of `first` go to Postgres together with the begin, and the work is given their answers. Within the
 * work of a job its row is required with the same message. @throws RowLost, WentBack
 */
export async function inTransaction<Result>(
  pool: Connections,
  work: (client: PoolClient, answers: readonly QueryResult[]) => Promise<Result>,
  signal?: AbortSignal,
  first = '',
): Promise<Result> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  const canceller = cancelOnAbort(client, signal);
  let broken: Error | undefined;
  try {
    const answers = await open(client, first);
    const result = await whileHeld(pool, () => work(client, answers));
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

/** Begins with one message to Postgres, so that a label and the row of a job cost no time. @returns the answers to `first` */
async function open(client: PoolClient, first: string): Promise<readonly QueryResult[]> {
  const label = presentLabel();
  const row = presentRow();
  const statements = [
    'begin',
    ...(label === undefined ? [] : [`set local application_name = ${client.escapeLiteral(label)}`]),
    ...(row === undefined ? [] : [selectKey(row, String(row.id))]),
  ];
  const answers = await queryAll(client, `${statements.join('; ')}; ${first}`);
  if (row !== undefined) requireKey(row, (answers[statements.length - 1] as QueryResult<FoundKey>).rows);
  return answers.slice(statements.length);
}

const CANCEL_AGAIN_MS = 100;

interface Canceller {
  /** After this no cancellation is under way that could hit the connection's next user. */
  disarm(): Promise<void>;
}

function cancelOnAbort(client: PoolClient, signal: AbortSignal | undefined): Canceller {
  let cancelling: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let armed = true;
  // Postgres ignores a cancellation that comes between two statements, so it is sent until the work has noticed.
  const cancel = () => {
    // When Postgres cannot be reached the statement fails anyway.
    cancelling = cancelStatement(client)
      .catch(() => undefined)
      .then(() => armed && (timer = setTimeout(cancel, CANCEL_AGAIN_MS)));
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
