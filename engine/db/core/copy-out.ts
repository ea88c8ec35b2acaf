import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** What a COPY … TO STDOUT sends. */
export interface CopySource {
  /** The bytes, to be read once. A reader that ends early leaves the connection usable. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** How many rows it sent; to be asked for once all bytes are read. */
  count(): Promise<number>;
}

/** Begins a COPY … TO STDOUT on a client that is inside a transaction. */
export function openCopyOut(client: PoolClient, statement: string): CopySource {
  const stream = client.query(copyTo(statement));
  stream.on('error', () => undefined);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const block of stream.iterator({ destroyOnReturn: false })) yield block as Uint8Array;
    } finally {
      // The connection takes the next statement only when it has read what this one sends.
      stream.resume();
    }
  }
  return {
    bytes: bytes(),
    count: async () => {
      // The number of rows comes after the last of them: the connection has read it when it answers another statement.
      await client.query('select');
      return stream.rowCount;
    },
  };
}
