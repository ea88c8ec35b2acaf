import type { Control } from './control.ts';
import type { Transfers } from './transfers.ts';
import type { UploadDirectory } from './upload-directory.ts';

/** A connected client: what its commands act on, and what they leave behind for the next ones. */
export interface FtpClient {
  readonly control: Control;
  readonly transfers: Transfers;
  /** Its organization and the organization's upload directory; null before the login. */
  login: { readonly organizationId: number; readonly directory: UploadDirectory } | null;
  /** The name of USER, until PASS. */
  user: string | null;
  /** The offset that REST set for the next transfer. */
  restartAt: number;
  /** The path of RNFR, for RNTO. */
  renameFrom: string | null;
  /** Whether data connections are encrypted (PROT P). */
  isProtected: boolean;
}

/** Services of the server for commands. */
export interface FtpServices {
  /** Checks a login and opens the directory. @throws FtpRefused */
  logIn(client: FtpClient, user: string, password: string): Promise<void>;
  /** Encrypts the connection. @throws FtpRefused when there is no certificate */
  encrypt(client: FtpClient): Promise<void>;
  /** @throws FtpRefused when a login is not allowed without encryption */
  requireEncryption(client: FtpClient): void;
  /** Opens a port for the client's next transfer. @returns its number @throws FtpRefused */
  openPort(client: FtpClient): Promise<number>;
  /** Returns the IPv4 address that is sent to the client for data connections. */
  addressFor(client: FtpClient): string;
}
