import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

/** The connection that carries commands and replies. */
export interface Control {
  /** Address of the client, IPv4 in its own notation. */
  readonly address: string;
  /** Aborted when no more commands are served: the client or the server ends the connection. */
  readonly ended: AbortSignal;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  /** The TLS context of the connection; null while it is not encrypted. */
  tls(): SecureContext | null;
  /** Passes on what arrives until the connection has ended. */
  onBytes(receive: (bytes: Buffer) => void): void;
  /** Sends a reply of one or more lines; resolves when the client takes it, or the connection has ended. */
  reply(code: number, ...lines: string[]): Promise<void>;
  /** Announces encryption by a reply, then encrypts. Bytes that were read before are not passed on. */
  encrypt(context: SecureContext, code: number, line: string): Promise<void>;
  /** Sends a last reply and ends the connection. */
  close(code: number, line: string): void;
  /** Ends the connection without a reply. */
  destroy(): void;
}

/** Time that a client has to receive the last reply and to end the connection itself. */
const LINGER_MS = 2_000;
const KEEP_ALIVE_MS = 60_000;

/** Takes over a socket that has just been accepted. */
export function createControl(raw: Socket): Control {
  const ended = new AbortController();
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  let socket: Socket = raw;
  let context: SecureContext | null = null;
  let receive: (bytes: Buffer) => void = () => undefined;
  const isEnded = () => ended.signal.aborted;

  const destroy = () => {
    ended.abort();
    socket.destroy();
    raw.destroy();
  };
  const linger = () => {
    ended.abort();
    const forced = setTimeout(destroy, LINGER_MS);
    void closed.then(() => clearTimeout(forced));
  };
  const listen = (to: Socket) => {
    to.on('data', (bytes: Buffer) => void (isEnded() || receive(bytes)));
    // Replies on their way are still sent to a client that ends only its side.
    to.on('end', linger);
    to.on('error', destroy);
    to.on('close', destroy);
  };
  raw.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true);
  listen(raw);

  return {
    address: withoutMapping(raw.remoteAddress),
    ended: ended.signal,
    closed,
    tls: () => context,
    onBytes: (to) => {
      receive = to;
    },

    reply: async (code, ...lines) => {
      if (isEnded() || socket.write(toReply(code, lines))) return;
      // A client that does not read its replies is not served until it does.
      await once(socket, 'drain', { signal: ended.signal }).catch(() => undefined);
    },

    encrypt: async (by, code, line) => {
      raw.removeAllListeners('data');
      raw.removeListener('end', linger);
      raw.pause();
      await new Promise<void>((resolve) => raw.write(toReply(code, [line]), () => resolve()));
      if (isEnded()) return;
      context = by;
      socket = new TLSSocket(raw, { isServer: true, secureContext: by });
      listen(socket);
    },

    destroy,

    close: (code, line) => {
      if (isEnded()) return;
      socket.end(toReply(code, [line]));
      linger();
    },
  };
}

/** IPv6 sockets show clients of IPv4 as ::ffff:192.0.2.1. */
export function withoutMapping(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function toReply(code: number, lines: readonly string[]): string {
  const between = lines.slice(1, -1).map((line) => ` ${line}\r\n`);
  const first = lines.length > 1 ? `${code}-${lines[0]}\r\n` : '';
  return `${first}${between.join('')}${code} ${lines.at(-1) ?? ''}\r\n`;
}
