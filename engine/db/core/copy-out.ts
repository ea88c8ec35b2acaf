import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * Runs a COPY … TO STDOUT on a client that is inside a transaction, and has its bytes read. However the reader ends, at any
 * byte or before the first, the connection is usable afterwards.
 * @returns what the reader returned, and how many rows were sent
 */
export async function readCopy<Result>(
  client: PoolClient,
  statement: string,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<{ readonly result: Result; readonly rows: number }> {
  const stream = client.query(copyTo(statement));
  stream.on('error', () => undefined);
  try {
    const result = await read(bytesOf(stream.iterator({ destroyOnReturn: false })));
    // The number of rows comes after the last of them: the connection has read it when it answers another statement.
    stream.resume();
    await client.query('select');
    return { result, rows: stream.rowCount };
  } finally {
    // The connection takes the next statement only when it has read what this one sends.
    stream.resume();
  }
}

async function* bytesOf(blocks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const block of blocks) yield block as Uint8Array;
}
