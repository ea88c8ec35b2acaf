import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findCaller } from '../db/accounts/api-keys.ts';
import type { UploadCopies } from '../files/uploads.ts';
import { createImportCopies } from './import-copies.ts';
import type { Database } from '../db/core/slonik.ts';
import { describeError } from '../platform/describe-error.ts';
import type { FtpSettings } from '../platform/config-ftp.ts';
import { hashCredential } from '../secrets/credential.ts';
import type { FtpServices } from './client.ts';
import type { Control } from './control.ts';
import { FtpRefused } from './ftp-error.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { confirmEnd } from './transfers.ts';
import { createUploadDirectory, type UploadDirectory } from './upload-directory.ts';
import { openUploadPaths } from './upload-paths.ts';
import { createUploadUsages, type UploadUsages } from './upload-usage.ts';

/** Settings and services of logins. */
export interface LogInOptions {
  readonly ftp: FtpSettings;
  readonly uploadsDir: string;
  readonly copies: UploadCopies | null;
  readonly throttle: LoginThrottle;
  readonly db: Database;
  readonly log: Logger;
}

const USER = 'api';

/** Creates the login command: user `api`, and as password an active API key. */
export function createLogIn(options: LogInOptions): FtpServices['logIn'] {
  const { throttle, db, log } = options;
  const usages = createUploadUsages(options.ftp.quotaBytes);

  return async (client, user, password) => {
    const { control } = client;
    const { address } = control;
    if (client.login !== null) throw new FtpRefused('You are already logged in.', { reply: 503 });
    if (throttle.isBarred(address)) {
      control.close(421, 'Too many logins from your address; try again later.');
      return;
    }
    throttle.attempt(address);
    const keyHash = hashCredential(password);
    const caller = user === USER ? await findCaller(db, keyHash).catch(cannotCheck) : null;
    if (caller === null) {
      log.warn({ address }, 'an FTP login was refused');
      await delay(throttle.fail(address), undefined, { signal: control.ended }).catch(() => undefined);
      const why = `Log in as ${USER}, with an active API key as password.`;
      if (throttle.isBarred(address)) control.close(421, 'Too many failed logins from your address.');
      throw new FtpRefused(why, { reply: 530 });
    }
    const {
      organizationId,
      by: { id: keyId },
    } = caller;
    if (!throttle.open(organizationId)) {
      throw new FtpRefused('Your organization has too many FTP sessions; end one first.', { reply: 530 });
    }
    if (control.ended.aborted) return throttle.close(organizationId);
    control.ended.addEventListener('abort', () => throttle.close(organizationId), { once: true });
    const directory = await openSession({ ...options, usages, control, keyHash, organizationId });
    client.login = { organizationId, directory };
    log.info({ address, organizationId, keyId }, 'an FTP client logged in');
  };

  function cannotCheck(error: unknown): never {
    log.error({ fault: describeError(error) }, 'an FTP login could not be checked');
    throw new FtpRefused('The server cannot check logins now; try again later.', { reply: 421, cause: error });
  }
}

/** A client that has logged in, with its organization, key and connection. */
interface SessionOptions {
  readonly uploadsDir: string;
  readonly copies: UploadCopies | null;
  readonly usages: UploadUsages;
  readonly organizationId: number;
  readonly keyHash: Buffer;
  readonly control: Control;
  readonly db: Database;
  readonly log: Logger;
}

/** Opens the organization's upload directory for one client. */
async function openSession(options: SessionOptions): Promise<UploadDirectory> {
  const { uploadsDir, copies, organizationId, keyHash, control, db, log } = options;
  const paths = await openUploadPaths(uploadsDir, organizationId);
  return createUploadDirectory(paths, {
    // Runs before each command: a key that was deactivated or deleted grants nothing more.
    allow: async () => {
      if ((await findCaller(db, keyHash)) === null) throw new FtpRefused('The API key is no longer active.');
    },
    upload: {
      usage: options.usages.of(organizationId, paths.folders),
      copies: createImportCopies(copies, organizationId),
      confirm: () => confirmEnd(control),
      onComplete: (bytes) => log.info({ organizationId, bytes }, 'a file was uploaded'),
      onBreak: (bytes) => log.warn({ organizationId, bytes }, 'an upload was interrupted'),
    },
    onFault: (error) => log.error({ organizationId, ...kindOf(error) }, 'an FTP command failed'),
  });
}

/** Leaves out the messages of the operating system: they quote paths with the names of customers' files. */
function kindOf(error: unknown) {
  if (!(error instanceof Error)) return { fault: typeof error };
  return { fault: error.name, ...('code' in error && { code: error.code }) };
}
