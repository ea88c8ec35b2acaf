import type { Writable } from 'node:stream';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A cell of COPY's text format; null is NULL. */
export type CopyValue = string | number | boolean | null;

export interface CopySink {
  /** Adds one row; resolves when the connection wants more. */
  write(row: readonly CopyValue[]): Promise<void> | undefined;
  /** Sends what is left and waits until Postgres has taken all of it. */
  end(): Promise<void>;
  /** Gives up: Postgres discards the whole COPY. */
  abort(reason: Error): void;
}

/** Bytes gathered before a write: large enough that rows cost no system call each, small enough to stay in cache. */
const FLUSH_CHARACTERS = 64 * 1024;

/** Opens COPY … FROM STDIN on a client that is inside a transaction. `target` is a trusted `table (columns)` text. */
export function openCopy(client: PoolClient, target: string): CopySink {
  const stream: Writable = client.query(copyFrom(`copy ${target} from stdin`));
  const done = finished(stream);
  done.catch(() => undefined);
  let buffer = '';

  const flush = async () => {
    const text = buffer;
    buffer = '';
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
  };
  return {
    write: (row) => {
      buffer += encodeRow(row);
      return buffer.length > FLUSH_CHARACTERS ? flush() : undefined;
    },
    end: async () => {
      stream.end(buffer);
      await done;
    },
    abort: (reason) => void stream.destroy(reason),
  };
}

function encodeRow(row: readonly CopyValue[]): string {
  let line = '';
  for (let i = 0; i < row.length; i++) {
    const value = row[i];
    if (i > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else if (typeof value === 'string') line += SPECIAL.test(value) ? value.replace(ALL_SPECIAL, escape) : value;
    else if (typeof value === 'boolean') line += value ? 't' : 'f';
    else line += String(value);
  }
  return line + '\n';
}

const SPECIAL = /[\\\t\n\r]/;
const ALL_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escape(character: string): string {
  return ESCAPES[character] ?? character;
}
