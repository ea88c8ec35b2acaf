import type { Logger } from 'pino';
import { findCaller } from '../db/accounts/api-keys.ts';
import type { Database } from '../db/core/slonik.ts';
import type { Control } from './control.ts';
import { FtpRefused } from './ftp-error.ts';
import { confirmEnd } from './transfers.ts';
import { createUploadDirectory, type UploadDirectory } from './upload-directory.ts';
import { openUploadPaths } from './upload-paths.ts';
import type { UploadUsages } from './upload-usage.ts';

/** A client that has logged in: for which organization, by which key, on which connection. */
export interface SessionOptions {
  readonly uploadsDir: string;
  readonly usages: UploadUsages;
  readonly organizationId: number;
  readonly keyHash: Buffer;
  readonly control: Control;
  readonly db: Database;
  readonly log: Logger;
}

/** Opens the organization's upload directory for one client. */
export async function openSession(options: SessionOptions): Promise<UploadDirectory> {
  const { uploadsDir, organizationId, keyHash, control, db, log } = options;
  const paths = await openUploadPaths(uploadsDir, organizationId);
  return createUploadDirectory(paths, {
    // Checked before each command: a key that is switched off or deleted opens nothing from then on.
    allow: async () => {
      if ((await findCaller(db, keyHash)) === null) throw new FtpRefused('The API key is no longer active.');
    },
    upload: {
      usage: options.usages.of(organizationId, paths.folders),
      confirm: () => confirmEnd(control),
      onComplete: (bytes) => log.info({ organizationId, bytes }, 'a file was uploaded'),
      onBreak: (bytes) => log.warn({ organizationId, bytes }, 'an upload was interrupted'),
    },
    onFault: (error) => log.error({ organizationId, ...kindOf(error) }, 'an FTP command failed'),
  });
}

/** Messages of the system quote paths, which hold the names of customers' files. */
function kindOf(error: unknown) {
  if (!(error instanceof Error)) return { fault: typeof error };
  return { fault: error.name, ...('code' in error && { code: error.code }) };
}
