import { readFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import { FtpSrv } from 'ftp-srv';
import pino from 'pino';
import type { FtpSettings } from '../config-ftp.ts';
import { ConfigurationError } from '../errors.ts';

/** The library's server, with the part that its types leave out. */
export type LibraryServer = FtpSrv & { readonly server: Server };

/** What clients may say. Left out are SITE, active mode (the server would connect to where it is told) and STOU. */
const COMMANDS = (
  'USER PASS AUTH PBSZ PROT QUIT FEAT OPTS HELP NOOP SYST TYPE MODE STRU ALLO PWD XPWD CWD CDUP LIST NLST STAT ' +
  'MKD XMKD RMD XRMD DELE RNFR RNTO RETR STOR APPE REST SIZE MDTM PASV EPSV ABOR'
).split(' ');

const MAX_CONNECTIONS = 200;

/**
 * Creates the FTP server of ftp-srv, not listening. It is the one FTP server of npm in wide use whose holes (bounce,
 * escape from the root) are mended and that checks who connects to a data port; what of it reads commands, touches files
 * and ends the process is replaced here.
 * @throws ConfigurationError when the certificate cannot be used
 */
export async function createLibraryServer(ftp: FtpSettings): Promise<LibraryServer> {
  const tls = await readCertificate(ftp);
  const server = withoutSignalHandlers(
    () =>
      new FtpSrv({
        url: `ftp://${ftp.host.includes(':') ? `[${ftp.host}]` : ftp.host}:${ftp.port}`,
        pasv_url: ftp.publicAddress,
        pasv_min: ftp.passivePorts.first,
        pasv_max: ftp.passivePorts.last,
        tls,
        whitelist: COMMANDS,
        // It would log what clients send.
        log: pino({ level: 'silent' }),
      }),
  ) as LibraryServer;
  server.server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** The library would end the process at a signal, in an order of its own. */
function withoutSignalHandlers<T>(create: () => T): T {
  const signals = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  const created = create();
  signals.forEach((signal, i) => {
    for (const listener of process.listeners(signal)) {
      if (!before[i]?.includes(listener)) process.removeListener(signal, listener);
    }
  });
  return created;
}

async function readCertificate({ certificate }: FtpSettings): Promise<{ cert: Buffer; key: Buffer } | false> {
  if (certificate === null) return false;
  const read = async (name: string, path: string) => {
    try {
      return await readFile(path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
      throw new ConfigurationError([`${name} is "${path}" but that file cannot be read (${code}).`]);
    }
  };
  const pair = {
    cert: await read('FTP_TLS_CERT', certificate.certFile),
    key: await read('FTP_TLS_KEY', certificate.keyFile),
  };
  try {
    createSecureContext(pair);
  } catch {
    throw new ConfigurationError(['FTP_TLS_CERT and FTP_TLS_KEY must be a certificate and its key in PEM format.']);
  }
  return pair;
}
