import { FileStoreDown } from '../files/errors.ts';
import { SluiceError } from '../platform/errors.ts';

/** Refusal of an FTP command; the message is the reply's text and names no path of this machine. */
export class FtpRefused extends SluiceError {
  /** The three digits of the reply. */
  readonly reply: number;

  constructor(message: string, options: { reply?: number; cause?: unknown } = {}) {
    super('invalid_request', message, { cause: options.cause });
    this.reply = options.reply ?? 550;
  }
}

const DISK_FULL = { reply: 452, text: 'The disk is full.' };
const ABSENT = { reply: 550, text: 'No such file or directory.' };
const BROKEN = { reply: 426, text: 'The data connection was interrupted.' };
const SENTENCES: Readonly<Record<string, { reply: number; text: string }>> = {
  ENOENT: ABSENT,
  ENOTDIR: ABSENT,
  ELOOP: ABSENT,
  EEXIST: { reply: 550, text: 'The name is already in use.' },
  ENOTEMPTY: { reply: 550, text: 'The directory is not empty.' },
  EISDIR: { reply: 550, text: 'That is a directory.' },
  ENAMETOOLONG: { reply: 553, text: 'The name is too long.' },
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  ERR_STREAM_PREMATURE_CLOSE: BROKEN,
  ERR_STREAM_WRITE_AFTER_END: BROKEN,
};
/** Of the bucket that gets a copy of each finished file. */
const STORE_DOWN = { reply: 451, text: 'The file store does not take the file at present; send it again later.' };
const UNEXPECTED = { reply: 451, text: 'The server could not execute the command.' };

/** Turns what a file operation threw into a refusal. Node's own messages quote paths of this machine. */
export function toFtpRefused(error: unknown): FtpRefused {
  if (error instanceof FtpRefused) return error;
  if (error instanceof FileStoreDown) return new FtpRefused(STORE_DOWN.text, { reply: STORE_DOWN.reply, cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { reply, text } = SENTENCES[code] ?? UNEXPECTED;
  return new FtpRefused(text, { reply, cause: error });
}

/** Whether the refusal stands for a fault that operators must see in the log. */
export function isUnexpected(refused: FtpRefused): boolean {
  return [UNEXPECTED.text, STORE_DOWN.text].includes(refused.message);
}
