import type { Writable } from 'node:stream';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { noteWaitsForCaller } from './copy-pause.ts';

export interface CopySink {
  /** Sends rows in COPY's text format; resolves when the connection wants more. */
  write(text: Uint8Array): Promise<void>;
  /** Waits until Postgres has taken all of it. */
  end(): Promise<void>;
  /** Gives up: Postgres discards the whole COPY. */
  abort(reason: Error): void;
}

/** Opens COPY … FROM STDIN on a client that is inside a transaction. `target` is a trusted `table (columns)` text. */
export function openCopy(client: PoolClient, target: string): CopySink {
  const stream: Writable = client.query(copyFrom(`copy ${target} from stdin`));
  // Refused by Postgres, the stream has no connection any more, but would go on with what it still holds when the socket drains.
  stream.on('error', () => stream.destroy());
  const done = finished(stream);
  noteWaitsForCaller(client, true);
  done.catch(() => noteWaitsForCaller(client, false));
  return {
    write: async (text) => {
      if (stream.write(text)) return;
      noteWaitsForCaller(client, false);
      await Promise.race([once(stream, 'drain'), done]);
      noteWaitsForCaller(client, true);
    },
    end: async () => {
      noteWaitsForCaller(client, false);
      stream.end();
      await done;
    },
    abort: (reason) => {
      noteWaitsForCaller(client, false);
      stream.destroy(reason);
    },
  };
}
