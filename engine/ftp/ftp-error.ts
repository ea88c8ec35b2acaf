import { SluiceError } from '../errors.ts';

/** Why an FTP command is refused; the message is the reply's text and names no path of this machine. */
export class FtpRefused extends SluiceError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('invalid_request', message, options);
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory.',
  ENOTDIR: 'No such file or directory.',
  ELOOP: 'No such file or directory.',
  EEXIST: 'There is something of that name already.',
  ENOTEMPTY: 'The directory is not empty.',
  EISDIR: 'That is a directory.',
  ENAMETOOLONG: 'The name is too long.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
};

/** Turns what a file operation threw into a refusal. Node's own messages quote paths of this machine. */
export function toFtpRefused(error: unknown): FtpRefused {
  if (error instanceof FtpRefused) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new FtpRefused(SENTENCES[code] ?? UNEXPECTED, { cause: error });
}

/** Whether the refusal stands for a fault that operators have to hear of. */
export function isUnexpected(refused: FtpRefused): boolean {
  return refused.message === UNEXPECTED;
}

const UNEXPECTED = 'The server could not do that.';
