import { setTimeout } from 'node:timers/promises';
import type { PoolClient, Pool, QueryResult } from 'pg';
import { queryAll } from './query-all.ts';

/**
 * A statement of a transaction whose commit does not wait for the disk. A crash of Postgres may take it back, with all that was
 * committed after it; the caller waits for the disk before it reports what it has done.
 */
export const COMMIT_WITHOUT_WAITING = 'set local synchronous_commit = off';

/**
 * Waits until everything that has been committed so far is on the disk, in the commit of a transaction that holds nothing. It
 * writes an empty message, since Postgres waits for no commit of a transaction that wrote nothing.
 */
export async function waitInCommit(db: Pool | PoolClient): Promise<void> {
  await db.query(MESSAGE);
}

/**
 * Waits for the same without a transaction: it asks again and again how far the log is on the disk. So a slow disk makes no
 * transaction old, but where little is written Postgres takes up to 0.6 s until it writes that by itself (three times
 * wal_writer_delay). Where commits wait for another server too, it waits in a commit after that.
 * @throws when Postgres ends during the wait, since it may have lost what was not on the disk
 */
export async function waitByPolling(pool: Pool, signal: AbortSignal): Promise<void> {
  // One connection, which a crash of Postgres ends. Others would tell of a log that was written again since.
  const client = await pool.connect();
  let failure: unknown;
  try {
    const { end, has_standby } = await writeMessage(client);
    while (!(await isOnDisk(client, end))) await setTimeout(POLL_MS, undefined, { signal });
    if (has_standby) await waitInCommit(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}

const POLL_MS = 5;

const MESSAGE = `select pg_logical_emit_message(true, 'sluice', '') as "end",
  current_setting('synchronous_standby_names') <> '' as has_standby`;

interface Message {
  /** Its position in the write-ahead log: every commit before it is at a smaller one. */
  readonly end: string;
  readonly has_standby: boolean;
}

/** Writes a message whose commit nothing waits for: Postgres takes to the disk by itself what comes before a commit. */
async function writeMessage(client: PoolClient): Promise<Message> {
  const answers = await queryAll(client, `begin; ${COMMIT_WITHOUT_WAITING}; ${MESSAGE}; commit`);
  const message = (answers[2] as QueryResult<Message>).rows[0];
  if (message === undefined) throw new Error('Postgres wrote no message.');
  return message;
}

async function isOnDisk(client: PoolClient, position: string): Promise<boolean> {
  const { rows } = await client.query<{ is_on_disk: boolean }>(
    'select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_on_disk',
    [position],
  );
  return rows[0]?.is_on_disk === true;
}
