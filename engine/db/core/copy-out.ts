import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { Connections } from './connections.ts';
import { CopyOutStream } from './copy-out-stream.ts';

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
  const stream = client.query(new CopyOutStream(statement));
  stream.on('error', () => undefined);
  const result = await read(bytesOf(stream.iterator({ destroyOnReturn: false }))).finally(() => drain(stream));
  // The number of rows comes after the last of them: the connection has read it when it answers another statement.
  await client.query('select');
  return { result, rows: stream.rowCount };
}

/** The connection takes the next statement only when it has read what this one sends. */
function drain(stream: Readable): void {
  // Those of a reader that has ended, or not yet: a stream that is listened to by them does not flow.
  stream.removeAllListeners('readable');
  stream.resume();
}

async function* bytesOf(blocks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const block of blocks) yield block as Uint8Array;
}

/** Runs a COPY … TO STDOUT on a connection of the pool, which is free again when all of its bytes are in memory. */
export async function copyToMemory(pool: Connections, statement: string): Promise<Buffer> {
  const client = await pool.connect();
  let broken = true;
  try {
    const blocks: Uint8Array[] = [];
    for await (const block of bytesOf(client.query(new CopyOutStream(statement)))) blocks.push(block);
    broken = false;
    return Buffer.concat(blocks);
  } finally {
    client.release(broken);
  }
}
