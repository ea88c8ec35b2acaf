import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { FtpSettings } from '../platform/config-ftp.ts';
import { ConfigurationError } from '../platform/errors.ts';

/**
 * Creates a TLS context for one connection. Each has keys of its own for session tickets, so only the client that
 * encrypted the commands of a connection can resume its TLS session on a data connection.
 */
export type CreateTls = () => SecureContext;

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
