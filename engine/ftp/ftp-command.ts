import type { FtpClient, FtpServices } from './client.ts';

/** A command: what it does, whether it is served before the login, and whether it needs an argument. */
export interface FtpCommand {
  readonly run: (client: FtpClient, argument: string, services: FtpServices) => Promise<void>;
  readonly isOpen?: boolean;
  readonly needsArgument?: boolean;
}
