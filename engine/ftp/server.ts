import type { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FtpSettings } from '../config-ftp.ts';
import { findCaller } from '../db/api-keys.ts';
import type { Database } from '../db/slonik.ts';
import { ConfigurationError } from '../errors.ts';
import { hashCredential } from '../secrets/credential.ts';
import { readCommandLines, type ControlConnection } from './command-lines.ts';
import { FtpRefused, toFtpRefused } from './ftp-error.ts';
import { createGuests, GUEST_LIMITS, type GuestLimits } from './guests.ts';
import { createLibraryServer, type LibraryServer } from './library.ts';
import { createTransfers, type Transfers } from './transfers.ts';
import { openSession } from './session.ts';
import type { UploadDirectory } from './upload-directory.ts';

/** What the FTP server serves, and by whose keys. */
export interface FtpServerOptions {
  readonly ftp: FtpSettings;
  readonly uploadsDir: string;
  readonly db: Database;
  readonly log: Logger;
  readonly limits?: Partial<GuestLimits>;
}

/** The FTP server, listening. */
export interface RunningFtpServer {
  readonly port: number;
  /** Ends every connection; uploads under way can be gone on with later. */
  stop(): Promise<void>;
}

/**
 * Serves each organization's upload directory to whoever logs in as `api` with one of its active API keys.
 * @throws ConfigurationError when it cannot listen, or the certificate cannot be used
 */
export async function startFtpServer(options: FtpServerOptions): Promise<RunningFtpServer> {
  const server = await createLibraryServer(options.ftp);
  const guests = createGuests({ ...GUEST_LIMITS, ...options.limits });
  const transfersOf = new WeakMap<object, Transfers>();

  const events: EventEmitter = server;
  events.on('connect', ({ connection }: { connection: ControlConnection }) => {
    const address = connection.ip;
    if (!guests.enter(address)) {
      connection.commandSocket.setTimeout(LOGIN_MS);
      connection.commandSocket.end('421 Too many connections or failed logins from your address.\r\n');
      return;
    }
    connection.commandSocket.once('close', () => guests.leave(address));
    transfersOf.set(connection, welcome(connection));
  });

  events.on(
    'login',
    (login: LogIn, accept: (session: { fs: UploadDirectory }) => void, refuse: (why: Error) => void) => {
      logIn(login).then(
        (fs) => accept({ fs }),
        (error: unknown) => refuse(toFtpRefused(error)),
      );
    },
  );

  // Connections break every day.
  events.on('client-error', () => undefined);
  await listen(server, options.ftp);
  return { port: (server.server.address() as AddressInfo).port, stop: async () => void (await server.close()) };

  async function logIn({ connection, username, password }: LogIn): Promise<UploadDirectory> {
    const { db, log, ftp } = options;
    const { ip: address } = connection;
    const transfers = transfersOf.get(connection);
    if (transfers === undefined) throw new FtpRefused('Connect again.');
    if (ftp.tlsRequired && !connection.secure) throw new FtpRefused('Encrypt the connection first (AUTH TLS).');
    const keyHash = hashCredential(password);
    const caller = username === USER ? await findCaller(db, keyHash) : null;
    if (caller === null) {
      log.warn({ address }, 'an FTP login was refused');
      await delay(guests.fail(address));
      if (guests.isBarred(address)) void connection.close(421, 'Too many failed logins from your address.');
      throw new FtpRefused(`The user is ${USER}, and the password an active API key.`);
    }
    log.info({ address, organizationId: caller.organizationId, keyId: caller.keyId }, 'an FTP client logged in');
    connection.commandSocket.setTimeout(IDLE_MS);
    return openSession({ ...options, transfers, keyHash, organizationId: caller.organizationId });
  }
}

interface LogIn {
  readonly connection: ControlConnection;
  readonly username: string;
  readonly password: string;
}

const USER = 'api';
const LOGIN_MS = 60_000;
const IDLE_MS = 300_000;
const KEEP_ALIVE_MS = 60_000;

function welcome(connection: ControlConnection): Transfers {
  const control = connection.commandSocket;
  const transfers = createTransfers(connection);
  readCommandLines(connection, () => transfers.abort());
  // During a transfer nothing is said, which the library would take for silence.
  control.removeAllListeners('timeout');
  control.on('timeout', () => {
    if (!transfers.isUnderWay()) void connection.close(421, 'You have been silent for too long.');
  });
  control.setTimeout(LOGIN_MS);
  control.setKeepAlive(true, KEEP_ALIVE_MS);
  return transfers;
}

async function listen(server: LibraryServer, { host, port }: FtpSettings): Promise<void> {
  try {
    await server.listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigurationError([
      `FTP_PORT is "${port}" but ${host}:${port} cannot be listened on (${code}): set another one, or 0 for any.`,
    ]);
  }
}
