import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Control } from './control.ts';
import type { DataPort } from './data-port.ts';
import { FtpRefused } from './ftp-error.ts';

/** The transfers of one client, one at a time. */
export interface Transfers {
  /** Opens a port for the next transfer, in place of one that was open. @returns its number */
  listen(open: () => Promise<DataPort>): Promise<number>;
  /** Receives what the client sends into a stream. @throws FtpRefused */
  receive(open: () => Promise<Writable>): Promise<void>;
  /** Sends a stream to the client. @throws FtpRefused */
  send(open: () => Promise<Readable>): Promise<void>;
  isUnderWay(): boolean;
  /** Ends the transfer that is under way. */
  abort(): void;
  close(): void;
}

/** A client that dies closes both its connections; the end of the second one may arrive this much later. */
const GRACE_MS = 100;
/** Milliseconds a download waits for a second connection, which would make the first one untrusted. */
const SETTLE_MS = 50;
/** Time that a client has to end a connection that all data was sent over. */
const LINGER_MS = 2_000;

/** Creates the transfers of a connection that has just been made. */
export function createTransfers(control: Control): Transfers {
  let port: DataPort | null = null;
  let current: AbortController | null = null;
  const close = () => {
    port?.close();
    port = null;
  };
  control.ended.addEventListener('abort', close, { once: true });

  return {
    listen: async (open) => {
      close();
      const opened = await open();
      port = opened;
      if (control.ended.aborted) close();
      return opened.port;
    },
    receive: (open) =>
      run(open, async (socket, stream, signal) => {
        await pipeline(socket, stream, { signal });
      }),
    send: (open) =>
      run(open, async (socket, stream, signal) => {
        if (control.tls() === null) await delay(SETTLE_MS, undefined, { signal });
        socket.resume();
        await pipeline(stream, socket, { signal });
        // Closing a socket that still receives would take back what the client has not read yet.
        if (!socket.closed)
          await once(socket, 'close', { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => undefined);
      }),
    isUnderWay: () => current !== null,
    abort: () => current?.abort(new FtpRefused('The transfer was aborted.', { reply: 426 })),
    close,
  };

  async function run<S extends Readable | Writable>(
    open: () => Promise<S>,
    move: (socket: Socket, stream: S, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (port === null) throw new FtpRefused('Send PASV or EPSV first.', { reply: 425 });
    const { arrived, connection, failed } = port;
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => ending.abort(failed.aborted ? failed.reason : new FtpRefused(GONE, { reply: 426 }));
    failed.addEventListener('abort', end);
    control.ended.addEventListener('abort', end);
    current = ending;
    if (failed.aborted || control.ended.aborted) end();
    let stream: S | null = null;
    try {
      await arrived;
      signal.throwIfAborted();
      stream = await open();
      stream.on('error', () => undefined);
      // Many clients encrypt the data connection only after the reply that the transfer begins.
      await control.reply(150, 'Ready for the data.');
      const socket = await connection;
      signal.throwIfAborted();
      await move(socket, stream, signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      stream?.destroy();
      control.ended.removeEventListener('abort', end);
      current = null;
      close();
    }
  }
}

/** Resolves when the client is still there after the end of its data. @throws FtpRefused when it has gone */
export async function confirmEnd({ ended }: Control): Promise<void> {
  await delay(GRACE_MS, undefined, { signal: ended }).catch(() => undefined);
  if (ended.aborted) throw new FtpRefused(GONE, { reply: 426 });
}

const GONE = 'The client disconnected.';
