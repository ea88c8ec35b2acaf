import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import type { ControlConnection } from './command-lines.ts';
import { FtpRefused } from './ftp-error.ts';

/** The uploads and downloads of one connection. */
export interface Transfers {
  isUnderWay(): boolean;
  /** Has the stream destroyed when the transfer is aborted or the client goes away. */
  track(stream: Readable | Writable): void;
  /** Breaks off what is under way. */
  abort(): void;
  /** Resolves when the client is still there after the end of its data. @throws FtpRefused when it has gone */
  confirmEnd(): Promise<void>;
}

/** A client that dies closes both its connections at once; this long the second end may be on its way. */
const GRACE_MS = 100;

/** Creates the register of a connection that has just been made. */
export function createTransfers(connection: ControlConnection): Transfers {
  const control = connection.commandSocket;
  const streams = new Set<Readable | Writable>();
  const abort = () => {
    for (const stream of streams) stream.destroy(new FtpRefused('The transfer was broken off.'));
  };
  control.once('close', abort);

  return {
    isUnderWay: () => streams.size > 0,

    track: (stream) => {
      streams.add(stream);
      stream.on('close', () => stream.closed && streams.delete(stream));
      if (control.destroyed) abort();
    },

    abort,

    confirmEnd: async () => {
      // The library does not read commands during a transfer, and so would not see the end of the connection either.
      connection.commandSocket.resume();
      const given = new AbortController();
      const { signal } = given;
      try {
        const gone = once(control, 'close', { signal }).then(() => true);
        const left = await Promise.race([gone, delay(GRACE_MS, false, { signal })]);
        if (left || control.destroyed) throw new FtpRefused('The client went away.');
      } finally {
        given.abort();
      }
    },
  };
}
