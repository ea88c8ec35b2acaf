import { createServer, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { BOUNDS } from '../domain/bounds.ts';
import { withoutMapping } from './control.ts';
import { FtpRefused } from './ftp-error.ts';
import type { PassivePorts, PortLease } from './passive-ports.ts';

/** A port that listens for the data connection of one transfer. */
export interface DataPort {
  readonly port: number;
  /** Resolves when the client has connected, perhaps not encrypted yet. @throws FtpRefused when it does not in time */
  readonly arrived: Promise<void>;
  /** The connection, ready for data and paused. @throws FtpRefused when the client does not connect or encrypt in time */
  readonly connection: Promise<Socket>;
  /** Aborted with the FtpRefused that ends the transfer, for instance because two clients have connected. */
  readonly failed: AbortSignal;
  /** Stops listening and ends the connection. */
  close(): void;
}

/** The client whose data connection is expected. */
export interface DataPortOptions {
  readonly ports: PassivePorts;
  readonly organizationId: number;
  /** Address of the client; connections from other addresses are dropped. */
  readonly address: string;
  /** The TLS context of the commands; null when they are not encrypted. */
  readonly tls: SecureContext | null;
  /** Whether the connection must resume the TLS session of the commands, which only their client can. */
  readonly mustResume: boolean;
}

/** Milliseconds in which a second connection is detected when only the address identifies the client. */
const WATCH_MS = 5_000;
/** Time that the client has to connect after a connection that does not resume its TLS session. */
const RESUME_MS = 1_000;
const MAX_CANDIDATES = 5;

/**
 * Listens for one data connection. Encrypted, it belongs to the client that resumes the TLS session of its commands.
 * Otherwise only the address identifies the client; if two connections come from it, both are closed.
 * @throws FtpRefused when no port is free
 */
export async function openDataPort(options: DataPortOptions): Promise<DataPort> {
  const { ports, organizationId, address, tls } = options;
  const isProven = tls !== null && options.mustResume;
  const arrived = defer<void>();
  const connection = defer<Socket>();
  const failed = new AbortController();
  const candidates = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let lease: PortLease | null = null;
  let chosen: Socket | null = null;

  const server = createServer({ pauseOnConnect: true }, admit).on('error', () => undefined);
  after(BOUNDS.ftpDataWait.max, () => failUnlessChosen(425, 'No data connection in time.'));
  try {
    const onLoss = () => failUnlessChosen(425, 'The port was reassigned to another client; try again.');
    lease = await ports.listen(server, { organizationId, onLoss });
  } catch (error) {
    timers.forEach(clearTimeout);
    throw error;
  }
  return {
    port: lease.port,
    arrived: arrived.promise,
    connection: connection.promise,
    failed: failed.signal,
    close: () => fail(425, 'The data connection was closed.'),
  };

  function admit(socket: Socket): void {
    socket.on('error', () => undefined);
    if (withoutMapping(socket.remoteAddress) !== address || candidates.size >= MAX_CANDIDATES) {
      socket.destroy();
      return;
    }
    candidates.add(socket);
    socket.once('close', () => candidates.delete(socket));
    arrived.resolve();
    if (tls === null) choose(socket);
    else encrypt(socket, tls);
  }

  function encrypt(socket: Socket, secureContext: SecureContext): void {
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => socket.destroy());
    secure.once('secure', () => {
      if (!isProven || secure.isSessionReused()) {
        choose(secure);
        return;
      }
      secure.destroy();
      const why = 'The data connection must resume the TLS session of the commands: set your client to do so.';
      after(RESUME_MS, () => failUnlessChosen(522, why));
    });
  }

  function choose(socket: Socket): void {
    if (chosen !== null) {
      socket.destroy();
      if (!isProven) fail(426, 'Two data connections from your address: neither was accepted; use FTPS.');
      return;
    }
    chosen = socket;
    if (isProven) lease?.release();
    else after(WATCH_MS, () => lease?.release());
    socket.setTimeout(BOUNDS.ftpSilence.max, () => fail(426, 'The data connection was idle for too long.'));
    connection.resolve(socket);
  }

  function failUnlessChosen(reply: number, why: string): void {
    if (chosen === null) fail(reply, why);
  }

  function fail(reply: number, why: string): void {
    const refused = new FtpRefused(why, { reply });
    timers.forEach(clearTimeout);
    lease?.release();
    failed.abort(refused);
    arrived.reject(refused);
    connection.reject(refused);
    for (const socket of candidates) socket.destroy();
    chosen?.destroy();
  }

  function after(ms: number, act: () => void): void {
    timers.add(setTimeout(act, ms));
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function defer<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // A port may fail before a transfer waits for its connection.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
