import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { FtpSettings } from '../platform/config-ftp.ts';
import type { Database } from '../db/core/slonik.ts';
import type { UploadCopies } from '../files/uploads.ts';
import { ConfigurationError } from '../platform/errors.ts';
import type { FtpClient, FtpServices } from './client.ts';
import { createControl, type Control } from './control.ts';
import { openDataPort } from './data-port.ts';
import { FtpRefused } from './ftp-error.ts';
import { createLogIn } from './log-in.ts';
import { createLoginThrottle, LOGIN_LIMITS, type LoginLimits } from './login-throttle.ts';
import { createPassivePorts } from './passive-ports.ts';
import { serveClient } from './serve-client.ts';
import { createTransfers } from './transfers.ts';

/** Settings and services of the FTP server. */
export interface FtpServerOptions {
  readonly ftp: FtpSettings;
  readonly uploadsDir: string;
  /** Destination of copies of received files, from which imports read them; null: imports read uploadsDir. */
  readonly copies: UploadCopies | null;
  readonly db: Database;
  readonly log: Logger;
  readonly limits?: Partial<LoginLimits>;
}

/** The FTP server, listening. */
export interface RunningFtpServer {
  readonly port: number;
  /** Ends every connection; uploads under way can be continued later. */
  stop(): Promise<void>;
}

/**
 * Serves each organization's upload directory to clients that log in as `api` with one of its active API keys. It speaks
 * the part of RFC 959, 2228, 2428, 3659 and 4217 that uploads need; everything that waits ends with the connection.
 * @throws ConfigurationError when it cannot listen, or the certificate cannot be used
 */
export async function startFtpServer(options: FtpServerOptions): Promise<RunningFtpServer> {
  const throttle = createLoginThrottle({ ...LOGIN_LIMITS, ...options.limits });
  const services = await createServices(options, throttle);
  const served = new Map<Control, Promise<void>>();
  const refuse = createRefusal();

  const server = createServer((socket: Socket) => {
    const control = createControl(socket);
    if (!throttle.enter(control.address)) {
      refuse(control);
      return;
    }
    const client: FtpClient = {
      control,
      transfers: createTransfers(control),
      login: null,
      user: null,
      restartAt: 0,
      renameFrom: null,
      isProtected: false,
    };
    control.ended.addEventListener('abort', () => throttle.leave(control.address), { once: true });
    served.set(
      control,
      serveClient(client, services).finally(() => served.delete(control)),
    );
  });
  await listen(server, options.ftp);

  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const control of served.keys()) control.close(421, 'The server is stopping.');
      await Promise.all(served.values());
      await closed;
    },
  };
}

/** Refusals that wait for their client to end the connection; beyond them connections are dropped without a reply. */
const MAX_REFUSALS = 50;

function createRefusal(): (control: Control) => void {
  let count = 0;
  return (control) => {
    if (count >= MAX_REFUSALS) {
      control.destroy();
      return;
    }
    count++;
    void control.closed.then(() => count--);
    control.close(421, 'Too many connections or logins from your address; try again later.');
  };
}

async function createServices(
  options: FtpServerOptions,
  throttle: ReturnType<typeof createLoginThrottle>,
): Promise<FtpServices> {
  const { ftp } = options;
  const createTls = await readCertificate(ftp);
  const ports = createPassivePorts(ftp);
  return {
    logIn: createLogIn({ ...options, throttle }),

    encrypt: async ({ control }) => {
      if (createTls === null) throw new FtpRefused('This server has no certificate.', { reply: 502 });
      await control.encrypt(createTls(), 234, 'Begin the TLS handshake.');
    },

    requireEncryption: ({ control }) => {
      if (!ftp.tlsRequired || control.tls() !== null) return;
      throw new FtpRefused('Encrypt the connection first (AUTH TLS).', { reply: 530 });
    },

    openPort: ({ control, transfers, login }) => {
      if (login === null) throw new FtpRefused('Log in first.', { reply: 530 });
      const { address } = control;
      const { organizationId } = login;
      const tls = control.tls();
      return transfers.listen(() =>
        openDataPort({ ports, organizationId, address, tls, mustResume: ftp.tlsResumption }),
      );
    },

    addressFor: ({ control: { address } }) =>
      address.startsWith('127.') || address === '::1' ? '127.0.0.1' : ftp.publicAddress,
  };
}

function listen(server: Server, { host, port }: FtpSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : 'unknown reason';
      reject(
        new ConfigurationError([
          `FTP_PORT is "${port}" but the server cannot listen on ${host}:${port} (${code}): set another port, or 0 for any free port.`,
        ]),
      );
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      // Out of descriptors, a single connection fails; the server keeps serving.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

/**
 * Creates a TLS context for one connection. Each has keys of its own for session tickets, so only the client that
 * encrypted the commands of a connection can resume its TLS session on a data connection.
 */
type CreateTls = () => SecureContext;

/**
 * Reads the certificate; null when none is set.
 * @throws ConfigurationError when the files cannot be read or used
 */
export async function readCertificate({ certificate }: FtpSettings): Promise<CreateTls | null> {
  if (certificate === null) return null;
  const pair = {
    cert: await read('FTP_TLS_CERT', certificate.certFile),
    key: await read('FTP_TLS_KEY', certificate.keyFile),
  };
  const create = () => createSecureContext({ ...pair, minVersion: 'TLSv1.2' });
  try {
    create();
  } catch {
    throw new ConfigurationError(['FTP_TLS_CERT and FTP_TLS_KEY must be a certificate and its key in PEM format.']);
  }
  return create;
}

async function read(name: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigurationError([`${name} is "${path}" but that file cannot be read (${code}).`]);
  }
}
